/**
 * How much is traded: one account of it for the traders, who send the trades, and for the past, which is drawn,
 * so that the volume of one goes on where the other ends. The busier the market, the larger its trades are, and
 * beyond the usual there are more of them. Rules SANDBOX-MARKET-2, SANDBOX-PAST-5.
 */
import type { Draws } from "../../../core/base/draws.ts";
import { USUAL } from "./volatility.ts";

/** A trade is the square of 1 to 12 times the smallest (take.ts): the mean of it, and of its square. */
const MEAN = 54.17;
const MEAN_OF_SQUARES = 5_059;
/** A round of the traders lasts a second: so many usual trades a minute, over all pairs or all contracts. */
const ROUNDS = 60;

/** How a market is traded. */
export interface Turnover {
  /** Its part of the usual trades. */
  readonly share: number;
  /** The smallest trade while the market is as busy as usual. */
  readonly lots: number;
}

/** The smallest trade as busy as the market is now. */
export function smallestTrade({ lots }: Turnover, activity: number): number {
  return Math.max(1, Math.trunc((lots * activity) / USUAL));
}

/** Whether a trade comes beside the usual ones of a round. */
export function isBusy(activity: number, draws: Draws): boolean {
  return draws.below(USUAL) < chanceOf(activity);
}

/** In thousandths. */
function chanceOf(activity: number): number {
  return Math.min(Math.max(activity - USUAL, 0), USUAL);
}

/** What some minutes add up to, of which a market's volume is drawn. */
export class Pace {
  #usual = 0;
  #beside = 0;
  #usualSquared = 0;
  #besideSquared = 0;
  #besideTwice = 0;

  add(activity: number, minutes: number): void {
    const size = activity / USUAL;
    const beside = chanceOf(activity) / USUAL;
    this.#usual += minutes * size;
    this.#beside += minutes * size * beside;
    this.#usualSquared += minutes * size * size;
    this.#besideSquared += minutes * size * size * beside;
    this.#besideTwice += minutes * size * size * beside * beside;
  }

  /** Mean and spread are those of the trades that would have been sent. */
  lotsOf({ share, lots }: Turnover, draws: Draws): number {
    const mean = ROUNDS * MEAN * (share * this.#usual + this.#beside);
    const ofUsual = share * (MEAN_OF_SQUARES - share * MEAN * MEAN) * this.#usualSquared;
    const ofBeside = MEAN_OF_SQUARES * this.#besideSquared - MEAN * MEAN * this.#besideTwice;
    const deviation = Math.sqrt(ROUNDS * (ofUsual + ofBeside));
    return Math.max(1, Math.trunc(lots * (mean + deviation * bell(draws))));
  }
}

/** Around 0 with a deviation of 1, and never beyond 3. */
function bell(draws: Draws): number {
  let sum = 0;
  for (let at = 0; at < 3; at++) sum += draws.below(2_001) - 1_000;
  return sum / 1_000;
}
