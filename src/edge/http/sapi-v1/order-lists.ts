/** Order lists in the words of this dialect: orders as in a batch, placed and canceled whole. Rules SPOT-LIST-1, SPOT-LIST-13. */
import type { ValueOf } from "../../../contract/field.ts";
import * as lists from "../../../contract/pairs/order-lists.ts";
import type { ValuesOf } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { AskedInstructions } from "../../../core/engine/orders/instructions.ts";
import { openListsIn } from "../../../core/engine/read/order-lists.ts";
import type { PlacedList, PlaceOrderList } from "../../../core/engine/spot/lists/list-commands.ts";
import type { OrderRequest, Placement } from "../../../core/engine/spot/spot.ts";
import { checkOrderList } from "../../../core/preview/read/check-order-list.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import { type SignedCall, serve } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { execute, executed } from "../dialect/submit.ts";
import { namesOf } from "./list-reply.ts";
import { canceledOf, openOf, placedOf } from "./order-reply.ts";
import { anyOf, getPairNamed, readItems } from "./order-request.ts";

const createOrderList = serve(lists.createOrderList, (call, values) => {
  const { pair, command } = toList(call, values);
  return executed(call, command, (placed) => placedListOf(pair, command, placed));
});

/** SPOT-LIST-17: checks against the live state at the time the list would have had, and logs nothing. */
const testOrderList = serve(lists.testOrderList, (call, values) => {
  const { exchange } = call;
  const { command } = toList(call, values);
  const refused = checkOrderList(exchange.state, command, engineTimeOf(exchange));
  if (refused) throw refusalOf(refused);
  return {};
});

type Asked = ValuesOf<typeof lists.LIST_PARAMETERS>;

function toList(call: SignedCall, values: Asked): { pair: Pair; command: PlaceOrderList } {
  const { listType: kind, listClientOrderId: clientId = "" } = values;
  const { pair, items, told, more, sliced, trailed } = readItems(call, values);
  const { user, key, request } = call;
  const command: PlaceOrderList = {
    type: "PlaceOrderList",
    user,
    key,
    request,
    pair: pair.id,
    kind,
    clientId,
    items: items.map((item, at) => {
      return { ...item, instructions: told[at], extras: more[at] };
    }),
    tactics: anyOf(sliced),
    trailing: anyOf(trailed),
  };
  return { pair, command };
}

function placedListOf(
  pair: Pair,
  { kind, clientId, items, tactics, trailing }: PlaceOrderList,
  { listId, orders }: PlacedList,
): ValueOf<typeof lists.PLACED_LIST> {
  const [first] = orders as readonly [Placement];
  return {
    ...namesOf(pair, { id: listId, clientId }),
    listType: lists.LIST_TYPES[kind],
    transactTime: first.timeMs,
    orders: orders.map((placed, at) => {
      const { instructions = GTC, ...item } = items[at] as OrderRequest;
      const besides = { instructions, tactics: tactics?.[at], trailing: trailing?.[at] };
      const shown = placedOf(pair, { ...item, ...besides }, placed);
      return { ...shown, orderListId: listId };
    }),
  };
}

/** SPOT-FIELD-3: an order of a list has instructions, whatever it asked for. */
const GTC: AskedInstructions = { timeInForce: "gtc", selfTrade: undefined, triggerPrice: "" };

const cancelOrderList = serve(lists.cancelOrderList, async (call, values) => {
  const { symbol, orderListId, listClientOrderId: clientId = "" } = values;
  const pair = getPairNamed(call, symbol);
  if (orderListId === undefined && clientId === "") {
    const msg = "Parameter orderListId or listClientOrderId is mandatory.";
    throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
  }
  const { user, key, request } = call;
  const named = { pair: pair.id, list: orderListId ?? 0, clientId };
  const done = await execute(call, { type: "CancelOrderList", user, key, request, ...named });
  return {
    ...namesOf(pair, { id: done.listId, clientId: done.clientId }),
    orders: done.canceled.map((order) => canceledOf(pair, order)),
  };
});

const openOrderLists = serve(lists.openOrderLists, (call, { symbol }) => {
  const pair = getPairNamed(call, symbol);
  const { exchange, user } = call;
  return openListsIn(exchange.state, { user, pair: pair.id }).map((list) => ({
    ...namesOf(pair, list),
    listType: lists.LIST_TYPES[list.kind],
    transactTime: list.placedAtMs,
    orders: list.orders.map((order) => openOf(pair, order)),
  }));
});

export const LIST_ROUTES = [createOrderList, testOrderList, cancelOrderList, openOrderLists];
