/** HIST-SEAL-4: what is not in the store is proved by the rows around it; a row that was lost is never "not there". */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fillHistory } from "../../../../test/history/filled-history.ts";
import { DiskLikeStore } from "../../../../test/support/disk-like-store.ts";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { someOrder } from "../../../../test/views/trade-tape.ts";
import type { PageQuery } from "../history.ts";
import { HistoryStore } from "./history-store.ts";
import { END_KEY, HEAD_KEY, kindIn, POSITION_KEY } from "./keys.ts";
import { HistoryDamaged, seal, unseal } from "./seal.ts";
import { SealedStore } from "./sealed-store.ts";
import { putStanding, standingIn } from "./store-standing.ts";

const ALL = { from: POSITION_KEY, to: END_KEY, isReverse: false, limit: 10_000 };
const PAGE: PageQuery = { kind: "order", area: "spot", user: 1, market: 1, limit: 500, fromId: 0 };

/** A key of few bytes: what comes often lies beside what is there, or is there. */
const KEYS = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 9 }));
const CHANGES = fc.array(fc.array(fc.tuple(KEYS, fc.boolean()), { maxLength: 8 }), {
  maxLength: 8,
});
const keyOf = ([kind, rank]: readonly [number, number]) => Uint8Array.of(kind, 0, rank);
const nameOf = (key: Uint8Array) => Buffer.from(key).toString("hex");
const everyKey = [1, 2, 3, 4, 5].flatMap((kind) =>
  Array.from({ length: 10 }, (_, rank) => keyOf([kind, rank])),
);

test("HIST-SEAL-4 whatever comes and goes, every row links to the next, and what is not there is proved", () => {
  fc.assert(
    fc.property(CHANGES, (transactions) => {
      const keyValues = new DiskLikeStore();
      const store = new SealedStore(keyValues);
      const model = new Map<string, number>();
      transactions.forEach((changes, at) => {
        store.transact(() => {
          store.setPosition(at + 1);
          for (const [key, isPut] of changes) {
            if (isPut) store.put(keyOf(key), Uint8Array.of(at + 1));
            else store.remove(keyOf(key));
          }
        });
        for (const [key, isPut] of changes) {
          if (isPut) model.set(nameOf(keyOf(key)), at + 1);
          else model.delete(nameOf(keyOf(key)));
        }
      });

      for (const key of everyKey) expect(store.get(key)?.[0]).toBe(model.get(nameOf(key)));
      for (const isReverse of [false, true]) {
        const [from, to] = isReverse ? [END_KEY, HEAD_KEY] : [Uint8Array.of(1), END_KEY];
        const listed = [...store.list({ from, to, isReverse, limit: 100 })];
        expect(new Map(listed.map(({ key, value }) => [nameOf(key), value[0]]))).toEqual(model);
      }
      expect(store.scrub(3)).toBeUndefined();
      expect(store.scrub(1_000)).toBeUndefined();
    }),
  );
});

/** One bit of a key is flipped on the disk: its row lies elsewhere, under another key. */
function misplace(keyValues: DiskLikeStore, key: Uint8Array, bit: number): void {
  const value = keyValues.get(key) ?? expect.fail("there is a row");
  const other = Uint8Array.from(key);
  other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  keyValues.remove(key);
  keyValues.put(other, value);
}

function keysIn(keyValues: DiskLikeStore, kind: string): Uint8Array[] {
  return [...keyValues.list(ALL)].map(({ key }) => key).filter((key) => kindIn(key) === kind);
}

test("HIST-SEAL-4 an order whose key has a flipped bit is damage: by its id, by its name, and in a page", () => {
  const bits = Array.from({ length: 17 * 8 }, (_, bit) => bit);
  for (const bit of bits) {
    const keyValues = new DiskLikeStore();
    const store = fillHistory(keyValues, 5);
    const [, , third] = keysIn(keyValues, "order");
    misplace(keyValues, third ?? END_KEY, bit);

    const byId = { ...PAGE, fromId: 3, limit: 1 };
    const byName = { ...PAGE, kind: "name", clientId: "name-2" } as const;
    for (const query of [PAGE, byId, byName]) {
      expect(() => store.find(query), `bit ${bit}`).toThrow(HistoryDamaged);
    }
  }
});

test("HIST-SEAL-4 a name whose key has a flipped bit is damage, and other names are as they were", () => {
  const keyValues = new DiskLikeStore();
  const store = fillHistory(keyValues, 5);
  const [, , third] = keysIn(keyValues, "name");
  misplace(keyValues, third ?? END_KEY, 8 * 9);

  const named = (clientId: string) => store.find({ ...PAGE, kind: "name", clientId });
  expect(() => named("name-2")).toThrow("a gap behind it");
  for (const other of ["name-0", "name-1", "name-3", "name-4"]) {
    expect(named(other).records, other).toHaveLength(1);
  }
});

test("HIST-SEAL-4 beside a lost row what does not exist is still said not to exist: for other owners, and elsewhere", () => {
  const keyValues = new DiskLikeStore();
  const store = fillHistory(keyValues, 5);
  keyValues.remove(keysIn(keyValues, "order")[2] ?? END_KEY);

  expect(store.find({ ...PAGE, user: 2, fromId: 3, limit: 1 }).records).toEqual([]);
  expect(store.find({ ...PAGE, fromId: 6, limit: 1 }).records).toEqual([]);
  expect(store.find({ ...PAGE, kind: "name", clientId: "never" }).records).toEqual([]);
  expect(store.scrub(1_000)?.message).toContain("a gap behind it");
});

function addOrder(store: HistoryStore, id: number, position: number): void {
  const order = someOrder({ id, clientId: `late-${id}` });
  store.add([{ position, event: endedEvent(order, { status: "canceled" }, 1) }], position);
}

test("HIST-SEAL-4 what is written into a gap does not close it", () => {
  const keyValues = new DiskLikeStore();
  const store = new HistoryStore(keyValues);
  [10, 20, 30].forEach((id, at) => void addOrder(store, id, at + 1));
  keyValues.remove(keysIn(keyValues, "order")[1] ?? END_KEY);

  [15, 25, 27].forEach((id, at) => void addOrder(store, id, at + 4));

  for (const id of [12, 20, 26, 28]) {
    expect(() => store.find({ ...PAGE, fromId: id, limit: 1 }), `${id}`).toThrow(HistoryDamaged);
  }
  expect(store.find({ ...PAGE, fromId: 31, limit: 1 }).records).toEqual([]);
});

test("HIST-SEAL-4 beside a row that cannot be read the store goes on being written", () => {
  const keyValues = new DiskLikeStore();
  const store = fillHistory(keyValues, 3);
  const last = keysIn(keyValues, "order")[2] ?? END_KEY;
  const value = Uint8Array.from(keyValues.get(last) ?? []);
  value[7] = (value[7] ?? 0) ^ 1;
  keyValues.put(last, value);

  addOrder(store, 4, 4);

  expect(store.position).toBe(4);
  expect(() => store.find({ ...PAGE, fromId: 4, limit: 1 })).toThrow("a wrong checksum");
  expect(store.find({ ...PAGE, kind: "name", clientId: "late-4" }).records).toHaveLength(1);
});

test("HIST-SEAL-4 a store whose first row is gone is damaged, an empty one is not", () => {
  const keyValues = new DiskLikeStore();
  const store = new HistoryStore(keyValues);
  expect(store.find(PAGE).records).toEqual([]);
  store.add([], 1);
  expect(store.find(PAGE).records).toEqual([]);

  keyValues.remove(HEAD_KEY);

  expect(() => store.find(PAGE)).toThrow("no row before it");
});

/** The same store as a version before links wrote it: every row sealed, and none of them linked. */
function unlinkedCopy(keyValues: DiskLikeStore): DiskLikeStore {
  const copy = new DiskLikeStore();
  for (const { key, value } of keyValues.list(ALL)) {
    if (nameOf(key) === nameOf(HEAD_KEY)) continue;
    const { bytes } = unseal(key, value, "sealed");
    copy.put(key, seal({ key, bytes, next: undefined }));
  }
  const { position } = standingIn(keyValues) ?? expect.fail("the store is not new");
  putStanding(copy, { position, grade: "sealed" });
  return copy;
}

test("HIST-SEAL-3 HIST-SEAL-4 a store without links is read and written, gets them in the look over all rows, and then a lost row is damage", () => {
  const keyValues = new DiskLikeStore();
  const records = fillHistory(keyValues).find(PAGE);
  const old = unlinkedCopy(keyValues);
  const store = new HistoryStore(old);

  expect(store.find(PAGE)).toEqual(records);
  expect(store.find({ ...PAGE, fromId: 99, limit: 1 }).records).toEqual([]);
  addOrder(store, 40, 31);
  for (let looks = 0; looks < 10; looks++) expect(store.scrub(7)).toBeUndefined();
  expect(store.scrub(1_000)).toBeUndefined();

  expect(standingIn(old)?.grade).toBe("linked");
  expect(store.find({ ...PAGE, fromId: 31, limit: 1 }).records).toHaveLength(1);
  old.remove(keysIn(old, "order")[4] ?? END_KEY);
  expect(() => store.find({ ...PAGE, fromId: 5, limit: 1 })).toThrow("a gap behind it");
});
