import fc from "fast-check";
import { expect, test } from "vitest";
import { PAGE_LOOKED_AT_MAX, pageOf } from "./pages.ts";

test("USER-LIST-1 whatever the size of a page, all pages together are the list, once and in order", () => {
  const asked = fc.record({
    count: fc.nat(50),
    limit: fc.integer({ min: 1, max: 7 }),
    every: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(asked, ({ count, limit, every }) => {
      const all = Array.from({ length: count }, (_, at) => at + 1);
      const isWanted = (item: number) => item % every === 0;
      const told: number[] = [];
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page: ReturnType<typeof pageOf<number>> = pageOf(all, { after, limit }, isWanted);
        expect(page.found.length).toBeLessThanOrEqual(limit);
        told.push(...page.found);
        after = page.next;
      }
      expect(told).toEqual(all.filter(isWanted));
    }),
    { seed: 7 },
  );
});

test("CORE-BOUND-1 at most 100,000 are looked at for one page, and the next goes on behind them", () => {
  const all = Array.from({ length: PAGE_LOOKED_AT_MAX + 1 }, (_, at) => at + 1);
  const isLast = (item: number) => item === all.length;

  const first = pageOf(all, { after: 0, limit: 1 }, isLast);

  expect(first).toEqual({ found: [], next: PAGE_LOOKED_AT_MAX });
  expect(pageOf(all, { after: first.next, limit: 1 }, isLast)).toEqual({
    found: [all.length],
    next: undefined,
  });
});
