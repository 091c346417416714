/** Order lists that ended: found by id, by name and in pages, wherever the archive ends, and held against the log. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import type { OrderListEnded } from "../../core/engine/orders/order-lists.ts";
import { HistoryCheck } from "../../tools/audit/history-check.ts";
import type { HistoryRecord, Query } from "./history.ts";
import { type Archive, JoinedHistory, rowsOf } from "./joined-history.ts";
import { queryRecord } from "./query-record.ts";
import { isTakenAgain, LISTS_KEY, listNameKey } from "./rows/keys.ts";
import { type Happened, HistoryStore } from "./store/history-store.ts";
import { MemoryStore } from "./store/memory-store.ts";
import { RecordStore } from "./store/record-store.ts";
import { UnarchivedRecords } from "./unarchived-records.ts";

const ALICE = { area: "spot", user: 1, market: 1 } as const;

function ended(id: number, changes: Partial<OrderListEnded> = {}): OrderListEnded {
  const times = { placedAtMs: id, timeMs: 1_000 + id };
  const owner = { user: 1, pair: 1, clientId: "" };
  return { type: "OrderListEnded", id, kind: "otoco", ...owner, ...times, ...changes };
}

function happened(events: readonly OrderListEnded[]): Happened[] {
  return events.map((event, at) => ({ event, position: 2 * at + 1 }));
}

function write({ record }: HistoryRecord): string {
  return `${record.id}`;
}

/** The first `archived` are in the store, and the server was told so; the others it keeps. */
function joinedOf(events: readonly OrderListEnded[], archived: number): JoinedHistory {
  const all = happened(events);
  const end = all[archived - 1]?.position ?? 0;
  const store = new HistoryStore(new MemoryStore());
  // Each in a transaction of its own, so that runs of the index are merged.
  for (const one of all.slice(0, archived)) store.add([one], one.position);
  const unarchived = new UnarchivedRecords();
  for (const [at, event] of events.entries()) unarchived.add(event, 2 * at + 1);
  expect(unarchived.list(ALICE, 0)).toBeUndefined();
  unarchived.archived(end);
  const archive: Archive = {
    ask: async (query, _position, join) => join(rowsOf(store.find(query), write)),
  };
  return new JoinedHistory({ unarchived, archive, write });
}

const someLists: fc.Arbitrary<readonly OrderListEnded[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 40 }),
      user: fc.integer({ min: 1, max: 2 }),
      pair: fc.integer({ min: 1, max: 2 }),
      clientId: fc.constantFrom("", "a", "b"),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  )
  .map((all) => all.map(({ id, ...changes }) => ended(id, changes)));

test("HIST-LIST-1 HIST-LIST-2 HIST-OWN-1 wherever the archive ends, a list is found by its id and by its newest name", async () => {
  await fc.assert(
    fc.asyncProperty(someLists, fc.nat({ max: 30 }), async (lists, archived) => {
      const joined = joinedOf(lists, Math.min(archived, lists.length));
      for (const user of [1, 2]) {
        for (const market of [1, 2]) {
          const owner = { area: "spot", user, market } as const;
          const isOwn = (list: OrderListEnded) => list.user === user && list.pair === market;
          for (let id = 1; id <= 40; id++) {
            const is = lists.some((list) => list.id === id && isOwn(list));
            expect(await joined.list(owner, id)).toEqual(is ? [`${id}`] : []);
            expect(await joined.order(owner, id)).toEqual([]);
          }
          for (const name of ["a", "b", "c"]) {
            const newest = lists.findLast((one) => one.user === user && one.clientId === name);
            const rows = newest && isOwn(newest) ? [`${newest.id}`] : [];
            const asked = { kind: "list_name", ...owner, name } as const;
            expect(await joined.namedList(asked)).toEqual(rows);
            expect(await joined.named({ kind: "name", ...owner, clientId: name })).toEqual([]);
          }
        }
      }
    }),
    { numRuns: runs(30, 100), seed: 31 },
  );
});

test("HIST-LIST-2 a list that is named as the server names orders is no order", async () => {
  for (const archived of [0, 1]) {
    const joined = joinedOf([ended(7, { clientId: "bourse:7" })], archived);
    const named = { kind: "name", ...ALICE, clientId: "bourse:7" } as const;

    expect(await joined.named(named)).toEqual([]);
    expect(await joined.namedList({ kind: "list_name", ...ALICE, name: "bourse:7" })).toEqual([
      "7",
    ]);
  }
});

test("HIST-LIST-2 HIST-SEAL-4 a list's name is known only where all runs can be read, since a later list may have taken it", () => {
  expect(isTakenAgain(listNameKey(ALICE, "a"))).toBe(true);
});

test("queries about lists are the same behind the wire", () => {
  const queries: Query[] = [
    { kind: "list", ...ALICE, limit: 3, fromId: 9 },
    { kind: "list_name", ...ALICE, name: "way-out" },
  ];
  for (const query of queries) {
    const out = new ByteWriter();
    queryRecord.write(out, query);
    const from = new ByteReader(out.view());

    expect(queryRecord.read(from)).toEqual(query);
    expect(from.isAtEnd()).toBe(true);
  }
});

const LISTS = happened([ended(5, { clientId: "a" }), ended(9), ended(12, { clientId: "a" })]);

/** What the check says of a store that was written so, where replay sees all lists. */
function checked(written: (store: HistoryStore, keyValues: MemoryStore) => void): string[] {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  written(store, keyValues);
  const check = new HistoryCheck(store, 0);
  for (const { event, position } of LISTS) check.see(event, position);
  return check.problems(5);
}

test("HIST-LIST-1 HIST-ONCE-1 verify misses a list, and what its name leads to", () => {
  expect(checked((store) => store.add(LISTS, 5))).toEqual([]);
  expect(checked((store) => store.add(LISTS.slice(1), 5))).toEqual([
    "the history store lacks list 5 of position 1",
  ]);
  const unnamed = checked((store, keyValues) => {
    store.add(LISTS.slice(0, 2), 4);
    const [, , last] = LISTS.map(({ event }) => event as OrderListEnded);
    store.add([{ event: { ...(last as OrderListEnded), clientId: "" }, position: 5 }], 5);
    expect(new RecordStore(keyValues).get(listNameKey(ALICE, "a"))).toBeDefined();
  });
  expect(unnamed).toEqual(["the history store lacks list 12 of position 5"]);
});

test("HIST-LIST-3 verify does not miss lists of before they were kept, and every one behind", () => {
  /** As a version that kept no lists left it at position 3. */
  const ofBefore = (store: HistoryStore, keyValues: MemoryStore) => {
    store.add([], 3);
    keyValues.transact(() => keyValues.remove(LISTS_KEY));
  };

  expect(checked(ofBefore)).toEqual([]);
  const wentOn = (store: HistoryStore, keyValues: MemoryStore) => {
    ofBefore(store, keyValues);
    store.add(LISTS.slice(2), 5);
  };
  expect(checked(wentOn)).toEqual([]);
  const lost = checked((store, keyValues) => {
    ofBefore(store, keyValues);
    store.add([], 5);
  });
  expect(lost).toEqual(["the history store lacks list 12 of position 5"]);
  const rebuilt = checked((store) => {
    store.add([], 3);
    store.forgetAfter(0);
    store.add(LISTS, 5);
    expect(store.find({ kind: "list", ...ALICE, limit: 9, fromId: 0 }).records).toHaveLength(3);
  });
  expect(rebuilt).toEqual([]);
});
