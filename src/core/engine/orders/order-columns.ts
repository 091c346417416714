/** What few accepted orders have, in columns beside their rows (order-rows.ts). */
import { SideColumn } from "../../base/rows/side-column.ts";
import type { Instructions } from "./instructions.ts";
import type { FuturesTerms, Order } from "./order.ts";
import type { OrderRow } from "./order-rows.ts";

export class OrderColumns {
  readonly budgets = new SideColumn<bigint>();
  readonly borrowed = new SideColumn<bigint>();
  readonly futures = new SideColumn<FuturesTerms>();
  readonly instructions = new SideColumn<Instructions>();
  /** Sums of trades that two limbs do not hold. */
  readonly farTraded = new SideColumn<bigint>();

  set(row: OrderRow, order: Order): void {
    if (order.budget !== 0n) this.budgets.set(row, order.budget);
    if (order.borrowed !== 0n) this.borrowed.set(row, order.borrowed);
    if (order.futures) this.futures.set(row, order.futures);
    if (order.instructions) this.instructions.set(row, order.instructions);
  }

  clear(row: OrderRow): void {
    this.budgets.clear(row);
    this.borrowed.clear(row);
    this.futures.clear(row);
    this.instructions.clear(row);
    this.farTraded.clear(row);
  }
}

/** Whether an order has anything for these columns. */
export function hasBeside({ futures, instructions, budget, borrowed }: Order): boolean {
  return futures !== undefined || instructions !== undefined || budget !== 0n || borrowed !== 0n;
}
