/**
 * Orders as this dialect writes them, open or ended: JSON numbers from exact decimals (FUT-WIRE-3).
 * Client ids and names are of letters that need no escape.
 */

import { present } from "../../base/assert.ts";
import {
  clientId,
  code,
  figure,
  id as idShape,
  idText,
  list,
  name,
  record,
  time,
  word,
} from "../../contract/field.ts";
import { KINDS, SIDES, TIMES_IN_FORCE } from "../../contract/order-words.ts";
import { END } from "../../contract/pair-orders.ts";
import type { Contract } from "../../engine/catalogue/contract.ts";
import type { EndReason } from "../../engine/orders/end-reasons.ts";
import {
  type Action,
  clientIdOf,
  type OrderId,
  type OrderKind,
  type OrderStatus,
  openStatusOf,
  type Side,
  type TimeInForce,
  type Trigger,
} from "../../engine/orders/order.ts";
import type { OrderDetails } from "../../engine/orders/order-events.ts";
import { contractAveragePrice } from "../../engine/read/contracts.ts";
import { priceOf } from "../../history/history.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { writeEnd } from "../dialect/end-reason.ts";
import { jsonObject, jsonText } from "../dialect/json-text.ts";
import { formatShown, pairNameOf } from "./market-reply.ts";
import { ACTIONS, STATUSES, TRIGGER_CODES, TRIGGER_SOURCES } from "./order-words.ts";

/** What is shown of an order, whether it is open or not; prices in 10^-8. */
export interface ShownOrder {
  readonly id: OrderId;
  readonly clientId: string;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly action: Action;
  readonly timeInForce: TimeInForce;
  readonly status: OrderStatus;
  readonly trigger: Trigger;
  readonly triggerTicks: number;
  readonly price: bigint;
  readonly avgPrice: bigint;
  readonly lots: number;
  readonly budget: bigint;
  readonly executed: number;
  readonly placedAtMs: number;
  readonly reason?: EndReason | undefined;
}

export const ID_FIELDS = {
  orderId: idShape("id of the order"),
  orderIdString: idText("the same as a string"),
};

export const ORDER_ID = record(ID_FIELDS);

export const TRIGGER_FIELDS = {
  triggerType: code(
    Object.values(TRIGGER_CODES),
    "1 stop loss, 2 stop gain, 3 up, 4 down; 0 for an order without a condition",
  ),
  triggerPrice: figure("price that it waits for, or waited; 0 for an order without a condition"),
  triggerPriceSource: word(
    Object.values(TRIGGER_SOURCES),
    "what is held against it: the contract's LAST trade, its MARK, or NONE",
  ),
};

const ORDER_FIELDS = {
  ...ID_FIELDS,
  clientOrderId: clientId("your own name of the order, or the server's"),
  contractName: name("contract"),
  symbol: name("its coins, as in BTCUSDT"),
  price: figure("limit; 0 for MARKET"),
  origQty: figure("contracts; of a MARKET order that opens, the value in the margin coin"),
  executedQty: figure("contracts traded so far"),
  avgPrice: figure("average price of what was traded, 0 for nothing"),
  type: word(Object.values(KINDS), "kind of order"),
  side: word(Object.values(SIDES), "side"),
  action: word(Object.values(ACTIONS), "whether it opens or closes"),
  timeInForce: word(Object.values(TIMES_IN_FORCE), "time in force"),
  status: word(Object.values(STATUSES), "what became of it; INIT waits for its condition"),
  ...TRIGGER_FIELDS,
  transactTime: time("when it was placed"),
  time: time("the same as transactTime"),
};
const ORDER = record({ ...ORDER_FIELDS, ...END });

export const ORDERS = list(ORDER, "newest first");

/** An id, and the same as a string for clients whose numbers are too small. */
export function idFields(id: OrderId) {
  return { orderId: id, orderIdString: jsonText(`${id}`) };
}

export function writeOrderId(id: OrderId): string {
  return jsonObject(idFields(id));
}

/** FUT-FIELD-11: a market order that opens is asked for as a value, in the margin coin. */
export function volumeAsked(
  { scale }: Contract,
  { kind, action, lots, budget }: Pick<ShownOrder, "kind" | "action" | "lots" | "budget">,
): string {
  return kind === "market" && action === "open" ? formatUnits(budget, scale) : `${lots}`;
}

/** FUT-FIELD-13: the condition of an order, also when it is met or the order is over. */
export function triggerTexts(
  { pricePrecision, triggerSource }: Contract,
  { trigger, triggerTicks }: Pick<ShownOrder, "trigger" | "triggerTicks">,
) {
  return {
    triggerType: TRIGGER_CODES[trigger],
    triggerPrice: formatSteps(triggerTicks, pricePrecision),
    triggerPriceSource: jsonText(TRIGGER_SOURCES[trigger === "none" ? "none" : triggerSource]),
  };
}

/** FUT-FIELD-11 */
export function writeDetails(contract: Contract, order: ShownOrder): string {
  return jsonObject({
    ...idFields(order.id),
    clientOrderId: jsonText(order.clientId),
    contractName: jsonText(contract.name),
    symbol: jsonText(pairNameOf(contract)),
    price: formatShown(order.price),
    origQty: volumeAsked(contract, order),
    executedQty: order.executed,
    avgPrice: formatShown(order.avgPrice),
    type: jsonText(KINDS[order.kind]),
    side: jsonText(SIDES[order.side]),
    action: jsonText(ACTIONS[order.action]),
    timeInForce: jsonText(TIMES_IN_FORCE[order.timeInForce]),
    status: jsonText(STATUSES[order.status]),
    ...triggerTexts(contract, order),
    transactTime: order.placedAtMs,
    time: order.placedAtMs,
    ...writeEnd(order),
  });
}

/** An open order, resting or waiting, as it stands now. */
export function writeOpen(contract: Contract, order: OrderDetails): string {
  const { action, timeInForce, trigger, triggerTicks } = present(
    order.futures,
    "the terms of a futures order",
  );
  return writeDetails(contract, {
    ...order,
    action,
    timeInForce,
    trigger,
    triggerTicks,
    clientId: clientIdOf(order),
    status: openStatusOf(order),
    price: priceOf({ ticks: order.ticks, forcedPrice: 0n }, contract),
    avgPrice: contractAveragePrice(contract, order),
  });
}
