/**
 * HIST-SEAL: a row that is not what was written is never taken for a record. Damage that may end a reader is in
 * sealed-store.process.test.ts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillHistory } from "../../../../test/history/filled-history.ts";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { someOrder } from "../../../../test/views/trade-tape.ts";
import { ByteWriter } from "../../../core/base/records/bytes.ts";
import type { PageQuery } from "../history.ts";
import { HistoryStore } from "./history-store.ts";
import type { Entry } from "./key-value-store.ts";
import { END_KEY, POSITION_KEY } from "./keys.ts";
import { openLmdbStore } from "./lmdb-store.ts";
import { MemoryStore } from "./memory-store.ts";
import { HistoryDamaged, isSealed } from "./seal.ts";

const PAGE: PageQuery = { kind: "order", area: "spot", user: 1, market: 1, limit: 500, fromId: 0 };
const ALL = { from: POSITION_KEY, to: END_KEY, isReverse: false, limit: 10_000 };
const SEAL_BYTES = 5;

function flip(keyValues: MemoryStore, key: Uint8Array, at: number): void {
  const value = Uint8Array.from(keyValues.get(key) ?? []);
  value[at] = (value[at] ?? 0) ^ 1;
  keyValues.put(key, value);
}

test("HIST-SEAL-1 whichever byte of a row is flipped, its page is refused and the others are not", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues, 3);
  const [row] = [...keyValues.list(ALL)].filter(({ key }) => key[0] === 1);
  const { key, value } = row ?? expect.fail("there is a row");

  for (let at = 0; at < value.length; at++) {
    flip(keyValues, key, at);
    expect(() => store.find(PAGE), `byte ${at}`).toThrow(HistoryDamaged);
    expect(store.find({ ...PAGE, user: 2 }).records).toEqual([]);
    flip(keyValues, key, at);
  }

  expect(store.find(PAGE).records).toHaveLength(3);
});

test("HIST-SEAL-1 whichever byte of its position is flipped, the store is refused", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues, 3);
  const { length } = keyValues.get(POSITION_KEY) ?? [];

  for (let at = 0; at < (length ?? 0); at++) {
    flip(keyValues, POSITION_KEY, at);
    expect(() => store.position, `byte ${at}`).toThrow(HistoryDamaged);
    flip(keyValues, POSITION_KEY, at);
  }

  expect([length, store.position]).toEqual([15, 3]);
});

test("HIST-SEAL-1 a row under another key is refused, too", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues, 3);
  const rows = [...keyValues.list(ALL)].filter(({ key }) => key[0] === 1);
  const [one, other] = rows;
  keyValues.put(one?.key ?? END_KEY, other?.value ?? new Uint8Array());

  expect(() => store.find(PAGE)).toThrow("a wrong checksum");
});

test("HIST-SEAL-2 a look over all rows finds one that is damaged, and one that is gone", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues);
  expect([store.scrub(7), store.scrub(1_000)]).toEqual([undefined, undefined]);
  const [row] = [...keyValues.list(ALL)].filter(({ key }) => key[0] === 3);

  flip(keyValues, row?.key ?? END_KEY, SEAL_BYTES);
  expect(store.scrub(1_000)?.message).toContain("a wrong checksum");
  flip(keyValues, row?.key ?? END_KEY, SEAL_BYTES);
  expect(store.scrub(1_000)).toBeUndefined();

  const count = keyValues.count();
  keyValues.count = () => count + 1;
  expect(store.scrub(1_000)?.message).toContain("1 fewer before it than it says");
});

test("HIST-SEAL-2 what is written while the look goes on is counted", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues, 20);
  store.scrub(15);
  const late = [5_000, 5_001].map((id, at) => {
    const order = someOrder({ id, user: at === 0 ? 1 : 9, clientId: `late-${at}` });
    return { position: 21 + at, event: endedEvent(order, { status: "canceled" }, 1) };
  });
  store.add(late, 22);

  expect([store.scrub(10), store.scrub(1_000), store.scrub(1_000)]).toEqual(
    Array(3).fill(undefined),
  );
});

/** The same store as a version before seals wrote it. */
function bareCopy(keyValues: MemoryStore): MemoryStore {
  const bare = new MemoryStore();
  for (const { key, value } of keyValues.list(ALL)) bare.put(key, value.slice(SEAL_BYTES));
  const out = new ByteWriter();
  out.uint(30);
  bare.put(POSITION_KEY, out.view());
  return bare;
}

test("HIST-SEAL-3 a store of before is read, and sealed in the background", () => {
  const keyValues = new MemoryStore();
  const records = fillHistory(keyValues).find(PAGE);
  const bare = bareCopy(keyValues);
  const store = new HistoryStore(bare);

  expect(store.find(PAGE)).toEqual(records);
  store.scrub(20);
  expect(store.find(PAGE)).toEqual(records);
  store.scrub(1_000);
  expect([...bare.list(ALL)].every(({ value }) => isSealed(value))).toBe(true);
  expect(store.find(PAGE)).toEqual(records);

  const [row] = [...bare.list(ALL)].filter(({ key }) => key[0] === 1);
  flip(bare, row?.key ?? END_KEY, 0);
  expect(() => store.find(PAGE)).toThrow("no checksum");
});

class LedAstray extends MemoryStore {
  where: readonly Entry[] = [];

  override list(): Iterable<Entry> {
    return this.where;
  }
}

test.each([
  ["of another user", (rows: Entry[]) => rows.filter(({ key }) => key[0] === 1)],
  ["of another kind", (rows: Entry[]) => rows.filter(({ key }) => key[0] === 3)],
  ["twice", (rows: Entry[]) => rows.filter(({ key }) => key[0] === 1).flatMap((row) => [row, row])],
  ["in another order", (rows: Entry[]) => rows.filter(({ key }) => key[0] === 1)],
])("HIST-SEAL-1 sound rows that a damaged page leads to are not shown: %s", (where, choose) => {
  const keyValues = new LedAstray();
  const store = fillHistory(keyValues, 3);
  keyValues.where = choose([...MemoryStore.prototype.list.call(keyValues, ALL)]);
  const user = where === "of another user" ? 2 : 1;

  expect(() => store.find({ ...PAGE, user }).records).toThrow(HistoryDamaged);
});

test("HIST-SEAL-3 a sealed store whose position has lost its checksum is damaged, not one of an earlier version", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues);
  const out = new ByteWriter();
  out.uint(30);
  keyValues.put(POSITION_KEY, out.view());

  expect(() => store.find(PAGE)).toThrow(HistoryDamaged);
  expect(() => store.position).toThrow(HistoryDamaged);
});

test("HIST-SEAL-3 a store of before is read in the midst of being sealed, by another reader, too", () => {
  const keyValues = new MemoryStore();
  const records = fillHistory(keyValues).find(PAGE);
  const bare = bareCopy(keyValues);
  new HistoryStore(bare).scrub(20);

  expect(new HistoryStore(bare).find(PAGE)).toEqual(records);
});

const PAGE_BYTES = 4_096;

test.each(["read", "write"] as const)(
  "HIST-SEAL-1 a store whose pages are gone is said to be damaged, opened to %s",
  async (mode) => {
    const folder = temporaryDirectory();
    await fillHistory(openLmdbStore(folder)).close();
    const file = join(folder, "data.mdb");
    // The first two pages say where everything is, and are as they were.
    writeFileSync(file, readFileSync(file).fill(0, 2 * PAGE_BYTES));

    expect(() => new HistoryStore(openLmdbStore(folder, mode)).find(PAGE)).toThrow(HistoryDamaged);
  },
);
