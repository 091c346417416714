/**
 * What the operator is told of a bound that comes after the jump it is meant against: an index that gets its first bound goes on from
 * where the jump has brought it, and one that gets a narrower bound leaps at once. Nothing is refused, for the price may be right.
 * Rule PRICE-INDEX-7.
 */

import { type Asset, INDEX_DECIMALS } from "../../../../core/engine/catalogue/catalogue.ts";
import { boundedBy, boundOf, indexPriceOf } from "../../../../core/engine/prices/index-prices.ts";
import { formatSteps, formatUnits } from "../../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../../core/money/rate.ts";
import { type Exchange, engineTimeOf } from "../../../../runtime/replica/submission.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Read = Pick<Exchange, "state" | "views" | "now">;

/** Where an index stands before its bound is set, and what the bound is measured from. */
export interface Jump {
  readonly asset: Asset;
  readonly moveMax: number;
  readonly price: bigint;
  readonly from: bigint;
  /** Whether it had a bound already. */
  readonly wasBounded: boolean;
}

/** A jump that a bound would not have allowed. Asked before the bound is set; `moveMax` 0 or undefined is none. */
export function findJump(
  exchange: Read,
  asset: Asset,
  moveMax: number | undefined,
): Jump | undefined {
  const { state } = exchange;
  const index = state.prices.index[asset.id - 1];
  // By its sources an index moves as far as they say.
  if (!moveMax || !index || index.sources.length > 0) return undefined;
  const price = indexPriceOf(state, asset.id);
  const wasBounded = boundOf(state, asset.id).moveMax > 0;
  const from = wasBounded ? index.anchor : tradedAnHourAgo(exchange, asset);
  if (boundedBy(from, price, moveMax) === price) return undefined;
  return { asset, moveMax, price, from, wasBounded };
}

/** The last trade that the index would have followed then, to the minute; 0 before the first. */
function tradedAnHourAgo(exchange: Read, { id }: Asset): bigint {
  const pair = exchange.state.catalogue.pairs.find((one) => one.isIndexPair && one.base === id);
  if (!pair) return 0n;
  const nowMs = engineTimeOf(exchange);
  // The newest minute that was over then.
  const span = { nowMs, limit: 1, endMs: nowMs - HOUR_MS - MINUTE_MS };
  const [candle] = exchange.views.candles.newest(pair.id, "1min", span);
  return candle ? BigInt(candle.close) * pair.tickPrice : 0n;
}

/** Said when the bound is set, and the index is where it has left it. */
export function sayJump({ state }: Pick<Exchange, "state">, jump: Jump): string {
  const { asset, wasBounded } = jump;
  const shown = (price: bigint) => formatUnits(price, INDEX_DECIMALS);
  const from = `${shown(jump.from)}, ${wasBounded ? "from where it moves in this hour" : "where it was an hour ago"}`;
  const far = `further from ${from}, than ${formatSteps(jump.moveMax, RATE_DECIMALS)} allows`;
  const now = indexPriceOf(state, asset.id);
  if (now !== jump.price) {
    return `The index of ${asset.name} was ${shown(jump.price)}, ${far}: it is ${shown(now)} now.`;
  }
  const remedy = `bourse index set ${asset.name} PRICE, then bourse index withdraw ${asset.name}, lets it go on from another price.`;
  return `The index of ${asset.name} is ${shown(now)}, ${far}: it goes on from there. ${remedy}`;
}
