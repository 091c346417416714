/** Futures orders as the contract has them, open or ended. */

import type { ValueOf, Written } from "../../../contract/field.ts";
import { FUTURES_ORDER } from "../../../contract/futures/order-shapes.ts";
import {
  ACTIONS,
  STATUSES,
  TRIGGER_CODES,
  TRIGGER_SOURCES,
} from "../../../contract/futures/order-words.ts";
import { END_REASONS, KINDS, SIDES, TIMES_IN_FORCE } from "../../../contract/order-words.ts";
import { writerOf } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { EndReason } from "../../../core/engine/orders/end-reasons.ts";
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
} from "../../../core/engine/orders/order.ts";
import type { OrderDetails } from "../../../core/engine/orders/order-events.ts";
import { contractAveragePrice } from "../../../core/engine/read/contracts.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { priceOf } from "../../../runtime/history/history.ts";
import { formatShown, pairNameOf } from "./market-reply.ts";

type WrittenOrder = Written<ValueOf<typeof FUTURES_ORDER>>;

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

/** Only legs of order lists of pairs are pending. */
function statusOf(status: OrderStatus) {
  return STATUSES[status as Exclude<OrderStatus, "pending">];
}

/** An id, and the same as a string for clients whose numbers are too small. */
export function idFields(id: OrderId) {
  return { orderId: id, orderIdString: `${id}` };
}

/** FUT-FIELD-11: a market order that opens is asked for as a value, in the margin coin. */
export function volumeAsked(
  { scale }: Contract,
  { kind, action, lots, budget }: Pick<ShownOrder, "kind" | "action" | "lots" | "budget">,
): string {
  return kind === "market" && action === "open" ? formatUnits(budget, scale) : `${lots}`;
}

/** FUT-FIELD-13: the condition of an order, also when it is met or the order is over. */
export function triggerFields(
  { pricePrecision, triggerSource }: Contract,
  { trigger, triggerTicks }: Pick<ShownOrder, "trigger" | "triggerTicks">,
) {
  return {
    triggerType: TRIGGER_CODES[trigger],
    triggerPrice: formatSteps(triggerTicks, pricePrecision),
    triggerPriceSource: TRIGGER_SOURCES[trigger === "none" ? "none" : triggerSource],
  };
}

/** FUT-FIELD-11 */
export function orderOf(contract: Contract, order: ShownOrder): ValueOf<typeof FUTURES_ORDER> {
  return {
    ...idFields(order.id),
    clientOrderId: order.clientId,
    contractName: contract.name,
    symbol: pairNameOf(contract),
    price: formatShown(order.price),
    origQty: volumeAsked(contract, order),
    executedQty: `${order.executed}`,
    avgPrice: formatShown(order.avgPrice),
    type: KINDS[order.kind],
    side: SIDES[order.side],
    action: ACTIONS[order.action],
    timeInForce: TIMES_IN_FORCE[order.timeInForce],
    status: statusOf(order.status),
    ...triggerFields(contract, order),
    transactTime: order.placedAtMs,
    time: order.placedAtMs,
    endReason: order.reason && END_REASONS[order.reason],
  };
}

const orderText = writerOf(FUTURES_ORDER);

export function writeDetails(contract: Contract, order: ShownOrder): WrittenOrder {
  return orderText(orderOf(contract, order));
}

/** An open order, resting or waiting, as it stands now. */
export function openOf(contract: Contract, order: OrderDetails): ValueOf<typeof FUTURES_ORDER> {
  const terms = present(order.futures, "the terms of a futures order");
  const { action, timeInForce, trigger, triggerTicks } = terms;
  return orderOf(contract, {
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

export function writeOpen(contract: Contract, order: OrderDetails): WrittenOrder {
  return orderText(openOf(contract, order));
}
