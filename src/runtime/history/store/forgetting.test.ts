/** What a sandbox forgets of its own traders: what is old, all of it in time, and nothing of other users. */
import { statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contractTrade,
  endedFuturesOrder,
  positionEnded,
} from "../../../../test/history/contract-events.ts";
import { diskStoresOfFile } from "../../../../test/history/disk-stores.ts";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { runs } from "../../../../test/support/runs.ts";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { makerOf, someOrder, takerOf, trade } from "../../../../test/views/trade-tape.ts";
import type { ExchangeEvent } from "../../../core/engine/events.ts";
import { HistoryCheck } from "../../../tools/audit/history-check.ts";
import type { HistoryRecord } from "../history.ts";
import { LMDB_FILE } from "../rows/key-value-store.ts";
import { keyBehind, numberedKey, placeIn, recordKey } from "../rows/keys.ts";
import { timeOf } from "./forgetting.ts";
import { type Happened, HistoryStore } from "./history-store.ts";
import { MemoryStore } from "./memory-store.ts";
import { RecordStore } from "./record-store.ts";

const PERSON = 1;
const TRADER = 2;
const onDisk = diskStoresOfFile();

/** At each time an order of either user ends, and the two trade: on two pairs and on a contract. */
function eventsAt(timeMs: number): ExchangeEvent[] {
  const order = (user: number, pair = 1) => someOrder({ id: timeMs, user, market: pair });
  const ended = (user: number, pair?: number) =>
    endedEvent(order(user, pair), { status: "canceled" }, timeMs);
  const sides = { ...makerOf(order(PERSON)), ...takerOf(order(TRADER)) };
  const profit = { id: timeMs, contract: 1, user: TRADER, timeMs };
  return [
    ...[ended(PERSON), ended(TRADER), ended(TRADER, 2)],
    trade({ id: timeMs, timeMs, ...sides }),
    { ...endedFuturesOrder(timeMs, { user: TRADER }), timeMs },
    contractTrade({ id: timeMs, timeMs }),
    positionEnded(profit),
  ];
}

function happened(from: number, to: number): Happened[] {
  const times = Array.from({ length: to - from }, (_, at) => from + at);
  return times.flatMap((time) => eventsAt(time).map((event) => ({ event, position: time })));
}

function usersIn(store: HistoryStore): Map<number, number[]> {
  const times = new Map<number, number[]>();
  for (const { kind, record } of store.all()) {
    const own = times.get(record.user) ?? [];
    own.push(timeOf({ kind, record } as HistoryRecord));
    times.set(record.user, own);
  }
  return times;
}

describe.each([
  ["in memory", () => new MemoryStore()],
  ["on disk", onDisk],
] as const)("%s", (_, makeStore) => {
  test("HIST-FORGET-1 what is old of a trader goes, what is young and what people did stays", () => {
    const store = new HistoryStore(makeStore());
    store.add(happened(1, 401), 400);
    // More young rows than a look at a pair goes through, of everything.
    store.add(happened(401, 551), 550);
    const people = usersIn(store).get(PERSON) ?? [];

    for (const beforeMs of [201, 301]) {
      for (let round = 0; round < 16; round++) store.forget({ users: [TRADER], beforeMs }, 500);
    }

    const kept = usersIn(store);
    expect(kept.get(PERSON)).toEqual(people);
    const traders = kept.get(TRADER) ?? [];
    expect(Math.min(...traders)).toBe(301);
    expect(new Set(traders).size).toBe(250);
    expect(traders).toHaveLength(250 * 7);
    expect(store.position).toBe(550);
  });
});

test("HIST-FORGET-1 a pass looks at no more rows than it is told, and no rows are lost to the count", () => {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  store.add(happened(1, 301), 300);
  let listed = 0;
  const list = keyValues.list.bind(keyValues);
  keyValues.list = function* (stretch) {
    const isOfRecords = placeIn(stretch.from) === "numbered" && !stretch.isReverse;
    for (const entry of list(stretch)) {
      if (isOfRecords) listed++;
      yield entry;
    }
  };

  for (let round = 0; round < 80; round++) {
    listed = 0;
    store.forget({ users: [TRADER], beforeMs: 200 }, 50);
    expect(listed).toBeLessThanOrEqual(50);
    // HIST-SEAL-2: the look over all rows goes on beside it.
    expect(store.scrub(30)).toBeUndefined();
  }

  expect(Math.min(...(usersIn(store).get(TRADER) ?? []))).toBe(200);
});

test("HIST-FORGET-1 what is gone is told by one row for each stretch of it, before and after a restart, whoever is named", () => {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  store.add(happened(1, 101), 100);
  const stubs = () => {
    const rows = [...new RecordStore(keyValues).records.listFrom(1, 10_000)];
    const kept = rows.filter(({ record }) => record).length;
    expect(rows.length - kept).toBeLessThanOrEqual(kept + 1);
    return rows.length - kept;
  };

  for (let round = 0; round < 60; round++) store.forget({ users: [TRADER], beforeMs: 60 }, 20);
  // Of each time three records of the person stay, each between others of the trader.
  expect(stubs()).toBe(3 * 59);
  const again = new HistoryStore(keyValues);
  for (let round = 0; round < 30; round++) {
    again.forget({ users: [TRADER, PERSON], beforeMs: 60 }, 50);
    expect(again.scrub(40)).toBeUndefined();
  }

  expect(stubs()).toBe(1);
  expect(usersIn(again).get(TRADER)?.length).toBe(41 * 7);
});

test("HIST-FORGET-1 an order that stood long and ended late hides none of the old behind it", () => {
  const store = new HistoryStore(new MemoryStore());
  const standing = Array.from({ length: 40 }, (_, at) => {
    const order = someOrder({ id: at + 1, user: TRADER });
    const event = endedEvent(order, { status: "canceled" }, 5_000);
    return { event, position: 2_000 };
  });
  const others = Array.from({ length: 100 }, (_, at) => {
    const order = someOrder({ id: at + 100, user: TRADER });
    const event = endedEvent(order, { status: "canceled" }, 100 + at);
    return { event, position: 100 + at };
  });
  store.add([...others, ...standing], 2_000);

  for (let round = 0; round < 20; round++) store.forget({ users: [TRADER], beforeMs: 1_000 }, 100);

  expect([...store.all()]).toHaveLength(40);
});

test("HIST-FORGET-1 a user who is not named any more keeps what there is, also in the midst of a look", () => {
  const store = new HistoryStore(new MemoryStore());
  store.add(happened(1, 101), 100);

  store.forget({ users: [PERSON, TRADER], beforeMs: 50 }, 10);
  const people = usersIn(store).get(PERSON);
  for (let round = 0; round < 20; round++) store.forget({ users: [TRADER], beforeMs: 50 }, 100);

  expect(usersIn(store).get(PERSON)).toEqual(people);
  expect(Math.min(...(usersIn(store).get(TRADER) ?? []))).toBe(50);
});

test("HIST-FORGET-2 the store held against the log misses what was forgotten, and nothing else", () => {
  const all = happened(1, 101);
  const make = () => {
    const keyValues = new MemoryStore();
    const store = new HistoryStore(keyValues);
    store.add(all, 100);
    for (let round = 0; round < 20; round++) store.forget({ users: [TRADER], beforeMs: 60 }, 100);
    return { keyValues, store };
  };
  const problemsOf = (store: HistoryStore) => {
    const check = new HistoryCheck(store, 0);
    for (const { event, position } of all) check.see(event, position);
    return check.problems(100);
  };
  const { keyValues, store } = make();
  expect([...store.all()].length).toBeLessThan(700);

  expect(problemsOf(store)).toEqual([]);
  // A young row of the trader, and an old one of a person, are missed.
  for (const { user, time } of [
    { user: TRADER, time: 61 },
    { user: PERSON, time: 5 },
  ]) {
    const other = make();
    const key = recordKey("order", { area: "spot", user, market: 1 }, time);
    const stretch = { from: key, to: keyBehind(key), isReverse: false, limit: 1 };
    const [order] = new RecordStore(keyValues).list(stretch);
    other.keyValues.remove(numberedKey(order?.number ?? expect.fail("a record")));
    expect(problemsOf(other.store)).toEqual([expect.stringContaining("damaged")]);
  }
});

test("HIST-FORGET-2 building it anew brings back what the log still has, and it is forgotten again", () => {
  const store = new HistoryStore(new MemoryStore());
  const all = happened(1, 101);
  store.add(all, 100);
  const forgotten = { users: [TRADER], beforeMs: 60 };
  for (let round = 0; round < 20; round++) store.forget(forgotten, 100);
  const kept = [...store.all()].length;

  store.forgetAfter(30);
  store.add(all, 100);
  expect([...store.all()].length).toBeGreaterThan(kept);
  for (let round = 0; round < 20; round++) store.forget(forgotten, 100);

  expect([...store.all()]).toHaveLength(kept);
  expect(store.hasForgotten).toBe(true);
});

test("HIST-FORGET-1 over a month no more is kept of a trader than of two days, whatever the pace", () => {
  const DAY = 8;
  const rows = fc.integer({ min: 40, max: 200 });
  fc.assert(
    fc.property(rows, (perDay) => {
      const store = new HistoryStore(new MemoryStore());
      for (let day = 1; day <= 31; day++) {
        const end = day * DAY;
        store.add(happened(end - DAY + 1, end + 1), end);
        const beforeMs = Math.max(0, end - DAY);
        for (let round = 0; round < 5; round++) {
          store.forget({ users: [TRADER], beforeMs }, perDay);
        }
      }
      const times = usersIn(store).get(TRADER) ?? [];
      expect(Math.min(...times)).toBeGreaterThan(29 * DAY - 1);
      expect(usersIn(store).get(PERSON)?.length).toBe(31 * DAY * 3);
    }),
    { seed: 16, numRuns: runs(2, 20) },
  );
});

test("HIST-FORGET-1 the file of the store stops growing with the traders' second day, people's rows aside", () => {
  const DAY = runs(48, 4_800);
  const PARTS = runs(2, 24);
  const directory = temporaryDirectory();
  const store = new HistoryStore(onDisk(directory));
  const sizes: number[] = [];

  for (let day = 1; day <= 31; day++) {
    for (let part = 0; part < PARTS; part++) {
      const from = (day - 1) * DAY + part * (DAY / PARTS);
      const own = happened(from + 1, from + DAY / PARTS + 1).filter(
        ({ event }) => !isPersons(event),
      );
      store.add(own, from + DAY / PARTS);
      const beforeMs = Math.max(0, from + DAY / PARTS - DAY);
      store.forget({ users: [PERSON, TRADER], beforeMs }, 20 * own.length);
    }
    sizes.push(statSync(join(directory, LMDB_FILE)).size);
  }

  expect(Math.min(...(usersIn(store).get(TRADER) ?? []))).toBeGreaterThan(29 * DAY);
  expect((sizes.at(-1) ?? 0) / (sizes[1] ?? 1), `${sizes}`).toBeLessThan(1.4);
}, 600_000);

function isPersons(event: Happened["event"]): boolean {
  return event.type === "OrderEnded" && event.user === PERSON;
}
