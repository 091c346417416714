/**
 * From an event to the records that it leaves. An event leaves up to two, one for each of its parts,
 * so that a record is known (part and event) long before it is written out.
 */
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type {
  ContractTraded,
  ForceClosed,
  FundingSettled,
  PositionEnded,
} from "../../core/engine/futures/futures.ts";
import { serverMadeId } from "../../core/engine/orders/open-orders.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import type { OrderListEnded } from "../../core/engine/orders/order-lists.ts";
import type { MatchPrevented, Traded } from "../../core/engine/spot/spot.ts";
import {
  forcedOrderOf,
  forcedTradeOf,
  futuresOrderOf,
  futuresTradeOf,
  profitOf,
} from "./contract-records.ts";
import { type EndedOrder, type HistoryRecord, orderKindOf, type UserRecord } from "./history.ts";
import { type EntriesPosted, entriesOf } from "./ledger-entries.ts";
import { endedListOf } from "./list-records.ts";
import { endedOrderOf, ownTradeOf, preventedMatchOf } from "./pair-records.ts";
import { candlesRank, fundingOf, type KeptCandle } from "./public-records.ts";

/** The events that leave records of users. */
export type RecordedEvent =
  | OrderEnded
  | OrderListEnded
  | Traded
  | MatchPrevented
  | ContractTraded
  | ForceClosed
  | PositionEnded;

/** SANDBOX-PAST-4: no event of the engine; the views tell it of a market that has a past. */
export interface CandlesClosed {
  readonly type: "CandlesClosed";
  readonly sort: "pair" | "contract";
  readonly market: number;
  readonly interval: number;
  readonly candles: readonly KeptCandle[];
}

/** Whatever may leave records. */
export type HistoryEvent = ExchangeEvent | CandlesClosed | EntriesPosted;

/** An order or a list that ended, a side of a trade or of a prevented match, or what a position brought. */
export type RecordPart = "order" | "list" | "maker" | "taker" | "profit";

const ORDER = ["order"] as const;
const LIST = ["list"] as const;
const MAKER = ["maker"] as const;
const TAKER = ["taker"] as const;
const BOTH_SIDES = ["maker", "taker"] as const;
const ORDER_AND_TRADE = ["order", "taker"] as const;
const PROFIT = ["profit"] as const;
const NOTHING = [] as const;

export function isRecorded(event: ExchangeEvent): event is RecordedEvent {
  return partsOf(event).length > 0;
}

export function partsOf(event: ExchangeEvent): readonly RecordPart[] {
  switch (event.type) {
    case "OrderEnded":
      return ORDER;
    case "OrderListEnded":
      return LIST;
    case "Traded":
      return BOTH_SIDES;
    case "MatchPrevented":
      return event.makerArea === event.takerArea ? TAKER : BOTH_SIDES;
    case "ContractTraded":
      return sidesOf(event);
    case "ForceClosed":
      return ORDER_AND_TRADE;
    case "PositionEnded":
      return PROFIT;
    default:
      return NOTHING;
  }
}

/** The liquidation engine, user 0, keeps no records. */
function sidesOf({ makerUser, takerUser }: ContractTraded): readonly RecordPart[] {
  if (makerUser === 0) return TAKER;
  return takerUser === 0 ? MAKER : BOTH_SIDES;
}

/** The record of one part of an event; the parts of a trade are its sides. */
export function recordOf(event: RecordedEvent, part: RecordPart): UserRecord {
  const side = part === "maker" ? "maker" : "taker";
  switch (event.type) {
    case "OrderEnded":
      return orderKindOf(event.area) === "order"
        ? { kind: "order", record: endedOrderOf(event) }
        : { kind: "futures_order", record: futuresOrderOf(event) };
    case "OrderListEnded":
      return { kind: "list", record: endedListOf(event) };
    case "Traded":
      return { kind: "trade", record: ownTradeOf(event, side) };
    case "MatchPrevented":
      return { kind: "prevented", record: preventedMatchOf(event, side) };
    case "ContractTraded":
      return { kind: "futures_trade", record: futuresTradeOf(event, side) };
    case "ForceClosed":
      return part === "order"
        ? { kind: "futures_order", record: forcedOrderOf(event) }
        : { kind: "futures_trade", record: forcedTradeOf(event) };
    case "PositionEnded":
      return { kind: "profit", record: profitOf(event) };
  }
}

/** HIST-LEDGER-3: the events of which at least one comes with every entry of a ledger. */
const MONEY_MOVED: ReadonlySet<ExchangeEvent["type"]> = new Set([
  "Traded",
  "ContractTraded",
  "ForceClosed",
  "Moved",
  "Transferred",
  "Borrowed",
  "Repaid",
  "Insured",
  "DeficitCovered",
  "FundingSettled",
  "ProfitsSettled",
  "PositionMarginMoved",
] as const);

export function movesMoney({ type }: ExchangeEvent): boolean {
  return MONEY_MOVED.has(type);
}

export function leavesRecords(event: HistoryEvent): boolean {
  return isOfArchive(event) || isRecorded(event);
}

/** Only the archive has its records: no server keeps them for it. */
function isOfArchive(event: HistoryEvent): event is CandlesClosed | FundingSettled | EntriesPosted {
  const { type } = event;
  return type === "CandlesClosed" || type === "FundingSettled" || type === "EntriesPosted";
}

/** The records that an event leaves behind. */
export function recordsOf(event: HistoryEvent): readonly HistoryRecord[] {
  if (event.type === "EntriesPosted")
    return entriesOf(event).map((record) => ({ kind: "entries", record }));
  if (event.type === "CandlesClosed") return [candlesOf(event)];
  if (event.type === "FundingSettled") return [{ kind: "funding", record: fundingOf(event) }];
  return isRecorded(event) ? partsOf(event).map((part) => recordOf(event, part)) : [];
}

function candlesOf({ sort, market, interval, candles }: CandlesClosed): HistoryRecord {
  const area = sort === "pair" ? "spot" : "futures";
  const id = candlesRank(interval, candles[0]?.index ?? 0);
  return { kind: "candles", record: { id, area, user: 0, market, candles } };
}

/**
 * SPOT-CLIENT-5: a rejected item of a batch does not take its client id; HIST-NAME-1: a condition
 * order that is rejected at its trigger has taken it. SPOT-CLIENT-6: a name that the server made
 * needs no entry of its own, since it holds the order's id.
 */
export function takesName(order: Pick<EndedOrder, "area" | "status" | "clientId">): boolean {
  const { area, status, clientId } = order;
  if (status === "rejected" && area !== "futures") return false;
  return serverMadeId(clientId) === 0;
}
