/**
 * What ended, in its words: the records that leave the engine with their event and must be found
 * for ever, and the questions that are asked about them. A record lies under its owner (area, user,
 * pair) by its rank, so a page is one stretch of the store. Rules HIST-PAGE-1, HIST-PAGE-2.
 */
import { big, flag, oneOf, type RecordOf, record, text, uint } from "../base/record.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { serverMadeId } from "../engine/orders/open-orders.ts";
import {
  AREAS,
  type Area,
  clientIdOf,
  type Order,
  type OrderStatus,
} from "../engine/orders/order.ts";
import type { Traded } from "../engine/spot/spot.ts";

const owner = { area: oneOf(...AREAS), user: uint, pair: uint };

const endedOrderFields = {
  id: uint,
  ...owner,
  side: oneOf("buy", "sell"),
  kind: oneOf("limit", "market"),
  ticks: uint,
  lots: uint,
  budget: big,
  executed: uint,
  traded: big,
  clientId: text,
  placedAtMs: uint,
  status: oneOf("new", "partially_filled", "filled", "canceled", "rejected"),
  endedAtMs: uint,
};
export type EndedOrder = RecordOf<typeof endedOrderFields>;

/** One side of a trade, as the user on this side sees it. */
const ownTradeFields = {
  id: uint,
  ...owner,
  orderId: uint,
  bidId: uint,
  askId: uint,
  ticks: uint,
  lots: uint,
  isBuyer: flag,
  isMaker: flag,
  /** In the asset received: the base of a buyer, the quote of a seller. */
  fee: big,
  timeMs: uint,
};
export type OwnTrade = RecordOf<typeof ownTradeFields>;

/** The kinds of records, each with its bytes. */
export const RECORDS = { order: record(endedOrderFields), trade: record(ownTradeFields) } as const;
export type RecordKind = keyof typeof RECORDS;

export type HistoryRecord =
  | { readonly kind: "order"; readonly record: EndedOrder }
  | { readonly kind: "trade"; readonly record: OwnTrade };

/** Whose records are asked for. */
export interface Owner {
  readonly area: Area;
  readonly user: number;
  readonly pair: number;
}

/**
 * HIST-PAGE-1: with `fromId` the lowest `limit` records from that id on, with 0 the newest `limit`;
 * newest first in both cases.
 */
export interface PageQuestion extends Owner {
  readonly kind: RecordKind;
  readonly limit: number;
  readonly fromId: number;
}

/** The newest ended order of a user that bore a client id; one of another pair is none. */
export interface NameQuestion extends Owner {
  readonly kind: "name";
  readonly clientId: string;
}

export type Question = PageQuestion | NameQuestion;

/** Records of one kind, newest first, as of a position of the log. */
export interface Found {
  readonly position: number;
  readonly records: readonly HistoryRecord[];
}

/** Found records as their dialect writes them, so that a page costs its reader little. */
export interface FoundRows {
  readonly position: number;
  readonly ranks: readonly number[];
  readonly rows: readonly string[];
}

export type WriteRow = (found: HistoryRecord) => string;

/**
 * HIST-PAGE-2: where a record stands among those of its kind and owner. A trade with oneself is two
 * records of one id; the taker's counts as the newer.
 */
export function rankOf({ kind, record: { id }, record }: HistoryRecord): number {
  return kind === "order" ? id : id * 2 + (record.isMaker ? 0 : 1);
}

/** The lowest rank from an id on. */
export function rankFrom(kind: RecordKind, id: number): number {
  return kind === "order" ? id : id * 2;
}

export function endedOrderOf(order: Order, status: OrderStatus, endedAtMs: number): EndedOrder {
  return {
    id: order.id,
    area: order.area,
    user: order.user,
    pair: order.pair,
    side: order.side,
    kind: order.kind,
    ticks: order.ticks,
    lots: order.lots,
    budget: order.budget,
    executed: order.executed,
    traded: order.traded,
    clientId: clientIdOf(order),
    placedAtMs: order.placedAtMs,
    status,
    endedAtMs,
  };
}

/** SPOT-SETTLE-5: each side sees its own role and fee. */
export function ownTradeOf(trade: Traded, side: "maker" | "taker"): OwnTrade {
  const { maker, taker, takerSide } = trade;
  const own = trade[side];
  const [bid, ask] = takerSide === "buy" ? [taker, maker] : [maker, taker];
  const isBuyer = side === "taker" ? takerSide === "buy" : takerSide !== "buy";
  return {
    id: trade.id,
    area: own.area,
    user: own.user,
    pair: trade.pair,
    orderId: own.id,
    bidId: bid.id,
    askId: ask.id,
    ticks: trade.ticks,
    lots: trade.lots,
    isBuyer,
    isMaker: side === "maker",
    fee: isBuyer ? trade.buyerFee : trade.sellerFee,
    timeMs: trade.timeMs,
  };
}

/** The records that an event leaves behind. */
export function recordsOf(event: ExchangeEvent): readonly HistoryRecord[] {
  if (event.type === "OrderEnded") {
    const { order, status, timeMs } = event;
    return [{ kind: "order", record: endedOrderOf(order, status, timeMs) }];
  }
  if (event.type !== "Traded") return [];
  return [
    { kind: "trade", record: ownTradeOf(event, "maker") },
    { kind: "trade", record: ownTradeOf(event, "taker") },
  ];
}

/**
 * SPOT-CLIENT-5: a rejected item of a batch does not take its client id. SPOT-CLIENT-6: a name that
 * the server made needs no place of its own, since it holds the order's id.
 */
export function takesName({ status, clientId }: EndedOrder): boolean {
  return status !== "rejected" && serverMadeId(clientId) === 0;
}
