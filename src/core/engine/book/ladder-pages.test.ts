/** Pages of a ladder against a sorted list: prices that are far apart, near, and those that share a place of the table. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { addPage, bestPage, findPage, newPages, pagesOf, removePage } from "./ladder-pages.ts";

const near = fc.integer({ min: -40, max: 40 });
const sharing = fc.integer({ min: -200, max: 200 }).map((at) => at * 2 ** 12);
const far = fc.integer({ min: -(2 ** 48), max: 2 ** 48 });

test("SPOT-MATCH-1 pages stand sorted, whichever numbers they have and however often they go", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(near, sharing, far), { maxLength: 300 }), (numbers) => {
      const pages = newPages();
      const model = new Set<number>();
      for (const number of numbers) {
        const found = findPage(pages, number);
        expect(found?.number).toBe(model.has(number) ? number : undefined);
        // A number that comes again goes.
        if (found) removePage(pages, found);
        else addPage(pages, number);
        if (!model.delete(number)) model.add(number);
      }

      const sorted = [...model].sort((a, b) => b - a);
      expect([...pagesOf(pages)].map(({ number }) => number)).toEqual(sorted);
      expect(bestPage(pages)?.number).toBe(sorted[0]);
      expect(pages.count).toBe(sorted.length);
    }),
    { seed: 64, numRuns: 200 },
  );
});

test("CORE-BOUND-1 the table of a ladder grows with its pages, and no further", () => {
  const pages = newPages();
  for (let number = 0; number < 10_000; number++) addPage(pages, number);

  expect(pages.places.length).toBe(4_096);
  for (let number = 0; number < 10_000; number++)
    expect(findPage(pages, number)?.number).toBe(number);
});

test("a page that is not there cannot be removed", () => {
  const pages = newPages();
  addPage(pages, 7);

  expect(() => removePage(pages, { number: 7, bits: 0, levels: [] })).toThrow("was on the ladder");
});
