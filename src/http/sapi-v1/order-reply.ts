/**
 * Orders as this dialect writes them: JSON made by hand from exact decimals, each value in its one
 * canonical form (NUM-DEC-1). Client ids and names are of letters that need no escape.
 */

import {
  clientId,
  decimalText,
  id,
  idText,
  name,
  record,
  recordWith,
  time,
  truth,
  word,
} from "../../contract/field.ts";
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import type { EndReason } from "../../engine/orders/end-reasons.ts";
import type { Instructions } from "../../engine/orders/instructions.ts";
import {
  clientIdOf,
  type Order,
  type OrderId,
  type OrderStatus,
} from "../../engine/orders/order.ts";
import type { Canceled } from "../../engine/orders/order-commands.ts";
import type { OrderRequest, Placement } from "../../engine/spot/spot.ts";
import { formatSteps } from "../../money/decimal.ts";
import { END_FIELDS, END_REASONS } from "../dialect/end-reason.ts";
import { FORCED } from "../dialect/forced.ts";
import { ReplyText } from "../dialect/reply-text.ts";
import { SELF_TRADES, TIMES_IN_FORCE } from "./order-instructions.ts";

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

/** SPOT-FIELD-3 */
const ASKED_FIELDS = {
  timeInForce: word(Object.values(TIMES_IN_FORCE), "of an order that asked for more"),
  selfTrade: word(Object.values(SELF_TRADES), "as it was asked for"),
  triggerPrice: decimalText("price that a stop waits or waited for"),
  triggered: truth("whether the last price has reached it"),
};

const SOMETIMES = { ...ASKED_FIELDS, ...END_FIELDS };

export const PLACED = recordWith(PLACED_FIELDS, SOMETIMES);

const ORDER_FIELDS = {
  ...PLACED_FIELDS,
  avgPrice: decimalText("average price of what was traded, 0 for nothing"),
  time: time("the same as transactTime"),
};

export const ORDER = recordWith(ORDER_FIELDS, SOMETIMES);

/** HIST-FORCED-2 */
export const ENDED_MARGIN_ORDER = recordWith({ ...ORDER_FIELDS, forced: FORCED }, SOMETIMES);

export const CANCELED = record({
  ...NAMES,
  status: word([STATUSES.canceled], "that it is canceled"),
});

/** The terms of an order, which stay the same from its placing on. */
export type Terms = Pick<
  Order,
  "id" | "side" | "kind" | "ticks" | "lots" | "budget" | "executed" | "placedAtMs"
> & { readonly instructions?: ShownInstructions | undefined };

/** What is shown of an order's instructions. */
type ShownInstructions = Readonly<
  Pick<Instructions, "timeInForce" | "selfTrade" | "triggerTicks" | "isWaiting">
>;

/** The names of an order, and what became of it. */
export interface OrderOutcome {
  readonly clientId: string;
  readonly status: OrderStatus;
  readonly avgPrice: string;
  readonly reason?: EndReason | undefined;
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

/** SPOT-FIELD-3: only an order that asked for more shows what it asked for. */
function writeInstructions({ pricePrecision }: Pair, instructions: ShownInstructions): void {
  const { triggerTicks, isWaiting } = instructions;
  writeAsked(instructions);
  writeTrigger(triggerTicks > 0 ? formatSteps(triggerTicks, pricePrecision) : "", isWaiting);
}

function writeAsked({
  timeInForce,
  selfTrade,
}: Pick<Instructions, "timeInForce" | "selfTrade">): void {
  reply.ascii(',"timeInForce":"').ascii(TIMES_IN_FORCE[timeInForce]).ascii('"');
  if (selfTrade) reply.ascii(',"selfTrade":"').ascii(SELF_TRADES[selfTrade]).ascii('"');
}

/** SPOT-STOP-2: a stop that waits is NEW, as one that rests; `triggered` tells them apart. */
function writeTrigger(triggerPrice: string, isWaiting: boolean): void {
  if (triggerPrice === "") return;
  reply.ascii(',"triggerPrice":"').ascii(triggerPrice).ascii('","triggered":');
  reply.ascii(isWaiting ? "false" : "true");
}

/** SPOT-FIELD-4 */
function writeEnd(reason: EndReason | undefined): string {
  if (reason) reply.ascii(',"endReason":"').ascii(END_REASONS[reason]).ascii('"');
  return reply.ascii("}").take();
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
  if (asked.instructions) {
    writeAsked(asked.instructions);
    writeTrigger(asked.instructions.triggerPrice, placed.isWaiting === true);
  }
  return writeEnd(placed.reason);
}

export function writeCanceled(pair: Pair, { orderId, clientId }: Canceled): string {
  writeHead(orderId, clientId, pair);
  return reply.ascii('","status":"CANCELED"}').take();
}

/** SPOT-FIELD-1 */
export function writeOrder(pair: Pair, order: Terms, outcome: OrderOutcome): string {
  const { clientId, status, avgPrice, reason } = outcome;
  const { pricePrecision, quantityPrecision } = pair;
  writeHead(order.id, clientId, pair);
  reply.ascii('","price":"').steps(order.ticks, pricePrecision).ascii('","origQty":"');
  const isAmount = order.kind === "market" && order.side === "buy";
  if (isAmount) reply.units(order.budget, pricePrecision + quantityPrecision);
  else reply.steps(order.lots, quantityPrecision);
  reply.ascii('","executedQty":"').steps(order.executed, quantityPrecision);
  reply.ascii('","avgPrice":"').ascii(avgPrice);
  writeTail(order, status);
  if (order.instructions) writeInstructions(pair, order.instructions);
  reply.ascii(',"transactTime":').steps(order.placedAtMs, 0);
  reply.ascii(',"time":').steps(order.placedAtMs, 0);
  return writeEnd(reason);
}
