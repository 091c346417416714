/** The check of the history store against replay: what is missing, changed or too much is told. */
import { expect, test } from "vitest";
import {
  contractTrade,
  endedFuturesOrder,
  forceClosed,
  fundingSettled,
  positionEnded,
} from "../../../test/history/contract-events.ts";
import { rewritten } from "../../../test/history/rewritten.ts";
import { ByteWriter } from "../../core/base/records/bytes.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { FUNDINGS_KEY, recordKey } from "../../runtime/history/rows/keys.ts";
import { HistoryStore } from "../../runtime/history/store/history-store.ts";
import { MemoryStore } from "../../runtime/history/store/memory-store.ts";
import { RecordStore } from "../../runtime/history/store/record-store.ts";
import { HistoryCheck } from "./history-check.ts";

const EVENTS: readonly ExchangeEvent[] = [
  endedFuturesOrder(1, { clientId: "a" }),
  contractTrade({ id: 2 }),
  forceClosed({ tradeId: 3 }),
  positionEnded({ id: 1, contract: 2 }),
];
/** Of the order, both sides of the trade, the forced order and trade, and the profit. */
const RECORDS = 6;
const PROFITS = { area: "futures", user: 1, market: 0 } as const;

type Key = Uint8Array;

/** The store has the events, changed by `damage`; replay sees them. */
function checked(damage: (keyValues: MemoryStore) => MemoryStore) {
  const keyValues = new MemoryStore();
  new HistoryStore(keyValues).add(
    EVENTS.map((event, at) => ({ event, position: at + 1 })),
    EVENTS.length,
  );
  const check = new HistoryCheck(new HistoryStore(damage(keyValues)), 0);
  EVENTS.forEach((event, at) => {
    check.see(event, at + 1);
  });
  return { count: check.count, problems: check.problems(EVENTS.length) };
}

test("HIST-ONCE-1 what contracts left is there, once", () => {
  expect(checked((keyValues) => keyValues)).toEqual({ count: RECORDS, problems: [] });
});

test("HIST-PROFIT-1 a profit must lie among those of all contracts, and no other", () => {
  const [key, other] = [1, 2].map((rank) => recordKey("profit", PROFITS, rank)) as [Key, Key];
  const isIt = (one: Key) => Buffer.compare(one, key) === 0;
  const lost = checked((keyValues) => {
    return rewritten(keyValues, (keys) => keys.filter((one) => !isIt(one)));
  });
  expect(lost.problems).toEqual(["the history store lacks profit 1 of position 4"]);

  const more = checked((keyValues) => {
    return rewritten(keyValues, (keys) => (keys.some(isIt) ? [...keys, other] : keys));
  });
  expect(more.problems).toEqual(["the history store has 8 records where the log has 7"]);
});

test("HIST-ONCE-1 what an archivist writes while verify looks is not held against it", () => {
  const store = new HistoryStore(new MemoryStore());
  const [first, ...others] = EVENTS.map((event, at) => ({ event, position: at + 1 }));
  store.add(first ? [first] : [], 1);
  const check = new HistoryCheck(store, 0);
  store.add(others, EVENTS.length);
  EVENTS.forEach((event, at) => {
    check.see(event, at + 1);
  });

  expect([check.count, check.problems(EVENTS.length)]).toEqual([1, []]);
});

test("HIST-ONCE-1 a record behind the end of its store is told", () => {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  store.add([], 1);
  const bytes = new ByteWriter();
  bytes.uint(2);
  const records = new RecordStore(keyValues);
  records.transact(() => records.append("profit", bytes.view(), [recordKey("profit", PROFITS, 1)]));

  expect(new HistoryCheck(store, 0).problems(9)).toEqual([
    "the history store ends at 1 and has a record of position 2",
  ]);
});

/** What a check finds of fundings at positions 1 to 3, in a store that was written by `write`. */
function fundingsChecked(write: (store: HistoryStore, keyValues: MemoryStore) => void): string[] {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  write(store, keyValues);
  const check = new HistoryCheck(store, 0);
  for (const { event, position } of FUNDINGS) check.see(event, position);
  return check.problems(FUNDINGS.length);
}

const FUNDINGS = [1, 2, 3].map((position) => {
  return { event: fundingSettled({ dueMs: position * 3_600_000 }), position };
});

test("HIST-FUND-1 verify misses a funding", () => {
  expect(fundingsChecked((store) => store.add(FUNDINGS, 3))).toEqual([]);
  expect(fundingsChecked((store) => store.add(FUNDINGS.slice(1), 3))).toEqual([
    "the history store lacks funding 3600000 of position 1",
  ]);
});

test("HIST-FUND-2 it does not miss those of before they were kept, and every one behind", () => {
  /** As a version that kept no fundings left it at position 2. */
  const ofBefore = (store: HistoryStore, keyValues: MemoryStore) => {
    store.add([], 2);
    keyValues.transact(() => keyValues.remove(FUNDINGS_KEY));
  };

  expect(fundingsChecked(ofBefore)).toEqual([]);
  const wentOn = (store: HistoryStore, keyValues: MemoryStore) => {
    ofBefore(store, keyValues);
    store.add(FUNDINGS.slice(2), 3);
  };
  expect(fundingsChecked(wentOn)).toEqual([]);
  const lost = fundingsChecked((store, keyValues) => {
    ofBefore(store, keyValues);
    store.add([], 3);
  });
  expect(lost).toEqual(["the history store lacks funding 10800000 of position 3"]);
  const rebuilt = fundingsChecked((store, keyValues) => {
    wentOn(store, keyValues);
    store.forgetAfter(1);
    store.add(FUNDINGS.slice(2), 3);
  });
  expect(rebuilt).toEqual(["the history store lacks funding 7200000 of position 2"]);
});
