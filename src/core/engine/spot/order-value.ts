/**
 * What an order on a pair is worth: its value in units, the money that it locks. Values are
 * exact (NUM-ROUND-1); what a trade costs is core/money/fee.ts. A market order that buys a quantity locks it at the highest price of its
 * range, one that sells for an amount locks what that takes at the lowest (SPOT-UNIT-2, SPOT-UNIT-3).
 */
import { type Amount, times } from "../../money/amount.ts";
import type { AssetId, Pair } from "../catalogue/catalogue.ts";
import type { Instructions } from "../orders/instructions.ts";
import type { Order } from "../orders/order.ts";
import type { OrderRow, OrderRows } from "../orders/order-rows.ts";
import { ticksFrom, ticksTo } from "../orders/refusal-numbers.ts";
import type { OrderRequest } from "./spot.ts";

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
  Pick<Order, "side" | "ticks" | "remaining" | "budget" | "traded"> & {
    readonly instructions: Pick<Instructions, "hidden" | "preventedValue"> | undefined;
  }
>;

/** The asset that an order locks: a buyer pays in the quote, a seller in the base. */
export function lockedAsset(pair: Pair, order: Pick<Order, "side">): AssetId {
  return order.side === "buy" ? pair.quote : pair.base;
}

/** What an order locks (SPOT-LOCK-1 to SPOT-LOCK-3) for what it still has to trade. */
export function lockOf(pair: Pair, order: LockingOrder): Amount {
  const lots = order.remaining + (order.instructions?.hidden ?? 0); // SPOT-ICE-2
  if (order.side === "sell") return baseAmount(pair, lots); // SPOT-LOCK-2
  if (order.budget === 0n) return quoteAmount(pair, order.ticks, lots); // SPOT-LOCK-1, SPOT-UNIT-2
  const preventedValue = order.instructions?.preventedValue ?? 0n; // SPOT-STP-6
  return times(order.budget - order.traded - preventedValue, pair.quoteUnit); // SPOT-LOCK-3
}

/** The same of an order that was accepted. */
export function lockAt(pair: Pair, rows: OrderRows, order: OrderRow): Amount {
  const lots = rows.unfilled(order);
  if (rows.side(order) === "sell") return baseAmount(pair, lots);
  const budget = rows.budget(order);
  if (budget === 0n) return quoteAmount(pair, rows.ticks(order), lots);
  return times(rows.restOfBudget(order), pair.quoteUnit);
}

/** SPOT-UNIT-1: whether it trades for an amount of the quote asset. */
export function isForAmount({
  side,
  kind,
  extras,
}: Pick<OrderRequest, "side" | "kind" | "extras">): boolean {
  if (kind === "limit") return false;
  const unit = extras?.unit;
  return unit === undefined ? side === "buy" : unit === "quote";
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** The highest price at which a market order may buy (SPOT-BAND-3). */
export function highestTicks({ rangeUp }: Pair, reference: number): number {
  const highest = ticksTo(reference, rangeUp);
  return Number(highest < MOST ? highest : MOST);
}

/** SPOT-UNIT-3: the lots that bring an amount at the lowest price at which they may be sold, rounded up. */
export function lotsForAmount({ rangeDown }: Pair, reference: number, budget: bigint): bigint {
  const lowest = ticksFrom(reference, rangeDown) || 1n;
  return (budget + lowest - 1n) / lowest;
}
