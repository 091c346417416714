/** SANDBOX-MARKET-2: a live market's prices over days, step by step, without the market around them. */
import { beforeAll, describe, expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { Draws } from "../../../core/base/draws.ts";
import { Volatility } from "../live/volatility.ts";
import { CENTRES, LivePrices, type PairName } from "./demo-prices.ts";

const MINUTE_STEPS = 300;
const DAY_STEPS = 432_000;
const NAMES = ["BTCUSDT", "ETHUSDT", "ETHBTC"] as const;
const SEED = 1;

/** The lowest and highest price, and those at the end of each minute. */
interface Day {
  readonly low: number;
  readonly high: number;
  readonly closes: readonly number[];
}

function walk(prices: LivePrices, seed: number, from: number, steps: number): void {
  for (let step = from; step < from + steps; step++) prices.go(new Draws(seed, step), step);
}

/** A price is looked at every five seconds: what is between is of no account in a day. */
function dayOf(prices: LivePrices, from: number): Map<PairName, Day> {
  const seen = new Map(NAMES.map((name) => [name, [] as number[]]));
  for (let step = from; step < from + DAY_STEPS; step += 25) {
    walk(prices, SEED, step, 25);
    for (const name of NAMES) seen.get(name)?.push(prices.ticksOf(name));
  }
  const days = new Map<PairName, Day>();
  for (const [name, ticks] of seen) {
    const closes = ticks.filter((_, at) => (at + 1) % (MINUTE_STEPS / 25) === 0);
    days.set(name, { low: Math.min(...ticks), high: Math.max(...ticks), closes });
  }
  return days;
}

function rangeOf({ low, high }: Day): number {
  return (high - low) / low;
}

describe(`${runs(3, 31)} days of one seed`, () => {
  const days: Map<PairName, Day>[] = [];

  beforeAll(() => {
    const prices = new LivePrices(() => 0, SEED);
    for (let day = 0; day < runs(3, 31); day++) days.push(dayOf(prices, day * DAY_STEPS));
  }, 120_000);

  function daysOf(name: PairName): Day[] {
    return days.flatMap((day) => day.get(name) ?? []);
  }

  test("SANDBOX-MARKET-2 each day's range is some percent: from 1.5 to 12", () => {
    for (const name of ["BTCUSDT", "ETHUSDT"] as const) {
      const ranges = daysOf(name).map(rangeOf);
      expect(Math.min(...ranges), `${name} ${ranges}`).toBeGreaterThan(0.015);
      expect(Math.max(...ranges), `${name} ${ranges}`).toBeLessThan(0.12);
    }
  });

  test("SANDBOX-MARKET-2 no price leaves the fifth around its centre, and days are spent on both sides", () => {
    for (const name of ["BTCUSDT", "ETHUSDT"] as const) {
      const centre = CENTRES[name];
      for (const { low, high } of daysOf(name)) {
        expect(low).toBeGreaterThanOrEqual(centre * 0.8);
        expect(high).toBeLessThanOrEqual(centre * 1.2);
      }
      const isAbove = daysOf(name).flatMap(({ closes }) => closes.map((close) => close > centre));
      expect(new Set(isAbove).size).toBe(2);
    }
  });

  test("SANDBOX-MARKET-2 large moves come together, and both coins mostly go the same way", () => {
    const moves = (name: PairName) =>
      daysOf(name).flatMap(({ closes }) =>
        closes.slice(1).map((to, at) => to - (closes[at] ?? to)),
      );
    const btc = moves("BTCUSDT");
    const sizes = btc.map(Math.abs);

    // Of an even walk the first would be 0; the signs follow no pattern in either case.
    expect(correlationOf(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.2);
    expect(Math.abs(correlationOf(btc.slice(1), btc.slice(0, -1)))).toBeLessThan(0.15);
    expect(correlationOf(btc, moves("ETHUSDT"))).toBeGreaterThan(0.4);
  });
});

function correlationOf(some: readonly number[], others: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [a, b] = [mean(some), mean(others)];
  const together = mean(some.map((each, at) => (each - a) * ((others[at] ?? b) - b)));
  const spread = (list: readonly number[], of: number) =>
    mean(list.map((each) => (each - of) ** 2));
  return together / Math.sqrt(spread(some, a) * spread(others, b));
}

test("SANDBOX-MARKET-1 the same seed gives the same prices on every machine, another seed others", () => {
  const after = (seed: number) => {
    const prices = new LivePrices(() => 0, seed);
    walk(prices, seed, 0, 100_000);
    return NAMES.map((name) => prices.ticksOf(name));
  };

  expect(after(1)).toEqual([4_970_690, 251_114, 5_051]);
  expect(after(2)).not.toEqual(after(1));
});

test("SANDBOX-MARKET-2 how busy it is follows from the seed and the step, in whatever order it is asked", () => {
  const steps = [0, 5_000_000, 299, 72_000, 71_999, 5_000_000];
  const one = new Volatility(7);

  expect(steps.map((step) => one.at(step))).toEqual(
    steps.map((step) => new Volatility(7).at(step)),
  );
  const shares = Array.from({ length: 2_000 }, (_, at) => one.at(at * 300));
  expect(Math.min(...shares)).toBeGreaterThan(200);
  expect(Math.max(...shares)).toBeLessThan(6_600);
  expect(shares.filter((share) => share > 2_000).length).toBeGreaterThan(20);
  expect(shares.filter((share) => share < 700).length).toBeGreaterThan(400);
});

test("a market with trades goes on from the last ones, and from far off at a bound", () => {
  const last = { BTCUSDT: 5_123_457, ETHUSDT: 240_001, ETHBTC: 1 };
  const prices = new LivePrices((pair) => last[pair], SEED);
  expect(NAMES.map((name) => prices.ticksOf(name))).toEqual([5_123_457, 240_001, 4_684]);

  const lost = new LivePrices((pair) => (pair === "BTCUSDT" ? 1 : Number.MAX_SAFE_INTEGER), SEED);
  expect([lost.ticksOf("BTCUSDT"), lost.ticksOf("ETHUSDT")]).toEqual([4_000_000, 300_000]);
});
