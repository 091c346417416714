/** The layout of a row: each column begins behind the one before, in the unit of its kind, and nothing is left over. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CellKind, layOutRow } from "./row-layout.ts";

test("a column stands behind the one before it, in the unit of its kind", () => {
  const row = layOutRow(64, {
    id: "number",
    heldLock: "amount",
    user: "word",
    market: "word",
    record: { numbers: 3 },
    flags: "word",
    unused: "word",
  });

  expect(row.at).toEqual({
    id: 0,
    heldLock: 1,
    user: 6,
    market: 7,
    record: 4,
    flags: 14,
    unused: 15,
  });
  expect([row.bytes, row.width, row.words]).toEqual([64, 8, 16]);
  expect(row.picture).toBe(
    "| id | held lock: low, high | user, market | record: 3 numbers | flags, unused |",
  );
});

test("a number does not begin at the second word of another", () => {
  expect(() => layOutRow(16, { user: "word", id: "number" })).toThrow("the column id begins");
  expect(() => layOutRow(24, { user: "word", free: "amount" })).toThrow("the column free begins");
  expect(() => layOutRow(16, { user: { words: 3 }, at: { numbers: 1 } })).toThrow("column at");
});

test("a row has the size that is wanted, which is whole numbers", () => {
  expect(() => layOutRow(64, { id: "number", free: "amount" })).toThrow("a row of 64 bytes");
  expect(() => layOutRow(16, { id: "number", free: "amount" })).toThrow("a row of 16 bytes");
  expect(() => layOutRow(12, { id: "number", user: "word" })).toThrow("whole numbers");
});

const kind: fc.Arbitrary<CellKind> = fc.oneof(
  fc.constantFrom("number" as const, "word" as const, "amount" as const),
  fc.record({ numbers: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ words: fc.integer({ min: 1, max: 4 }) }),
);

/** So many bytes a column takes, and so many its unit. */
function sizesOf(of: CellKind): readonly [number, number] {
  if (of === "word") return [4, 4];
  if (of === "number") return [8, 8];
  if (of === "amount") return [16, 8];
  return "words" in of ? [4 * of.words, 4] : [8 * of.numbers, 8];
}

test("whatever the columns are, each byte of a row is in one of them, or there is no such row", () => {
  fc.assert(
    fc.property(fc.array(kind, { minLength: 1, maxLength: 12 }), (kinds) => {
      const columns = Object.fromEntries(kinds.map((of, place) => [`column${place}`, of]));
      const sizes = kinds.map(sizesOf);
      const bytes = sizes.reduce((sum, [size]) => sum + size, 0);
      const starts = sizes.map((_, place) =>
        sizes.slice(0, place).reduce((sum, [size]) => sum + size, 0),
      );
      const isWhole =
        bytes % 8 === 0 && sizes.every(([, unit], place) => startAt(place) % unit === 0);
      function startAt(place: number): number {
        return starts[place] as number;
      }

      if (!isWhole) {
        expect(() => layOutRow(bytes, columns)).toThrow("broken");
        return;
      }
      const { at } = layOutRow(bytes, columns);
      const found = sizes.map(([, unit], place) => (at[`column${place}`] as number) * unit);
      expect(found).toEqual(starts);
    }),
  );
});
