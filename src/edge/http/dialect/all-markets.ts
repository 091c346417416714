/**
 * All markets of a dialect in one answer: their last 24 hours, and the best level of both sides of their books. A
 * row is what the endpoint of one market says, with the market's name before it and the time once for all of them.
 * Rules SPOT-DATA-7, SPOT-DATA-8.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import type { TICKER } from "../../../contract/markets.ts";
import type { Book } from "../../../core/engine/book/book.ts";
import type { PriceLevel } from "../../../core/engine/orders/order.ts";
import type { MarketViews } from "../../../core/views/market-views.ts";
import type { Ticker } from "../../../core/views/ticker.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { Precisions } from "./depth-rows.ts";
import type { Call } from "./endpoint.ts";
import { type KeptRow, RowList, type RowSubject } from "./kept-rows.ts";
import { bestIn, dayIn } from "./market-reply.ts";

/** The markets of a dialect that a request may name, in the order they were listed. */
export interface MarketList<L extends RowSubject> {
  readonly listed: readonly L[];
  readonly views: Pick<MarketViews, "tickers">;
  marketOf(listed: L): NamedMarket;
}

export interface NamedMarket extends Precisions {
  readonly id: number;
  readonly name: string;
  readonly book: Book;
  /** What a day's trades came to in the quote. */
  amountOf(day: Ticker): string;
}

/** How a dialect writes a row of its list, and the whole list with the time that is told once for all rows. */
export interface ListWriter<F, R, A> {
  row(name: string, fields: F): Written<R>;
  all(time: number, rows: Written<readonly R[]>): Written<A>;
}

type Soon<T> = T | Promise<T>;

/** At once when no row is left to write. */
function behind<T, A>(rows: Soon<Written<T>>, all: (rows: Written<T>) => Written<A>) {
  return typeof rows === "string" ? all(rows) : rows.then(all);
}

interface TickerRow extends KeptRow {
  readonly market: NamedMarket;
  day: Ticker | undefined;
  bid: number;
  ask: number;
}

/** Of the views that the tickers are read from, so that rows end with the exchange they are about. */
const tickerRows = new WeakMap<object, RowList<TickerRow>>();

type Day = Omit<ValueOf<typeof TICKER>, "time">;

/** SPOT-DATA-7 */
export function tickersOf<L extends RowSubject, R, A>(
  { exchange }: Pick<Call, "exchange">,
  { listed, views, marketOf }: MarketList<L>,
  writer: ListWriter<Day, R, A>,
): Soon<Written<A>> {
  const timeMs = engineTimeOf(exchange);
  const rows = tickerRows.get(views) ?? new RowList<TickerRow>();
  tickerRows.set(views, rows);
  const written = rows.write<L, R>(listed, {
    open(one, text) {
      return { listed: one, text, market: marketOf(one), day: undefined, bid: 0, ask: 0 };
    },
    refresh: (row) => refreshTicker(row, views.tickers.tickerOf(row.market.id, timeMs), writer.row),
  });
  return behind(written, (all) => writer.all(timeMs, all));
}

function refreshTicker(
  row: TickerRow,
  day: Ticker,
  write: ListWriter<Day, unknown, unknown>["row"],
): boolean {
  const { market } = row;
  const bid = market.book.bids.best?.ticks ?? 0;
  const ask = market.book.asks.best?.ticks ?? 0;
  if (day === row.day && bid === row.bid && ask === row.ask) return false;
  row.text = write(market.name, dayIn(market, day, { bid, ask, amount: market.amountOf(day) }));
  row.day = day;
  row.bid = bid;
  row.ask = ask;
  return true;
}

interface BookTickerRow extends KeptRow {
  readonly market: NamedMarket;
  readonly bid: WrittenLevel;
  readonly ask: WrittenLevel;
}

/** A level as it was written; all 0 for none. */
interface WrittenLevel {
  ticks: number;
  lots: number;
  carry: number;
}

const bookTickerRows = new WeakMap<object, RowList<BookTickerRow>>();

type Best = ReturnType<typeof bestIn>;

/** SPOT-DATA-8 */
export function bookTickersOf<L extends RowSubject, R, A>(
  { exchange }: Pick<Call, "exchange">,
  { listed, views, marketOf }: MarketList<L>,
  writer: ListWriter<Best, R, A>,
): Soon<Written<A>> {
  const timeMs = engineTimeOf(exchange);
  const rows = bookTickerRows.get(views) ?? new RowList<BookTickerRow>();
  bookTickerRows.set(views, rows);
  const none = () => ({ ticks: 0, lots: 0, carry: 0 });
  const written = rows.write<L, R>(listed, {
    open: (one, text) => ({ listed: one, text, market: marketOf(one), bid: none(), ask: none() }),
    refresh: (row) => refreshBookTicker(row, writer.row),
  });
  return behind(written, (all) => writer.all(timeMs, all));
}

function refreshBookTicker(
  row: BookTickerRow,
  write: ListWriter<Best, unknown, unknown>["row"],
): boolean {
  const { market, bid, ask } = row;
  const { bids, asks } = market.book;
  const isChanged = noteLevel(bid, bids.best) || row.text === "";
  if (!noteLevel(ask, asks.best) && !isChanged) return false;
  row.text = write(market.name, bestIn(market, market.book));
  return true;
}

/** Whether the level is another than the one noted; it is noted now. */
function noteLevel(noted: WrittenLevel, level: PriceLevel | undefined): boolean {
  const { ticks = 0, lots = 0, carry = 0 } = level ?? {};
  if (ticks === noted.ticks && lots === noted.lots && carry === noted.carry) return false;
  noted.ticks = ticks;
  noted.lots = lots;
  noted.carry = carry;
  return true;
}
