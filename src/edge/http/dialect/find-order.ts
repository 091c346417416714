/**
 * Finding a user's own order, open or ended, by its id or by its client id. Another user's
 * order, another symbol's or another area's counts as none (SPOT-CANCEL-1).
 */

import type { Written } from "../../../contract/field.ts";
import { type ClientIdForm, demandClientId } from "../../../contract/forms.ts";
import { missing } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Rejected } from "../../../core/base/outcome.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { Order, OrderId } from "../../../core/engine/orders/order.ts";
import { openOrderNamed } from "../../../core/engine/read/orders.ts";
import type { SignedCall } from "./endpoint.ts";

/** How a request names an order: by id, or with id 0 by client id. */
export interface OrderReference {
  readonly order: OrderId;
  readonly clientId: string;
}

/** Which of the user's orders is wanted; in futures `pair` is the id of a contract. */
export interface WantedOrder {
  readonly area: Area;
  readonly pair: number;
  readonly name: OrderReference;
}

/** SPOT-CLIENT-4: the order id decides when both are given, and a client id has its form all the same; one of the two is enough. */
export function readName(
  { orderId, clientId }: { orderId: OrderId | undefined; clientId: string | undefined },
  form: ClientIdForm,
  parameter = "orderId",
): OrderReference {
  if (orderId === undefined && clientId === undefined)
    throw missing(parameter, `${parameter}, or ${form.parameter}`);
  const name = clientId === undefined ? "" : demandClientId(clientId, form);
  return orderId === undefined ? { order: 0, clientId: name } : { order: orderId, clientId: "" };
}

/** How a dialect writes an order that is open, and where it stands in the row of one that has ended. */
export interface OrderWriter<T> {
  writeOpen(order: Order): Written<T>;
  detailsIn(row: string): Written<T>;
}

/** The order as its dialect writes it; undefined when there is none. An open one is found at once. */
export function findOrder<T>(
  call: SignedCall,
  wanted: WantedOrder,
  { writeOpen, detailsIn }: OrderWriter<T>,
): Written<T> | Promise<Written<T> | undefined> {
  const open = findOpen(call, wanted);
  if (open && isOwn(open, call.user, wanted)) return writeOpen(open);
  // SPOT-CLIENT-4: the newest with this name is open, and of another symbol.
  if (open && wanted.name.order === 0) return Promise.resolve(undefined);
  // Another user's open order is looked for as if there were none: the time it takes tells nothing.
  return findEnded(call, wanted).then((row) => (row === undefined ? undefined : detailsIn(row)));
}

async function findEnded(
  { history, user }: SignedCall,
  { area, pair, name: { order, clientId } }: WantedOrder,
): Promise<string | undefined> {
  const owner = { area, user, market: pair };
  const [row] = rowsOrRefusal(
    order === 0
      ? await history.named({ kind: "name", ...owner, clientId })
      : await history.order(owner, order),
  );
  return row;
}

function findOpen(call: SignedCall, { area, name }: WantedOrder): Order | undefined {
  const { order, clientId } = name;
  const { exchange, user } = call;
  const { state } = exchange;
  if (order !== 0) return state.orders.byId.get(order);
  return openOrderNamed(state, { user, area, clientId });
}

/**
 * SPOT-CANCEL-2: whether an order that a cancel has not found open had ended by then. What came behind the cancel may be open or
 * ended by now, and is none of it; a market that is gone has nothing that came later.
 */
export async function hadEnded(
  { needed: orderIdLast = `${Number.MAX_SAFE_INTEGER}` }: Pick<Rejected<unknown>, "needed">,
  found: string | undefined | Promise<string | undefined>,
): Promise<boolean> {
  const order = await found;
  return order !== undefined && JSON.parse(order).orderId <= Number(orderIdLast);
}

/** HIST-BOUND-1: a page that cannot be had now is refused, never cut short. */
export function rowsOrRefusal<T = readonly string[]>(rows: T | "behind"): T {
  if (rows !== "behind") return rows;
  throw new Refusal("DISCONNECTED", { msg: "The archive is behind; ask again." });
}

/** SPOT-CANCEL-1 */
function isOwn(order: Order, user: number, { area, pair }: WantedOrder): boolean {
  return order.user === user && order.market === pair && order.area === area;
}

/** SPOT-CANCEL-1 */
export async function demandFound<T>(
  found: Written<T> | Promise<Written<T> | undefined>,
): Promise<Written<T>> {
  const order = await found;
  if (order === undefined) throw new Refusal("NO_SUCH_ORDER");
  return order;
}
