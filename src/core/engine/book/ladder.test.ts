/** The price levels of one side against a sorted array. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Side } from "../orders/order.ts";
import { dropLevel, levelAt, levelsOf, newLadder } from "./ladder.ts";

function check(side: Side, prices: readonly number[]): void {
  const ladder = newLadder(side);
  const model = new Set<number>();
  for (const ticks of prices) {
    const level = levelAt(ladder, ticks);
    // `expect` runs only on a difference: this loop runs for every price.
    if (level.ticks !== ticks) expect(level.ticks).toBe(ticks);
    if (levelAt(ladder, ticks) !== level) expect.fail(`${ticks} has two levels`);
    // A price that comes again goes.
    if (model.delete(ticks)) dropLevel(ladder, level);
    else model.add(ticks);
  }

  const sorted = [...model].sort((a, b) => (side === "buy" ? b - a : a - b));
  expect([...levelsOf(ladder)].map(({ ticks }) => ticks)).toEqual(sorted);
  expect(ladder.best?.ticks).toBe(sorted[0]);
}

test.each(["buy", "sell"] as const)(
  "SPOT-MATCH-1 the levels of the %s side stand sorted, best first",
  (side) => {
    const price = fc.oneof(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 2 ** 53 - 1 }),
    );
    fc.assert(
      fc.property(fc.array(price, { maxLength: 200 }), (prices) => check(side, prices)),
      { seed: 63, numRuns: 200 },
    );
  },
);

test.each([
  ["upwards", (index: number) => index],
  ["downwards", (index: number) => 5000 - index],
  ["scattered", (index: number) => (index * 7919) % 4999],
])("SPOT-MATCH-1 thousands of levels added %s stay sorted, and go again", (_, priceOf) => {
  const prices = Array.from({ length: 4000 }, (_unused, index) => 1 + priceOf(index));

  check("buy", prices);
  check("sell", [...prices, ...prices.slice(0, 3500)]);
});

test("a level that is not on the ladder cannot be dropped", () => {
  const ladder = newLadder("buy");
  const stranger = levelAt(newLadder("buy"), 7);
  levelAt(ladder, 7);

  expect(() => dropLevel(ladder, stranger)).toThrow("was on the ladder");
});

test("CORE-BOUND-1 a ladder has as many numbers for levels as there ever were levels at once", () => {
  const ladder = newLadder("buy");
  for (let ticks = 1; ticks <= 5_000; ticks++) {
    const level = levelAt(ladder, ticks);
    expect(ladder.byNumber[level.number]).toBe(level);
    if (ticks > 3) dropLevel(ladder, levelAt(ladder, ticks - 3));
  }

  expect([...levelsOf(ladder)].map(({ ticks }) => ticks)).toEqual([5_000, 4_999, 4_998]);
  expect(ladder.byNumber.length).toBeLessThanOrEqual(5);
});
