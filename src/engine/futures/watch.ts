/**
 * Who must be looked at when a mark moves. A seat that was judged leaves bounds behind: marks within
 * which its answer cannot change while its positions stay and its money does not fall below a floor.
 * A tick looks only at those whose bounds the mark has left; the outcome is that of looking at all
 * (FUT-WATCH-1). Nothing here is part of the state: it is made anew when a snapshot is loaded.
 */

import type { ContractMarket } from "./contract-market.ts";
import type { Futures } from "./futures.ts";
import type { Seat } from "./seat.ts";

/** Within these marks, both included, the answer stays; undefined is no bound. */
export interface Bounds {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** Bounds that are narrower than they must be stay: at worst the seat is looked at early. */
export function boundSeat(seat: Seat, bounds: Bounds): void {
  if (seat.bounds && isWithin(seat.bounds, bounds)) return;
  seat.stamp++;
  seat.bounds = bounds;
  const { low, high } = bounds;
  const { falls, rises } = seat.market;
  if (low !== undefined) falls.push(-low, seat, seat.stamp);
  if (high !== undefined) rises.push(high, seat, seat.stamp);
}

function isWithin(inner: Bounds, outer: Bounds): boolean {
  const isLow = outer.low === undefined || (inner.low !== undefined && inner.low >= outer.low);
  const isHigh = outer.high === undefined || (inner.high !== undefined && inner.high <= outer.high);
  return isLow && isHigh;
}

/** All bounds of the seat are void. */
export function forgetBounds(seat: Seat): void {
  seat.stamp++;
  seat.bounds = undefined;
}

/** The seat is to be judged when the command is over. */
export function judgeAnew({ touched }: Futures, seat: Seat): void {
  seat.isDirty = true;
  touched.add(seat.user);
}

/** What a seat's order has frozen or given back can matter to cross positions only. */
export function touchMoney({ touched, seats }: Futures, { user, mode }: Seat): void {
  const isAlone = mode === "isolated" && seats[user - 1]?.length === 1;
  if (!isAlone) touched.add(user);
}

/** The mark of a market was set: who is out of bounds, and who waited to be judged. */
export function touchOutOfBounds(futures: Futures, market: ContractMarket): void {
  const touch = (seat: Seat) => {
    forgetBounds(seat); // One of them is not in its heap any more.
    judgeAnew(futures, seat);
  };
  market.falls.takeBelow(-market.mark, touch);
  market.rises.takeBelow(market.mark, touch);
  touchUndecided(futures, market);
}

/** FUT-RISK-5: they can be judged again. */
export function touchUndecided(futures: Futures, { undecided }: ContractMarket): void {
  for (const seat of undecided) judgeAnew(futures, seat);
  undecided.clear();
}
