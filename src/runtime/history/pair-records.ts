/**
 * What trading pairs leaves behind: an order as it ended, and each side of a trade. Every record is written out with all of its fields:
 * thousands are written a second, and what is spread together has a hidden class of its own.
 */
import type { ToldInstructions } from "../../core/engine/orders/instructions.ts";
import { clientIdOf } from "../../core/engine/orders/order.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import type { MatchPrevented, Traded } from "../../core/engine/spot/spot.ts";
import type { EndedOrder, OwnTrade, PreventedMatch } from "./history.ts";

/** HIST-FORCED-2 */
export function forceOf(isForced: boolean | undefined): "liquidation" | undefined {
  return isForced ? "liquidation" : undefined;
}

export function endedOrderOf(order: OrderEnded): EndedOrder {
  return {
    id: order.id,
    area: order.area,
    user: order.user,
    market: order.market,
    side: order.side,
    kind: order.kind,
    ticks: order.ticks,
    lots: order.lots,
    budget: order.budget,
    executed: order.executed,
    traded: order.traded,
    clientId: clientIdOf(order),
    placedAtMs: order.placedAtMs,
    status: order.status,
    endedAtMs: order.timeMs,
    force: forceOf(order.isForced),
    reason: order.reason, // SPOT-FIELD-4
    instructions: order.instructions && instructionsOf(order.instructions),
  };
}

function instructionsOf({
  timeInForce,
  selfTrade,
  triggerTicks,
  isWaiting,
  unit,
  list,
  prevented,
  slice,
  delta,
  trailed,
}: ToldInstructions) {
  const asked = { timeInForce, selfTrade, triggerTicks, isWaiting, unit, list };
  return { ...asked, prevented, slice, delta, trailed };
}

/** SPOT-STP-7: it is among the records of the area of either order. */
export function preventedMatchOf(
  { makerArea, takerArea, takerSide, ...match }: MatchPrevented,
  side: "maker" | "taker",
): PreventedMatch {
  return {
    id: match.id,
    area: side === "maker" ? makerArea : takerArea,
    user: match.user,
    market: match.pair,
    ticks: match.ticks,
    mode: match.mode,
    isTakerBuyer: takerSide === "buy",
    makerOrder: match.makerOrder,
    makerLots: match.makerLots,
    takerOrder: match.takerOrder,
    takerLots: match.takerLots,
    timeMs: match.timeMs,
  };
}

/** SPOT-SETTLE-5: each side sees its own role and fee. */
export function ownTradeOf(trade: Traded, side: "maker" | "taker"): OwnTrade {
  const { makerOrder, takerOrder, takerSide } = trade;
  const isMaker = side === "maker";
  const [bidId, askId] = takerSide === "buy" ? [takerOrder, makerOrder] : [makerOrder, takerOrder];
  const isBuyer = isMaker !== (takerSide === "buy");
  return {
    id: trade.id,
    area: isMaker ? trade.makerArea : trade.takerArea,
    user: isMaker ? trade.makerUser : trade.takerUser,
    market: trade.pair,
    orderId: isMaker ? makerOrder : takerOrder,
    bidId,
    askId,
    ticks: trade.ticks,
    lots: trade.lots,
    isBuyer,
    isMaker,
    fee: isBuyer ? trade.buyerFee : trade.sellerFee,
    timeMs: trade.timeMs,
    force: forceOf(trade.isForced && !isMaker),
  };
}
