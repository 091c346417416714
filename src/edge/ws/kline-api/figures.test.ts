/** Figures as text: exact whatever their size, and always a JSON number. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { addLots, newBook } from "../../../core/engine/book/book.ts";
import { levelAt } from "../../../core/engine/book/ladder.ts";
import { OrderRows } from "../../../core/engine/orders/order-rows.ts";
import { emptyState } from "../../../core/engine/state.ts";
import { MARKET_WORDS } from "../../public/streams-of.ts";
import { Markets, type StreamMarket } from "../markets.ts";
import { writeBook, writeCandle, writeTrade } from "./figures.ts";

const markets = new Markets({ state: emptyState() } as Markets["exchange"], MARKET_WORDS);
const FIGURE = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;

const precision = fc.integer({ min: 0, max: 8 });
const steps = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

function marketOf(pricePrecision: number, quantityPrecision: number): StreamMarket {
  return { pricePrecision, quantityPrecision } as StreamMarket;
}

function figureIn(text: string, name: string): string {
  const figure = new RegExp(`"${name}":([^,}]*)`).exec(text)?.[1] ?? "";
  expect(figure).toMatch(FIGURE);
  return figure;
}

/** The figure in units of 10^-decimals. */
function unitsOf(figure: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = figure.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

test("STREAM-FAM-2 a trade's figures are exact, and its amount is their product", () => {
  fc.assert(
    fc.property(precision, precision, steps, steps, (forPrice, forQuantity, ticks, lots) => {
      const market = marketOf(forPrice, forQuantity);
      const trade = { id: 1, ticks, lots, timeMs: 0, takerSide: "sell" } as const;
      const text = writeTrade(markets, market, trade);

      expect(unitsOf(figureIn(text, "price"), forPrice)).toBe(BigInt(ticks));
      expect(unitsOf(figureIn(text, "vol"), forQuantity)).toBe(BigInt(lots));
      const amount = unitsOf(figureIn(text, "amount"), forPrice + forQuantity);
      expect(amount).toBe(BigInt(ticks) * BigInt(lots));
    }),
    { seed: 7 },
  );
});

test("STREAM-FAM-2 a candle's volume is exact beyond what a number holds", () => {
  fc.assert(
    fc.property(
      precision,
      fc.bigInt({ min: 0n, max: 1n << 90n }),
      steps,
      (decimals, lots, high) => {
        const prices = { open: 1, high, low: 1, close: high };
        const text = writeCandle(marketOf(decimals, decimals), {
          startMs: 60_000,
          ...prices,
          lots,
        });

        expect(unitsOf(figureIn(text, "vol"), decimals)).toBe(lots);
        expect(unitsOf(figureIn(text, "high"), decimals)).toBe(BigInt(high));
        expect(figureIn(text, "id")).toBe("60");
      },
    ),
    { seed: 7 },
  );
});

test("STREAM-FAM-2 a level that holds more than a number can is written exactly", () => {
  const book = newBook(new OrderRows());
  for (const ladder of [book.asks, book.bids]) {
    for (let sum = 0; sum < 3; sum++) addLots(levelAt(ladder, 5), Number.MAX_SAFE_INTEGER);
  }
  const market: StreamMarket = { ...marketOf(1, 3), book };

  const side = "[[0.5,27021597764222.973]]";
  expect(writeBook(market)).toBe(`{"asks":${side},"buys":${side}}`);
});
