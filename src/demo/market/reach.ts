/**
 * How far from the last trade the traders quote. The bands around it refuse what is farther
 * (SPOT-BAND-2, SPOT-BAND-3), and one refused item refuses a whole batch; so a price that people
 * carried off while there were no traders is brought back in leaps, each with a trade of its own.
 */

/** One leap is at most a third of the last price. */
const LEAP_SHARE = 3;
/** Quotes stand between half and twice the last price: well within both bands. */
const BAND = 2;

/** The price to quote at on the way to `ticks`. `last` is 0 before the first trade. */
export function reachable(ticks: number, last: number): number {
  if (last === 0) return ticks;
  const leap = Math.max(1, Math.trunc(last / LEAP_SHARE));
  return Math.min(Math.max(ticks, last - leap), last + leap);
}

export function isWithinReach(ticks: number, last: number): boolean {
  return last === 0 || (ticks * BAND >= last && ticks <= last * BAND);
}
