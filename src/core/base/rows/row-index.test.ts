/**
 * The index of rows: what is in it is found at every step of its growth, and what left is not; and no step of it looks at
 * more of its tables than a few slots, which the tests count by tables that watch.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { IS_LONG, runs } from "../../../../test/support/runs.ts";
import { RowIndex } from "./row-index.ts";

/** Rows at which an index is full and grows, and slots that one step moves over. */
const ROOM = 512;
const STEP = 8;

function rowsOf(index: RowIndex, hash: number): number[] {
  const rows: number[] = [];
  for (let row = index.first(hash); row !== 0; row = index.next()) rows.push(row);
  return rows.toSorted((one, other) => one - other);
}

/** The slow and simple model: rows by hash. */
type Model = Map<number, Set<number>>;

/** Hashes under which the index finds other rows than the model has. */
function wrongHashes(index: RowIndex, model: Model): number[] {
  return [...model.keys()].filter((hash) => {
    const wanted = [...(model.get(hash) as Set<number>)].toSorted((one, other) => one - other);
    return rowsOf(index, hash).join() !== wanted.join();
  });
}

function enter(index: RowIndex, model: Model, [hash, row]: readonly [number, number]): void {
  index.add(hash, row);
  model.set(hash, (model.get(hash) ?? new Set()).add(row));
}

function leave(index: RowIndex, model: Model, [hash, row]: readonly [number, number]): void {
  index.remove(hash, row);
  model.get(hash)?.delete(row);
}

/** Hashes that differ in all their bits. */
function scattered(row: number): number {
  const hash = Math.imul(row ^ (row >>> 7), 0x9e3779b1);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ (hash >>> 7);
}

/** The least, the greatest, and such as begin at the first and the last slots: their runs go around the end. */
const EDGES = [0, -1, 1, 2 ** 31 - 1, -(2 ** 31), 0x40000000, 1022, 2047, 0x7ffffc00];

/** Many rows with few hashes among others. */
function mixed(row: number): number {
  return row % 3 === 0 ? (EDGES[(row / 3) % EDGES.length] as number) : scattered(row);
}

/** An index just as full as it may be before it grows. */
function fullIndex(hashOf: (row: number) => number): { index: RowIndex; model: Model } {
  const index = new RowIndex();
  const model: Model = new Map();
  for (let row = 1; row <= ROOM; row++) enter(index, model, [hashOf(row), row]);
  expect(index["left"]).toBe(0);
  return { index, model };
}

test("CORE-BOUND-1 rows come and go as in a Map of lists, also many with one hash", () => {
  // Few hashes, so that several rows share one; most begin at few slots.
  const hash = fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 0x40000000, 0x40000001);
  const steps = fc.array(fc.record({ hash, isAdded: fc.integer({ min: 0, max: 3 }) }), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(steps, (taken) => {
      const index = new RowIndex();
      const model = new Map<number, number[]>();
      let last = 0;
      for (const { hash: at, isAdded } of taken) {
        const rows = model.get(at) ?? [];
        if (isAdded > 0) {
          index.add(at, ++last);
          model.set(at, [...rows, last]);
        } else if (rows.length > 0) {
          const [gone, ...left] = rows;
          index.remove(at, gone as number);
          model.set(at, left);
        }
        for (const [each, wanted] of model) expect(rowsOf(index, each)).toEqual(wanted);
      }
      expect(index.size).toBe([...model.values()].flat().length);
    }),
    { seed: 20, numRuns: runs(60, 60) },
  );
});

test("rows come and go while the index grows as in a Map of sets, at every step", () => {
  const hash = fc.oneof(
    fc.constantFrom(...EDGES),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  );
  const step = fc.record({ hash, kind: fc.integer({ min: 0, max: 4 }), which: fc.nat() });
  let whileGrowing = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 250 }), (taken) => {
      const { index, model } = fullIndex(mixed);
      const live = Array.from({ length: ROOM }, (_, at) => [mixed(at + 1), at + 1] as const);
      let last = ROOM;
      for (const { hash: wanted, kind, which } of taken) {
        if (kind < 3) {
          live.push([wanted, ++last]);
          enter(index, model, [wanted, last]);
        } else {
          const [gone] = live.splice(which % live.length, 1);
          leave(index, model, gone as readonly [number, number]);
        }
        if (index["left"] > 0) whileGrowing++;
        expect(wrongHashes(index, model)).toEqual([]);
        expect(index.size).toBe(live.length);
      }
    }),
    { seed: 20, numRuns: runs(25, 200) },
  );
  expect(whileGrowing).toBeGreaterThan(400);
});

test.each([
  ["scattered hashes", scattered],
  ["some hashes that many rows have", mixed],
  ["hashes in a row, which are one run", (row: number) => row + 900],
  ["few hashes, around the end of the table", (row: number) => (row % 5) - 2],
  ["one hash", () => -1],
])("every search is right at every step of a growth: %s", (_, hashOf) => {
  const { index, model } = fullIndex(hashOf);
  model.set(12_345_678, new Set());
  let steps = 0;
  let row = ROOM;

  do {
    row++;
    enter(index, model, [hashOf(row), row]);
    steps++;
    expect(wrongHashes(index, model)).toEqual([]);
  } while (index["left"] > 0);

  expect(steps).toBeGreaterThanOrEqual(ROOM / STEP);
  expect(steps).toBeLessThanOrEqual((2 * ROOM) / STEP);
});

test("a row that still stands in the old table is taken out of it, and those behind it are found", () => {
  const { index, model } = fullIndex(mixed);
  enter(index, model, [mixed(ROOM + 1), ROOM + 1]);
  const removed: number[] = [];

  // The moves begin at one end of the old table: what stands at the other is taken out first.
  while (index["left"] > 0) {
    const old = index["old"];
    let at = (index["moved"] + 2) % old.length;
    while (old[at + 1] === 0 && at !== index["moved"]) at = (at + 2) % old.length;
    const [hash, row] = [old[at] as number, old[at + 1] as number];
    leave(index, model, [hash, row]);
    removed.push(row);
    expect(wrongHashes(index, model)).toEqual([]);
    expect(() => index.remove(hash, row)).toThrow("was in the index");
  }

  expect(removed.length).toBeGreaterThan(ROOM / STEP);
  expect(removed.length).toBeLessThanOrEqual((2 * ROOM) / STEP);
  expect(index.size).toBe(ROOM + 1 - removed.length);
  expect(index["old"].length).toBe(2);
});

test("a row is taken out only under its own hash, also beside a row that has the other", () => {
  const index = new RowIndex();
  index.add(5, 1);
  index.add(5 + 2 * ROOM, 2);

  expect(() => index.remove(5, 2)).toThrow("was in the index");
  expect([rowsOf(index, 5), rowsOf(index, 5 + 2 * ROOM), index.size]).toEqual([[1], [2], 2]);
});

test("rows whose hashes are neighbours are neighbours in memory", () => {
  const index = new RowIndex();
  for (const row of [1, 2, 3]) index.add(100 + row, row);

  expect([...index["slots"].slice(202, 208)]).toEqual([101, 1, 102, 2, 103, 3]);
});

test("CORE-BOUND-1 it grows to a hundred thousand rows, and all are found and taken out again", () => {
  const index = new RowIndex();
  const rows = Array.from({ length: 100_000 }, (_, at) => at + 1);
  for (const row of rows) index.add(scattered(row), row);

  const lost = () => rows.filter((row) => !rowsOf(index, scattered(row)).includes(row));
  expect(lost()).toEqual([]);
  for (let row = 1; row <= 100_000; row += 2) index.remove(scattered(row), row);
  expect(lost()).toEqual(rows.filter((row) => row % 2 === 1));
  expect(index.size).toBe(50_000);
  expect(() => index.remove(scattered(1), 1)).toThrow("was in the index");
  expect(() => index.remove(scattered(4), 2)).toThrow("was in the index");
});

test("CORE-BOUND-1 two thousand rows of one hash are found beside another", () => {
  const index = new RowIndex();
  for (let row = 1; row <= 2_000; row++) index.add(77, row);
  index.add(-77, 9_999);

  expect(rowsOf(index, 77)).toHaveLength(2_000);
  expect(rowsOf(index, -77)).toEqual([9_999]);
});

test("room that is reserved is there at once, also while the index grows, and no row is lost", () => {
  const { index, model } = fullIndex(mixed);
  enter(index, model, [mixed(ROOM + 1), ROOM + 1]);
  expect(index["left"]).toBeGreaterThan(0);

  index.reserve(20_000);
  expect(wrongHashes(index, model)).toEqual([]);
  const slots = index["slots"];
  for (let row = ROOM + 2; row <= 20_000; row++) {
    enter(index, model, [scattered(row), row]);
    expect(index["left"]).toBe(0);
  }
  index.reserve(20_000);
  index.reserve(1);

  expect(index["slots"]).toBe(slots);
  expect(index.size).toBe(20_000);
  expect(wrongHashes(index, model)).toEqual([]);
});

test.each([
  [0, 3_000],
  [ROOM + 1, 3_000],
  [3, 5],
  [0, 0],
])("rows that come at once behind %i others are found as if one by one: %i", (before, count) => {
  const index = new RowIndex();
  const model: Model = new Map();
  for (let row = 1; row <= before; row++) enter(index, model, [mixed(row), row]);
  const rows = Array.from({ length: count }, (_, at) => before + 1 + at);

  index.addAll(rows, mixed);

  for (const row of rows) model.set(mixed(row), (model.get(mixed(row)) ?? new Set()).add(row));
  expect(wrongHashes(index, model)).toEqual([]);
  expect(index.size).toBe(before + count);
  for (const row of rows) leave(index, model, [mixed(row), row]);
  expect(wrongHashes(index, model)).toEqual([]);
});

test("CORE-BOUND-1 more rows than an index may have are a fault, not a loss", () => {
  const index = new RowIndex(8 * ROOM);
  for (let row = 1; row <= 4 * ROOM; row++) index.add(scattered(row), row);

  expect(() => index.add(7, 7)).toThrow("has room for the rows it gets");
  expect(() => index.reserve(4 * ROOM + 1)).toThrow("has room for the rows it gets");
  expect(() => new RowIndex().reserve(2 ** 26 + 1)).toThrow("has room for the rows it gets");
  expect(index.size).toBe(4 * ROOM);
  expect(rowsOf(index, scattered(1))).toEqual([1]);
});

/** Counts how often words of an index's tables are read or written, those of a new table from its first one on. */
function watch(index: RowIndex): { count: number } {
  const looks = { count: 0 };
  function watched(slots: Int32Array): Int32Array {
    return new Proxy(slots, {
      get: (words, key) => {
        if (key !== "length") looks.count++;
        return Reflect.get(words, key);
      },
      set: (words, key, word) => {
        looks.count++;
        return Reflect.set(words, key, word);
      },
    });
  }
  let slots = watched(index["slots"]);
  const set = (given: Int32Array) => {
    slots = watched(given);
  };
  Object.defineProperty(index, "slots", { get: () => slots, set });
  return looks;
}

/** The most words that one addition looks at from nothing to so many rows, and one removal back to nothing. */
function mostLooks(
  count: number,
  hashOf: (row: number) => number,
): { add: number; remove: number } {
  const index = new RowIndex();
  const looks = watch(index);
  const most = { add: 0, remove: 0 };
  for (let row = 1; row <= count; row++) {
    looks.count = 0;
    index.add(hashOf(row), row);
    most.add = Math.max(most.add, looks.count);
  }
  for (let row = count; row > 0; row--) {
    looks.count = 0;
    index.remove(hashOf(row), row);
    most.remove = Math.max(most.remove, looks.count);
  }
  return most;
}

/** With each of these counts the removals begin while the index grows. */
const COUNTS = IS_LONG ? [600, 2_100, 17_000] : [600, 2_100];

function byEights(row: number): number {
  return (scattered(row >>> 3) << 3) | (row & 7);
}

test.each([
  ["hashes are scattered", scattered, 150],
  ["hashes are scattered by eights, so runs are eight times as long", byEights, 800],
])(
  "no call looks at more than a few slots, however many rows there are, if %s",
  (_, hashOf, looksMax) => {
    for (const count of COUNTS) {
      const most = mostLooks(count, hashOf);

      expect(most.add).toBeLessThan(looksMax);
      expect(most.remove).toBeLessThan(looksMax);
    }
  },
);

test("no addition moves more than a few slots, even if all rows are one run", () => {
  for (const count of COUNTS) expect(mostLooks(count, (row) => row).add).toBeLessThan(100);
});

test("a call walks the rows of one hash twice at most: to find its place, and where to move others", () => {
  for (const count of IS_LONG ? [520, 700] : [520]) {
    const most = mostLooks(count, () => -1);

    expect(most.add).toBeLessThan(2 * count + 100);
    expect(most.remove).toBeLessThan(7 * count + 100);
  }
});
