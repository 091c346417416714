/**
 * The expected lock of a resting order on a pair, counted where the book changes: a second count of what is
 * locked, from the orders on the book alone. I-3, CORE-TRIP-3.
 */
import { times } from "../../money/amount.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { Order } from "../orders/order.ts";
import { baseAmount, newLock, quoteAmount } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotState } from "./spot.ts";

/** So many lots of a resting order have come; negative when they leave. */
export function countExpectedLock(state: SpotState, order: Order, lots: number): void {
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const { wallets } = state.ledger;
  const settlementAccount = settlementAccountOf(state, order);
  if (order.side === "buy") {
    const wallet = settlementAccount.wallet(order.user, pair.quote);
    wallets.addExpectedLock(wallet, quoteAmount(pair, order.ticks, lots));
  } else {
    const wallet = settlementAccount.wallet(order.user, pair.base);
    wallets.addExpectedLock(wallet, baseAmount(pair, lots));
  }
}

/** A stop begins to wait with its money, or (`-1n`) waits no more. */
export function expectWaiting(state: SpotState, order: Order, change: 1 | -1): void {
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const { asset, amount } = newLock(pair, order);
  const wallet = settlementAccountOf(state, order).wallet(order.user, asset);
  state.ledger.wallets.addExpectedLock(wallet, times(change, amount));
}
