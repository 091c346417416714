/** An open order that is read from its row at every look: what a test keeps of it never grows old. */
import type { Order } from "../../src/core/engine/orders/order.ts";
import type { OrderRow } from "../../src/core/engine/orders/order-rows.ts";
import type { OrderTable } from "../../src/core/engine/orders/order-table.ts";

type Field = keyof Order;

const FIELDS: readonly Exclude<Field, "nameHash">[] = [
  ...(["id", "user", "area", "market", "side", "kind", "ticks", "lots", "budget"] as const),
  ...(["remaining", "executed", "traded", "makerRate", "takerRate", "clientId"] as const),
  ...(["placedAtMs", "borrowed", "futures", "instructions"] as const),
];

/** The order must be open. Its row stays its own until the command after its end. */
export function liveOrder({ rows }: OrderTable, order: OrderRow): Order {
  const live = {};
  for (const field of FIELDS) {
    Object.defineProperty(live, field, { enumerable: true, get: () => rows[field](order) });
  }
  return live as Order;
}
