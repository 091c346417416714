/**
 * The records that come most often, as numbers: an order of a pair that ended, and a side of a trade of a pair. What
 * does not fit, and every other kind, is for the caller to keep as it is.
 */
import { END_REASONS } from "../engine/orders/end-reasons.ts";
import { type Area, ORDER_STATUSES } from "../engine/orders/order.ts";
import { bigOf } from "../money/amount.ts";
import type { EndedOrder, OwnTrade, UserRecord } from "./history.ts";

/** So many numbers a record takes. */
export const CELLS = 9;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Whether numbers hold all of the record. */
export function fitsCells(found: UserRecord): boolean {
  if (found.kind === "trade") return found.record.force === undefined && isSafe(found.record.fee);
  if (found.kind !== "order") return false;
  const { force, instructions, budget, traded } = found.record;
  return force === undefined && instructions === undefined && isSafe(budget) && isSafe(traded);
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

/** Where in the last cell the status stands, and the reason of the end, 0 for none. */
const STATUS_AT = 2;
const STATUS_MASK = 7;
const REASON_AT = 5;

export function writeOrder(cells: Float64Array, first: number, order: EndedOrder): void {
  const isSelling = order.side === "sell" ? 1 : 0;
  const isMarket = order.kind === "market" ? 2 : 0;
  cells[first] = order.id;
  cells[first + 1] = order.ticks;
  cells[first + 2] = order.lots;
  cells[first + 3] = order.executed;
  cells[first + 4] = order.budget === 0n ? 0 : Number(order.budget);
  cells[first + 5] = order.traded === 0n ? 0 : Number(order.traded);
  cells[first + 6] = order.placedAtMs;
  cells[first + 7] = order.endedAtMs;
  const status = ORDER_STATUSES.indexOf(order.status) << STATUS_AT;
  const reason = order.reason ? (END_REASONS.indexOf(order.reason) + 1) << REASON_AT : 0;
  cells[first + 8] = isSelling + isMarket + status + reason;
}

export function readOrder(cells: Float64Array, first: number, owner: CellsOwner): EndedOrder {
  const cell = (number: number) => cells[first + number] as number;
  const words = cell(8);
  const reason = END_REASONS[(words >> REASON_AT) - 1];
  return {
    id: cell(0),
    area: owner.area,
    user: owner.user,
    market: owner.market,
    side: words & 1 ? "sell" : "buy",
    kind: words & 2 ? "market" : "limit",
    ticks: cell(1),
    lots: cell(2),
    budget: bigOf(cell(4)),
    executed: cell(3),
    traded: bigOf(cell(5)),
    clientId: owner.clientId,
    placedAtMs: cell(6),
    status: ORDER_STATUSES[(words >> STATUS_AT) & STATUS_MASK] as EndedOrder["status"],
    endedAtMs: cell(7),
    ...(reason && { reason }),
  };
}

export function writeTrade(cells: Float64Array, first: number, trade: OwnTrade): void {
  cells[first] = trade.id;
  cells[first + 1] = trade.ticks;
  cells[first + 2] = trade.lots;
  cells[first + 3] = trade.orderId;
  cells[first + 4] = trade.bidId;
  cells[first + 5] = trade.askId;
  cells[first + 6] = Number(trade.fee);
  cells[first + 7] = trade.timeMs;
  cells[first + 8] = (trade.isBuyer ? 1 : 0) + (trade.isMaker ? 2 : 0);
}

export function readTrade(cells: Float64Array, first: number, owner: CellsOwner): OwnTrade {
  const cell = (number: number) => cells[first + number] as number;
  return {
    id: cell(0),
    area: owner.area,
    user: owner.user,
    market: owner.market,
    orderId: cell(3),
    bidId: cell(4),
    askId: cell(5),
    ticks: cell(1),
    lots: cell(2),
    isBuyer: (cell(8) & 1) !== 0,
    isMaker: (cell(8) & 2) !== 0,
    fee: bigOf(cell(6)),
    timeMs: cell(7),
  };
}
