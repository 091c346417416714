/**
 * HIST-SEAL: a row that is not what was written is never taken for a record, nor for there being none. Damage that may end a reader is
 * in sealed-store.process.test.ts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillHistory } from "../../../../test/history/filled-history.ts";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { IS_LONG } from "../../../../test/support/runs.ts";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { someOrder } from "../../../../test/views/trade-tape.ts";
import type { PageQuery, Query } from "../history.ts";
import type { Entry } from "../rows/key-value-store.ts";
import { END_KEY, numberedKey, POSITION_KEY, placeIn, rankIn, startIn } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import { HistoryStore } from "./history-store.ts";
import { openLmdbStore } from "./lmdb-store.ts";
import { MemoryStore } from "./memory-store.ts";
import { standingOf } from "./store-standing.ts";

const PAGE: PageQuery = { kind: "order", area: "spot", user: 1, market: 1, limit: 500, fromId: 0 };
const ALL = { from: POSITION_KEY, to: END_KEY, isReverse: false, limit: 10_000 };
const NOTHING = new Uint8Array();

function add(store: HistoryStore, ids: readonly number[], user = 1): void {
  const { position } = store;
  const span = ids.map((id, at) => {
    const order = someOrder({ id, user, clientId: `name-${id % 10}` });
    return { position: position + 1 + at, event: endedEvent(order, { status: "canceled" }, id) };
  });
  store.add(span, position + ids.length);
}

/** Three runs: of the first user orders 10 to 30, each name taken twice or more, of the second some between. */
function threeRuns() {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  add(store, [10, 12, 14, 16, 18, 20]);
  add(store, [11, 15, 19], 2);
  add(store, [22, 24, 26, 28, 30]);
  expect(rowsOf(keyValues, "block")).toHaveLength(3);
  return { keyValues, store };
}

function rowsOf(keyValues: MemoryStore, place: string): Entry[] {
  return [...keyValues.list(ALL)].filter(({ key }) => placeIn(key) === place);
}

/** Pages, orders by id and by name, of two users: of what is there and of what is not. */
const QUESTIONS: readonly Query[] = [1, 2].flatMap((user) => [
  { ...PAGE, user },
  { ...PAGE, user, fromId: 1 },
  { ...PAGE, user, market: 2 },
  ...[10, 11, 15, 17, 20, 26, 30, 31].map((fromId) => ({ ...PAGE, user, fromId, limit: 1 })),
  ...[0, 1, 2, 4, 5, 9].map((name) => {
    return { ...PAGE, user, kind: "name" as const, clientId: `name-${name}` };
  }),
]);

function answersOf(store: HistoryStore): readonly string[] {
  return QUESTIONS.map((query) => {
    try {
      return store
        .find(query)
        .records.map(({ record }) => record.id)
        .join(" ");
    } catch (error) {
      if (error instanceof HistoryDamaged) return "damaged";
      throw error;
    }
  });
}

/** Each answer is the right one, or refused. */
function expectNothingWrong(keyValues: MemoryStore, truth: readonly string[], where: string): void {
  const answers = answersOf(new HistoryStore(keyValues));
  answers.forEach((answer, at) => {
    if (answer !== "damaged") expect(answer, `${where}, question ${at}`).toBe(truth[at]);
  });
}

function scrubbed(keyValues: MemoryStore): string | undefined {
  try {
    return new HistoryStore(keyValues).scrub(100_000)?.message;
  } catch (error) {
    return (error as Error).message;
  }
}

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const other = Uint8Array.from(bytes);
  other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return other;
}

test("HIST-SEAL-1 HIST-SEAL-4 whichever bit of a row is flipped, or of its key, nothing wrong is answered, and a look over all rows tells of it", () => {
  const { keyValues: sound, store } = threeRuns();
  const truth = answersOf(store);
  const step = IS_LONG ? 1 : 29;
  let refused = 0;

  for (const { key, value } of sound.list(ALL)) {
    for (let bit = 0; bit < 8 * (key.length + value.length); bit += step) {
      const keyValues = sound.copy();
      const ofKey = bit < 8 * key.length;
      if (ofKey) keyValues.remove(key);
      if (ofKey) keyValues.put(flipped(key, bit), value);
      else keyValues.put(key, flipped(value, bit - 8 * key.length));
      const where = `bit ${bit} of row ${Buffer.from(key).toString("hex")}`;
      expectNothingWrong(keyValues, truth, where);
      if (answersOf(new HistoryStore(keyValues)).includes("damaged")) refused++;
      // A note under another key stands for nothing; it is counted, and its checksum is wrong.
      expect(scrubbed(keyValues), where).toContain("damaged");
    }
  }
  expect(refused).toBeGreaterThan(100);
});

test("HIST-SEAL-4 whichever row is gone, nothing is said not to exist that does, and a look over all rows tells of it", () => {
  const { keyValues: sound, store } = threeRuns();
  const truth = answersOf(store);

  for (const { key } of sound.list(ALL)) {
    if (placeIn(key) === "note") continue;
    const keyValues = sound.copy();
    keyValues.remove(key);
    // As on a disk, where the row is counted though no page leads to it.
    const { length } = [...sound.list(ALL)];
    keyValues.count = () => length;
    expectNothingWrong(keyValues, truth, `row ${Buffer.from(key).toString("hex")}`);
    expect(answersOf(new HistoryStore(keyValues))).toContain("damaged");
    expect(scrubbed(keyValues)).toContain("damaged");
  }
});

test("HIST-SEAL-4 where one block is damaged what another run has is answered, by id always, by name only where no later one may have taken it", () => {
  const { keyValues, store } = threeRuns();
  const [first, , third] = rowsOf(keyValues, "block");
  keyValues.put(third?.key ?? NOTHING, flipped(third?.value ?? NOTHING, 99));
  const byName = (clientId: string) => store.find({ ...PAGE, kind: "name", clientId });
  const byId = (id: number, user = 1) =>
    store.find({ ...PAGE, kind: "name", clientId: `bourse:${id}`, user });

  // Order 12 is in the first run, and has no name of the server's making: its id is asked for all the same.
  expect(byId(12).records).toEqual([]);
  expect(() => byId(13)).toThrow(HistoryDamaged);
  expect(() => byId(24)).toThrow(HistoryDamaged);
  // name-4 was order 14's, then 24's, of which the damaged block tells.
  expect(() => byName("name-4")).toThrow(HistoryDamaged);
  expect(() => store.find(PAGE)).toThrow(HistoryDamaged);

  keyValues.put(third?.key ?? NOTHING, third?.value ?? NOTHING);
  keyValues.put(first?.key ?? NOTHING, flipped(first?.value ?? NOTHING, 99));
  expect(() => byName("name-4")).toThrow(HistoryDamaged);
  expect(byId(24).records).toEqual([]);
  expect(() => byId(12)).toThrow(HistoryDamaged);
});

test("HIST-SEAL-4 in a run of several blocks a damaged one refuses the keys that it covers, and no others", () => {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  const ids = Array.from({ length: 2_000 }, (_, at) => 1 + 2 * at);
  add(store, ids);
  const blocks = rowsOf(keyValues, "block");
  const middle = blocks[Math.floor(blocks.length / 3)] ?? { key: NOTHING, value: NOTHING };
  keyValues.put(middle.key, flipped(middle.value, 400));

  const refused = ids.filter((id) => {
    // Of each order, and of the one behind it, which was never placed.
    return [id, id + 1].every((fromId) => {
      try {
        store.find({ ...PAGE, fromId, limit: 1 });
        return false;
      } catch {
        return true;
      }
    });
  });

  expect(blocks.length).toBeGreaterThan(5);
  expect(refused.length).toBeGreaterThan(30);
  expect(refused.length).toBeLessThan(255);
  const [low = 0, high = 0] = [refused[0], refused.at(-1)];
  expect(refused).toHaveLength((high - low) / 2 + 1);
  expect(store.find({ ...PAGE, limit: 100 }).records).toHaveLength(100);
  expect(() => store.find({ ...PAGE, fromId: low - 20, limit: 30 })).toThrow(HistoryDamaged);
});

test("HIST-SEAL-4 a page that goes over a block that is gone is refused, up and down, and by a look over all rows it is found", () => {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  add(
    store,
    Array.from({ length: 2_000 }, (_, at) => at + 1),
  );
  const blocks = rowsOf(keyValues, "block").map(({ key }) => key);
  const ranks = blocks.slice(1, 4).map((key) => rankIn(startIn(key)));
  const [low = 0, begin = 0, end = 0] = ranks;
  keyValues.remove(blocks[2] ?? NOTHING);

  const page = (changes: Partial<PageQuery>) => store.find({ ...PAGE, limit: 2_000, ...changes });
  // From below, from the end on, and from a place in it.
  expect(() => page({ fromId: low })).toThrow(HistoryDamaged);
  expect(() => page({})).toThrow(HistoryDamaged);
  expect(() => page({ fromId: begin + 1, limit: 1 })).toThrow(HistoryDamaged);
  // On both sides of it.
  const idsOf = (found: ReturnType<typeof page>) => found.records.map(({ record }) => record.id);
  expect(idsOf(page({ fromId: low, limit: begin - low }))).toHaveLength(begin - low);
  expect(idsOf(page({ limit: 2_001 - end })).at(-1)).toBe(end);
  expect(() => page({ limit: 2_001 - end + 1 })).toThrow(HistoryDamaged);
  expect(store.scrub(100_000)?.message).toContain("a gap");
});

test("HIST-SEAL-4 beside a damaged block the store goes on being written, and the runs with it are merged no more", () => {
  const { keyValues, store } = threeRuns();
  const [first] = rowsOf(keyValues, "block");
  keyValues.put(first?.key ?? NOTHING, flipped(first?.value ?? NOTHING, 99));

  for (let id = 101; id < 121; id++) add(store, [id]);

  expect(store.find({ ...PAGE, kind: "name", clientId: "bourse:110" }).records).toEqual([]);
  expect(() => store.find(PAGE)).toThrow(HistoryDamaged);
  const { runs } = standingOf(keyValues.get(POSITION_KEY) ?? END_KEY);
  expect(runs.filter(({ isDamaged }) => isDamaged)).toHaveLength(4);
  expect(runs.length).toBeLessThan(4 + 4);
  expect(scrubbed(keyValues)).toContain("damaged");
});

test("HIST-REBUILD-1 built again from the beginning a store is sound whatever was damaged, from later on whatever was damaged in its index", () => {
  const { keyValues: sound } = threeRuns();
  for (const { key, value } of sound.list(ALL)) {
    const keyValues = sound.copy();
    keyValues.put(key, flipped(value, 77));
    const store = new HistoryStore(keyValues);
    store.forgetAfter(0);
    add(store, [10, 12]);
    expect(store.find(PAGE).records).toHaveLength(2);
    expect(scrubbed(keyValues)).toBeUndefined();
    if (placeIn(key) !== "block") continue;

    const other = sound.copy();
    other.put(key, flipped(value, 77));
    const kept = new HistoryStore(other);
    kept.forgetAfter(6);
    add(kept, [99], 2);
    expect(kept.find(PAGE).records.map(({ record }) => record.id)).toEqual([
      20, 18, 16, 14, 12, 10,
    ]);
    expect(kept.find({ ...PAGE, user: 2 }).records).toHaveLength(1);
    expect(scrubbed(other)).toBeUndefined();
  }
});

test("HIST-SEAL-2 a look over all rows finds a number that is gone, and one that comes back is a sound store again", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues);
  expect([store.scrub(7), store.scrub(1_000)]).toEqual([undefined, undefined]);
  const key = numberedKey(12);
  const value = keyValues.get(key) ?? NOTHING;

  keyValues.remove(key);
  expect(store.scrub(1_000)?.message).toContain("a gap before it");
  keyValues.put(key, value);
  expect(store.scrub(1_000)).toBeUndefined();
  keyValues.remove(numberedKey(30));
  expect(store.scrub(1_000)?.message).toContain("damaged");

  keyValues.put(numberedKey(30), value);
  const count = keyValues.count();
  keyValues.count = () => count + 1;
  expect(store.scrub(1_000)?.message).toContain("damaged");
});

test("HIST-SEAL-2 what is written while the look goes on is counted, merges of the index, too", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues, 20);
  for (let id = 5_000; id < 5_060; id++) {
    expect(store.scrub(9)).toBeUndefined();
    add(store, [id], 1 + (id % 3));
  }

  expect(Array.from({ length: 3 }, () => store.scrub(1_000))).toEqual(Array(3).fill(undefined));
});

test("HIST-SEAL-1 whichever byte of its standing is flipped, the store is refused", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues, 3);
  const value = keyValues.get(POSITION_KEY) ?? NOTHING;

  for (let bit = 0; bit < 8 * value.length; bit++) {
    keyValues.put(POSITION_KEY, flipped(value, bit));
    expect(() => store.position, `bit ${bit}`).toThrow(HistoryDamaged);
    expect(() => store.find(PAGE), `bit ${bit}`).toThrow(HistoryDamaged);
    expect(() => add(store, [9]), `bit ${bit}`).toThrow(HistoryDamaged);
  }

  keyValues.put(POSITION_KEY, value);
  expect(store.position).toBe(3);
  keyValues.remove(POSITION_KEY);
  expect(() => store.position).toThrow(HistoryDamaged);
  expect(() => add(store, [9])).toThrow(HistoryDamaged);
});

test("HIST-SEAL-1 a row under another key is refused, too", () => {
  const keyValues = new MemoryStore();
  const store = fillHistory(keyValues, 3);
  keyValues.put(numberedKey(1), keyValues.get(numberedKey(2)) ?? NOTHING);

  expect(() => store.find(PAGE)).toThrow("a wrong checksum");
});

class LedAstray extends MemoryStore {
  choose: ((rows: Entry[]) => Entry[]) | undefined;

  override *list(stretch: Parameters<MemoryStore["list"]>[0]): Iterable<Entry> {
    const rows = [...super.list(this.choose ? { ...stretch, limit: 100 } : stretch)];
    yield* this.choose ? this.choose(rows).slice(0, stretch.limit) : rows;
  }
}

test.each([
  ["none", () => []],
  ["the first of all", (rows: Entry[]) => rows.slice(-1)],
  ["a later one", (rows: Entry[]) => rows.slice(1)],
  ["twice", (rows: Entry[]) => rows.flatMap((row) => [row, row])],
])("HIST-SEAL-1 sound rows that a damaged page leads to are not shown: %s", (_, choose) => {
  const keyValues = new LedAstray();
  const store = new HistoryStore(keyValues);
  add(
    store,
    Array.from({ length: 1_000 }, (__, at) => at + 1),
  );
  const right = store.find({ ...PAGE, fromId: 500 }).records;

  keyValues.choose = choose;

  const found = () => store.find({ ...PAGE, fromId: 500 }).records;
  if (_ === "twice") expect(found()).toEqual(right);
  else expect(found).toThrow(HistoryDamaged);
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
