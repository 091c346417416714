/** What trading pairs leaves behind: an order as it ended, and each side of a trade. */
import { clientIdOf } from "../engine/orders/order.ts";
import type { OrderEnded } from "../engine/orders/order-events.ts";
import type { Traded } from "../engine/spot/spot.ts";
import type { EndedOrder, OwnTrade } from "./history.ts";

/** HIST-FORCED-2 */
export const LIQUIDATION = { force: "liquidation" } as const;
export const NOT_FORCED = {} as const;

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
    ...(order.isForced ? LIQUIDATION : NOT_FORCED),
  };
}

/** SPOT-SETTLE-5: each side sees its own role and fee. */
export function ownTradeOf(trade: Traded, side: "maker" | "taker"): OwnTrade {
  const { maker, taker, takerSide } = trade;
  const own = trade[side];
  const [bid, ask] = takerSide === "buy" ? [taker, maker] : [maker, taker];
  const isBuyer = (side === "taker") === (takerSide === "buy");
  return {
    id: trade.id,
    area: own.area,
    user: own.user,
    market: trade.pair,
    orderId: own.id,
    bidId: bid.id,
    askId: ask.id,
    ticks: trade.ticks,
    lots: trade.lots,
    isBuyer,
    isMaker: side === "maker",
    fee: isBuyer ? trade.buyerFee : trade.sellerFee,
    timeMs: trade.timeMs,
    ...(trade.isForced && side === "taker" ? LIQUIDATION : NOT_FORCED),
  };
}
