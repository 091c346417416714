/**
 * What a bot manages its quotes with, beyond the documents: all orders of a symbol canceled at once, one order replaced by
 * another, a countdown that cancels the orders of a user that is not heard of. Rules SPOT-CANCEL-3, SPOT-REPLACE-5,
 * SPOT-COUNT-1.
 */

import type { CodeName } from "../../contract/codes.ts";
import { count, name, record, told, truth, word } from "../../contract/field.ts";
import { newClientId, orderId, unsupported, whole, wordOf } from "../../contract/forms.ts";
import { CANCELED_ORDER, PLACED_ORDER } from "../../contract/pair-orders.ts";
import { optional, required } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import type { AskedInstructions, Instructions } from "../../engine/orders/instructions.ts";
import { type Amended, COUNTDOWN_MS, type Replaced } from "../../engine/spot/manage-commands.ts";
import { formatSteps } from "../../money/decimal.ts";
import { signedEndpoint } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { hadEnded, readName } from "../dialect/find-order.ts";
import { execute, submit } from "../dialect/submit.ts";
import type { OrderArea } from "./areas.ts";
import { findPairOrder } from "./find-order.ts";
import { ORDER_PARAMETERS, symbolName } from "./order-parameters.ts";
import { writeCanceled, writePlaced } from "./order-reply.ts";
import { FORM_CODES, getPairNamed, type OrderCommand, toAsk } from "./order-request.ts";

/** SPOT-CANCEL-3 */
export const cancelAllOrders = ({ area, root }: OrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${root}/cancelAll`,
    security: "TRADE",
    limit: { count: 20, perMs: 2_000 },
    isOverStream: true,
    parameters: { symbol: required(symbolName) },
    about: {
      operation: `${area}CancelAll`,
      tags: [area, "extensions"],
      summary: "Cancel all your orders of a symbol",
      description:
        "Stops too. One request cancels at most 1000, newest first; sent again it cancels what is left.",
      reply: record({
        canceled: count("how many were canceled"),
        more: truth("whether there are more"),
      }),
      codes: ["BAD_SYMBOL", "UNSUPPORTED_OPERATION"],
      waitsFor: "command",
    },
    async handle(call, { symbol }) {
      const pair = getPairNamed(call, symbol).id;
      const { user, key, request } = call;
      const asked = { type: "CancelAllOrders", user, key, request, pair, area } as const;
      const { canceled, more } = await execute(call, asked);
      return `{"canceled":${canceled},"more":${more}}`;
    },
  });

const MODES = ["STOP_ON_FAILURE", "ALLOW_FAILURE"] as const;

const REPLACE_PARAMETERS = {
  ...ORDER_PARAMETERS,
  cancelOrderId: optional(
    told(orderId, {
      description: "The order to replace; it, or cancelClientOrderId, is mandatory.",
    }),
  ),
  cancelClientOrderId: optional(told(newClientId, { description: "Instead of cancelOrderId." })),
  cancelReplaceMode: optional(
    told(wordOf(MODES), {
      description:
        "What happens when the order to replace is not open any more: nothing is placed (as when this is left out), or the new order is placed all the same.",
    }),
  ),
};

const ERROR = record({
  code: { type: "integer", description: "the code that the new order alone would have had" },
  msg: { type: "string", description: "its message" },
});

const NOTHING_SAID = { type: "null" } as const;

/** SPOT-REPLACE-5 */
const REPLACED = record({
  cancelResult: word(
    ["SUCCESS", "FAILURE", "AMENDED"],
    "old order: canceled; not open any more; the same order with less",
  ),
  newOrderResult: word(["SUCCESS", "FAILURE"], "new order: placed, or rejected"),
  cancelResponse: {
    oneOf: [CANCELED_ORDER, NOTHING_SAID],
    description: "canceled order; null if none was canceled",
  },
  newOrderResponse: { ...PLACED_ORDER, description: "new order, or the amended one" },
  newOrderError: {
    oneOf: [ERROR, NOTHING_SAID],
    description: "why the new order was rejected; null if it was not",
  },
});

const CODES: readonly CodeName[] = [
  ...FORM_CODES,
  "NO_SUCH_ORDER",
  "ORDER_NOT_SUPPORT_CANCELLATION",
];

export const replaceOrder = (area: OrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${area.root}/order/cancelReplace`,
    security: "TRADE",
    limit: area.placing,
    isOverStream: true,
    placesOrders: true,
    parameters: REPLACE_PARAMETERS,
    about: {
      operation: `${area.area}CancelReplace`,
      tags: [area.area, "extensions"],
      summary: "Replace an order by another",
      description:
        "One command: nothing happens between the cancel and the new order. Less at the same price is an amendment, which keeps id and place, unless it has a newClientOrderId of its own. A wrong form of the new order refuses it all. One that may not be placed ends REJECTED, and the old order is canceled.",
      reply: REPLACED,
      codes: CODES,
      waitsFor: "command",
    },
    async handle(call, values) {
      const { cancelOrderId: orderId, cancelClientOrderId: clientId } = values;
      const name = readName({ orderId, clientId }, CLIENT_ID, "cancelOrderId");
      const { pair, ask } = toAsk(call, area, values);
      const mustCancel = modeIn(values.cancelReplaceMode) === "STOP_ON_FAILURE";
      const { order, clientId: orderClientId } = name;
      const replacing = { area: area.area, order, orderClientId, mustCancel };
      const outcome = await submit(call, { ...ask, ...replacing, type: "ReplaceOrder" });
      if (outcome.ok) return writeReplaced(pair, ask, outcome.answer);
      // SPOT-REPLACE-2: refused as the cancel alone would be.
      const wanted = { area: area.area, pair, name };
      const isOver = outcome.reason === "order_not_open";
      const isFinal = isOver && (await hadEnded(outcome, findPairOrder(call, wanted)));
      throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
    },
  });

const CLIENT_ID = { parameter: "cancelClientOrderId", lengthMax: 64 };

function modeIn(said: string = MODES[0]): (typeof MODES)[number] {
  const mode = MODES.find((known) => known === said);
  if (mode) return mode;
  throw unsupported("cancelReplaceMode", `It is one of ${MODES.join(", ")}.`);
}

/** SPOT-REPLACE-5 */
function writeReplaced(pair: Pair, ask: OrderCommand, replaced: Replaced): string {
  const { canceled, amended, placed, rejected } = replaced;
  const cancelResult = amended ? "AMENDED" : canceled ? "SUCCESS" : "FAILURE";
  const newOrderResult = rejected ? "FAILURE" : "SUCCESS";
  const results = `"cancelResult":"${cancelResult}","newOrderResult":"${newOrderResult}"`;
  const cancelResponse = canceled ? writeCanceled(pair, canceled) : "null";
  const shown = amended ? shownOf(pair, ask, amended) : ask;
  const responses = `"cancelResponse":${cancelResponse},"newOrderResponse":${writePlaced(pair, shown, placed)}`;
  return `{${results},${responses},"newOrderError":${writeError(rejected)}}`;
}

/** SPOT-REPLACE-3: the amended order has its own name, and what it has traded counts in its volume. */
function shownOf(pair: Pair, ask: OrderCommand, amended: Amended): OrderCommand {
  const { clientId, lots, instructions } = amended;
  const quantity = formatSteps(lots, pair.quantityPrecision);
  return { ...ask, clientId, quantity, instructions: instructions && askedOf(pair, instructions) };
}

function askedOf({ pricePrecision }: Pair, instructions: Instructions): AskedInstructions {
  const { timeInForce, selfTrade, triggerTicks } = instructions;
  const triggerPrice = triggerTicks > 0 ? formatSteps(triggerTicks, pricePrecision) : "";
  return { timeInForce, selfTrade, triggerPrice };
}

function writeError(rejected: Replaced["rejected"]): string {
  if (!rejected) return "null";
  const { code, message } = refusalOf({ ok: false, ...rejected });
  return `{"code":${code},"msg":${JSON.stringify(message)}}`;
}

const { least, most } = COUNTDOWN_MS;

/** SPOT-COUNT-1 */
export const countdownCancelAll = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/countdownCancelAll",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  isOverStream: true,
  parameters: {
    symbol: required(symbolName),
    countdownTime: required(
      told(whole, {
        description: `In ms, ${least} to ${most}; it runs anew with every request. 0 ends it.`,
      }),
    ),
  },
  about: {
    operation: "spotCountdownCancelAll",
    tags: ["spot", "margin", "extensions"],
    summary: "Cancel all your orders of a symbol unless this is sent again in time",
    description:
      "In spot and in margin. Counted in the time of the exchange: it also ends behind a downtime, before the first order. It may end up to a second late.",
    reply: record({
      symbol: name("symbol"),
      countdownTime: count("as it was asked for, in ms"),
      cancelTime: count("when the orders are canceled, in ms; 0 when the countdown was ended"),
    }),
    codes: ["BAD_SYMBOL", "UNSUPPORTED_OPERATION"],
    waitsFor: "command",
  },
  async handle(call, { symbol, countdownTime: afterMs }) {
    const { id: pair, name: symbolName } = getPairNamed(call, symbol);
    const { user, key, request } = call;
    const asked = { type: "SetCountdown", user, key, request, pair, afterMs } as const;
    const { dueMs } = await execute(call, asked);
    return `{"symbol":"${symbolName}","countdownTime":${afterMs},"cancelTime":${dueMs}}`;
  },
});
