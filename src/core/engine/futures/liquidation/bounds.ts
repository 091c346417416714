/**
 * Risk bounds: how far the mark of a contract may move before a contract account can be at risk: until its share of the
 * surplus over maintenance is used up, or a position grows into a tier with a higher maintenance rate (a
 * long can be at risk by a rise). Rounded to the safe side. Rule FUT-WATCH-1.
 */
import { type Amount, bigOf } from "../../../money/amount.ts";
import { bigFrom, numberFrom } from "../../../money/product.ts";
import { RATE_ONE_BIG } from "../../../money/rate.ts";
import { mulDiv } from "../../../money/rounding.ts";
import type { Contract, Tier } from "../../catalogue/contract.ts";
import { type Appraisal, isValueUp } from "../contract-value.ts";
import type { Bounds, ContractMarket } from "../futures-state.ts";
import { linearBoundsOf, SLACK } from "./linear-bounds.ts";

/** The bounds of what one contract account holds, a long, a short or both, that may lose `share` together. */
export function boundsOf(
  market: ContractMarket,
  { long, short }: { long: Appraisal | undefined; short: Appraisal | undefined },
  share: Amount,
): Bounds {
  const one = long ?? short;
  const isOne = one !== undefined && (long === undefined || short === undefined);
  const small = isOne && typeof share === "number" ? linearBoundsOf(market, one, share) : undefined;
  return small ?? farBoundsOf(market, { long, short }, bigOf(share));
}

function farBoundsOf(
  market: ContractMarket,
  { long, short }: { long: Appraisal | undefined; short: Appraisal | undefined },
  share: bigint,
): Bounds {
  const room = share - BigInt(long && short ? 2 * SLACK : SLACK);
  if (room <= 0n) return { low: market.mark, high: market.mark };
  const mark = bigFrom(market.mark);
  const { contract } = market;
  const slope = (gainOf(contract, long) + gainOf(contract, short)) * contract.unit;
  let prices =
    contract.kind === "linear" ? linearMove(mark, slope, room) : inverseMove(mark, slope, room);
  if (long) prices = withinTier(contract, long, prices);
  if (short) prices = withinTier(contract, short, prices);
  // Beyond 2^53 ticks there is no mark.
  return { low: numberOf(prices.low), high: numberOf(prices.high) };
}

/** Bounds before they are numbers. */
interface Prices {
  readonly low: bigint | undefined;
  readonly high: bigint | undefined;
}

function numberOf(ticks: bigint | undefined): number | undefined {
  return ticks === undefined || ticks > MOST ? undefined : numberFrom(ticks);
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** What a position gains, in 10^-8 units of value, when the value of one contract grows by one. */
function gainOf(contract: Contract, appraisal: Appraisal | undefined): bigint {
  if (!appraisal) return 0n;
  const { side, volume } = appraisal.position;
  const gain = isValueUp(contract, side) ? RATE_ONE_BIG : -RATE_ONE_BIG;
  return bigFrom(volume) * (gain - bigFrom(appraisal.rate));
}

/** Value = volume × unit × mark: the loss of a move is slope × move. */
function linearMove(mark: bigint, slope: bigint, room: bigint): Prices {
  if (slope === 0n) return { low: undefined, high: undefined };
  const move = (room * RATE_ONE_BIG) / (slope > 0n ? slope : -slope);
  return slope > 0n
    ? { low: mark > move ? mark - move : undefined, high: undefined }
    : { low: undefined, high: mark + move };
}

/** Value = volume × unit ÷ mark: the loss of a move is slope × (1 ÷ mark - 1 ÷ new mark). */
function inverseMove(mark: bigint, slope: bigint, room: bigint): Prices {
  if (slope === 0n) return { low: undefined, high: undefined };
  const size = slope > 0n ? slope : -slope;
  const used = room * RATE_ONE_BIG * mark;
  if (slope < 0n) {
    return { low: mulDiv(mark, size, size + used, "up"), high: undefined };
  }
  return { low: undefined, high: size > used ? (mark * size) / (size - used) : undefined };
}

/** The edge of the present tier: a linear position reaches it by a rise, an inverse one by a fall. */
function withinTier(contract: Contract, { position, tier }: Appraisal, prices: Prices): Prices {
  const { low, high } = prices;
  if (tier === contract.tiers.length - 1) return prices;
  const { valueMax } = contract.tiers[tier] as Tier;
  const size = bigFrom(position.volume) * contract.unit;
  if (contract.kind === "linear") return { low, high: smaller(high, valueMax / size) };
  return { low: larger(low, mulDiv(size, 1n, valueMax, "up")), high };
}

function smaller(a: bigint | undefined, b: bigint): bigint {
  return a === undefined || b < a ? b : a;
}

function larger(a: bigint | undefined, b: bigint): bigint {
  return a === undefined || b > a ? b : a;
}

/** The largest volume that a tier allows at the mark. */
export function volumeMaxIn(contract: Contract, tier: number, mark: number): bigint {
  const { valueMax } = contract.tiers[tier] as Tier;
  return contract.kind === "linear"
    ? valueMax / (bigFrom(mark) * contract.unit)
    : (valueMax * bigFrom(mark)) / contract.unit;
}

/** The bounds of two: of each the nearer. */
export function tighter(a: Bounds, b: Bounds): Bounds {
  return {
    low: a.low === undefined || b.low === undefined ? (a.low ?? b.low) : Math.max(a.low, b.low),
    high:
      a.high === undefined || b.high === undefined ? (a.high ?? b.high) : Math.min(a.high, b.high),
  };
}
