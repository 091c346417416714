/**
 * The expected lock of a resting order on a pair, counted where the book changes: a second count of what is
 * locked, from the orders on the book alone. I-3, CORE-TRIP-3.
 */
import { minus } from "../../money/amount.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import { baseAmount, lockAt, quoteAmount } from "./order-value.ts";
import type { SpotState } from "./spot.ts";

/** So many lots of a resting order have come; negative when they leave. */
export function countExpectedLock(state: SpotState, order: OrderRow, lots: number): void {
  const { rows } = state.orders.byId;
  const pair = state.catalogue.pairs[rows.market(order) - 1] as Pair;
  const amount =
    rows.side(order) === "buy"
      ? quoteAmount(pair, rows.ticks(order), lots)
      : baseAmount(pair, lots);
  state.ledger.wallets.addExpectedLock(rows.wallet(order), amount);
}

/** A stop begins to wait with its money. */
export function expectWaiting(state: SpotState, order: OrderRow): void {
  state.ledger.wallets.addExpectedLock(
    state.orders.byId.rows.wallet(order),
    waitingLock(state, order),
  );
}

/** It waits no more. */
export function expectNoMore(state: SpotState, order: OrderRow): void {
  const amount = minus(0, waitingLock(state, order));
  state.ledger.wallets.addExpectedLock(state.orders.byId.rows.wallet(order), amount);
}

function waitingLock({ orders, catalogue }: SpotState, order: OrderRow) {
  const { rows } = orders.byId;
  return lockAt(catalogue.pairs[rows.market(order) - 1] as Pair, rows, order);
}
