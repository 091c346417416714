/**
 * Ninety made-up days of a live market: the traders' own prices, volatility and turnover (`app/demo/live`), minute by
 * minute, back from where the traders begin to before their first step, so that there is no seam between the two. The
 * newest week is told by minutes, what is older by hours, each as one candle at the start of its hour: as many candles as
 * a start has time for. From a seed: every sandbox has the same days. SANDBOX-PAST-5.
 */
import { Draws } from "../../../core/base/draws.ts";
import { MINUTE_STEPS, PairedWalk } from "../live/paired-walk.ts";
import { Pace } from "../live/turnover.ts";
import { USUAL, Volatility } from "../live/volatility.ts";
import { crossOf, type PairName, ticksAt } from "../market/demo-prices.ts";

const DAY_MINUTES = 1_440;
export const MINUTES_TOLD = 7 * DAY_MINUTES;
export const HOURS_TOLD = 83 * 24;
/** An hour that is told as one is walked in so many leaps of five minutes. */
const LEAPS = 12;
const LEAP_MINUTES = 5;

/** Prices in ticks. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A stretch of the past and what happened in it. */
export interface Stretch {
  /** Its first minute, counted back from the end: the newest minute is 1. */
  readonly minutesAgo: number;
  readonly bars: Readonly<Record<PairName, Bar>>;
  readonly pace: Pace;
}

/** What is drawn apart from what the traders draw. */
const SEED_APART = 0x3c6e_f372;
/** How far a minute's extremes lie beyond its ends at most, in 10^-6 of a usual price. */
const WICK_PPM = 600;
const PPM = 1_000_000;

/** Oldest first. */
export function livePast(seed: number): Stretch[] {
  const walk = new BackWalk(seed);
  const stretches: Stretch[] = [];
  for (let at = 0; at < MINUTES_TOLD; at++) stretches.push(walk.back(1, 1));
  for (let at = 0; at < HOURS_TOLD; at++) stretches.push(walk.back(LEAPS, LEAP_MINUTES));
  return stretches.reverse();
}

class BackWalk {
  readonly #seed: number;
  readonly #volatility: Volatility;
  readonly #walk = new PairedWalk(0, 0);
  #minutes = 0;

  constructor(seed: number) {
    this.#seed = seed ^ SEED_APART;
    this.#volatility = new Volatility(seed);
  }

  /** Further into the past by some leaps of so many minutes. */
  back(leaps: number, minutes: number): Stretch {
    const pace = new Pace();
    let prices = this.#pricesNow();
    const [btc, eth, cross] = [new Path(prices.btc), new Path(prices.eth), new Path(prices.cross)];
    for (let at = 0; at < leaps; at++) {
      const { draws, activity } = this.#leap(minutes);
      pace.add(activity, minutes);
      prices = this.#pricesNow();
      const wickMax = Math.trunc((WICK_PPM * activity * Math.sqrt(minutes)) / USUAL) + 1;
      btc.beginAt(prices.btc, draws, wickMax);
      eth.beginAt(prices.eth, draws, wickMax);
      cross.beginAt(prices.cross, draws, wickMax);
    }
    const bars = { BTCUSDT: btc.bar, ETHUSDT: eth.bar, ETHBTC: cross.bar };
    return { minutesAgo: this.#minutes, bars, pace };
  }

  #leap(minutes: number): { draws: Draws; activity: number } {
    const steps = minutes * MINUTE_STEPS;
    const middle = -this.#minutes * MINUTE_STEPS - steps / 2;
    this.#minutes += minutes;
    const activity = this.#volatility.at(middle);
    const draws = new Draws(this.#seed, this.#minutes);
    this.#walk.goFar(draws, activity, steps);
    return { draws, activity };
  }

  #pricesNow() {
    const [btcAway, ethAway] = this.#walk.away;
    const [btc, eth] = [ticksAt("BTCUSDT", btcAway), ticksAt("ETHUSDT", ethAway)];
    return { btc, eth, cross: crossOf(eth, btc) };
  }
}

/** A bar that grows into the past. */
class Path {
  readonly #close: number;
  #open: number;
  #high: number;
  #low: number;

  constructor(close: number) {
    this.#close = close;
    this.#open = close;
    this.#high = close;
    this.#low = close;
  }

  get bar(): Bar {
    return { open: this.#open, high: this.#high, low: this.#low, close: this.#close };
  }

  /** From `open` on it went to where it began before, beyond both by some millionths at most. */
  beginAt(open: number, draws: Draws, wickMax: number): void {
    const wick = () =>
      Math.trunc((open * Math.min(draws.below(wickMax), draws.below(wickMax))) / PPM);
    this.#high = Math.max(this.#high, Math.max(open, this.#open) + wick());
    this.#low = Math.min(this.#low, Math.min(open, this.#open) - wick());
    this.#open = open;
  }
}
