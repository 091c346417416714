/**
 * The mark at which what is held is liquidated. How much must be kept is a part of the value, by the tier of the whole value, and
 * the tier changes with the mark: so the mark is followed from where it is, tier by tier, to where nothing is left.
 * It is shown and decides nothing (NUM-ROUND-4). Rule FUT-FIELD-7.
 */
import { tenTo } from "../../money/decimal.ts";
import { RATE_DECIMALS, RATE_ONE_BIG } from "../../money/rate.ts";
import { divHalfUp, mulDiv } from "../../money/rounding.ts";
import type { Contract, Tier } from "../catalogue/contract.ts";
import type { Side } from "../orders/order.ts";
import { riskRateAt, tierAt } from "./contract-value.ts";

/** The contracts held on one side. */
export interface HeldSide {
  readonly volume: number;
  readonly cost: bigint;
}

/** `rate` is the part of their value that must be kept, in 10^-8. */
export interface Held extends HeldSide {
  readonly rate: number;
}

type Sides<One> = Partial<Record<Side, One>>;

/** Which way the mark goes when it comes nearer to the end: 0 where it goes nowhere near it. */
type Way = -1 | 0 | 1;

/** In 10^-8, and not above zero where there is none; `money` is what is there besides. */
export function liquidationPriceAt(
  contract: Contract,
  mark: number,
  held: Sides<HeldSide>,
  money: bigint,
): bigint {
  let line = lineOf(contract, ratedAt(contract, held, mark), money);
  const way = wayOf(line);
  if (mark === 0 || way === 0 || !isAbove(contract, line, mark)) return priceOn(contract, line);
  for (let at = mark; ; ) {
    const next = nextTierTick(contract, held, at, way);
    if (next === undefined) return wayOf(line) === way ? priceOn(contract, line) : 0n;
    if (!isAbove(contract, line, next - way)) return priceOn(contract, line);
    line = lineOf(contract, ratedAt(contract, held, next), money);
    // From there on more must be kept than is left.
    if (!isAbove(contract, line, next)) return shownTicks(contract, next);
    at = next;
  }
}

function ratedAt(contract: Contract, held: Sides<HeldSide>, ticks: number): Sides<Held> {
  const rated = (one: HeldSide): Held => {
    return { ...one, rate: riskRateAt(contract, { lots: one.volume, ticks }) };
  };
  const { buy, sell } = held;
  return { ...(buy && { buy: rated(buy) }), ...(sell && { sell: rated(sell) }) };
}

/** What is left, while the tiers stay: linear face × ticks - rest, inverse rest - face ÷ ticks. */
interface Line {
  readonly face: bigint;
  readonly rest: bigint;
}

function lineOf({ kind, unit }: Contract, { buy, sell }: Sides<Held>, money: bigint): Line {
  const isLinear = kind === "linear";
  const cost = (buy?.cost ?? 0n) - (sell?.cost ?? 0n);
  const face = isLinear
    ? unit * (weightOf(buy, -1) - weightOf(sell, 1))
    : unit * (weightOf(buy, 1) - weightOf(sell, -1));
  return { face, rest: (isLinear ? cost - money : cost + money) * RATE_ONE_BIG };
}

/** volume × (1 ± rate), in 10^-8. */
function weightOf(held: Held | undefined, sign: 1 | -1): bigint {
  return held ? BigInt(held.volume) * (RATE_ONE_BIG + BigInt(sign * held.rate)) : 0n;
}

/** What is left grows with the mark where the face is above zero. */
function wayOf({ face }: Line): Way {
  if (face === 0n) return 0;
  return face > 0n ? -1 : 1;
}

/** Whether something is left at a tick. */
function isAbove({ kind }: Contract, { face, rest }: Line, ticks: number): boolean {
  const at = BigInt(ticks);
  return kind === "linear" ? face * at > rest : rest * at > face;
}

function priceOn({ kind, pricePrecision }: Contract, { face, rest }: Line): bigint {
  const shown = tenTo(RATE_DECIMALS - pricePrecision);
  return kind === "linear" ? signedHalfUp(rest * shown, face) : signedHalfUp(face * shown, rest);
}

/**
 * The mark at which `money` and what is held are together worth exactly what must be kept, at rates that stay. With rates
 * of 0 it is the bankruptcy price.
 */
export function priceWithoutSurplus(contract: Contract, held: Sides<Held>, money: bigint): bigint {
  return priceOn(contract, lineOf(contract, held, money));
}

function signedHalfUp(top: bigint, bottom: bigint): bigint {
  if (bottom === 0n) return 0n;
  return bottom > 0n ? divHalfUp(top, bottom) : divHalfUp(-top, -bottom);
}

function shownTicks({ pricePrecision }: Contract, ticks: number): bigint {
  return BigInt(ticks) * tenTo(RATE_DECIMALS - pricePrecision);
}

/** The first tick on the way at which a side is in another tier; undefined where none will be. */
function nextTierTick(
  contract: Contract,
  { buy, sell }: Sides<HeldSide>,
  at: number,
  way: Way,
): number | undefined {
  const ticks = [buy, sell].flatMap((one) => {
    const tick = one && tierTickOf(contract, one.volume, at, way);
    return tick !== undefined && tick >= 1n ? [Number(tick)] : [];
  });
  if (ticks.length === 0) return undefined;
  return way > 0 ? Math.min(...ticks) : Math.max(...ticks);
}

/** The value of a linear contract grows with the mark, that of an inverse one shrinks. */
function tierTickOf(contract: Contract, volume: number, at: number, way: Way): bigint | undefined {
  const { kind, unit, tiers } = contract;
  const isLinear = kind === "linear";
  const tier = tierAt(contract, { lots: volume, ticks: at });
  const isGrowing = isLinear === way > 0;
  const { valueMax } = tiers[isGrowing ? tier : tier - 1] ?? NO_TIER;
  if (valueMax === 0n || (isGrowing && tier === tiers.length - 1)) return undefined;
  const face = BigInt(volume) * unit;
  // The last tick of the lower tier, seen from below.
  const last = isLinear ? mulDiv(valueMax, 1n, face, "down") : mulDiv(face, 1n, valueMax, "up");
  return isGrowing ? last + BigInt(way) : last;
}

const NO_TIER: Pick<Tier, "valueMax"> = { valueMax: 0n };
