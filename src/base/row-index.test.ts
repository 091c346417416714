/** The index of rows: what is in it is found, however it grew, and what left is not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RowIndex } from "./row-index.ts";

function rowsOf(index: RowIndex, hash: number): number[] {
  const rows: number[] = [];
  for (let row = index.first(hash); row !== 0; row = index.next()) rows.push(row);
  return rows.toSorted((one, other) => one - other);
}

test("CORE-BOUND-1 rows come and go as in a Map of lists, also many with one hash", () => {
  // Few hashes, so that several rows share one; their first bits choose among pieces.
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
    { seed: 20, numRuns: 60 },
  );
});

/** Hashes that differ in all their bits. */
function scattered(row: number): number {
  return Math.imul(row ^ (row >>> 7), 0x9e3779b1);
}

test("CORE-BOUND-1 it grows by pieces to a hundred thousand rows, and all are found and taken out again", () => {
  const index = new RowIndex();
  for (let row = 1; row <= 100_000; row++) index.add(scattered(row), row);

  for (let row = 1; row <= 100_000; row++) expect(rowsOf(index, scattered(row))).toContain(row);
  for (let row = 1; row <= 100_000; row += 2) index.remove(scattered(row), row);
  for (let row = 1; row <= 1_000; row++) {
    expect(rowsOf(index, scattered(row)).includes(row)).toBe(row % 2 === 0);
  }
  expect(index.size).toBe(50_000);
  expect(() => index.remove(scattered(1), 1)).toThrow("was in the index");
});

test("CORE-BOUND-1 two thousand rows of one hash enlarge their piece alone", () => {
  const index = new RowIndex();
  for (let row = 1; row <= 2_000; row++) index.add(77, row);
  index.add(-77, 9_999);

  expect(rowsOf(index, 77)).toHaveLength(2_000);
  expect(rowsOf(index, -77)).toEqual([9_999]);
});
