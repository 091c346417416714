/**
 * What ended, in its words: the records that leave the engine with their event and must be found
 * for ever, and the queries about them. A record lies under its owner (area, user,
 * pair or contract) by its rank, so a page is one stretch of the store. Rules HIST-PAGE-1 to
 * HIST-PAGE-3, HIST-PROFIT-1.
 */

import {
  big,
  flag,
  grown,
  int,
  oneOf,
  type RecordOf,
  record,
  text,
  uint,
} from "../../core/base/records/record.ts";
import type { Area } from "../../core/engine/ledger/area.ts";
import { SELF_TRADES } from "../../core/engine/orders/instructions.ts";
import { ORDER_STATUSES, TRIGGERS } from "../../core/engine/orders/order.ts";
import { tenTo } from "../../core/money/decimal.ts";
import { type EntriesQuery, entriesRecord, type LedgerEntries } from "./ledger-entries.ts";
import { type EndedList, endedListRecord, type ListNameQuery } from "./list-records.ts";
import { type Forced, force, type OrderTail, withTail } from "./order-tail.ts";
import {
  type CandlesQuery,
  candlesRecord,
  type FundingsQuery,
  fundingRecord,
  type KeptCandles,
  type KeptFunding,
  owner,
  writeCandles,
} from "./public-records.ts";

/** How an order ended; the same in every area. */
const end = {
  clientId: text,
  placedAtMs: uint,
  status: oneOf(...ORDER_STATUSES),
  endedAtMs: uint,
};

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
  ...end,
};

export type EndedOrder = RecordOf<typeof endedOrderFields> & OrderTail;

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
export type OwnTrade = RecordOf<typeof ownTradeFields> & Forced;

/** SPOT-STP-7: two orders of the user met, and did not trade. */
const preventedMatchFields = {
  id: uint,
  ...owner,
  ticks: uint,
  mode: oneOf(...SELF_TRADES),
  isTakerBuyer: flag,
  makerOrder: uint,
  makerLots: uint,
  takerOrder: uint,
  takerLots: uint,
  timeMs: uint,
};
export type PreventedMatch = RecordOf<typeof preventedMatchFields>;

/**
 * A price of futures is in ticks. A forced close has none: its price need not be a whole tick and
 * stands in `forcedPrice`, in 10^-8, which is 0 for everything else. `priceOf` gives either.
 */
const futuresPrice = { ticks: uint, forcedPrice: big };

const mode = oneOf("cross", "isolated");

/** Values and fees of futures are in units of the margin coin, rates in 10^-8. */
const futuresOrderFields = {
  id: uint,
  ...owner,
  side: oneOf("buy", "sell"),
  kind: oneOf("limit", "market"),
  action: oneOf("open", "close"),
  mode,
  leverage: uint,
  timeInForce: oneOf("gtc", "ioc", "fok", "post_only"),
  trigger: oneOf(...TRIGGERS),
  triggerTicks: uint,
  /** Both 0 for a market order. */
  ...futuresPrice,
  /** 0 for a market order that opens: it has a budget, the value to spend. */
  lots: uint,
  budget: big,
  executed: uint,
  /** Sum of the values of its trades. */
  traded: big,
  openMakerRate: int,
  openTakerRate: int,
  closeMakerRate: int,
  closeTakerRate: int,
  ...end,
};
export type FuturesOrder = RecordOf<typeof futuresOrderFields> & OrderTail;

/** One side of a trade of contracts; the exchange itself is user 0 with order 0. */
const futuresTradeFields = {
  id: uint,
  ...owner,
  orderId: uint,
  bidId: uint,
  askId: uint,
  bidUser: uint,
  askUser: uint,
  ...futuresPrice,
  lots: uint,
  value: big,
  /** Negative is a rebate. */
  fee: big,
  isBuyer: flag,
  isMaker: flag,
  timeMs: uint,
};
export type FuturesTrade = RecordOf<typeof futuresTradeFields> & Forced;

/** FUT-FIELD-3: what a position brought, from its start to its end; prices in 10^-8. */
const profitFields = {
  id: uint,
  positionId: uint,
  ...owner,
  side: oneOf("buy", "sell"),
  mode,
  leverage: uint,
  openPrice: big,
  openEndPrice: big,
  closeVolume: big,
  closeProfit: big,
  settleProfit: big,
  tradeFee: big,
  fundingReceived: big,
  realized: big,
  startedAtMs: uint,
  timeMs: uint,
};
export type Profit = RecordOf<typeof profitFields> & Forced;

/** The kinds of records, each with its bytes. */
export const RECORDS = {
  order: withTail(record(endedOrderFields)),
  trade: grown(ownTradeFields, force),
  futures_order: withTail(record(futuresOrderFields)),
  futures_trade: grown(futuresTradeFields, force),
  profit: grown(profitFields, force),
  candles: candlesRecord,
  funding: fundingRecord,
  entries: entriesRecord,
  prevented: record(preventedMatchFields),
  list: endedListRecord,
} as const;
export type StoredKind = keyof typeof RECORDS;
/** The kinds that belong to a user, and are asked for in pages. */
export type RecordKind = Exclude<StoredKind, "candles" | "funding" | "entries">;
export const RECORD_KINDS: readonly RecordKind[] = [
  "order",
  "trade",
  "futures_order",
  "futures_trade",
  "profit",
  "prevented",
  "list",
];

/** The records of pairs, spot and margin. */
export type PairRecord =
  | { readonly kind: "order"; readonly record: EndedOrder }
  | { readonly kind: "trade"; readonly record: OwnTrade }
  | { readonly kind: "prevented"; readonly record: PreventedMatch }
  | { readonly kind: "list"; readonly record: EndedList };

/** The records of contracts. */
export type ContractRecord =
  | { readonly kind: "futures_order"; readonly record: FuturesOrder }
  | { readonly kind: "futures_trade"; readonly record: FuturesTrade }
  | { readonly kind: "profit"; readonly record: Profit };

/** The records that belong to a user. */
export type UserRecord = PairRecord | ContractRecord;

/** The candles that closed on a market with an imported past. */
export type CandlesRecord = { readonly kind: "candles"; readonly record: KeptCandles };

/** A funding that was settled. */
export type FundingRecord = { readonly kind: "funding"; readonly record: KeptFunding };

/** What a command did to a user's balances in an area. */
export type EntriesRecord = { readonly kind: "entries"; readonly record: LedgerEntries };

export type HistoryRecord = UserRecord | CandlesRecord | FundingRecord | EntriesRecord;

/** In 10^-8 of the quote. */
export function priceOf(
  { ticks, forcedPrice }: Pick<FuturesOrder, "ticks" | "forcedPrice">,
  contract: { readonly pricePrecision: number },
): bigint {
  return ticks === 0 ? forcedPrice : BigInt(ticks) * tenTo(8 - contract.pricePrecision);
}

/**
 * Whose records are asked for. HIST-PROFIT-1, HIST-LATEST-1: profits and trades of market 0 are those of
 * all markets.
 */
export interface RecordOwner {
  readonly area: Area;
  readonly user: number;
  readonly market: number;
}

/**
 * HIST-PAGE-1: with `fromId` the lowest `limit` records from that id on, with 0 the newest `limit`;
 * newest first in both cases. HIST-PAGE-3: with `fromId` one more where a trade would be split.
 */
export interface PageQuery extends RecordOwner {
  readonly kind: RecordKind;
  readonly limit: number;
  readonly fromId: number;
}

/** The newest ended order of a user that bore a client id; one of another market is none. */
export interface NameQuery extends RecordOwner {
  readonly kind: "name";
  readonly clientId: string;
}

export type Query =
  | PageQuery
  | NameQuery
  | ListNameQuery
  | CandlesQuery
  | FundingsQuery
  | EntriesQuery;

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

export type WriteRow<R extends HistoryRecord = HistoryRecord> = (found: R) => string;

/** Each dialect writes its own records. */
export function writeRows(
  pairs: WriteRow<PairRecord>,
  contracts: WriteRow<ContractRecord | FundingRecord>,
  entries: WriteRow<EntriesRecord>,
): WriteRow {
  return (found) => {
    if (found.kind === "entries") return entries(found);
    if (found.kind === "candles") return writeCandles(found.record);
    return isOfPairs(found) ? pairs(found) : contracts(found);
  };
}

const OF_PAIRS: ReadonlySet<StoredKind> = new Set(["order", "trade", "prevented", "list"] as const);

function isOfPairs(found: PairRecord | ContractRecord | FundingRecord): found is PairRecord {
  return OF_PAIRS.has(found.kind);
}

/**
 * HIST-PAGE-2: where a record stands among those of its kind and owner. A trade with oneself is two
 * records of one id; the taker's counts as the newer.
 */
export function rankOf({ record }: HistoryRecord): number {
  return "isMaker" in record ? rankOfSide(record.id, record.isMaker) : record.id;
}

/** The sides of a trade stand one behind the other. */
export function rankOfSide(id: number, isMaker: boolean): number {
  return id * 2 + (isMaker ? 0 : 1);
}

/** The lowest rank from an id on. */
export function rankFrom(kind: RecordKind, id: number): number {
  return isOfTrades(kind) ? id * 2 : id;
}

function isOfTrades(kind: RecordKind): boolean {
  return kind === "trade" || kind === "futures_trade";
}

/**
 * HIST-PAGE-3: the rank of the taker's record of a trade whose maker's has this rank, which a page
 * that ends with the maker's must have as well; undefined for any other record.
 */
export function rankBeside(kind: RecordKind, rank: number): number | undefined {
  return isOfTrades(kind) && rank % 2 === 0 ? rank + 1 : undefined;
}

/** The kind of record that an area's orders are kept as. */
export function orderKindOf(area: Area): "order" | "futures_order" {
  return area === "futures" ? "futures_order" : "order";
}
