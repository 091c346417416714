/** The depth of a book is what its ladder has, best first, and no more than was asked for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { levelAt, levelsOf, newLadder } from "../book/ladder.ts";
import { bestLevels } from "./depth.ts";

test("SPOT-DATA-1 the best levels are the first of all, however many there are", () => {
  const prices = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 200 });
  const limits = fc.integer({ min: 0, max: 150 });
  fc.assert(
    fc.property(fc.constantFrom("buy", "sell"), prices, limits, (side, ticks, limit) => {
      const ladder = newLadder(side);
      for (const at of ticks) levelAt(ladder, at);

      expect(bestLevels(ladder, limit)).toEqual([...levelsOf(ladder)].slice(0, limit));
    }),
    { seed: 7 },
  );
});
