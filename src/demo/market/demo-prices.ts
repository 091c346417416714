/**
 * What the demo's pairs are worth, in ticks: BTC and ETH in dollars walk, and ETH in BTC follows
 * from the two. The last trades are all that is remembered of it over a restart.
 */
import type { Draws } from "../../base/draws.ts";
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

export class DemoPrices {
  readonly #btc: PriceWalk;
  readonly #eth: PriceWalk;

  /** `last` tells the ticks of a pair's last trade, 0 before the first. */
  constructor(last: (pair: PairName) => number) {
    this.#btc = walkOf("BTCUSDT", last);
    this.#eth = walkOf("ETHUSDT", last);
  }

  go(draws: Draws): void {
    this.#btc.go(draws);
    this.#eth.go(draws);
  }

  ticksOf(pair: PairName): number {
    if (pair === "BTCUSDT") return this.#btc.ticks;
    if (pair === "ETHUSDT") return this.#eth.ticks;
    return Math.trunc((this.#eth.ticks * CROSS) / this.#btc.ticks);
  }
}

function walkOf(pair: PairName, last: (pair: PairName) => number): PriceWalk {
  const centre = CENTRES[pair];
  const strideMax = Math.trunc((centre * STRIDE_PPM) / PPM);
  return new PriceWalk({ centre, strideMax }, last(pair) || centre);
}
