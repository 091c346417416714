/**
 * The records that belong to no user: the candles of a market with an imported past, and the fundings that
 * were settled of a contract. Each lies under its market by its rank, like a user's. Rules SANDBOX-PAST-4,
 * HIST-FUND-1.
 */

import {
  big,
  int,
  list,
  oneOf,
  type RecordOf,
  record,
  uint,
} from "../../core/base/records/record.ts";
import type { FundingSettled } from "../../core/engine/futures/futures.ts";
import { AREAS, type Area } from "../../core/engine/ledger/area.ts";

/** Whose a record is. The market is a pair, in futures a contract; what belongs to no user is user 0's. */
export const owner = { area: oneOf(...AREAS), user: uint, market: uint };

/** By its number in its interval; prices in ticks. */
const candleFields = { index: uint, open: uint, high: uint, low: uint, close: uint, lots: big };
export type KeptCandle = RecordOf<typeof candleFields>;

/** SANDBOX-PAST-4: candles of one interval that closed by one command, oldest first. */
const candlesFields = { id: uint, ...owner, candles: list(record(candleFields)) };
export type KeptCandles = RecordOf<typeof candlesFields>;
export const candlesRecord = record(candlesFields);

/** HIST-FUND-1: `id` is the funding time in ms, which no other of the contract has; the rate is in 10^-8. */
const fundingFields = { id: uint, ...owner, rate: int, markTicks: uint };
export type KeptFunding = RecordOf<typeof fundingFields>;
export const fundingRecord = record(fundingFields);

export function fundingOf({ contract, dueMs, rate, markTicks }: FundingSettled): KeptFunding {
  return { id: dueMs, area: "futures", user: 0, market: contract, rate, markTicks };
}

/** SANDBOX-PAST-4: up to `limit` candles with trades, the newest up to `last`, and the one before them. */
export interface CandlesQuery {
  readonly kind: "candles";
  readonly area: Area;
  readonly market: number;
  /** The place of the interval among all. */
  readonly interval: number;
  readonly last: number;
  readonly limit: number;
}

/** FUT-DATA-4: the newest `limit` fundings of a contract from one time to another, both included. */
export interface FundingsQuery {
  readonly kind: "funding";
  readonly area: "futures";
  readonly market: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly limit: number;
}

/** For the server, which writes candles for the dialect that asked: no dialect reads it. */
export function writeCandles({ candles }: KeptCandles): string {
  const rows = candles.map(({ index, open, high, low, close, lots }) => {
    return [index, open, high, low, close, `${lots}`];
  });
  return JSON.stringify(rows);
}

type CandleRow = readonly [number, number, number, number, number, string];

/** Reads what `writeCandles` has written. */
export function parseCandles(row: string): KeptCandle[] {
  return (JSON.parse(row) as readonly CandleRow[]).map(([index, open, high, low, close, lots]) => ({
    index,
    open,
    high,
    low,
    close,
    lots: BigInt(lots),
  }));
}

/** More than there are intervals of any length since 1970. */
const INTERVAL_RANKS = 2 ** 48;

/** Where candles stand among those of their market: by interval, then by the first of them. */
export function candlesRank(interval: number, index: number): number {
  return (interval + 1) * INTERVAL_RANKS + index;
}
