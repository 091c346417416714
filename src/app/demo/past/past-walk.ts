/**
 * A made-up week of a market: minute by minute, back from where the demo's prices begin, so that
 * the first trade goes on where the past ends. Calm and busy hours take turns, and a busy minute has
 * both more way and more volume. From a seed, in whole numbers: every sandbox has the same week.
 */
import { Draws } from "../../../core/base/draws.ts";

/** One minute of a walk; prices in ticks, `pace` says how busy it was, about 100 on an average. */
export interface WalkedMinute {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly pace: number;
}

export interface PastWalkTerms {
  /** Where the walk ends, in ticks. */
  readonly centre: number;
  readonly seed: number;
  /** How far it goes in an average minute, in millionths of its price. */
  readonly stridePpm: number;
}

/** The numbers that separate the draws of one seed from one another. */
const WALK = 1;
const PACE = 2;

const PPM = 1_000_000;
const PACE_AVERAGE = 100;
const PACE_MIN = 30;
const PACE_MAX = 400;
/** A burst of some minutes begins so seldom, and multiplies the pace. */
const BURST_EVERY = 240;
const BURST_MINUTES_MAX = 12;
const BURST_TIMES = 3;
/** Drawn back to the centre by this share of the way that it is off. */
const PULL_SHARE = 1_500;
/** The farthest that a minute's extremes lie beyond its ends, as a share of its stride. */
const WICK_SHARE = 2;

/** Oldest first. */
export function walkBack(
  minutes: number,
  { centre, seed, stridePpm }: PastWalkTerms,
): WalkedMinute[] {
  const walked: WalkedMinute[] = [];
  const draws = new Draws(seed, WALK);
  let close = centre;
  for (const pace of pacesOf(minutes, seed)) {
    const stride = Math.max(Math.trunc((close * stridePpm * pace) / (PPM * PACE_AVERAGE)), 1);
    const pull = Math.trunc((close - centre) / PULL_SHARE);
    const open = Math.max(close - bell(draws, stride) - pull, 1);
    const wick = Math.trunc(stride / WICK_SHARE) + 1;
    const high = Math.max(open, close) + draws.below(wick);
    const low = Math.max(Math.min(open, close) - draws.below(wick), 1);
    walked.push({ open, high, low, close, pace });
    close = open;
  }
  return walked.reverse();
}

/** Around 0, most often near it, and never farther than three strides. */
function bell(draws: Draws, stride: number): number {
  const reach = 3 * stride + 1;
  return draws.below(reach) - draws.below(reach);
}

/** How busy each minute is: it drifts, and bursts. */
function pacesOf(minutes: number, seed: number): number[] {
  const paces: number[] = [];
  const draws = new Draws(seed, PACE);
  let pace = PACE_AVERAGE;
  let burst = 0;
  for (let at = 0; at < minutes; at++) {
    const drift = draws.below(21) - 10 - Math.trunc((pace - PACE_AVERAGE) / 20);
    pace = Math.min(Math.max(pace + drift, PACE_MIN), PACE_MAX);
    if (burst === 0 && draws.below(BURST_EVERY) === 0) burst = 1 + draws.below(BURST_MINUTES_MAX);
    paces.push(burst > 0 ? pace * BURST_TIMES : pace);
    if (burst > 0) burst--;
  }
  return paces;
}
