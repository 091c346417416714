/**
 * Order lists, open or ended: one with all its orders, and all of them in pages. What is open is read before the history is asked, so a
 * list that ends meanwhile is found there, and is told once. Rules SPOT-LIST-16, HIST-LIST-1, HIST-LIST-2, HIST-PAGE-1.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { PAGE_DEFAULT } from "../../../contract/pages.ts";
import * as lists from "../../../contract/pairs/order-lists.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import {
  isListNamed,
  type NamedList,
  orderIdsOf,
} from "../../../core/engine/orders/order-lists.ts";
import { openListNamed, openListsIn } from "../../../core/engine/read/order-lists.ts";
import { type SignedCall, serve } from "../dialect/endpoint.ts";
import { readName, rowsOrRefusal } from "../dialect/find-order.ts";
import { detailsIn } from "./history-rows.ts";
import { type KeptList, keptListIn, openKeptOf } from "./list-reply.ts";
import { writeOpen } from "./order-reply.ts";
import { getPairEver } from "./order-request.ts";

type OrderText = ReturnType<typeof writeOpen>;

const listText = writerAround(lists.QUERIED_LIST, "orders");

/** SPOT-LIST-7 */
const NAME = { parameter: "listClientOrderId", lengthMax: 64 };

const queryOrderList = serve(lists.queryOrderList, async (call, values) => {
  const { symbol, orderListId: orderId, listClientOrderId } = values;
  const name = readName({ orderId, clientId: listClientOrderId }, NAME, "orderListId");
  const pair = getPairEver(call, symbol);
  const { order: list, clientId } = name;
  const named = { user: call.user, pair: pair.id, list, clientId };
  return (await openList(call, pair, named)) ?? (await endedList(call, pair, named));
});

type Queried = Written<ValueOf<typeof lists.QUERIED_LIST>>;

/** As of one moment: those of its orders that are open are read in the same turn. */
async function openList(
  call: SignedCall,
  pair: Pair,
  named: NamedList,
): Promise<Queried | undefined> {
  const { state } = call.exchange;
  const list = openListNamed(state, named);
  if (!list) return undefined;
  const open = new Map(list.orders.map((order) => [order.id, writeOpen(pair, order)]));
  const orders = orderIdsOf(list).map(async (id) => open.get(id) ?? endedOrder(call, pair, id));
  return written(openKeptOf(pair, list), await Promise.all(orders));
}

async function endedList(call: SignedCall, pair: Pair, named: NamedList): Promise<Queried> {
  const [row] = rowsOrRefusal(await findEnded(call, named));
  if (row === undefined) throw new Refusal("NO_SUCH_ORDER");
  const list = keptListIn(row);
  const orders = list.orderIds.map((id) => endedOrder(call, pair, id));
  return written(list, await Promise.all(orders));
}

async function findEnded({ history, exchange }: SignedCall, named: NamedList) {
  const { user, pair: market, list, clientId: name } = named;
  const owner = { area: "spot", user, market } as const;
  if (list !== 0) return await history.list(owner, list);
  // HIST-LIST-2: the newest with this name is open, and of another symbol.
  if (name === "" || isListNamed(exchange.state.lists, user, name)) return [];
  return await history.namedList({ kind: "list_name", ...owner, name });
}

/** Undefined of one that a sandbox has forgotten (HIST-FORGET-1). */
async function endedOrder(
  { history, user }: SignedCall,
  { id: market }: Pair,
  id: number,
): Promise<OrderText | undefined> {
  const owner = { area: "spot", user, market } as const;
  const [row] = rowsOrRefusal(await history.order(owner, id));
  return row === undefined ? undefined : detailsIn(row);
}

function written(
  { orderIds: _, ...list }: KeptList,
  orders: readonly (OrderText | undefined)[],
): Queried {
  return listText({ ...list, orders: writtenList(orders.flatMap((order) => order ?? [])) });
}

/** HIST-PAGE-1: in pages as the history of orders, and those that are open stand in their places. */
const allOrderLists = serve(lists.allOrderLists, async (call, values) => {
  const { symbol, limit = PAGE_DEFAULT, fromId = 0 } = values;
  const { exchange, user } = call;
  const pair = getPairEver(call, symbol);
  const open = openListsIn(exchange.state, { user, pair: pair.id })
    .filter(({ id }) => id >= fromId)
    .map((list) => openKeptOf(pair, list));
  const query = { kind: "list", area: "spot", user, market: pair.id, limit, fromId } as const;
  const ended = rowsOrRefusal(await call.history.page(query)).map(keptListIn);
  const lists = mergedLists(ended, open);
  return fromId === 0 ? lists.slice(0, limit) : lists.slice(-limit);
});

/** Newest first. One that ended meanwhile is in both: it is told as it ended. */
function mergedLists(ended: readonly KeptList[], open: readonly KeptList[]): KeptList[] {
  const over = new Set(ended.map(({ orderListId }) => orderListId));
  const still = open.filter(({ orderListId }) => !over.has(orderListId));
  return [...ended, ...still].sort((one, other) => other.orderListId - one.orderListId);
}

export const LIST_QUERY_ROUTES = [queryOrderList, allOrderLists];
