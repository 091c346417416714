/**
 * Orders as this dialect writes them: JSON made by hand from exact decimals, each value in its one
 * canonical form (NUM-DEC-1). Client ids and names are of letters that need no escape.
 */
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import { clientIdOf, type OrderId, type OrderStatus } from "../../engine/orders/order.ts";
import type { Canceled, Placed, PlaceOrder } from "../../engine/spot/spot.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import type { Shown } from "./find-order.ts";

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  new: "NEW",
  partially_filled: "PARTIALLY_FILLED",
  filled: "FILLED",
  canceled: "CANCELED",
  rejected: "REJECTED",
};
const SIDES = { buy: "BUY", sell: "SELL" } as const;
const KINDS = { limit: "LIMIT", market: "MARKET" } as const;

function head(id: OrderId, clientId: string, pair: Pair): string {
  return `"orderId":${id},"orderIdString":"${id}","clientOrderId":"${clientId}","symbol":"${pair.name}"`;
}

function tail({ side, kind, status }: Pick<Shown, "side" | "kind" | "status">): string {
  return `"type":"${KINDS[kind]}","side":"${SIDES[side]}","status":"${STATUSES[status]}"`;
}

/** The state after matching. SPOT-FIELD-1: `origQty` is the volume as it was asked for. */
export function writePlaced(pair: Pair, command: PlaceOrder, placed: Placed): string {
  const { orderId, executed, timeMs, status } = placed;
  const { side, kind, quantity } = command;
  const clientId = clientIdOf({ id: orderId, clientId: command.clientId });
  const price = kind === "market" ? "0" : command.price; // SPOT-FIELD-1
  const executedQty = formatSteps(executed, pair.quantityPrecision);
  const sizes = `"price":"${price}","origQty":"${quantity}","executedQty":"${executedQty}"`;
  return `{${head(orderId, clientId, pair)},"transactTime":${timeMs},${sizes},${tail({ side, kind, status })}}`;
}

export function writeCanceled(pair: Pair, { orderId, clientId }: Canceled): string {
  return `{${head(orderId, clientId, pair)},"status":"CANCELED"}`;
}

/** SPOT-FIELD-1 */
export function writeOrder(pair: Pair, order: Shown, avgPrice: string): string {
  const { pricePrecision, quantityPrecision } = pair;
  const price = formatSteps(order.ticks, pricePrecision);
  const isAmount = order.kind === "market" && order.side === "buy";
  const origQty = isAmount
    ? formatUnits(order.budget, pricePrecision + quantityPrecision)
    : formatSteps(order.lots, quantityPrecision);
  const executedQty = formatSteps(order.executed, quantityPrecision);
  const sizes = `"price":"${price}","origQty":"${origQty}","executedQty":"${executedQty}","avgPrice":"${avgPrice}"`;
  const times = `"transactTime":${order.placedAtMs},"time":${order.placedAtMs}`;
  return `{${head(order.id, order.clientId, pair)},${sizes},${tail(order)},${times}}`;
}
