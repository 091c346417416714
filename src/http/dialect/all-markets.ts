/**
 * All markets of a dialect in one answer: their last 24 hours, and the best level of both sides of their books. A
 * row is what the endpoint of one market says, with the market's name before it and the time once for all of them.
 * Rules SPOT-DATA-7, SPOT-DATA-8.
 */

import { decimalText, list, name, record, type Shape, time } from "../../contract/field.ts";
import type { Book } from "../../engine/book/book.ts";
import type { PriceLevel } from "../../engine/orders/order.ts";
import { restingAt } from "../../engine/read/depth.ts";
import { engineTimeOf } from "../../service/submission.ts";
import type { MarketViews } from "../../views/market-views.ts";
import type { Ticker } from "../../views/ticker.ts";
import type { Answer, Call } from "./endpoint.ts";
import { type KeptRow, RowList, type RowSubject } from "./kept-rows.ts";
import { type Precisions, TICKER, writeTickerRest } from "./market-reply.ts";
import { ReplyText } from "./reply-text.ts";

const reply = new ReplyText();

/** USER-LIMIT-3: what a request for all markets counts as in the window of its address. */
export const ALL_MARKETS_WEIGHT = 10;

/** How a dialect calls the name of a market. */
type NameField = "symbol" | "contractName";

/** The markets of a dialect that a request may name, in the order they were listed. */
export interface MarketList<L extends RowSubject> {
  readonly field: NameField;
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

const ORDER = "in the order they were listed";

export function tickersShape(field: NameField, description: string): Shape {
  const { time: end, ...rest } = TICKER.properties ?? {};
  const rows = list(record({ [field]: name(description), ...rest }), ORDER);
  return record({ time: end ?? {}, tickers: rows });
}

export function bookTickersShape(field: NameField, description: string): Shape {
  const row = record({
    [field]: name(description),
    bidPrice: decimalText("best bid, 0 when there is none"),
    bidQty: decimalText("quantity that rests at it"),
    askPrice: decimalText("best ask, 0 when there is none"),
    askQty: decimalText("quantity that rests at it"),
  });
  return record({ time: time("when the books looked so"), bookTickers: list(row, ORDER) });
}

interface TickerRow extends KeptRow {
  readonly market: NamedMarket;
  day: Ticker | undefined;
  bid: number;
  ask: number;
}

/** Of the views that the tickers are read from, so that rows end with the exchange they are about. */
const tickerRows = new WeakMap<object, RowList<TickerRow>>();

/** SPOT-DATA-7 */
export function tickersOf<L extends RowSubject>(
  { exchange }: Pick<Call, "exchange">,
  { field, listed, views, marketOf }: MarketList<L>,
): Answer {
  const timeMs = engineTimeOf(exchange);
  const rows = tickerRows.get(views) ?? new RowList<TickerRow>();
  tickerRows.set(views, rows);
  const written = rows.write(listed, {
    open(one, text) {
      return { listed: one, text, market: marketOf(one), day: undefined, bid: 0, ask: 0 };
    },
    refresh: (row) => refreshTicker(row, views.tickers.tickerOf(row.market.id, timeMs), field),
  });
  return behind(`{"time":${timeMs},"tickers":`, written);
}

function refreshTicker(row: TickerRow, day: Ticker, field: NameField): boolean {
  const { market } = row;
  const bid = market.book.bids.best?.ticks ?? 0;
  const ask = market.book.asks.best?.ticks ?? 0;
  if (day === row.day && bid === row.bid && ask === row.ask) return false;
  const rest = writeTickerRest(market, day, { bid, ask, amount: market.amountOf(day) });
  row.text = `{"${field}":"${market.name}"${rest}`;
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

/** SPOT-DATA-8 */
export function bookTickersOf<L extends RowSubject>(
  { exchange }: Pick<Call, "exchange">,
  { field, listed, views, marketOf }: MarketList<L>,
): Answer {
  const timeMs = engineTimeOf(exchange);
  const rows = bookTickerRows.get(views) ?? new RowList<BookTickerRow>();
  bookTickerRows.set(views, rows);
  const none = () => ({ ticks: 0, lots: 0, carry: 0 });
  const written = rows.write(listed, {
    open: (one, text) => ({ listed: one, text, market: marketOf(one), bid: none(), ask: none() }),
    refresh: (row) => refreshBookTicker(row, field),
  });
  return behind(`{"time":${timeMs},"bookTickers":`, written);
}

function refreshBookTicker(row: BookTickerRow, field: NameField): boolean {
  const { market, bid, ask } = row;
  const { bids, asks } = market.book;
  const isChanged = noteLevel(bid, bids.best) || row.text === "";
  if (!noteLevel(ask, asks.best) && !isChanged) return false;
  reply.begin().ascii('{"').ascii(field).ascii('":"').ascii(market.name).ascii('","bidPrice":"');
  writeLevel(market, bids.best, '","bidQty":"');
  reply.ascii('","askPrice":"');
  writeLevel(market, asks.best, '","askQty":"');
  row.text = reply.ascii('"}').take();
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

function writeLevel(
  { pricePrecision, quantityPrecision }: Precisions,
  level: PriceLevel | undefined,
  between: string,
): void {
  reply.steps(level?.ticks ?? 0, pricePrecision).ascii(between);
  reply.lots(level ? restingAt(level) : 0, quantityPrecision);
}

function behind(head: string, rows: Answer): Answer {
  return typeof rows === "string" ? `${head}${rows}}` : rows.then((text) => `${head}${text}}`);
}
