/** The price that an order on a pair has traded at so far. */
import { formatUnits, tenTo } from "../../money/decimal.ts";
import { divHalfUp } from "../../money/rounding.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { Order } from "../orders/order.ts";

/** NUM-ROUND-4: the average price, half-up at 8 decimals, for display only; `0` if none. */
export function averagePrice(pair: Pair, order: Pick<Order, "traded" | "executed">): string {
  if (order.executed === 0) return "0";
  const scaled = order.traded * tenTo(8);
  return formatUnits(divHalfUp(scaled, BigInt(order.executed) * tenTo(pair.pricePrecision)), 8);
}
