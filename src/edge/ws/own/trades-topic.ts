/** The public trades of a market, each once, in the order of the log. STREAM-TRADES-1. */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { SIDES } from "../../../contract/order-words.ts";
import { PUBLIC_CHANNELS } from "../../../contract/streams/channels.ts";
import { PUBLIC_TRADE, PUBLIC_TRADES } from "../../../contract/streams/public-rows.ts";
import { writerAround, writerOf, writtenList } from "../../../contract/writer.ts";
import { formatSteps } from "../../../core/money/decimal.ts";
import type { Advance, Topic } from "../channel.ts";
import { EventQueue } from "../event-queue.ts";
import type { PublicTrade } from "../feed.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { StreamMarket } from "../markets.ts";
import { type MissedEvents, piecesOf } from "../missed.ts";
import type { Seq } from "../seq.ts";

/** How many a new listener gets. */
export const TRADES_TOLD_MAX = 100;

type TradeText = Written<ValueOf<typeof PUBLIC_TRADE>>;

const tradeText = writerOf(PUBLIC_TRADE);
const tradesText = writerAround(PUBLIC_TRADES, "trades");

export class TradesTopic extends MarketTopic implements Topic {
  /** At the next beat: a trade is news. */
  readonly everyMs = PUBLIC_CHANNELS.trades.everyMs;
  /** The newest, oldest first. */
  #told: readonly TradeText[];
  readonly #fresh = new EventQueue<TradeText>();
  readonly #mark: () => void;

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#mark = tools.mark;
    this.#told = this.#newest();
    this.follow({
      traded: (trade, seq) => {
        this.#fresh.push(this.#write(trade), seq);
        this.#mark();
      },
      imported: (seq) => {
        this.#fresh.cut(seq);
        this.#mark();
      },
    });
  }

  #newest(): TradeText[] {
    const newest = this.market.trades.newest(this.market.id, TRADES_TOLD_MAX);
    return newest.reverse().map((trade) => this.#write(trade));
  }

  told(): Written<unknown> {
    return listOf(this.#told);
  }

  advance(): Advance | "over" | undefined {
    const piece = this.#fresh.take();
    if (!piece) return this.isOver ? "over" : undefined;
    if (!this.#fresh.isEmpty || this.isOver) this.#mark();
    const { rows, seq, isCut } = piece;
    this.#told = isCut ? this.#newest() : [...this.#told, ...rows].slice(-TRADES_TOLD_MAX);
    return { data: isCut ? this.told() : listOf(rows), seq, isWhole: isCut };
  }

  /** SANDBOX-PAST-3: what lies before an import is no longer what was shown. */
  since(from: Seq): MissedEvents | undefined {
    const missed = this.happenedSince(from);
    const isImported = missed?.found.some(({ event }) => event.type === "CandlesImported");
    return missed && !isImported
      ? { ...missed, write: () => this.#rewrite(missed.found) }
      : undefined;
  }

  #rewrite(found: MissedEvents["found"]): Advance[] {
    const rows = found.map(({ event, seq }) => ({ row: this.#write(event as PublicTrade), seq }));
    return piecesOf(rows, listOf);
  }

  #write({ id, ticks, lots, timeMs, takerSide }: PublicTrade): TradeText {
    const { pricePrecision, quantityPrecision } = this.market;
    return tradeText({
      id,
      price: formatSteps(ticks, pricePrecision),
      qty: formatSteps(lots, quantityPrecision),
      side: SIDES[takerSide],
      time: timeMs,
    });
  }
}

function listOf(trades: readonly TradeText[]): Written<unknown> {
  return tradesText({ trades: writtenList(trades) });
}
