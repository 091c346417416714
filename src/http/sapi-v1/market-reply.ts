/**
 * Market data as this dialect writes it: prices and quantities are decimal strings in their one
 * canonical form (NUM-DEC-1), times and precisions are numbers, what is a list of records comes
 * newest first. The names of symbols and assets are of letters that need no escape.
 */
import { present } from "../../base/assert.ts";
import { type Catalogue, findAsset, type Pair } from "../../engine/catalogue/catalogue.ts";
import type { PriceLevel } from "../../engine/orders/order.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import type { Candle } from "../../views/candles.ts";
import type { RecentTrade } from "../../views/recent-trades.ts";
import type { Ticker } from "../../views/ticker.ts";
import type { Questions } from "../dialect/endpoint.ts";
import { ReplyText } from "../dialect/reply-text.ts";

const reply = new ReplyText();

/** A change of a pair puts another in its place, so the text of one is made only once. */
const symbols = new WeakMap<Pair, string>();

/** SPOT-SYM-2 */
export function writeSymbol(catalogue: Catalogue, pair: Pair): string {
  const known = symbols.get(pair);
  if (known !== undefined) return known;
  const base = present(findAsset(catalogue, pair.base), "the base asset");
  const quote = present(findAsset(catalogue, pair.quote), "the quote asset");
  const { pricePrecision, quantityPrecision } = pair;
  const names = `"symbol":"${pair.name}","baseAsset":"${base.name}","quoteAsset":"${quote.name}"`;
  const precisions = `"pricePrecision":${pricePrecision},"quantityPrecision":${quantityPrecision}`;
  const lotsMin = formatSteps(pair.lotsMin, quantityPrecision);
  const limits = `"limitVolumeMin":"${lotsMin}","limitPriceMin":"${formatSteps(1, pricePrecision)}"`;
  const notionalMin = formatUnits(pair.notionalMin, quote.scale);
  const market = `"marketBuyMin":"${notionalMin}","marketSellMin":"${lotsMin}"`;
  const written = `{${names},${precisions},${limits},${market}}`;
  symbols.set(pair, written);
  return written;
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
export function writeDepth(pair: Pair, { bids, asks }: Sides, options: DepthOptions): string {
  reply.begin().ascii('{"time":').steps(options.timeMs, 0).ascii(',"bids":[');
  writeLevels(pair, bids, options);
  reply.ascii('],"asks":[');
  writeLevels(pair, asks, options);
  return reply.ascii("]}").take();
}

function writeLevels(
  { pricePrecision, quantityPrecision }: Pair,
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

/** SPOT-DATA-6: the best prices, in ticks; 0 on an empty side. */
export interface Best {
  readonly bid: number;
  readonly ask: number;
}

/** SPOT-DATA-3 */
export function writeTicker(pair: Pair, ticker: Ticker, now: Best & { timeMs: number }): string {
  const { pricePrecision, quantityPrecision } = pair;
  const price = (ticks: number) => `"${formatSteps(ticks, pricePrecision)}"`;
  const { open, high, low, last, lots, traded, rose } = ticker;
  const prices = `"high":${price(high)},"low":${price(low)},"last":${price(last)},"open":${price(open)}`;
  const vol = formatUnits(lots, quantityPrecision);
  const amount = formatUnits(traded, pricePrecision + quantityPrecision);
  const sums = `"vol":"${vol}","amount":"${amount}","rose":"${formatUnits(rose, RATE_DECIMALS)}"`;
  const best = `"buy":${price(now.bid)},"sell":${price(now.ask)}`;
  return `{"time":${now.timeMs},${prices},${sums},${best}}`;
}

const TAKERS = { buy: '"side":"BUY"}', sell: '"side":"SELL"}' } as const;

/** SPOT-DATA-2 */
export function writeTrades(pair: Pair, trades: readonly RecentTrade[]): string {
  const { pricePrecision, quantityPrecision } = pair;
  reply.begin().ascii('{"list":[');
  for (const [index, { ticks, lots, timeMs, takerSide }] of trades.entries()) {
    reply.ascii(index === 0 ? '{"price":"' : ',{"price":"').steps(ticks, pricePrecision);
    reply.ascii('","qty":"').steps(lots, quantityPrecision);
    reply.ascii('","time":').steps(timeMs, 0).ascii(",").ascii(TAKERS[takerSide]);
  }
  return reply.ascii("]}").take();
}

/** SPOT-DATA-4 */
export function writeKlines(pair: Pair, candles: readonly Candle[]): string {
  const { pricePrecision, quantityPrecision } = pair;
  reply.begin().ascii("[");
  for (const [index, { startMs, open, close, high, low, lots }] of candles.entries()) {
    reply.ascii(index === 0 ? '{"idx":' : ',{"idx":').steps(startMs, 0);
    reply.ascii(',"open":"').steps(open, pricePrecision);
    reply.ascii('","close":"').steps(close, pricePrecision);
    reply.ascii('","high":"').steps(high, pricePrecision);
    reply.ascii('","low":"').steps(low, pricePrecision);
    reply.ascii('","vol":"').units(lots, quantityPrecision).ascii('"}');
  }
  return reply.ascii("]").take();
}
