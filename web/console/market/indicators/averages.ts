/**
 * Averages of closing prices, to be drawn: numbers of the machine, as everything that becomes a height. They are
 * made of the candles that are loaded; where there are too few of them there is no value.
 */

/** Of each value the mean of the last `period`. */
export function simpleAverage(values: readonly number[], period: number): (number | undefined)[] {
  let sum = 0;
  return values.map((value, at) => {
    sum += value - (at < period ? 0 : (values[at - period] ?? 0));
    return at < period - 1 ? undefined : sum / period;
  });
}

/**
 * Each value weighs 2 ÷ (period + 1), all before it the rest. It begins with the mean of the first `period`, as is
 * usual: the further back candles are loaded, the less the beginning matters.
 */
export function exponentialAverage(
  values: readonly number[],
  period: number,
): (number | undefined)[] {
  const weight = 2 / (period + 1);
  const begin = simpleAverage(values.slice(0, period), period)[period - 1];
  let average = begin;
  return values.map((value, at) => {
    if (at < period - 1 || average === undefined) return undefined;
    if (at >= period) average += (value - average) * weight;
    return average;
  });
}
