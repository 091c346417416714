/**
 * How far the traders quote from the last trade of a pair, and from the mark of a contract. The bands
 * around them refuse what is farther (SPOT-BAND-2, SPOT-BAND-3, FUT-CHECK-12), and one refused item
 * refuses a whole batch; so a price that users moved far away while there were no traders is brought
 * back in leaps, each with a trade of its own.
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

/** A twentieth, as far as a mark itself may be from its index; orders reach twice as far. */
const MARK_SHARE = 20;
const TAKEN_SHARE = 11;

/** The price to quote a contract at: `ticks`, or as near to it as the mark lets. No mark is 0. */
export function nearMark(ticks: number, mark: number): number {
  if (mark === 0) return ticks;
  const room = Math.trunc(mark / MARK_SHARE);
  return Math.min(Math.max(ticks, mark - room), mark + room);
}

/** Whether an order at this price may trade. */
export function isTakeable(ticks: number, mark: number): boolean {
  return mark === 0 || Math.abs(ticks - mark) * TAKEN_SHARE <= mark;
}

/**
 * Whether a price is as good as the one that the traders quote around. Where the operator has set the
 * index far from it, quotes follow the mark, so that a liquidation finds a counterparty; but no trader
 * takes them of its own accord, and the chart shows no move that did not happen.
 */
export function isAsMinded(ticks: number, minded: number): boolean {
  return Math.abs(ticks - minded) * MARK_SHARE <= minded;
}
