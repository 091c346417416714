/**
 * Order lists of spot, beyond the documents: placed whole, canceled whole, and those that are open or have ended. Rules SPOT-LIST-1,
 * SPOT-LIST-13, SPOT-LIST-16.
 */
import { LIST_SIZES, type ListKind } from "../../core/engine/orders/order-lists.ts";
import { WALK } from "../about.ts";
import { signedEndpoint } from "../endpoint.ts";
import {
  clientId,
  id,
  list,
  NOTHING,
  name,
  record,
  sometimes,
  time,
  told,
  truth,
  word,
} from "../field.ts";
import { refuseMisspelt } from "../field-names.ts";
import { newClientId, orderId, wordIn } from "../forms.ts";
import { TRADING_LIMIT, USUAL_LIMIT } from "../limits.ts";
import { listOf, objectOf } from "../list-forms.ts";
import { PAGE_PARAMETERS } from "../pages.ts";
import { optional, required } from "../parameter.ts";
import { SPOT } from "./areas.ts";
import { STANDING_CODES } from "./order-codes.ts";
import { NO_INSTRUCTIONS } from "./order-instructions.ts";
import { ITEM_PARAMETERS, symbolName } from "./order-parameters.ts";
import { CANCELED_ORDER, ORDER, PLACED_ORDER } from "./order-shapes.ts";

export const LIST_TYPES = {
  oco: "OCO",
  oto: "OTO",
  otoco: "OTOCO",
} as const satisfies Readonly<Record<ListKind, string>>;

/** SPOT-LIST-16 */
export const LIST_STATUSES = { open: "EXECUTING", ended: "ALL_DONE" } as const;

const listType = wordIn(
  "listType",
  new Map(Object.entries(LIST_TYPES).map(([kind, type]) => [type, kind as ListKind] as const)),
);

const NAMES = {
  orderListId: id("id of the list; its orders have the next ones"),
  listClientOrderId: sometimes(clientId("your own name of it, if it has one")),
  symbol: name("symbol"),
};
const TOLD = {
  ...NAMES,
  listType: word(Object.values(LIST_TYPES), "what it is"),
  transactTime: time("when it was placed"),
};

const ORDERS_MAX = Math.max(...Object.values(LIST_SIZES));

export const PLACED_LIST = record({
  ...TOLD,
  orders: list(PLACED_ORDER, "its orders, in their order, as placing it has left them"),
});

export const LIST_PARAMETERS = {
  symbol: required(symbolName),
  listType: required(
    told(listType, {
      description:
        "OCO: two legs, of which the first to work ends the other. OTO: a first order, and a leg that goes live when it is completely filled. OTOCO: a first order and two legs.",
    }),
  ),
  orders: required(
    told(listOf(objectOf(ITEM_PARAMETERS, refuseMisspelt), ORDERS_MAX), {
      description: "The legs of an OCO; of the others the first order, then the legs.",
    }),
  ),
  listClientOrderId: optional(
    told(newClientId, { description: "Your own name of the list, unique among the open ones." }),
  ),
  ...NO_INSTRUCTIONS,
};

export const createOrderList = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/orderList`,
  security: "TRADE",
  limit: TRADING_LIMIT,
  isOverStream: true,
  placesOrders: true,
  parameters: LIST_PARAMETERS,
  operation: "spotCreateOrderList",
  tags: ["spot", "extensions"],
  summary: "Place two or three orders that know of each other",
  description:
    "All of them, or none. Legs of one list have the same side and volume, one of two is a stop, and together they lock once, as much as the one that needs more. A pending leg locks its money when it goes live; where that is missing it ends REJECTED.",
  reply: PLACED_LIST,
  codes: [...STANDING_CODES, "BALANCE_NOT_ENOUGH"],
  waitsFor: "command",
});

/** SPOT-LIST-17 */
export const testOrderList = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/orderList/test`,
  security: "TRADE",
  limit: TRADING_LIMIT,
  placesOrders: true,
  parameters: LIST_PARAMETERS,
  operation: "spotTestOrderList",
  tags: ["spot", "extensions"],
  summary: "Would this order list be taken?",
  description:
    "Asks everything that placing it would ask, on the market of this moment, and changes nothing. Left out are the money, which is not looked at, and all that comes of matching, as in order/test. No name is taken.",
  reply: NOTHING,
  codes: STANDING_CODES,
});

export const CANCELED_LIST = record({
  ...NAMES,
  orders: list(CANCELED_ORDER, "those that were open"),
});

const NAMED = {
  symbol: required(symbolName),
  orderListId: optional(told(orderId, { description: "It, or listClientOrderId, is mandatory." })),
  listClientOrderId: optional(told(newClientId, { description: "Instead of orderListId." })),
};

export const cancelOrderList = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/orderList/cancel`,
  security: "TRADE",
  limit: TRADING_LIMIT,
  isOverStream: true,
  parameters: NAMED,
  operation: "spotCancelOrderList",
  tags: ["spot", "extensions"],
  summary: "Cancel an order list",
  description: "All its orders that are open. A cancel of one of them does the same.",
  reply: CANCELED_LIST,
  codes: ["BAD_SYMBOL", "NO_SUCH_ORDER", "UNSUPPORTED_OPERATION"],
  waitsFor: "command",
});

export const OPEN_LIST = record({
  ...TOLD,
  orders: list(ORDER, "those that are open, in their order"),
});

export const openOrderLists = signedEndpoint({
  method: "GET",
  path: `${SPOT.root}/openOrderLists`,
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: { symbol: required(symbolName) },
  operation: "spotOpenOrderLists",
  tags: ["spot", "extensions"],
  summary: "Your open order lists of a symbol",
  reply: list(OPEN_LIST, "newest first; a list is open while one of its orders is"),
  codes: ["BAD_SYMBOL"],
});

const STATUS = {
  listStatus: word(Object.values(LIST_STATUSES), "EXECUTING while one of its orders is open"),
  legsLive: sometimes(
    truth("of one that is executing: whether its legs are live, and not PENDING_NEW"),
  ),
  endTime: sometimes(time("when the last of its orders ended")),
};

export const KEPT_LIST = record({
  ...TOLD,
  ...STATUS,
  orderIds: list(id("id of an order"), "its orders, in their order"),
});

export const QUERIED_LIST = record({
  ...TOLD,
  ...STATUS,
  orders: list(ORDER, "its orders, in their order, as they stand or as they ended"),
});

export const queryOrderList = signedEndpoint({
  method: "GET",
  path: `${SPOT.root}/orderList`,
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: NAMED,
  operation: "spotQueryOrderList",
  tags: ["spot", "extensions"],
  summary: "One of your order lists, open or ended",
  description:
    "A name leads to the open list that bears it, else to the one that ended last with it. Lists that ended before this version kept them are not found; their orders are.",
  reply: QUERIED_LIST,
  codes: ["BAD_SYMBOL", "NO_SUCH_ORDER"],
  waitsFor: "archive",
});

export const allOrderLists = signedEndpoint({
  method: "GET",
  path: `${SPOT.root}/allOrderLists`,
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: { symbol: required(symbolName), ...PAGE_PARAMETERS },
  operation: "spotAllOrderLists",
  tags: ["spot", "extensions"],
  summary: "Your order lists of a symbol, open and ended",
  description: WALK,
  reply: list(KEPT_LIST, "newest first"),
  codes: ["BAD_SYMBOL"],
  waitsFor: "archive",
});

export const LIST_ENDPOINTS = [
  createOrderList,
  testOrderList,
  cancelOrderList,
  openOrderLists,
  queryOrderList,
  allOrderLists,
] as const;

export const LIST_RECORDS = {
  PlacedOrderList: PLACED_LIST,
  CanceledOrderList: CANCELED_LIST,
  OpenOrderList: OPEN_LIST,
  OrderList: QUERIED_LIST,
  KeptOrderList: KEPT_LIST,
};
