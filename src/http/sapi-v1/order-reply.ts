/**
 * Orders as this dialect writes them: JSON made by hand from exact decimals, each value in its one
 * canonical form (NUM-DEC-1). Client ids and names are of letters that need no escape.
 */
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import {
  clientIdOf,
  type Order,
  type OrderId,
  type OrderStatus,
} from "../../engine/orders/order.ts";
import type { Canceled } from "../../engine/orders/order-commands.ts";
import type { OrderRequest, Placement } from "../../engine/spot/spot.ts";
import { FORCED } from "../dialect/forced.ts";
import { ReplyText } from "../dialect/reply-text.ts";
import { clientId, decimalText, id, idText, name, record, time, word } from "../dialect/shape.ts";

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  new: "NEW",
  partially_filled: "PARTIALLY_FILLED",
  filled: "FILLED",
  canceled: "CANCELED",
  rejected: "REJECTED",
  // Never here: only condition orders of futures wait.
  waiting: "INIT",
};
const SIDES = { buy: "BUY", sell: "SELL" } as const;
const KINDS = { limit: "LIMIT", market: "MARKET" } as const;

const { waiting: _never, ...ofPairs } = STATUSES;

const NAMES = {
  orderId: id("id of the order"),
  orderIdString: idText("the same as a string"),
  clientOrderId: clientId("your own name of the order, or the server's"),
  symbol: name("symbol"),
};

const PLACED_FIELDS = {
  ...NAMES,
  transactTime: time("when it was placed"),
  price: decimalText("limit; 0 for MARKET"),
  origQty: decimalText("volume as it was asked for"),
  executedQty: decimalText("quantity traded so far, in the base asset"),
  type: word(Object.values(KINDS), "kind of order"),
  side: word(Object.values(SIDES), "side"),
  status: word(Object.values(ofPairs), "what became of it"),
};

export const PLACED = record(PLACED_FIELDS);

const ORDER_FIELDS = {
  ...PLACED_FIELDS,
  avgPrice: decimalText("average price of what was traded, 0 for nothing"),
  time: time("the same as transactTime"),
};

export const ORDER = record(ORDER_FIELDS);

/** HIST-FORCED-2 */
export const ENDED_MARGIN_ORDER = record({ ...ORDER_FIELDS, forced: FORCED });

export const CANCELED = record({
  ...NAMES,
  status: word([STATUSES.canceled], "that it is canceled"),
});

/** The terms of an order, which stay the same from its placing on. */
export type Terms = Pick<
  Order,
  "id" | "side" | "kind" | "ticks" | "lots" | "budget" | "executed" | "placedAtMs"
>;

/** The names of an order, and what became of it. */
export interface OrderOutcome {
  readonly clientId: string;
  readonly status: OrderStatus;
  readonly avgPrice: string;
}

const reply = new ReplyText();

function writeHead(id: OrderId, clientId: string, pair: Pair): void {
  reply.begin().ascii('{"orderId":').steps(id, 0).ascii(',"orderIdString":"').steps(id, 0);
  reply.ascii('","clientOrderId":"').ascii(clientId).ascii('","symbol":"').ascii(pair.name);
}

function writeTail({ side, kind }: Pick<Terms, "side" | "kind">, status: OrderStatus): void {
  reply.ascii('","type":"').ascii(KINDS[kind]).ascii('","side":"').ascii(SIDES[side]);
  reply.ascii('","status":"').ascii(STATUSES[status]).ascii('"');
}

/** The state after matching. SPOT-FIELD-1: `origQty` is the volume as it was asked for. */
export function writePlaced(pair: Pair, asked: OrderRequest, placed: Placement): string {
  const { orderId, executed, timeMs, status } = placed;
  writeHead(orderId, clientIdOf({ id: orderId, clientId: asked.clientId }), pair);
  const price = asked.kind === "market" ? "0" : asked.price; // SPOT-FIELD-1
  reply.ascii('","transactTime":').steps(timeMs, 0).ascii(',"price":"').ascii(price);
  reply.ascii('","origQty":"').ascii(asked.quantity);
  reply.ascii('","executedQty":"').steps(executed, pair.quantityPrecision);
  writeTail(asked, status);
  return reply.ascii("}").take();
}

export function writeCanceled(pair: Pair, { orderId, clientId }: Canceled): string {
  writeHead(orderId, clientId, pair);
  return reply.ascii('","status":"CANCELED"}').take();
}

/** SPOT-FIELD-1 */
export function writeOrder(pair: Pair, order: Terms, { clientId, status, avgPrice }: OrderOutcome) {
  const { pricePrecision, quantityPrecision } = pair;
  writeHead(order.id, clientId, pair);
  reply.ascii('","price":"').steps(order.ticks, pricePrecision).ascii('","origQty":"');
  const isAmount = order.kind === "market" && order.side === "buy";
  if (isAmount) reply.units(order.budget, pricePrecision + quantityPrecision);
  else reply.steps(order.lots, quantityPrecision);
  reply.ascii('","executedQty":"').steps(order.executed, quantityPrecision);
  reply.ascii('","avgPrice":"').ascii(avgPrice);
  writeTail(order, status);
  reply.ascii(',"transactTime":').steps(order.placedAtMs, 0);
  return reply.ascii(',"time":').steps(order.placedAtMs, 0).ascii("}").take();
}
