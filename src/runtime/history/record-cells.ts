/**
 * The records that come most often, as numbers: an order of a pair that ended, and a side of a trade of a pair. They are written
 * from their events, and a record is made only when it is read. What does not fit, and every other kind, is for the caller to
 * keep as it is.
 *
 *   | id | ticks | lots | executed | budget | traded | placed at | ended at | flags |
 *   | id | ticks | lots | order | bid | ask | fee | time | flags |
 */

import { layOutRow } from "../../core/base/rows/row-layout.ts";
import type { Area } from "../../core/engine/ledger/area.ts";
import { END_REASONS } from "../../core/engine/orders/end-reasons.ts";
import { ORDER_STATUSES } from "../../core/engine/orders/order.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import type { Traded } from "../../core/engine/spot/spot.ts";
import { bigOf } from "../../core/money/amount.ts";
import type { EndedOrder, OwnTrade } from "./history.ts";

/** So many numbers a record takes, whichever of the two it is. */
export const CELLS = 9;
export const ORDER_CELLS = layOutRow(8 * CELLS, {
  id: "number",
  ticks: "number",
  lots: "number",
  executed: "number",
  budget: "number",
  traded: "number",
  placedAt: "number",
  endedAt: "number",
  flags: "number",
});
export const TRADE_CELLS = layOutRow(8 * CELLS, {
  id: "number",
  ticks: "number",
  lots: "number",
  order: "number",
  bid: "number",
  ask: "number",
  fee: "number",
  time: "number",
  flags: "number",
});
const ORDER = ORDER_CELLS.at;
const TRADE = TRADE_CELLS.at;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Whether numbers hold all that an order of a pair leaves. */
export function fitsOrder(ended: OrderEnded): boolean {
  const { futures, isForced, instructions, budget, traded } = ended;
  const isPlain = futures === undefined && isForced === undefined && instructions === undefined;
  return isPlain && isSafe(budget) && isSafe(traded);
}

/** Whether they hold all that the two sides of a trade leave. */
export function fitsTrade({ isForced, buyerFee, sellerFee }: Traded): boolean {
  return isForced === undefined && isSafe(buyerFee) && isSafe(sellerFee);
}

function isSafe(value: bigint): boolean {
  return value <= SAFE && value >= -SAFE;
}

/** Whose record it is, and the name of an order. The cells do not hold them. */
export interface CellsOwner {
  readonly area: Area;
  readonly user: number;
  readonly market: number;
  readonly clientId: string;
}

/** Where in the flags the status stands, and the reason of the end, 0 for none. */
const STATUS_AT = 2;
const STATUS_MASK = 7;
const REASON_AT = 5;

export function writeOrder(cells: Float64Array, first: number, order: OrderEnded): void {
  const isSelling = order.side === "sell" ? 1 : 0;
  const isMarket = order.kind === "market" ? 2 : 0;
  cells[first + ORDER.id] = order.id;
  cells[first + ORDER.ticks] = order.ticks;
  cells[first + ORDER.lots] = order.lots;
  cells[first + ORDER.executed] = order.executed;
  cells[first + ORDER.budget] = order.budget === 0n ? 0 : Number(order.budget);
  cells[first + ORDER.traded] = order.traded === 0n ? 0 : Number(order.traded);
  cells[first + ORDER.placedAt] = order.placedAtMs;
  cells[first + ORDER.endedAt] = order.timeMs;
  const status = ORDER_STATUSES.indexOf(order.status) << STATUS_AT;
  const reason = order.reason ? (END_REASONS.indexOf(order.reason) + 1) << REASON_AT : 0;
  cells[first + ORDER.flags] = isSelling + isMarket + status + reason;
}

export function readOrder(cells: Float64Array, first: number, owner: CellsOwner): EndedOrder {
  const cell = (column: number) => cells[first + column] as number;
  const flags = cell(ORDER.flags);
  const reason = END_REASONS[(flags >> REASON_AT) - 1];
  return {
    id: cell(ORDER.id),
    area: owner.area,
    user: owner.user,
    market: owner.market,
    side: flags & 1 ? "sell" : "buy",
    kind: flags & 2 ? "market" : "limit",
    ticks: cell(ORDER.ticks),
    lots: cell(ORDER.lots),
    budget: bigOf(cell(ORDER.budget)),
    executed: cell(ORDER.executed),
    traded: bigOf(cell(ORDER.traded)),
    clientId: owner.clientId,
    placedAtMs: cell(ORDER.placedAt),
    status: ORDER_STATUSES[(flags >> STATUS_AT) & STATUS_MASK] as EndedOrder["status"],
    endedAtMs: cell(ORDER.endedAt),
    ...(reason && { reason }),
  };
}

/** SPOT-SETTLE-5: what the trade is to its maker, or to its taker. */
export function writeTrade(
  cells: Float64Array,
  first: number,
  trade: Traded,
  isMaker: boolean,
): void {
  const isTakerBuying = trade.takerSide === "buy";
  const isBuyer = isMaker !== isTakerBuying;
  const { makerOrder, takerOrder } = trade;
  cells[first + TRADE.id] = trade.id;
  cells[first + TRADE.ticks] = trade.ticks;
  cells[first + TRADE.lots] = trade.lots;
  cells[first + TRADE.order] = isMaker ? makerOrder : takerOrder;
  cells[first + TRADE.bid] = isTakerBuying ? takerOrder : makerOrder;
  cells[first + TRADE.ask] = isTakerBuying ? makerOrder : takerOrder;
  cells[first + TRADE.fee] = Number(isBuyer ? trade.buyerFee : trade.sellerFee);
  cells[first + TRADE.time] = trade.timeMs;
  cells[first + TRADE.flags] = (isBuyer ? 1 : 0) + (isMaker ? 2 : 0);
}

export function readTrade(cells: Float64Array, first: number, owner: CellsOwner): OwnTrade {
  const cell = (column: number) => cells[first + column] as number;
  return {
    id: cell(TRADE.id),
    area: owner.area,
    user: owner.user,
    market: owner.market,
    orderId: cell(TRADE.order),
    bidId: cell(TRADE.bid),
    askId: cell(TRADE.ask),
    ticks: cell(TRADE.ticks),
    lots: cell(TRADE.lots),
    isBuyer: (cell(TRADE.flags) & 1) !== 0,
    isMaker: (cell(TRADE.flags) & 2) !== 0,
    fee: bigOf(cell(TRADE.fee)),
    timeMs: cell(TRADE.time),
  };
}
