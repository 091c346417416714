/**
 * Market data as the dialects write it: what is a list of records comes newest first, prices and
 * quantities stand in their one canonical form (NUM-DEC-1). A market is a pair or a contract.
 */
import type { PriceLevel } from "../../engine/orders/order.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import type { Candle } from "../../views/candles.ts";
import type { Ticker } from "../../views/ticker.ts";
import type { Questions } from "./endpoint.ts";
import { ReplyText } from "./reply-text.ts";

const reply = new ReplyText();

/** The decimals of a market's prices and quantities. */
export interface Precisions {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
}

/** What stands on the two sides of a book, best first. */
export interface Sides {
  readonly bids: Iterable<PriceLevel>;
  readonly asks: Iterable<PriceLevel>;
}

export interface DepthOptions {
  readonly timeMs: number;
  readonly limit: number;
  readonly lotsAt: Questions["lotsAt"];
}

/** SPOT-DATA-1 */
export function writeDepth(of: Precisions, { bids, asks }: Sides, options: DepthOptions): string {
  reply.begin().ascii('{"time":').steps(options.timeMs, 0).ascii(',"bids":[');
  writeLevels(of, bids, options);
  reply.ascii('],"asks":[');
  writeLevels(of, asks, options);
  return reply.ascii("]}").take();
}

function writeLevels(
  { pricePrecision, quantityPrecision }: Precisions,
  levels: Iterable<PriceLevel>,
  { limit, lotsAt }: DepthOptions,
): void {
  let count = 0;
  for (const level of levels) {
    if (count === limit) break;
    reply
      .ascii(count++ === 0 ? '["' : ',["')
      .steps(level.ticks, pricePrecision)
      .ascii('","');
    // A sum that one number holds is the common case, and needs no bigint.
    if (level.carry === 0) reply.steps(level.lots, quantityPrecision);
    else reply.units(lotsAt(level), quantityPrecision);
    reply.ascii('"]');
  }
}

/** SPOT-DATA-6: the best prices, in ticks, 0 on an empty side; and the turnover in the quote. */
export interface Now {
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
  readonly amount: string;
}

/** SPOT-DATA-3 */
export function writeTicker(of: Precisions, ticker: Ticker, now: Now): string {
  const price = (ticks: number) => `"${formatSteps(ticks, of.pricePrecision)}"`;
  const { open, high, low, last, lots, rose } = ticker;
  const prices = `"high":${price(high)},"low":${price(low)},"last":${price(last)},"open":${price(open)}`;
  const vol = formatUnits(lots, of.quantityPrecision);
  const rise = formatUnits(rose, RATE_DECIMALS);
  const sums = `"vol":"${vol}","amount":"${now.amount}","rose":"${rise}"`;
  const best = `"buy":${price(now.bid)},"sell":${price(now.ask)}`;
  return `{"time":${now.timeMs},${prices},${sums},${best}}`;
}

/** SPOT-DATA-4. `quote` stands around each figure: a decimal string, or with none a JSON number. */
export function writeKlines(
  { pricePrecision, quantityPrecision }: Precisions,
  candles: readonly Candle[],
  quote: '"' | "",
): string {
  const [toOpen, end] = [`,"open":${quote}`, `${quote}}`];
  const [toClose = "", toHigh = "", toLow = "", toVol = ""] = ["close", "high", "low", "vol"].map(
    (name) => `${quote},"${name}":${quote}`,
  );
  reply.begin().ascii("[");
  for (const [index, { startMs, open, close, high, low, lots }] of candles.entries()) {
    reply.ascii(index === 0 ? '{"idx":' : ',{"idx":').steps(startMs, 0);
    reply.ascii(toOpen).steps(open, pricePrecision).ascii(toClose).steps(close, pricePrecision);
    reply.ascii(toHigh).steps(high, pricePrecision).ascii(toLow).steps(low, pricePrecision);
    reply.ascii(toVol).units(lots, quantityPrecision).ascii(end);
  }
  return reply.ascii("]").take();
}
