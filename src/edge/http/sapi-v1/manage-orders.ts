/**
 * What a bot manages its quotes with, beyond the documents: all orders of a symbol canceled at once, one order replaced by
 * another, a countdown that cancels the orders of a user that is not heard of. Rules SPOT-CANCEL-3, SPOT-REPLACE-5,
 * SPOT-COUNT-1.
 */
import type { ValueOf } from "../../../contract/field.ts";
import { unsupported } from "../../../contract/forms.ts";
import * as manage from "../../../contract/pairs/manage.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type {
  AskedInstructions,
  ToldInstructions,
} from "../../../core/engine/orders/instructions.ts";
import type { Amended, Replaced } from "../../../core/engine/spot/manage-commands.ts";
import { formatSteps } from "../../../core/money/decimal.ts";
import { serve } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { hadEnded, readName } from "../dialect/find-order.ts";
import { execute, submit } from "../dialect/submit.ts";
import type { OrderArea } from "./areas.ts";
import { findPairOrder } from "./find-order.ts";
import { canceledOf, placedOf } from "./order-reply.ts";
import { getPairNamed, type OrderCommand, toAsk } from "./order-request.ts";

/** SPOT-CANCEL-3 */
const cancelAllOrders = (area: OrderArea) =>
  serve(manage.cancelAllOrders(area), async (call, { symbol }) => {
    const pair = getPairNamed(call, symbol).id;
    const { user, key, request } = call;
    const asked = { type: "CancelAllOrders", user, key, request, pair, area: area.area } as const;
    const { canceled, more } = await execute(call, asked);
    return { canceled, more };
  });

const CLIENT_ID = { parameter: "cancelClientOrderId", lengthMax: 64 };

const replaceOrder = (area: OrderArea) =>
  serve(manage.replaceOrder(area), async (call, values) => {
    const { cancelOrderId: orderId, cancelClientOrderId: clientId } = values;
    const name = readName({ orderId, clientId }, CLIENT_ID, "cancelOrderId");
    const { pair, ask } = toAsk(call, area, values);
    const mustCancel = modeIn(values.cancelReplaceMode) === "STOP_ON_FAILURE";
    const { order, clientId: orderClientId } = name;
    const replacing = { area: area.area, order, orderClientId, mustCancel };
    const outcome = await submit(call, { ...ask, ...replacing, type: "ReplaceOrder" });
    if (outcome.ok) return replacedOf(pair, ask, outcome.answer);
    // SPOT-REPLACE-2: refused as the cancel alone would be.
    const wanted = { area: area.area, pair, name };
    const isOver = outcome.reason === "order_not_open";
    const isFinal = isOver && (await hadEnded(outcome, findPairOrder(call, wanted)));
    throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
  });

const { REPLACE_MODES: MODES } = manage;

function modeIn(said: string = MODES[0]): (typeof MODES)[number] {
  const mode = MODES.find((known) => known === said);
  if (mode) return mode;
  throw unsupported("cancelReplaceMode", `It is one of ${MODES.join(", ")}.`);
}

/** SPOT-REPLACE-5 */
function replacedOf(
  pair: Pair,
  ask: OrderCommand,
  { canceled, amended, placed, rejected }: Replaced,
): ValueOf<typeof manage.REPLACED_ORDER> {
  const shown = amended ? shownOf(pair, ask, amended) : ask;
  return {
    cancelResult: amended ? "AMENDED" : canceled ? "SUCCESS" : "FAILURE",
    newOrderResult: rejected ? "FAILURE" : "SUCCESS",
    cancelResponse: canceled ? canceledOf(pair, canceled) : null,
    newOrderResponse: placedOf(pair, shown, placed),
    newOrderError: rejected ? errorOf(rejected) : null,
  };
}

function errorOf(rejected: NonNullable<Replaced["rejected"]>) {
  const { code, message } = refusalOf({ ok: false, ...rejected });
  return { code, msg: message };
}

/** SPOT-REPLACE-3: the amended order has its own name, and what it has traded counts in its volume. */
function shownOf(pair: Pair, ask: OrderCommand, amended: Amended): OrderCommand {
  const { clientId, lots, instructions } = amended;
  const quantity = formatSteps(lots, pair.quantityPrecision);
  const trailing = instructions?.delta ? { delta: instructions.delta } : undefined;
  const besides = { instructions: instructions && askedOf(pair, instructions), trailing };
  return { ...ask, clientId, quantity, ...besides };
}

function askedOf({ pricePrecision }: Pair, instructions: ToldInstructions): AskedInstructions {
  const { timeInForce, selfTrade, triggerTicks } = instructions;
  const triggerPrice = triggerTicks > 0 ? formatSteps(triggerTicks, pricePrecision) : "";
  return { timeInForce, selfTrade, triggerPrice };
}

/** SPOT-COUNT-1 */
const countdownCancelAll = serve(
  manage.countdownCancelAll,
  async (call, { symbol, countdownTime: afterMs }) => {
    const { id: pair, name: symbolName } = getPairNamed(call, symbol);
    const { user, key, request } = call;
    const asked = { type: "SetCountdown", user, key, request, pair, afterMs } as const;
    const { dueMs } = await execute(call, asked);
    return { symbol: symbolName, countdownTime: afterMs, cancelTime: dueMs };
  },
);

export const manageRoutes = (area: OrderArea) => [
  cancelAllOrders(area),
  replaceOrder(area),
  ...(area.area === "spot" ? [countdownCancelAll] : []),
];
