/**
 * Bollinger bands, RSI and MACD of closing prices, to be drawn: numbers of the machine, as everything that becomes a height.
 * Where there are too few candles there is no value.
 */
import { exponentialAverage, simpleAverage } from "./averages.ts";

type Values = readonly (number | undefined)[];

/** How many deviations the bands stand away from the middle. */
const DEVIATIONS = 2;

export interface Bands {
  readonly middle: Values;
  readonly upper: Values;
  readonly lower: Values;
}

/** The mean of the last `period`, and two standard deviations of the same above and below it. */
export function bollingerBands(values: readonly number[], period: number): Bands {
  const middle = simpleAverage(values, period);
  const width = middle.map((mean, at) =>
    mean === undefined
      ? undefined
      : DEVIATIONS * deviationOf(values.slice(at - period + 1, at + 1), mean),
  );
  const moved = (sign: 1 | -1) =>
    middle.map((mean, at) => {
      const by = width[at];
      return mean === undefined || by === undefined ? undefined : mean + sign * by;
    });
  return { middle, upper: moved(1), lower: moved(-1) };
}

function deviationOf(values: readonly number[], mean: number): number {
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / values.length);
}

/**
 * Wilder's: gains and losses are averaged with the weight 1 ÷ period, from the mean of the first `period` on. 100 where nothing was
 * lost, 50 where nothing moved.
 */
export function relativeStrength(values: readonly number[], period: number): Values {
  let [gain, loss] = [0, 0];
  return values.map((value, at) => {
    if (at === 0) return undefined;
    const change = value - (values[at - 1] ?? value);
    const weight = at <= period ? 1 / period : undefined;
    gain = carried(gain, Math.max(change, 0), { weight, period });
    loss = carried(loss, Math.max(-change, 0), { weight, period });
    if (at < period) return undefined;
    return gain + loss === 0 ? 50 : 100 * (gain / (gain + loss));
  });
}

/** While the first ones are summed up each has its part of the mean; afterwards the average is moved on. */
function carried(
  average: number,
  value: number,
  { weight, period }: { weight: number | undefined; period: number },
): number {
  if (weight !== undefined) return average + value * weight;
  return average + (value - average) / period;
}

export interface Convergence {
  readonly macd: Values;
  readonly signal: Values;
  /** The one less the other. */
  readonly histogram: Values;
}

export const MACD_PERIODS = { fast: 12, slow: 26, signal: 9 } as const;

/** The faster average less the slower one, and an average of that. */
export function convergence(values: readonly number[]): Convergence {
  const { fast, slow, signal: signalPeriod } = MACD_PERIODS;
  const [quick, tardy] = [exponentialAverage(values, fast), exponentialAverage(values, slow)];
  const macd = quick.map((value, at) => difference(value, tardy[at]));
  const begun = macd.slice(slow - 1).filter((value) => value !== undefined);
  const none = Array.from({ length: Math.min(slow - 1, values.length) }, () => undefined);
  const signal = [...none, ...exponentialAverage(begun, signalPeriod)];
  return { macd, signal, histogram: macd.map((value, at) => difference(value, signal[at])) };
}

function difference(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a - b;
}
