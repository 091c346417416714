/**
 * What an order on a pair is worth: its value in units, the money that it locks. Values are
 * exact (NUM-ROUND-1); what a trade costs is core/money/fee.ts.
 */
import { type Amount, times } from "../../money/amount.ts";
import type { AssetId, Pair } from "../catalogue/catalogue.ts";
import type { Order } from "../orders/order.ts";
import type { OrderRow, OrderRows } from "../orders/order-rows.ts";

/** NUM-ROUND-1: price × quantity in units of the quote asset; exact by NUM-SCALE-2. */
export function quoteAmount(pair: Pair, ticks: number, lots: number): Amount {
  return times(times(ticks, lots), pair.quoteStep);
}

export function baseAmount(pair: Pair, lots: number): Amount {
  return times(lots, pair.baseStep);
}

/** The money of one asset that an order sets aside. */
export interface Lock {
  readonly asset: AssetId;
  readonly amount: Amount;
}

/** What tells how much an order locks. */
export type LockingOrder = Readonly<
  Pick<Order, "side" | "kind" | "ticks" | "remaining" | "budget" | "traded">
>;

/** The asset that an order locks: a buyer pays in the quote, a seller in the base. */
export function lockedAsset(pair: Pair, order: Pick<Order, "side">): AssetId {
  return order.side === "buy" ? pair.quote : pair.base;
}

/** What an order locks (SPOT-LOCK-1 to SPOT-LOCK-3) for what it still has to trade. */
export function lockOf(pair: Pair, order: LockingOrder): Amount {
  if (order.side === "sell") return baseAmount(pair, order.remaining); // SPOT-LOCK-2
  if (order.kind === "limit") return quoteAmount(pair, order.ticks, order.remaining); // SPOT-LOCK-1
  return times(order.budget - order.traded, pair.quoteUnit); // SPOT-LOCK-3
}

/** The same of an order that was accepted. */
export function lockAt(pair: Pair, rows: OrderRows, order: OrderRow): Amount {
  if (rows.side(order) === "sell") return baseAmount(pair, rows.remaining(order));
  if (rows.kind(order) === "limit") {
    return quoteAmount(pair, rows.ticks(order), rows.remaining(order));
  }
  return times(rows.budget(order) - rows.traded(order), pair.quoteUnit);
}
