/** The ladder's sums are exact, and no grouping makes the book look better than it is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatUnits } from "../../../../src/core/preview/exact-decimals.ts";
import type { ShownBook } from "../../exchange/exchange.ts";
import { addDecimals, compareDecimals } from "../../text/exact.ts";
import { ladderOf } from "./ladder-levels.ts";

const MARKET = { pricePrecision: 2, quantityPrecision: 5 };

/** Bids below 500.00, asks above; each price once, best first. */
const books = fc
  .record({
    bids: fc.uniqueArray(fc.integer({ min: 1, max: 49_999 }), { maxLength: 40 }),
    asks: fc.uniqueArray(fc.integer({ min: 50_000, max: 99_999 }), { maxLength: 40 }),
    lots: fc.array(fc.bigInt({ min: 1n, max: 10n ** 18n }), { minLength: 40, maxLength: 40 }),
  })
  .map(({ bids, asks, lots }): ShownBook => {
    const levelOf = (ticks: number, place: number) =>
      [formatUnits(BigInt(ticks), 2), formatUnits(lots[place] ?? 1n, 5)] as const;
    return {
      bids: bids.toSorted((a, b) => b - a).map(levelOf),
      asks: asks.toSorted((a, b) => a - b).map(levelOf),
    };
  });

function sumOf(quantities: readonly string[]): string {
  return quantities.reduce(addDecimals, "0");
}

test("however a book is grouped, its sides hold as much as before", () => {
  fc.assert(
    fc.property(books, fc.integer({ min: 0, max: 3 }), (book, grouping) => {
      const { asks, bids } = ladderOf(book, MARKET, { grouping, rows: 40 });

      expect(asks.at(-1)?.total ?? "0").toBe(sumOf(book.asks.map(([, quantity]) => quantity)));
      expect(bids.at(-1)?.total ?? "0").toBe(sumOf(book.bids.map(([, quantity]) => quantity)));
    }),
    { seed: 7 },
  );
});

test("an ask is never shown below its price, nor a bid above it", () => {
  fc.assert(
    fc.property(books, fc.integer({ min: 0, max: 3 }), (book, grouping) => {
      const { asks, bids } = ladderOf(book, MARKET, { grouping, rows: 40 });

      expect(compareDecimals(asks[0]?.price ?? "9999", book.asks[0]?.[0] ?? "0")).not.toBe(-1);
      expect(compareDecimals(bids[0]?.price ?? "0", book.bids[0]?.[0] ?? "9999")).not.toBe(1);
    }),
    { seed: 7 },
  );
});

test("no more rows are made than there is room for, best ones first", () => {
  const book: ShownBook = {
    bids: [],
    asks: [
      ["10.01", "1"],
      ["10.04", "2"],
      ["10.11", "4"],
    ],
  };

  const { asks, spread } = ladderOf(book, MARKET, { grouping: 1, rows: 1 });

  expect(asks).toEqual([{ price: "10.1", quantity: "3", total: "3", bar: 1 }]);
  expect(spread).toBeUndefined();
});

test("bars are shares of the largest quantity in sight, and the spread is of the ungrouped book", () => {
  const book: ShownBook = {
    bids: [["9.99", "2"]],
    asks: [["10.02", "8"]],
  };

  const { asks, bids, spread } = ladderOf(book, MARKET, { grouping: 2, rows: 5 });

  expect([asks[0]?.bar, bids[0]?.bar, spread]).toEqual([1, 0.25, "0.03"]);
});
