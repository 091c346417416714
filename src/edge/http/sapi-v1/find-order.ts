/**
 * Finding an order of spot or margin, in the words of this dialect: by orderId or newClientOrderId,
 * and by symbol (SPOT-CANCEL-1).
 */

import { NO_ORDER } from "../../../contract/forms.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { Order, OrderId } from "../../../core/engine/orders/order.ts";
import type { SignedCall } from "../dialect/endpoint.ts";
import { findOrder, type OrderReference, readName } from "../dialect/find-order.ts";
import { detailsIn } from "./history-rows.ts";
import { writeOpen } from "./order-reply.ts";
import { getPairEver } from "./order-request.ts";

/** Which of the user's orders is wanted. */
export interface WantedPairOrder {
  readonly area: Area;
  readonly pair: Pair;
  readonly name: OrderReference;
}

/** SPOT-CLIENT-1 */
const CLIENT_ID = { parameter: "newClientOrderId", lengthMax: 64 };

export function readWanted(call: SignedCall, area: Area, values: NameValues): WantedPairOrder {
  const { symbol, orderId, newClientOrderId: clientId } = values;
  const name = readName({ orderId, clientId }, CLIENT_ID);
  const pair = getPairEver(call, symbol);
  if (orderId === NO_ORDER) throw new Refusal("NO_SUCH_ORDER"); // SPOT-CANCEL-1
  return { area, pair, name };
}

interface NameValues {
  readonly symbol: string;
  readonly orderId: OrderId | undefined;
  readonly newClientOrderId: string | undefined;
}

/** The order as it is written; undefined when there is none. An open one is found at once. */
export function findPairOrder(call: SignedCall, { area, pair, name }: WantedPairOrder) {
  const writer = { writeOpen: (order: Order) => writeOpen(pair, order), detailsIn };
  return findOrder(call, { area, pair: pair.id, name }, writer);
}
