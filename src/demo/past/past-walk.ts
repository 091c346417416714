/**
 * A week of a market that never was: minute by minute, back from where the demo's prices begin, so that
 * the first trade goes on where the past ends. Calm and busy hours take turns, and a busy minute has
 * both more way and more volume. From a seed, in whole numbers: everybody sees the same week.
 */
import { Draws } from "../../base/draws.ts";

/** One minute of a walk; prices in ticks, `pace` says how busy it was, about 100 on an average. */
export interface WalkedMinute {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly pace: number;
}

export interface WalkTerms {
  /** Where it ends, in ticks. */
  readonly centre: number;
  readonly seed: number;
  /** How far it goes in an average minute, in millionths of its price. */
  readonly stridePpm: number;
}

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
export function walkBack(minutes: number, { centre, seed, stridePpm }: WalkTerms): WalkedMinute[] {
  const walked: WalkedMinute[] = [];
  const paces = pacesOf(minutes, seed);
  let close = centre;
  for (let back = 0; back < minutes; back++) {
    const draws = new Draws(seed, back + 1);
    const pace = paces[back] ?? PACE_AVERAGE;
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

/** Around 0, seldom farther than twice the stride. */
function bell(draws: Draws, stride: number): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += draws.below(2 * stride + 1) - stride;
  return Math.trunc((sum * 7) / 8);
}

/** How busy each minute is: it drifts, and bursts. */
function pacesOf(minutes: number, seed: number): number[] {
  const paces: number[] = [];
  let pace = PACE_AVERAGE;
  let burst = 0;
  for (let at = 0; at < minutes; at++) {
    const draws = new Draws(seed, -at - 1);
    const drift = draws.below(21) - 10 - Math.trunc((pace - PACE_AVERAGE) / 20);
    pace = Math.min(Math.max(pace + drift, PACE_MIN), PACE_MAX);
    if (burst === 0 && draws.below(BURST_EVERY) === 0) burst = 1 + draws.below(BURST_MINUTES_MAX);
    paces.push(burst > 0 ? pace * BURST_TIMES : pace);
    if (burst > 0) burst--;
  }
  return paces;
}
