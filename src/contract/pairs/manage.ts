/**
 * What a bot manages its quotes with, beyond the documents: all orders of a symbol canceled at once, one order replaced by
 * another, a countdown that cancels the orders of a user that is not heard of. Rules SPOT-CANCEL-3, SPOT-REPLACE-5,
 * SPOT-COUNT-1.
 */
import { COUNTDOWN_MS } from "../../core/engine/spot/manage-commands.ts";
import { type PublicEndpoint, signedEndpoint } from "../endpoint.ts";
import { count, name, orNull, record, told, truth, word } from "../field.ts";
import { newClientId, orderId, whole, wordOf } from "../forms.ts";
import { USUAL_LIMIT } from "../limits.ts";
import { optional, required } from "../parameter.ts";
import { type PairOrderArea, SPOT } from "./areas.ts";
import { FORM_CODES } from "./order-codes.ts";
import { ORDER_PARAMETERS, symbolName } from "./order-parameters.ts";
import { CANCELED_ORDER, PLACED_ORDER } from "./order-shapes.ts";
import { refusedShape } from "./refused.ts";

export const CANCELED_ALL = record({
  canceled: count("how many were canceled"),
  more: truth("whether there are more"),
});

/** SPOT-CANCEL-3 */
export const cancelAllOrders = ({ area, root }: PairOrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${root}/cancelAll`,
    security: "TRADE",
    limit: USUAL_LIMIT,
    isOverStream: true,
    parameters: { symbol: required(symbolName) },
    operation: `${area}CancelAll`,
    tags: [area, "extensions"],
    summary: "Cancel all your orders of a symbol",
    description:
      "Stops too. One request cancels at most 1000, newest first; sent again it cancels what is left.",
    reply: CANCELED_ALL,
    codes: ["BAD_SYMBOL", "UNSUPPORTED_OPERATION"],
    waitsFor: "command",
  });

export const REPLACE_MODES = ["STOP_ON_FAILURE", "ALLOW_FAILURE"] as const;

const REPLACE_PARAMETERS = {
  ...ORDER_PARAMETERS,
  cancelOrderId: optional(
    told(orderId, {
      description: "The order to replace; it, or cancelClientOrderId, is mandatory.",
    }),
  ),
  cancelClientOrderId: optional(told(newClientId, { description: "Instead of cancelOrderId." })),
  cancelReplaceMode: optional(
    told(wordOf(REPLACE_MODES), {
      description:
        "What happens when the order to replace is not open any more: nothing is placed (as when this is left out), or the new order is placed all the same.",
    }),
  ),
};

export const REFUSED_ORDER = record(
  refusedShape("the code that the new order alone would have had"),
);

/** SPOT-REPLACE-5 */
export const REPLACED_ORDER = record({
  cancelResult: word(
    ["SUCCESS", "FAILURE", "AMENDED"],
    "old order: canceled; not open any more; the same order with less",
  ),
  newOrderResult: word(["SUCCESS", "FAILURE"], "new order: placed, or rejected"),
  cancelResponse: orNull(CANCELED_ORDER, "canceled order; null if none was canceled"),
  newOrderResponse: { ...PLACED_ORDER, description: "new order, or the amended one" },
  newOrderError: orNull(REFUSED_ORDER, "why the new order was rejected; null if it was not"),
});

export const replaceOrder = ({ area, root, placing }: PairOrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${root}/order/cancelReplace`,
    security: "TRADE",
    limit: placing,
    isOverStream: true,
    placesOrders: true,
    parameters: REPLACE_PARAMETERS,
    operation: `${area}CancelReplace`,
    tags: [area, "extensions"],
    summary: "Replace an order by another",
    description:
      "One command: nothing happens between the cancel and the new order. Less at the same price is an amendment, which keeps id and place, unless it has a newClientOrderId of its own. A wrong form of the new order refuses it all. One that may not be placed ends REJECTED, and the old order is canceled.",
    reply: REPLACED_ORDER,
    codes: [...FORM_CODES, "NO_SUCH_ORDER", "ORDER_NOT_SUPPORT_CANCELLATION"],
    waitsFor: "command",
  });

const { least, most } = COUNTDOWN_MS;

export const COUNTDOWN = record({
  symbol: name("symbol"),
  countdownTime: count("as it was asked for, in ms"),
  cancelTime: count("when the orders are canceled, in ms; 0 when the countdown was ended"),
});

/** SPOT-COUNT-1 */
export const countdownCancelAll = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/countdownCancelAll`,
  security: "TRADE",
  limit: USUAL_LIMIT,
  isOverStream: true,
  parameters: {
    symbol: required(symbolName),
    countdownTime: required(
      told(whole, {
        description: `In ms, ${least} to ${most}; it runs anew with every request. 0 ends it.`,
      }),
    ),
  },
  operation: "spotCountdownCancelAll",
  tags: ["spot", "margin", "extensions"],
  summary: "Cancel all your orders of a symbol unless this is sent again in time",
  description:
    "In spot and in margin. Counted in the time of the exchange: it also ends behind a downtime, before the first order. It may end up to a second late.",
  reply: COUNTDOWN,
  codes: ["BAD_SYMBOL", "UNSUPPORTED_OPERATION"],
  waitsFor: "command",
});

export const manageEndpoints = (area: PairOrderArea): readonly PublicEndpoint[] => [
  cancelAllOrders(area),
  replaceOrder(area),
  ...(area.area === "spot" ? [countdownCancelAll] : []),
];

export const MANAGE_RECORDS = {
  CanceledAll: CANCELED_ALL,
  OrderRefusal: REFUSED_ORDER,
  ReplacedOrder: REPLACED_ORDER,
  RunningCountdown: COUNTDOWN,
};
