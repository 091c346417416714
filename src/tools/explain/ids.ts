/**
 * The ids that users know: digits are an order's, base 36 is a request's, as it
 * stands in X-Request-Id. A text of digits may be both. Rule EXPLAIN-ID-1.
 */
import { isClientId } from "../../core/engine/orders/client-id-form.ts";
import { serverMadeId } from "../../core/engine/orders/open-orders.ts";

const ORDER_ID = /^[1-9][0-9]{0,15}$/;
const REQUEST_ID = /^[1-9a-z][0-9a-z]{0,10}$/;

export function orderIn(id: string): number | undefined {
  const number = ORDER_ID.test(id) ? Number(id) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The number behind the text of X-Request-Id. */
export function requestIn(id: string): number | undefined {
  const number = REQUEST_ID.test(id) ? Number.parseInt(id, 36) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether a text can be the id of anything; EXPLAIN-NAME-1: a client id that a user or the server made is one. */
export function isId(id: string): boolean {
  const isNumber = orderIn(id) !== undefined || requestIn(id) !== undefined;
  return isNumber || isClientId(id) || serverMadeId(id) > 0;
}
