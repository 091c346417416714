/**
 * How to get each refusal of a route's own in spot and margin, a line for each route and code, at a
 * desk where money is lent.
 */

import type { CodeName } from "../../src/contract/codes.ts";
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { rememberRequest } from "../../src/core/engine/requests/named-requests.ts";
import type { Answer, HttpDesk } from "../support/http-client.ts";
import { BorrowingDesk, USERS } from "./borrowing-desk.ts";
import type { Fields } from "./order-tables.ts";

export type Provoke = () => Promise<Answer>;
export type Lines = Readonly<Partial<Record<CodeName, Provoke>>>;

export type Prepare<Desk> = (desk: Desk) => unknown;

export const FROZEN: Command = { type: "FreezeUser", user: USERS.demo1, request: 0 };

/** A pair with room for one order of two lots or more. */
const NARROW: Command = {
  type: "AddPair",
  name: "ETHUSDT",
  ...{ ...PAIR_DEFAULTS, base: 3, quote: 2, pricePrecision: 2, quantityPrecision: 5 },
  ...{ lotsMin: 2, openOrdersMax: 1, isMarginEnabled: true, request: 0 },
};

const LIMIT = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "0.1", price: "19000" };
const { type: _, symbol, ...ITEM } = LIMIT;

function pairDesk(prepare: Prepare<BorrowingDesk>, ask: (desk: BorrowingDesk) => Promise<Answer>) {
  return async () => {
    const desk = await BorrowingDesk.open();
    await desk.moveIn("demo1", "10000 USDT");
    await prepare(desk);
    return ask(desk);
  };
}

export const nothing = () => undefined;

/** What the form of an order is refused for; `order` is a good one with a change. */
function forms(path: string, order: (change: Fields) => object): Lines {
  const refused = (change: Fields, prepare: Prepare<BorrowingDesk> = nothing) =>
    pairDesk(prepare, (desk) => desk.post(path, order(change)));
  const narrow = (desk: BorrowingDesk) => desk.must(NARROW);
  return {
    BAD_SYMBOL: refused({ symbol: "NONE" }),
    BAD_SIDE: refused({ side: "HOLD" }),
    BAD_ORDER_TYPE: refused({ type: "STOP" }),
    UNSUPPORTED_OPERATION: refused({ timeInForce: "IOC" }, older),
    UNKNOWN_ORDER_COMPOSITION: refused({ timeInForce: "DAY" }),
    EXCHANGE_LOCK: refused({}, (desk) => desk.must(FROZEN)),
    BAD_PRECISION: refused({ price: "0.001" }),
    BELOW_MINIMUM: refused({ symbol: "ETHUSDT", volume: "0.00001" }, narrow),
    ABOVE_MAXIMUM: refused({ volume: "1e30" }),
    ORDER_PRICE_WAVE_EXCEED: refused({ price: "1e30" }),
  };
}

function placing(path: string, orders: string, more: object = {}): Lines {
  const refused = (change: object, prepare: Prepare<BorrowingDesk> = nothing) =>
    pairDesk(prepare, (desk) => desk.post(path, { ...LIMIT, ...more, ...change }));
  const ether = { symbol: "ETHUSDT", price: "100" };
  return {
    ...forms(path, (change) => ({ ...LIMIT, ...more, ...change })),
    DUPLICATE_CLIENT_ORDER_ID: refused({ newClientOrderId: "mine" }, (desk) =>
      desk.post(orders, { ...LIMIT, newClientOrderId: "mine" }),
    ),
    TOO_MANY_ORDERS: refused(ether, async (desk) => {
      desk.must(NARROW);
      await desk.post(orders, { ...LIMIT, ...ether });
    }),
    NO_DEPTH: refused({ type: "MARKET" }),
  };
}

function item({ symbol: name = symbol, type = "LIMIT", ...change }: Fields) {
  return { symbol: name, orders: [{ ...ITEM, batchType: type, ...change }] };
}

interface Name {
  readonly symbol: string;
  readonly orderId: number;
}

/** Naming an order that is not there, or is over. */
function naming(ask: (desk: BorrowingDesk, name: Name) => Promise<Answer>): Lines {
  return {
    BAD_SYMBOL: pairDesk(nothing, (desk) => ask(desk, { symbol: "NONE", orderId: 1 })),
    NO_SUCH_ORDER: pairDesk(nothing, (desk) => ask(desk, { symbol, orderId: 99 })),
  };
}

function canceling(root: string): Lines {
  const cancel = (desk: BorrowingDesk, name: Name) => desk.post(`${root}/cancel`, name);
  return {
    ...naming(cancel),
    ORDER_NOT_SUPPORT_CANCELLATION: pairDesk(nothing, async (desk) => {
      const orderId = await desk.placed(desk.post(`${root}/order`, LIMIT));
      await cancel(desk, { symbol, orderId });
      return cancel(desk, { symbol, orderId });
    }),
  };
}

/** CORE-RULES-3 */
const older = (desk: BorrowingDesk) =>
  Object.assign(desk.http.tampered.exchange.state, { rules: 4 });

function managing(path: string, body: object): Lines {
  const refused = posting(path, { symbol, ...body });
  return { BAD_SYMBOL: refused({ symbol: "NONE" }), UNSUPPORTED_OPERATION: refused({}, older) };
}

/** A replacement of an order that rests. */
function replacing(root: string): Lines {
  const path = `${root}/order/cancelReplace`;
  const {
    DUPLICATE_CLIENT_ORDER_ID: _,
    TOO_MANY_ORDERS: __,
    NO_DEPTH: ___,
    ...formed
  } = placing(path, `${root}/order`, { cancelOrderId: 1 });
  const refused = posting(path, { ...LIMIT, cancelOrderId: 1 });
  return {
    ...formed,
    NO_SUCH_ORDER: refused({}),
    ORDER_NOT_SUPPORT_CANCELLATION: refused({}, async (desk) => {
      const orderId = await desk.placed(desk.post(`${root}/order`, LIMIT));
      await desk.post(`${root}/cancel`, { symbol, orderId });
    }),
  };
}

function querying(path: string): Lines {
  return naming((desk, { symbol: name, orderId }) =>
    desk.get(`${path}?symbol=${name}&orderId=${orderId}`),
  );
}

const dear: Lines = {
  BALANCE_NOT_ENOUGH: pairDesk(nothing, (desk) => desk.spotOrder("demo1", "BUY 900 19000")),
};
const lent: Lines = {
  BALANCE_NOT_ENOUGH: pairDesk(nothing, (desk) => desk.order("demo1", "BUY 900 19000")),
};

const MOVE = { coinSymbol: "USDT", amount: "1", fromAccount: "EXCHANGE", toAccount: "MARGIN" };

function posting(path: string, body: object) {
  return (change: object, prepare: Prepare<BorrowingDesk> = nothing) =>
    pairDesk(prepare, (desk) => desk.post(path, { ...body, ...change }));
}

const moving = posting("/sapi/v1/asset/transfer", MOVE);
const repaying = posting("/sapi/v1/margin/repay", { asset: "USDT", amount: "100" });

type WithHttp = { readonly http: HttpDesk };

/** What a request with a client request id is refused for, besides; `ask` sends it with a change. */
export function repeating<Desk extends WithHttp>(
  ask: (change: Fields, prepare: Prepare<Desk>) => Provoke,
): Lines {
  const named = { clientRequestId: "r-1" };
  const other = { user: USERS.demo1, id: "r-1", contentLow: 0, contentHigh: 0 };
  return {
    DUPLICATE_CLIENT_ORDER_ID: ask(named, ({ http }) =>
      rememberRequest(http.tampered.exchange.state.requests.named, {
        ...other,
        answer: 0n,
        scale: 0,
        atMs: 0,
      }),
    ),
    TOO_MANY_ORDERS: ask(named, ({ http }) =>
      Object.assign(http.tampered.exchange.state.requests.named, { userCountMax: 0 }),
    ),
  };
}

const LIST_PATH = "/sapi/v1/orderList";

/** A first order with a change, and a plain leg behind it. */
function listed(change: Fields) {
  const { symbol: name, orders } = item(change);
  const { symbol: _, ...leg } = item({ symbol: name });
  return { symbol: name, listType: "OTO", orders: [...orders, ...leg.orders] };
}

/** What a list is refused for besides the form of its orders and the money. */
function listing(path: string): Lines {
  const refused = (change: Fields, prepare: Prepare<BorrowingDesk> = nothing) =>
    pairDesk(prepare, (desk) => desk.post(path, listed(change)));
  return {
    DUPLICATE_CLIENT_ORDER_ID: refused({ newClientOrderId: "mine" }, (desk) =>
      desk.post("/sapi/v1/order", { ...LIMIT, newClientOrderId: "mine" }),
    ),
    TOO_MANY_ORDERS: refused({ symbol: "ETHUSDT", price: "100" }, (desk) => desk.must(NARROW)),
    NO_DEPTH: refused({ type: "MARKET" }),
  };
}

export const PAIR_REFUSALS: Readonly<Record<string, Lines>> = {
  "POST /sapi/v1/order": { ...placing("/sapi/v1/order", "/sapi/v1/order"), ...dear },
  "POST /sapi/v1/order/test": placing("/sapi/v1/order/test", "/sapi/v1/order"),
  "POST /sapi/v1/batchOrders": {
    ...forms("/sapi/v1/batchOrders", item),
    ...repeating(posting("/sapi/v1/batchOrders", item({}))),
  },
  "GET /sapi/v1/order": querying("/sapi/v1/order"),
  "POST /sapi/v1/cancel": canceling("/sapi/v1"),
  "POST /sapi/v1/batchCancel": {
    BAD_SYMBOL: posting("/sapi/v1/batchCancel", { orderIds: [1] })({ symbol: "NONE" }),
  },
  "POST /sapi/v1/orderList": {
    ...forms(LIST_PATH, listed),
    ...listing(LIST_PATH),
    BALANCE_NOT_ENOUGH: posting(
      LIST_PATH,
      listed({}),
    )({ orders: listed({ volume: "900" }).orders }),
  },
  "POST /sapi/v1/orderList/test": {
    ...forms(`${LIST_PATH}/test`, listed),
    ...listing(`${LIST_PATH}/test`),
  },
  "POST /sapi/v1/orderList/cancel": {
    ...managing(`${LIST_PATH}/cancel`, { orderListId: 1 }),
    NO_SUCH_ORDER: posting(`${LIST_PATH}/cancel`, { symbol, orderListId: 1 })({}),
  },
  "GET /sapi/v1/openOrderLists": {
    BAD_SYMBOL: pairDesk(nothing, (desk) => desk.get("/sapi/v1/openOrderLists?symbol=NONE")),
  },
  "GET /sapi/v1/orderList": {
    BAD_SYMBOL: pairDesk(nothing, (desk) => desk.get(`${LIST_PATH}?symbol=NONE&orderListId=1`)),
    NO_SUCH_ORDER: pairDesk(nothing, (desk) =>
      desk.get(`${LIST_PATH}?symbol=${symbol}&orderListId=1`),
    ),
  },
  "GET /sapi/v1/allOrderLists": {
    BAD_SYMBOL: pairDesk(nothing, (desk) => desk.get("/sapi/v1/allOrderLists?symbol=NONE")),
  },
  "POST /sapi/v1/cancelAll": managing("/sapi/v1/cancelAll", {}),
  "POST /sapi/v1/order/cancelReplace": replacing("/sapi/v1"),
  "POST /sapi/v1/countdownCancelAll": managing("/sapi/v1/countdownCancelAll", {
    countdownTime: 1000,
  }),
  "POST /sapi/v1/margin/order": {
    ...placing("/sapi/v1/margin/order", "/sapi/v1/margin/order"),
    ...lent,
  },
  "GET /sapi/v1/margin/order": querying("/sapi/v1/margin/order"),
  "POST /sapi/v1/margin/cancel": canceling("/sapi/v1/margin"),
  "POST /sapi/v1/margin/cancelAll": managing("/sapi/v1/margin/cancelAll", {}),
  "POST /sapi/v1/margin/order/cancelReplace": replacing("/sapi/v1/margin"),
  "POST /sapi/v1/margin/repay": {
    BAD_PRECISION: repaying({ amount: "0.000000001" }),
    BALANCE_NOT_ENOUGH: repaying({}, async (desk) => {
      await desk.placed(desk.order("demo1", "BUY 0.6 20000"));
    }),
    ...repeating(repaying),
  },
  "POST /sapi/v1/asset/transfer": {
    BAD_PRECISION: moving({ amount: "0.000000001" }),
    EXCHANGE_LOCK: moving({}, (desk) => desk.must(FROZEN)),
    BALANCE_NOT_ENOUGH: moving({ amount: "1000000" }),
    ...repeating(moving),
  },
};
