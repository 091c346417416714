/**
 * What became of the order with a client id. Users choose their own, so several may have borne it: then all are named, newest first,
 * each with its user, and none is told at length. Rule EXPLAIN-NAME-1.
 */
import { explainOrder } from "./explain-order.ts";
import { findNames, type Namesakes } from "./find-names.ts";
import { tellPast } from "./past.ts";
import type { Sources } from "./sources.ts";
import type { NamesakeTold, OrderExplained, SeveralFound } from "./words/explanation.ts";
import { Names } from "./words/names.ts";

/** EXPLAIN-NAME-1: so many are named. */
export const NAMED_MAX = 16;

export function* explainName(
  sources: Sources,
  clientId: string,
): Generator<undefined, OrderExplained | SeveralFound | undefined> {
  const found = yield* findNames(sources, clientId);
  const [newest, ...more] = found?.orders ?? [];
  if (!found || newest === undefined) return undefined;
  if (more.length === 0) return yield* explainOnly(sources, newest, clientId);
  const orders = found.orders.slice(0, NAMED_MAX).map((order) => namesake(found, order));
  const untold = found.orders.length - orders.length;
  const notes = untold === 0 ? [] : [`${untold} older ones had it, too, and are not named`];
  return { found: "orders", id: clientId, orders, notes };
}

function* explainOnly(sources: Sources, order: number, clientId: string) {
  const explained = yield* explainOrder(sources, order);
  if (!explained) return undefined;
  const note = `${clientId} is the client id of order ${order}`;
  return { ...explained, notes: [note, ...explained.notes] };
}

/** An order in a line; what ended a moment ago may not be in history yet. */
function namesake({ state, ended, users }: Namesakes, order: number): NamesakeTold {
  const names = new Names(state);
  const open = state.orders.byId.get(order);
  if (open) return { order, user: names.user(open.user), says: `${names.order(open)}, open` };
  const record = ended.get(order);
  const past = record && tellPast(state, [record]);
  if (!past) return { order, user: names.user(users.get(order) ?? 0), says: "ended a moment ago" };
  return { order, user: past.user, says: `${past.order}, ${past.now}` };
}
