/**
 * SANDBOX-MARKET-4: is it a market one believes? Figures of a seeded live market and of its past, held against the table
 * of docs/rules/sandbox.md, row by row: what is written there is what is tested. The orders are watched for some hours,
 * prices alone for days.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import {
  correlationOf,
  kurtosisOf,
  meanOf,
  quantileOf,
  shareOf,
} from "../../../../test/demo/statistics.ts";
import { WatchedMarket } from "../../../../test/demo/watched-market.ts";
import { runs } from "../../../../test/support/runs.ts";
import { Draws } from "../../../core/base/draws.ts";
import { MINUTE_STEPS } from "../live/paired-walk.ts";
import { Pace } from "../live/turnover.ts";
import { PAIR_TURNOVER } from "../live/turnovers.ts";
import { Volatility } from "../live/volatility.ts";
import { LivePrices } from "../market/demo-prices.ts";
import { livePast } from "../past/live-past.ts";

const SEED = 1;
const HOURS = runs(3, 24);
const DAY_STEPS = 432_000;
const PPM = 1_000_000;

const PAGE = readFileSync(new URL("../../../../docs/rules/sandbox.md", import.meta.url), "utf8");
/** The rows of the table: a name, the least and the most. */
const TARGETS = new Map(
  [...PAGE.matchAll(/^\| ([^|]+) \| (-?[\d.,]+) \| (-?[\d.,]+) \|$/gm)].map(
    ([, name = "", ...ends]) => {
      const [least = 0, most = 0] = ends.map((end) => Number(end.replaceAll(",", "")));
      return [name, { least, most }] as const;
    },
  ),
);
const held = new Set<string>();

function hold(name: string, figure: number): void {
  const target = TARGETS.get(name);
  if (!target) throw new Error(`docs/rules/sandbox.md has no row ${name}`);
  held.add(name);
  expect(figure, `${name} (seed ${SEED}, ${HOURS} hours)`).toBeGreaterThanOrEqual(target.least);
  expect(figure, `${name} (seed ${SEED}, ${HOURS} hours)`).toBeLessThanOrEqual(target.most);
}

/** Of neighbours in time. */
function autocorrelationOf(list: readonly number[]): number {
  return correlationOf(list.slice(1), list.slice(0, -1));
}

function returnsOf(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, at) => Math.log(price / (prices[at] ?? price)));
}

let market: WatchedMarket;

beforeAll(async () => {
  market = await WatchedMarket.open(SEED);
  for (let minute = 0; minute < HOURS * 60; minute++) market.goMinute();
}, 600_000);

test("SANDBOX-MARKET-4 spreads vary with how busy the market is, and the perpetual's are as tight", () => {
  for (const name of ["BTCUSDT", "E-BTC-USDT"] as const) {
    const spreads = market.seconds.map((second) => second[name].spread / second[name].price);
    const median = quantileOf(spreads, 0.5);
    hold(`spread of ${name}, median, in 10^-6 of the price`, median * PPM);
    hold(`spread of ${name}, the 90th percentile by the median`, quantileOf(spreads, 0.9) / median);
  }
  const spreads = market.minutes.map(({ spread }) => spread);
  const busy = market.minutes.map(({ activity }) => activity);
  hold(
    "spread of BTCUSDT in a minute, correlation with how busy it is",
    correlationOf(spreads, busy),
  );
});

test("SANDBOX-MARKET-4 books are deep", () => {
  for (const name of ["BTCUSDT", "E-BTC-USDT"] as const) {
    const isDeep = market.seconds.map((second) => second[name].levels >= 20);
    hold(`levels of ${name}, share of seconds with 20 and more on both sides`, shareOf(isDeep));
  }
});

test("SANDBOX-MARKET-4 a perpetual keeps to its pair, and is not always at it", () => {
  const bases = market.seconds.map(
    (second) => (second["E-BTC-USDT"].price / second.BTCUSDT.price - 1) * PPM,
  );
  hold("basis of E-BTC-USDT, the 1st percentile, in 10^-6", quantileOf(bases, 0.01));
  hold("basis of E-BTC-USDT, the 99th percentile, in 10^-6", quantileOf(bases, 0.99));
});

test("SANDBOX-MARKET-4 volume comes in bursts, and the past has as much of it", () => {
  const volumes = market.minutes.map(({ lots }) => lots);
  hold("volume of BTCUSDT by the minute, autocorrelation", autocorrelationOf(volumes));
  const drawn = market.minutes.map(({ activity }, minute) => {
    const pace = new Pace();
    pace.add(activity, 1);
    return pace.lotsOf(PAIR_TURNOVER.BTCUSDT, new Draws(SEED, minute));
  });
  hold("volume of BTCUSDT, traded by drawn for the same minutes", meanOf(volumes) / meanOf(drawn));
  expect(market.refused).toEqual([]);
});

test("SANDBOX-MARKET-4 returns of days have fat tails, and large ones come together", () => {
  const prices = new LivePrices(() => 0, SEED);
  const closes: number[] = [];
  for (let step = 0; step < DAY_STEPS; step++) {
    prices.go(new Draws(SEED, step), step);
    if (step % MINUTE_STEPS === 0) closes.push(prices.ticksOf("BTCUSDT"));
  }
  const returns = returnsOf(closes);
  hold("returns of a day's minutes, kurtosis", kurtosisOf(returns));
  hold("returns of a day's minutes, autocorrelation", autocorrelationOf(returns));
  hold(
    "returns of a day's minutes without their signs, autocorrelation",
    autocorrelationOf(returns.map(Math.abs)),
  );
});

test("SANDBOX-MARKET-4 SANDBOX-PAST-5 the past is of the same kind, and goes on without a seam", () => {
  const past = livePast(SEED);
  const minutes = past.slice(-10_080);
  const returns = returnsOf(minutes.map(({ bars }) => bars.BTCUSDT.close));
  const volumes = minutes.map(({ pace }, at) =>
    pace.lotsOf(PAIR_TURNOVER.BTCUSDT, new Draws(1, at)),
  );
  const volatility = new Volatility(SEED);

  hold("past: returns of a week's minutes, kurtosis", kurtosisOf(returns));
  hold(
    "past: returns of a week's minutes without their signs, autocorrelation",
    autocorrelationOf(returns.map(Math.abs)),
  );
  hold("past: volume by the minute, autocorrelation", autocorrelationOf(volumes));
  const hours = past
    .slice(0, -10_080)
    .map(({ pace }, at) => pace.lotsOf(PAIR_TURNOVER.BTCUSDT, new Draws(2, at)));
  hold(
    "past: volume of an hour told as one by 60 minutes of the newest week",
    meanOf(hours) / 60 / meanOf(volumes),
  );
  for (const { bars } of past) {
    for (const { open, high, low, close } of Object.values(bars)) {
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
    }
  }
  // The step before the first is as busy as the first.
  expect(Math.abs(volatility.at(-1) - volatility.at(0))).toBeLessThan(20);
});

test("SANDBOX-MARKET-4 every row of the table is held", () => {
  expect([...TARGETS.keys()].filter((name) => !held.has(name))).toEqual([]);
});
