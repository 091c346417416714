/** Endpoints about single orders, of spot and of margin. */
import { type PublicEndpoint, signedEndpoint } from "../endpoint.ts";
import { list, NOTHING, told } from "../field.ts";
import { limitTo } from "../forms.ts";
import { TRADING_LIMIT, USUAL_LIMIT } from "../limits.ts";
import { optional, required } from "../parameter.ts";
import { type PairOrderArea, SPOT } from "./areas.ts";
import { STANDING_CODES } from "./order-codes.ts";
import { NAME_PARAMETERS, ORDER_PARAMETERS, symbolName } from "./order-parameters.ts";
import { CANCELED_ORDER, ORDER, PLACED_ORDER } from "./order-shapes.ts";

export const createOrder = ({ area, root, placing, note }: PairOrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${root}/order`,
    security: "TRADE",
    limit: placing,
    isOverStream: true,
    placesOrders: true,
    parameters: ORDER_PARAMETERS,
    operation: `${area}CreateOrder`,
    tags: [area],
    summary: "Place an order",
    description: note,
    reply: PLACED_ORDER,
    codes: [...STANDING_CODES, "BALANCE_NOT_ENOUGH"],
    waitsFor: "command",
  });

/** SPOT-CHECK-16 */
export const testOrder = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/order/test`,
  security: "TRADE",
  limit: TRADING_LIMIT,
  placesOrders: true,
  parameters: ORDER_PARAMETERS,
  operation: "spotTestOrder",
  tags: ["spot"],
  summary: "Would this order be taken?",
  description:
    "Asks everything that placing it would ask, on the market of this moment, and changes nothing. Left out are the money, which is not looked at, and all that comes of matching: whether it trades, with how much and at which price, whether the amount of a MARKET order pays for one step, and whether it would meet your own orders. The client id is not taken.",
  reply: NOTHING,
  codes: STANDING_CODES,
});

export const queryOrder = ({ area, root }: PairOrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/order`,
    security: "TRADE",
    limit: USUAL_LIMIT,
    parameters: NAME_PARAMETERS,
    operation: `${area}QueryOrder`,
    tags: [area],
    summary: "One of your orders, open or ended",
    reply: ORDER,
    codes: ["BAD_SYMBOL", "NO_SUCH_ORDER"],
    waitsFor: "archive",
  });

export const cancelOrder = ({ area, root }: PairOrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${root}/cancel`,
    security: "TRADE",
    limit: TRADING_LIMIT,
    isOverStream: true,
    parameters: NAME_PARAMETERS,
    operation: `${area}CancelOrder`,
    tags: [area],
    summary: "Cancel an order",
    reply: CANCELED_ORDER,
    codes: ["BAD_SYMBOL", "ORDER_NOT_SUPPORT_CANCELLATION", "NO_SUCH_ORDER"],
    waitsFor: "command",
  });

const OPEN_ORDERS_MAX = 1_000;
export const OPEN_ORDERS_DEFAULT = 100;

export const openOrders = ({ area, root }: PairOrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/openOrders`,
    security: "TRADE",
    limit: USUAL_LIMIT,
    parameters: {
      symbol: required(symbolName),
      limit: optional(told(limitTo(OPEN_ORDERS_MAX), { default: OPEN_ORDERS_DEFAULT })),
    },
    operation: `${area}OpenOrders`,
    tags: [area],
    summary: "Your open orders of a symbol",
    reply: list(ORDER, "newest first"),
    codes: ["BAD_SYMBOL"],
  });

export const orderEndpoints = (area: PairOrderArea): readonly PublicEndpoint[] => [
  createOrder(area),
  ...(area.area === "spot" ? [testOrder] : []),
  queryOrder(area),
  cancelOrder(area),
  openOrders(area),
];
