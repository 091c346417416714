/** The ticker of a market's last day, and of all markets: told when it has changed. STREAM-TICKER-1, STREAM-TICKER-2. */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { TICKER } from "../../../contract/markets.ts";
import { PUBLIC_CHANNELS } from "../../../contract/streams/channels.ts";
import {
  CHANGED_TICKERS,
  DELISTED_TICKER,
  MARKET_STATE,
  type NAMED_TICKER,
} from "../../../contract/streams/public-rows.ts";
import { joinedRecords, writerAround, writerOf, writtenList } from "../../../contract/writer.ts";
import { tickerOf } from "../../http/dialect/market.ts";
import type { Advance, Topic } from "../channel.ts";
import type { MarketKey } from "../feed.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { Markets, StreamMarket } from "../markets.ts";

type TickerText = Written<ValueOf<typeof NAMED_TICKER>>;
type TickersRow = ValueOf<typeof CHANGED_TICKERS>["tickers"][number];

const tickersText = writerAround(CHANGED_TICKERS, "tickers");
const delistedText = writerOf(DELISTED_TICKER);
const tickerText = writerOf(TICKER);
const stateText = writerOf(MARKET_STATE);

/** The tickers of one message. */
export const TICKERS_TOLD_MAX = 500;

export class TickerTopic extends MarketTopic implements Topic {
  readonly everyMs = PUBLIC_CHANNELS.ticker.everyMs;
  readonly #markets: Markets;
  #told: TickerText;

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#markets = tools.markets;
    this.#told = writeTicker(tools.markets, market);
    this.follow({ bookMoved: tools.mark });
    this.followSeconds();
  }

  told(): TickerText {
    return this.#told;
  }

  advance(): Advance | "over" | undefined {
    const market = this.#markets.find(this.market);
    if (!market) return "over";
    const data = writeTicker(this.#markets, market);
    if (isSame(data, this.#told)) return undefined;
    this.#told = data;
    return { data };
  }
}

/** Markets that moved are looked at, and all of them every second. */
export class TickersTopic implements Topic {
  readonly everyMs = PUBLIC_CHANNELS.tickers.everyMs;
  readonly #markets: Markets;
  readonly #told = new Map<string, TickerText>();
  readonly #moved = new Map<string, MarketKey>();
  /** The names of the markets that were told. */
  readonly #names = new Map<string, string>();
  readonly #mark: () => void;
  readonly #leave: readonly (() => void)[];

  constructor({ feed, markets, mark }: TopicTools) {
    this.#markets = markets;
    this.#mark = mark;
    for (const market of markets.all()) {
      this.#told.set(market.name, writeTicker(markets, market));
      this.#names.set(keyOf(market), market.name);
    }
    const move = (market: MarketKey) => {
      this.#moved.set(keyOf(market), market);
      mark();
    };
    const ticked = () => {
      for (const { kind, id } of markets.all()) move({ kind, id });
    };
    this.#leave = [feed.followAll(move), feed.followSeconds(ticked)];
  }

  told(): Written<unknown> {
    return listOf([...this.#told.values()]);
  }

  advance(): Advance | undefined {
    const changed: Written<TickersRow>[] = [];
    for (const [id, key] of this.#moved) {
      if (changed.length === TICKERS_TOLD_MAX) break;
      this.#moved.delete(id);
      const market = this.#markets.find(key);
      if (!market) {
        changed.push(...this.#endOf(key));
        continue;
      }
      const text = writeTicker(this.#markets, market);
      const before = this.#told.get(market.name);
      if (before !== undefined && isSame(text, before)) continue;
      this.#told.set(market.name, text);
      this.#names.set(keyOf(key), market.name);
      changed.push(text);
    }
    if (this.#moved.size > 0) this.#mark();
    return changed.length === 0 ? undefined : { data: listOf(changed) };
  }

  /** STREAM-END-1: a delisted market is told once more, and then not at all. */
  #endOf(key: MarketKey): Written<TickersRow>[] {
    const name = this.#names.get(keyOf(key));
    if (name === undefined) return [];
    this.#names.delete(keyOf(key));
    this.#told.delete(name);
    return [delistedText({ name, delisted: true })];
  }

  close(): void {
    for (const leave of this.#leave) leave();
  }
}

function keyOf({ kind, id }: MarketKey): string {
  return `${kind} ${id}`;
}

function listOf(tickers: readonly Written<TickersRow>[]): Written<unknown> {
  return tickersText({ tickers: writtenList(tickers) });
}

function writeTicker(markets: Markets, market: StreamMarket): TickerText {
  const { name, isHalted } = market;
  const ticker = tickerOf(markets, market, (day) => markets.turnoverOf(market, day));
  const state = stateText({ name, halted: isHalted || undefined });
  return joinedRecords(state, tickerText(ticker));
}

const TIME = /"time":\d+/;

/** Everything but the time at which it was looked at. */
function isSame(a: string, b: string): boolean {
  return a === b || a.replace(TIME, "") === b.replace(TIME, "");
}
