/**
 * Orders of pairs as the contract has them: each function takes what the engine knows of an order and gives the fields of a
 * reply, every decimal in its one canonical form (NUM-DEC-1).
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import {
  END_REASONS,
  KINDS,
  PAIR_STATUSES,
  SELF_TRADES,
  SIDES,
  TIMES_IN_FORCE,
  UNITS,
} from "../../../contract/order-words.ts";
import {
  type CANCELED_ORDER,
  ORDER,
  type PLACED_ORDER,
} from "../../../contract/pairs/order-shapes.ts";
import { writerOf } from "../../../contract/writer.ts";
import { trailingTicks } from "../../../core/engine/book/trailing-price.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { EndReason } from "../../../core/engine/orders/end-reasons.ts";
import type { Instructions, ToldInstructions } from "../../../core/engine/orders/instructions.ts";
import {
  clientIdOf,
  type Order,
  type OrderStatus,
  openStatusOf,
  type Side,
} from "../../../core/engine/orders/order.ts";
import type { Canceled } from "../../../core/engine/orders/order-commands.ts";
import type { OrderDetails } from "../../../core/engine/orders/order-events.ts";
import { averagePrice } from "../../../core/engine/read/average-price.ts";
import type { OrderRequest, Placement } from "../../../core/engine/spot/spot.ts";
import { formatSteps, formatUnits, stepsOf } from "../../../core/money/decimal.ts";

const orderText = writerOf(ORDER);

/** The terms of an order, which stay the same from its placing on. */
export type Terms = Pick<
  Order,
  "id" | "side" | "kind" | "ticks" | "lots" | "budget" | "executed" | "placedAtMs"
> & { readonly instructions?: ShownInstructions | undefined };

/** What is shown of an order's instructions. */
type ShownInstructions = Readonly<
  Pick<Instructions, "timeInForce" | "selfTrade" | "triggerTicks" | "isWaiting"> &
    Partial<Pick<Instructions, "unit" | "list" | "prevented" | "slice" | "delta" | "peak">> &
    Partial<Pick<ToldInstructions, "trailed">>
>;

/** The names of an order, and what became of it. */
export interface OrderOutcome {
  readonly clientId: string;
  readonly status: OrderStatus;
  readonly avgPrice: string;
  readonly reason?: EndReason | undefined;
}

/** Of a pair no order has the state that only condition orders of futures have. */
function statusOf(status: OrderStatus) {
  return PAIR_STATUSES[status as Exclude<OrderStatus, "waiting">];
}

/** SPOT-FIELD-3, SPOT-UNIT-5: only an order that asked for more shows what it asked for. */
function askedOf(
  asked: Omit<ShownInstructions, "triggerTicks" | "isWaiting">,
  triggerPrice: string,
  isWaiting: boolean,
) {
  const { timeInForce, selfTrade, unit, list = 0, delta = 0 } = asked;
  const isStop = triggerPrice !== "" || delta > 0;
  return {
    timeInForce: TIMES_IN_FORCE[timeInForce],
    selfTrade: selfTrade && SELF_TRADES[selfTrade],
    triggerPrice: triggerPrice === "" ? undefined : triggerPrice,
    triggered: isStop ? !isWaiting : undefined, // SPOT-STOP-2: NEW, as one that rests
    trailingDelta: delta > 0 ? delta : undefined,
    volumeUnit: unit && UNITS[unit],
    orderListId: list > 0 ? list : undefined,
  };
}

/** SPOT-STP-6, SPOT-ICE-4: a quantity that few orders have. */
function someOf({ quantityPrecision }: Pair, lots = 0): string | undefined {
  return lots > 0 ? formatSteps(lots, quantityPrecision) : undefined;
}

const NOTHING_ASKED = {
  timeInForce: undefined,
  selfTrade: undefined,
  triggerPrice: undefined,
  triggered: undefined,
  trailingDelta: undefined,
  volumeUnit: undefined,
  orderListId: undefined,
} as const;

/** The state after matching. SPOT-FIELD-1: `origQty` is the volume as it was asked for. */
export function placedOf(
  pair: Pair,
  asked: OrderRequest,
  { orderId, executed, timeMs, status, isWaiting, reason, prevented }: Placement,
): ValueOf<typeof PLACED_ORDER> {
  const { kind, side, clientId } = asked;
  const isPlain = !(asked.instructions || asked.extras || asked.tactics || asked.trailing);
  const shown = isPlain ? NOTHING_ASKED : saidOf(asked, isWaiting);
  return {
    orderId,
    orderIdString: `${orderId}`,
    clientOrderId: clientIdOf({ id: orderId, clientId }),
    symbol: pair.name,
    transactTime: timeMs,
    price: kind === "market" ? "0" : asked.price, // SPOT-FIELD-1
    origQty: asked.quantity,
    executedQty: formatSteps(executed, pair.quantityPrecision),
    type: KINDS[kind],
    side: SIDES[side],
    status: statusOf(status),
    timeInForce: shown.timeInForce,
    selfTrade: shown.selfTrade,
    triggerPrice: shown.triggerPrice,
    triggered: shown.triggered,
    icebergQty: asked.tactics && someOf(pair, stepsOf(asked.tactics.slice, pair.quantityPrecision)),
    trailingDelta: shown.trailingDelta,
    volumeUnit: shown.volumeUnit,
    orderListId: shown.orderListId,
    preventedQty: someOf(pair, prevented),
    endReason: reason && END_REASONS[reason],
  };
}

function saidOf({ instructions, extras, trailing }: OrderRequest, isWaiting = false) {
  const { timeInForce = "gtc", selfTrade, triggerPrice = "" } = instructions ?? {};
  const told = { timeInForce, selfTrade, unit: extras?.unit, delta: trailing?.delta ?? 0 };
  return askedOf(told, triggerPrice, isWaiting);
}

export function canceledOf(
  pair: Pair,
  { orderId, clientId }: Canceled,
): ValueOf<typeof CANCELED_ORDER> {
  const names = { orderIdString: `${orderId}`, clientOrderId: clientId, symbol: pair.name };
  return { orderId, ...names, status: PAIR_STATUSES.canceled };
}

/** SPOT-FIELD-1 */
export function orderOf(
  pair: Pair,
  order: Terms,
  { clientId, status, avgPrice, reason }: OrderOutcome,
): ValueOf<typeof ORDER> {
  const { pricePrecision, quantityPrecision } = pair;
  const shown = order.instructions ? shownOf(pair, order.instructions) : NOTHING_ASKED;
  return {
    orderId: order.id,
    orderIdString: `${order.id}`,
    clientOrderId: clientId,
    symbol: pair.name,
    price: order.kind === "market" ? "0" : formatSteps(order.ticks, pricePrecision),
    origQty:
      order.budget > 0n
        ? formatUnits(order.budget, pricePrecision + quantityPrecision)
        : formatSteps(order.lots, quantityPrecision),
    executedQty: formatSteps(order.executed, quantityPrecision),
    avgPrice,
    type: KINDS[order.kind],
    side: SIDES[order.side],
    status: statusOf(status),
    timeInForce: shown.timeInForce,
    selfTrade: shown.selfTrade,
    triggerPrice: shown.triggerPrice,
    triggered: shown.triggered,
    icebergQty: someOf(pair, order.instructions?.slice),
    trailingDelta: shown.trailingDelta,
    volumeUnit: shown.volumeUnit,
    orderListId: shown.orderListId,
    trailingPrice: order.instructions && trailingPriceOf(pair, order.side, order.instructions),
    preventedQty: someOf(pair, order.instructions?.prevented),
    transactTime: order.placedAtMs,
    time: order.placedAtMs,
    endReason: reason && END_REASONS[reason],
  };
}

function shownOf({ pricePrecision }: Pair, instructions: ShownInstructions) {
  const { triggerTicks, isWaiting } = instructions;
  const triggerPrice = triggerTicks > 0 ? formatSteps(triggerTicks, pricePrecision) : "";
  return askedOf(instructions, triggerPrice, isWaiting);
}

/** SPOT-TRAIL-2: of an order that has begun to trail. */
function trailingPriceOf(
  { pricePrecision }: Pair,
  side: Side,
  { delta = 0, peak, trailed = peak?.ticks ?? 0 }: ShownInstructions,
): string | undefined {
  if (trailed === 0) return undefined;
  return formatSteps(trailingTicks(side, trailed, delta), pricePrecision);
}

/** An open order as it stands now. */
export function openOf(pair: Pair, order: OrderDetails): ValueOf<typeof ORDER> {
  const avgPrice = averagePrice(pair, order);
  const clientId = clientIdOf(order);
  return orderOf(pair, order, { clientId, status: openStatusOf(order), avgPrice });
}

export function writeOpen(pair: Pair, order: OrderDetails): Written<ValueOf<typeof ORDER>> {
  return orderText(openOf(pair, order));
}
