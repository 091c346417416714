/**
 * The expected lock of a resting order on a pair, counted where the book changes: a second count of what is
 * locked, from the orders on the book alone. I-3, orders/expected-locks.ts.
 */
import type { Pair } from "../catalogue/catalogue.ts";
import { addExpectedAmount, addExpectedLock } from "../orders/expected-locks.ts";
import type { Order } from "../orders/order.ts";
import { newLock } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotState } from "./spot.ts";

/** So many lots of a resting order have come; negative when they leave. */
export function countExpectedLock(state: SpotState, order: Order, lots: number): void {
  const { base, quote, baseUnit, quoteUnit } = state.catalogue.pairs[order.market - 1] as Pair;
  const settlementAccount = settlementAccountOf(state, order);
  if (order.side === "buy") {
    const wallet = settlementAccount.wallet(order.user, quote);
    addExpectedLock(wallet, { lots, each: order.ticks, unit: quoteUnit });
  } else {
    const wallet = settlementAccount.wallet(order.user, base);
    addExpectedLock(wallet, { lots, each: 1, unit: baseUnit });
  }
}

/** A stop begins to wait with its money, or (`-1n`) waits no more. */
export function expectWaiting(state: SpotState, order: Order, change: 1n | -1n): void {
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const { asset, amount } = newLock(pair, order);
  const wallet = settlementAccountOf(state, order).wallet(order.user, asset);
  addExpectedAmount(wallet, change * amount);
}
