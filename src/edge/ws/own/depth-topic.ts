/**
 * The best hundred levels of each side: what changed since it was told, not what happened. So a level
 * that goes to and fro between two messages costs nothing, and a client that applies every update has exactly
 * the book at the message's place in the log. STREAM-DEPTH-1.
 */
import type { Written } from "../../../contract/field.ts";
import { PUBLIC_CHANNELS } from "../../../contract/streams/channels.ts";
import { BOOK } from "../../../contract/streams/public-rows.ts";
import { writerOf } from "../../../contract/writer.ts";
import type { Ladder } from "../../../core/engine/book/ladder.ts";
import { bestLevels, restingAt } from "../../../core/engine/read/depth.ts";
import { formatSteps, formatSum } from "../../../core/money/decimal.ts";
import type { Advance, Topic } from "../channel.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { StreamMarket } from "../markets.ts";

export const DEPTH_LEVELS = 100;

/** Whole, or what changed of it. */
const bookText = writerOf(BOOK);

/** Lots by ticks, best first; a sum beyond what a number holds is a bigint. */
type Side = ReadonlyMap<number, number | bigint>;

interface Sides {
  readonly bids: Side;
  readonly asks: Side;
}

export class DepthTopic extends MarketTopic implements Topic {
  readonly everyMs = PUBLIC_CHANNELS.depth.everyMs;
  #told: Sides;

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#told = this.#read();
    this.follow({ bookMoved: tools.mark });
  }

  told(): Written<unknown> {
    const { bids, asks } = this.#told;
    return this.#write([...bids], [...asks]);
  }

  advance(): Advance | "over" | undefined {
    if (this.isOver) return "over";
    const before = this.#told;
    const after = this.#read();
    this.#told = after;
    const bids = changesOf(before.bids, after.bids);
    const asks = changesOf(before.asks, after.asks);
    if (bids.length === 0 && asks.length === 0) return undefined;
    return { data: this.#write(bids, asks) };
  }

  #read(): Sides {
    const { bids, asks } = this.market.book;
    return { bids: bestOf(bids), asks: bestOf(asks) };
  }

  #write(bids: readonly Level[], asks: readonly Level[]): Written<unknown> {
    const { pricePrecision, quantityPrecision } = this.market;
    const shown = ([ticks, lots]: Level) => {
      return [formatSteps(ticks, pricePrecision), formatSum(lots, quantityPrecision)] as const;
    };
    return bookText({ bids: bids.map(shown), asks: asks.map(shown) });
  }
}

type Level = readonly [ticks: number, lots: number | bigint];

function bestOf(ladder: Ladder): Side {
  const side = new Map<number, number | bigint>();
  for (const level of bestLevels(ladder, DEPTH_LEVELS)) side.set(level.ticks, restingAt(level));
  return side;
}

/** Levels that are new or have another quantity, and with 0 those that are gone. */
function changesOf(before: Side, after: Side): Level[] {
  const changes: Level[] = [];
  for (const [ticks, lots] of after) {
    if (before.get(ticks) !== lots) changes.push([ticks, lots]);
  }
  for (const ticks of before.keys()) {
    if (!after.has(ticks)) changes.push([ticks, 0]);
  }
  return changes;
}
