/**
 * A change of an open order of spot or margin: what is typed in its line, what is sent for it, and what came of it. Less at the
 * same price keeps its id and its turn; all else is a new order in its place. Rules SPOT-REPLACE-1 to SPOT-REPLACE-5.
 */
import type { ReplacedOrder, Replacement } from "../../../../src/client/client.ts";
import { openSizeOf } from "../../exchange/account/counted-size.ts";
import { isWaiting, waitsForPrice } from "../../exchange/account/say-trigger.ts";
import type { AccountOrder } from "../../exchange/exchange.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import { readFields, type Typed } from "../../trade/form/check-form.ts";
import { sayStatus } from "../../trade/form/say-status.ts";

export type PairOrder = Extract<AccountOrder, { readonly area: "spot" | "margin" }>;

/** As typed; the quantity is what is still to be traded. */
export interface AmendDraft {
  readonly price: string;
  readonly quantity: string;
  readonly triggerPrice: string;
}

export const FIELD_NAMES: Readonly<Record<keyof AmendDraft, string>> = {
  price: "Price",
  quantity: "Open quantity",
  triggerPrice: "Trigger price",
};

export function amendDraftOf(order: PairOrder): AmendDraft {
  return {
    price: order.price,
    quantity: openSizeOf(order),
    triggerPrice: order.triggerPrice ?? "",
  };
}

/** With plain decimals of what was typed, or what is wrong with it. */
export function readAmend(order: PairOrder, draft: AmendDraft): AmendDraft | string {
  const typed: Typed[] = [{ field: "quantity", text: draft.quantity, what: "a quantity" }];
  if (order.type === "LIMIT") typed.push({ field: "price", text: draft.price, what: "a price" });
  if (waitsForPrice(order)) {
    typed.push({ field: "triggerPrice", text: draft.triggerPrice, what: "a price" });
  }
  const { values, complaints, isComplete } = readFields(typed);
  const [complaint] = complaints;
  if (complaint) return complaint.text;
  if (!isComplete) return "Not sent: a figure is missing.";
  return {
    price: values.get("price") ?? "",
    quantity: values.get("quantity") ?? "",
    triggerPrice: values.get("triggerPrice") ?? "",
  };
}

/** SPOT-CLIENT-1: the server's own name of an order, which no order may be given. */
const SERVERS_NAME = /^bourse:\d+$/;

/** SPOT-ICE-1: what is less than a slice shows whole without one, and would be refused with it. */
function isSlice(icebergQty: string | undefined, quantity: string): boolean {
  return icebergQty !== undefined && compareDecimals(icebergQty, quantity) <= 0;
}

/**
 * All of the order in its place, which keeps what the old one asked for, its name too. One that trails begins anew at the last
 * price; the price from which it was to trail has been there, and would have to come again.
 */
export function replacementOf(order: PairOrder, draft: AmendDraft): Replacement {
  const {
    symbol,
    side,
    timeInForce,
    selfTrade,
    volumeUnit,
    icebergQty,
    trailingDelta,
    clientOrderId,
    orderIdString,
  } = order;
  const type =
    order.type === "LIMIT"
      ? ({ type: "LIMIT", price: draft.price } as const)
      : ({ type: "MARKET" } as const);
  return {
    symbol,
    side,
    ...type,
    volume: draft.quantity,
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(selfTrade === undefined ? {} : { selfTrade }),
    ...(volumeUnit === undefined ? {} : { volumeUnit }),
    ...(isSlice(icebergQty, draft.quantity) ? { icebergQty } : {}),
    ...(isWaiting(order) && trailingDelta !== undefined ? { trailingDelta } : {}),
    ...(waitsForPrice(order) ? { triggerPrice: draft.triggerPrice } : {}),
    ...(SERVERS_NAME.test(clientOrderId) ? {} : { newClientOrderId: clientOrderId }),
    cancelOrderId: orderIdString,
  };
}

/** What became of both orders; an order that was rejected is thrown, as all refusals are. */
export function sayReplaced(
  order: Pick<PairOrder, "orderIdString">,
  { cancelResult, newOrderError, newOrderResponse }: ReplacedOrder,
): string {
  const { orderIdString: id, price, status, triggered } = newOrderResponse;
  const old = `Order ${order.orderIdString}`;
  if (newOrderError) {
    throw new Error(`${old} was canceled, and the new one was rejected: ${newOrderError.msg}`);
  }
  if (cancelResult === "AMENDED") {
    const left = formatPlain(openSizeOf(newOrderResponse));
    return `${old} was changed in its place: ${left} left at ${formatPlain(price)}. It keeps its turn.`;
  }
  const state = sayStatus(triggered === false ? "INIT" : status);
  return `${old} was replaced by order ${id}: ${state}.`;
}
