/** Endpoints about futures orders, and what is over of them: newest first, in pages (HIST-PAGE-1, HIST-PAGE-3). */
import { WALK, WALK_TRADES } from "../about.ts";
import { signedEndpoint } from "../endpoint.ts";
import { NOTHING } from "../field.ts";
import { TRADING_LIMIT, USUAL_LIMIT } from "../limits.ts";
import { PAGE_PARAMETERS } from "../pages.ts";
import { contractName, maybeContractName } from "./contract-name.ts";
import { ENDED_ORDERS, OWN_TRADES, PROFITS } from "./history-shapes.ts";
import { FORM_CODES, MOMENT_CODES } from "./order-codes.ts";
import { CONDITION_PARAMETERS, NAME_PARAMETERS, ORDER_PARAMETERS } from "./order-parameters.ts";
import { ORDER_ID, ORDERS } from "./order-shapes.ts";

export const createOrder = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/order",
  security: "TRADE",
  limit: TRADING_LIMIT,
  isOverStream: true,
  placesOrders: true,
  parameters: ORDER_PARAMETERS,
  operation: "futuresCreateOrder",
  tags: ["futures"],
  summary: "Place an order",
  reply: ORDER_ID,
  codes: [...FORM_CODES, ...MOMENT_CODES],
  waitsFor: "command",
});

export const createConditionOrder = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/conditionOrder",
  security: "TRADE",
  limit: USUAL_LIMIT,
  isOverStream: true,
  placesOrders: true,
  parameters: CONDITION_PARAMETERS,
  operation: "futuresCreateConditionOrder",
  tags: ["futures"],
  summary: "Place an order that waits for a price",
  description:
    "It waits as INIT and is placed when the price is reached; what depends on that moment, money among it, is asked then.",
  reply: ORDER_ID,
  codes: FORM_CODES,
  waitsFor: "command",
});

export const cancelOrder = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/cancel",
  security: "TRADE",
  limit: USUAL_LIMIT,
  isOverStream: true,
  parameters: NAME_PARAMETERS,
  operation: "futuresCancelOrder",
  tags: ["futures"],
  summary: "Cancel an order",
  description: "One of orderId and clientOrderId is mandatory.",
  reply: ORDER_ID,
  codes: ["BAD_SYMBOL", "ORDER_NOT_SUPPORT_CANCELLATION", "NO_SUCH_ORDER"],
  waitsFor: "command",
});

/** Beyond the spec, in the words of its family of venues. FUT-CANCEL-2: without a contract, in all of them. */
export const cancelAll = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/cancel_all",
  security: "TRADE",
  limit: USUAL_LIMIT,
  isOverStream: true,
  parameters: { contractName: maybeContractName },
  operation: "futuresCancelAll",
  tags: ["futures", "extensions"],
  summary: "Cancel your orders of a contract, or all",
  reply: NOTHING,
  codes: ["BAD_SYMBOL"],
  waitsFor: "command",
});

/** How many of a contract's orders are told when none is named. */
export const NEWEST = 100;

/** FUT-WIRE-9: by its id or client id one order; without both the newest of the contract. */
export const queryOrder = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/order",
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: NAME_PARAMETERS,
  operation: "futuresQueryOrder",
  tags: ["futures"],
  summary: "One of your orders, or the newest of a contract",
  description: `With orderId or clientOrderId a list of that one order. With the contract alone its newest ${NEWEST} orders, in any state.`,
  reply: ORDERS,
  codes: ["BAD_SYMBOL", "NO_SUCH_ORDER"],
  waitsFor: "archive",
});

/** FUT-WIRE-9: of all contracts, if none is named; waiting condition orders are among them. */
export const openOrders = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/openOrders",
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: { contractName: maybeContractName },
  operation: "futuresOpenOrders",
  tags: ["futures"],
  summary: "Your open orders of a contract, or of all",
  description: "Condition orders that wait are among them.",
  reply: ORDERS,
  codes: ["BAD_SYMBOL"],
});

export const orderHistorical = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/orderHistorical",
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: { contractName, ...PAGE_PARAMETERS },
  operation: "futuresOrderHistorical",
  tags: ["futures"],
  summary: "Your ended orders of a contract",
  description: WALK,
  reply: ENDED_ORDERS,
  codes: ["BAD_SYMBOL"],
  waitsFor: "archive",
});

/** HIST-PROFIT-1: of all contracts, if none is named. */
export const profitHistorical = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/profitHistorical",
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: { contractName: maybeContractName, ...PAGE_PARAMETERS },
  operation: "futuresProfitHistorical",
  tags: ["futures"],
  summary: "What your ended positions came to, of a contract or of all",
  description: WALK,
  reply: PROFITS,
  codes: ["BAD_SYMBOL"],
  waitsFor: "archive",
});

export const myTrades = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/myTrades",
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: { contractName, ...PAGE_PARAMETERS },
  operation: "futuresMyTrades",
  tags: ["futures"],
  summary: "Your trades of a contract",
  description: WALK_TRADES,
  reply: OWN_TRADES,
  codes: ["BAD_SYMBOL"],
  waitsFor: "archive",
});

export const FUTURES_ORDER_ENDPOINTS = [
  createOrder,
  createConditionOrder,
  cancelOrder,
  cancelAll,
  queryOrder,
  openOrders,
  orderHistorical,
  profitHistorical,
  myTrades,
] as const;
