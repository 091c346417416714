/**
 * What the demo's pairs are worth, in ticks: BTC and ETH in dollars walk, and ETH in BTC follows
 * from the two. The last trades are all that is remembered of it over a restart. A calm market walks
 * in small even steps, a live one as `app/demo/live` says (SANDBOX-MARKET-2).
 */
import type { Draws } from "../../../core/base/draws.ts";
import { SlowCurve } from "../live/curve.ts";
import { ONE, PairedWalk } from "../live/paired-walk.ts";
import { USUAL, Volatility } from "../live/volatility.ts";
import { PriceWalk } from "./price-walk.ts";

export type PairName = "BTCUSDT" | "ETHUSDT" | "ETHBTC";

/** Around which ticks each pair trades: 50,000 and 2,500 dollars, and 0.05 BTC. */
export const CENTRES: Readonly<Record<PairName, number>> = {
  BTCUSDT: 5_000_000,
  ETHUSDT: 250_000,
  ETHBTC: 5_000,
};

/** Five such steps a second wander about three dollars of BTC in four seconds. */
const STRIDE_PPM = 24;
const PPM = 1_000_000;
/** Both dollar prices have two decimals, so their quotient in the five of ETHBTC is this much. */
const CROSS = 100_000;

/** The prices that the traders quote around. */
export interface DemoPrices {
  /** How busy the market is, in thousandths of the usual. */
  readonly activity: number;
  go(draws: Draws, step: number): void;
  ticksOf(pair: PairName): number;
  /** What a contract on the pair is worth, in ticks of the pair. */
  perpetualOf(pair: PairName): number;
  readonly progress: PricesProgress;
}

/** How far a contract is above its pair, in 10^-7: mostly a little, and for half an hour or so. */
const BASIS = { steps: 9_000, values: [-2_000, -1_000, 0, 500, 1_000, 2_000, 3_000] };
const BASIS_ONE = 10_000_000;
/** Apart from the seeds that people choose. */
const SEED_APART = 0x1b87_3593;

/** How far prices have come. */
export interface PricesProgress {
  /** Of BTC and ETH in dollars: ticks in a calm market, away from the centre in a live one. */
  readonly at: readonly [number, number];
  readonly activity: number;
  readonly basis: number;
}

/** Tells the ticks of a pair's last trade, 0 before the first. */
type LastTicks = (pair: PairName) => number;

export class CalmPrices implements DemoPrices {
  readonly activity = USUAL;
  readonly #btc: PriceWalk;
  readonly #eth: PriceWalk;

  constructor(last: LastTicks, progress?: PricesProgress) {
    const [btc, eth] = progress?.at ?? [last("BTCUSDT"), last("ETHUSDT")];
    this.#btc = walkOf("BTCUSDT", btc);
    this.#eth = walkOf("ETHUSDT", eth);
  }

  get progress(): PricesProgress {
    return { at: [this.#btc.ticks, this.#eth.ticks], activity: USUAL, basis: 0 };
  }

  go(draws: Draws): void {
    this.#btc.go(draws);
    this.#eth.go(draws);
  }

  ticksOf(pair: PairName): number {
    return ticksIn(pair, { btc: this.#btc.ticks, eth: this.#eth.ticks });
  }

  perpetualOf(pair: PairName): number {
    return this.ticksOf(pair);
  }
}

export class LivePrices implements DemoPrices {
  activity: number;
  readonly #volatility: Volatility;
  readonly #walk: PairedWalk;
  readonly #basisCurve: SlowCurve;
  #basis: number;

  constructor(last: LastTicks, seed: number, progress?: PricesProgress) {
    this.#volatility = new Volatility(seed);
    this.#basisCurve = new SlowCurve(BASIS, seed ^ SEED_APART);
    const [btc, eth] = progress?.at ?? [awayOf("BTCUSDT", last), awayOf("ETHUSDT", last)];
    this.#walk = new PairedWalk(btc, eth);
    this.activity = progress?.activity ?? USUAL;
    this.#basis = progress?.basis ?? 0;
  }

  get progress(): PricesProgress {
    const [btc, eth] = this.#walk.away;
    return { at: [btc, eth], activity: this.activity, basis: this.#basis };
  }

  go(draws: Draws, step: number): void {
    this.activity = this.#volatility.at(step);
    this.#basis = this.#basisCurve.at(step);
    this.#walk.go(draws, this.activity);
  }

  ticksOf(pair: PairName): number {
    const [btc, eth] = this.#walk.away;
    return ticksIn(pair, { btc: ticksAt("BTCUSDT", btc), eth: ticksAt("ETHUSDT", eth) });
  }

  perpetualOf(pair: PairName): number {
    const ticks = this.ticksOf(pair);
    return ticks + Math.round((ticks * this.#basis) / BASIS_ONE);
  }
}

function awayOf(pair: PairName, last: LastTicks): number {
  const ticks = last(pair) || CENTRES[pair];
  // From far off it begins at a bound, so no more than twice the centre counts.
  const away = Math.min(ticks, 2 * CENTRES[pair]) - CENTRES[pair];
  return Math.trunc((away * ONE) / CENTRES[pair]);
}

/** What a price is so far from its centre (paired-walk.ts). */
export function ticksAt(pair: PairName, away: number): number {
  return Math.round((CENTRES[pair] * (ONE + away)) / ONE);
}

function ticksIn(pair: PairName, { btc, eth }: { btc: number; eth: number }): number {
  if (pair === "BTCUSDT") return btc;
  if (pair === "ETHUSDT") return eth;
  return crossOf(eth, btc);
}

/** What ETH is worth in BTC, by what both are in dollars. */
export function crossOf(eth: number, btc: number): number {
  return Math.trunc((eth * CROSS) / btc);
}

/** From so many ticks on; 0: from its centre. */
function walkOf(pair: PairName, from: number): PriceWalk {
  const centre = CENTRES[pair];
  const strideMax = Math.trunc((centre * STRIDE_PPM) / PPM);
  return new PriceWalk({ centre, strideMax }, from || centre);
}
