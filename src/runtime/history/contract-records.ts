/**
 * What trading contracts leaves behind: an order as it ended, each side of a trade, what the
 * exchange closed by itself, and what a position brought. Rules HIST-FORCED-1, HIST-PROFIT-1.
 */
import { present } from "../../core/base/assert.ts";
import {
  type ContractTraded,
  FORCES_BY_REASON,
  type ForceClosed,
  type PositionEnded,
} from "../../core/engine/futures/futures.ts";
import { clientIdOf } from "../../core/engine/orders/order.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import type { FuturesOrder, FuturesTrade, Profit } from "./history.ts";
import { forceOf } from "./pair-records.ts";

export function futuresOrderOf(order: OrderEnded): FuturesOrder {
  const terms = present(order.futures, "the terms of a futures order");
  return {
    id: order.id,
    area: "futures",
    user: order.user,
    market: order.market,
    side: order.side,
    kind: order.kind,
    action: terms.action,
    mode: terms.mode,
    leverage: terms.leverage,
    timeInForce: terms.timeInForce,
    trigger: terms.trigger,
    triggerTicks: terms.triggerTicks,
    ticks: order.ticks,
    forcedPrice: 0n,
    lots: order.lots,
    budget: order.budget,
    executed: order.executed,
    traded: order.traded,
    openMakerRate: terms.openMakerRate,
    openTakerRate: terms.openTakerRate,
    closeMakerRate: terms.closeMakerRate,
    closeTakerRate: terms.closeTakerRate,
    clientId: clientIdOf(order),
    placedAtMs: order.placedAtMs,
    status: order.status,
    endedAtMs: order.timeMs,
    force: forceOf(order.isForced),
    reason: order.reason,
  };
}

/** SPOT-SETTLE-5 for contracts: each side sees its own role and fee. */
export function futuresTradeOf(trade: ContractTraded, side: "maker" | "taker"): FuturesTrade {
  const { makerOrder, makerUser, takerOrder, takerUser } = trade;
  const isMaker = side === "maker";
  const isTakerBuyer = trade.takerSide === "buy";
  return {
    id: trade.id,
    area: "futures",
    user: isMaker ? makerUser : takerUser,
    market: trade.contract,
    orderId: isMaker ? makerOrder : takerOrder,
    bidId: isTakerBuyer ? takerOrder : makerOrder,
    askId: isTakerBuyer ? makerOrder : takerOrder,
    bidUser: isTakerBuyer ? takerUser : makerUser,
    askUser: isTakerBuyer ? makerUser : takerUser,
    ticks: trade.ticks,
    forcedPrice: 0n,
    lots: trade.lots,
    value: trade.value,
    fee: isMaker ? trade.makerFee : trade.takerFee,
    isBuyer: isMaker !== isTakerBuyer,
    isMaker,
    timeMs: trade.timeMs,
    force: forceOf(trade.isForced && !isMaker),
  };
}

const FREE = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 } as const;

/** HIST-FORCED-1: as if its owner had closed with a limit order that was filled at once. */
export function forcedOrderOf(closed: ForceClosed): FuturesOrder {
  return {
    id: closed.orderId,
    area: "futures",
    user: closed.user,
    market: closed.contract,
    side: closed.side,
    kind: "limit",
    action: "close",
    mode: closed.mode,
    leverage: closed.leverage,
    timeInForce: "gtc",
    trigger: "none",
    triggerTicks: 0,
    ticks: 0,
    forcedPrice: closed.price,
    lots: closed.lots,
    budget: 0n,
    executed: closed.lots,
    traded: closed.value,
    ...FREE,
    clientId: clientIdOf({ id: closed.orderId, clientId: "" }),
    placedAtMs: closed.timeMs,
    status: "filled",
    endedAtMs: closed.timeMs,
    force: FORCES_BY_REASON[closed.reason],
  };
}

/** HIST-FORCED-1: on the other side stands the exchange, user 0 with order 0. */
export function forcedTradeOf(closed: ForceClosed): FuturesTrade {
  const { user, orderId } = closed;
  const isBuyer = closed.side === "buy";
  return {
    id: closed.tradeId,
    area: "futures",
    user,
    market: closed.contract,
    orderId,
    bidId: isBuyer ? orderId : 0,
    askId: isBuyer ? 0 : orderId,
    bidUser: isBuyer ? user : 0,
    askUser: isBuyer ? 0 : user,
    ticks: 0,
    forcedPrice: closed.price,
    lots: closed.lots,
    value: closed.value,
    fee: 0n,
    isBuyer,
    isMaker: false,
    timeMs: closed.timeMs,
    force: FORCES_BY_REASON[closed.reason],
  };
}

/** HIST-PROFIT-1 */
export function profitOf({ type: _, contract, ...ended }: PositionEnded): Profit {
  return { ...ended, area: "futures", market: contract };
}
