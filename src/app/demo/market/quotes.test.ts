import fc from "fast-check";
import { expect, test } from "vitest";
import { CENTRES } from "./demo-prices.ts";
import { CONTRACT_SPACING, PAIR_SPACING, type Quote, QuoteLevels } from "./quotes.ts";

function bothHalves(levels: QuoteLevels, ticks: number): Quote[] {
  return [...levels.around(ticks, "near"), ...levels.around(ticks, "far")];
}

function ticksOf(quotes: readonly Quote[], side: Quote["side"]): number[] {
  return quotes.filter((quote) => quote.side === side).map(({ ticks }) => ticks);
}

test.each([
  [10, PAIR_SPACING],
  [6, CONTRACT_SPACING],
])(
  "%i levels a side stand around any price, each farther away, no two at one",
  (count, spacing) => {
    const centre = fc.oneof(fc.constantFrom(...Object.values(CENTRES)), fc.integer({ min: 100 }));
    fc.assert(
      fc.property(centre, fc.integer({ min: -200, max: 200 }), (middle, permille) => {
        const levels = new QuoteLevels(middle, spacing);
        const price = middle + Math.trunc((middle / 1_000) * permille);

        const quotes = bothHalves(levels, price);

        const bids = ticksOf(quotes, "buy");
        const asks = ticksOf(quotes, "sell");
        expect([bids.length, asks.length]).toEqual([count, count]);
        expect(bids[0]).toBeLessThan(price);
        expect(asks[0]).toBeGreaterThan(price);
        expect(bids).toEqual([...new Set(bids)].sort((a, b) => b - a));
        expect(asks).toEqual([...new Set(asks)].sort((a, b) => a - b));
      }),
      { seed: 63 },
    );
  },
);

test("the spread is a few ticks on every pair of the demo", () => {
  const spreads = Object.values(CENTRES).map((centre) => {
    const [bid, ask] = new QuoteLevels(centre, PAIR_SPACING).around(centre, "near");
    return (ask?.ticks ?? 0) - (bid?.ticks ?? 0);
  });

  expect(spreads).toEqual([4, 2, 2]);
});

test("a small move of the price changes the best level and leaves most others where they are", () => {
  const levels = new QuoteLevels(CENTRES.BTCUSDT, PAIR_SPACING);

  const before = bothHalves(levels, 5_000_050);
  const after = bothHalves(levels, 5_000_090);

  const left = after.filter((quote) => before.some((old) => old.ticks === quote.ticks));
  expect(left.length).toBeGreaterThanOrEqual(17);
  expect(left).not.toContainEqual(after[0]);
});

test("there is no bid at or below zero", () => {
  const quotes = bothHalves(new QuoteLevels(CENTRES.BTCUSDT, PAIR_SPACING), 90);

  expect(ticksOf(quotes, "buy")).toEqual([88]);
  expect(ticksOf(quotes, "sell")).toHaveLength(10);
});
