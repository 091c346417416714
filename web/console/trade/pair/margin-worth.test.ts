/** What a margin account is worth, against the exchange's own rules. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareDecimals } from "../../text/exact.ts";
import { lendableTo, levelAfter, marginWorthOf } from "./margin-worth.ts";

const ZERO = { area: "margin", free: "0", locked: "0", borrowed: "0", interest: "0" } as const;
const PRICES = new Map([
  ["USDT", "1"],
  ["BTC", "20000"],
  ["ETH", "1500"],
]);
const priceOf = (asset: string) => PRICES.get(asset);

test("MARG-03 the level is what there is divided by what is owed, cut", () => {
  const worth = marginWorthOf(
    [
      { ...ZERO, asset: "BTC", free: "0.3", locked: "0.2" },
      { ...ZERO, asset: "ETH", free: "2" },
      { ...ZERO, asset: "USDT", free: "1000", borrowed: "10000", interest: "12.5" },
      { area: "spot", asset: "BTC", free: "7", locked: "0" },
    ],
    priceOf,
  );

  expect(worth).toEqual({ assets: "14000", debts: "10012.5" });
  expect(worth && levelAfter(worth, { borrowed: "0", repaid: "0" })).toBe("1.3982");
});

test("what is owed without a price makes it unknown; what is there without one counts nothing", () => {
  const there = { ...ZERO, asset: "GOLD", free: "4" };
  const usdt = { ...ZERO, asset: "USDT", free: "10" };

  expect(marginWorthOf([there, usdt], priceOf)).toEqual({ assets: "10", debts: "0" });
  expect(marginWorthOf([{ ...there, borrowed: "1" }, usdt], priceOf)).toBeUndefined();
});

test("an account that has paid all back has no level, and one beyond its leverage is lent nothing", () => {
  expect(levelAfter({ assets: "5", debts: "2" }, { borrowed: "0", repaid: "2" })).toBeUndefined();
  expect(lendableTo({ assets: "14000", debts: "10012.5" }, 3)).toBe("0");
  expect(lendableTo({ assets: "1000", debts: "0" }, 3)).toBe("2000");
  expect(lendableTo({ assets: "1800", debts: "800" }, 5)).toBe("3200");
});

test("MARG-BORROW-2 with all of it lent debt is (L-1) times assets less debt, and one more is too much", () => {
  const money = fc.integer({ min: 0, max: 1_000_000 }).map(String);

  fc.assert(
    fc.property(money, money, fc.integer({ min: 2, max: 10 }), (assets, debts, leverage) => {
      const more = lendableTo({ assets, debts }, leverage);
      const own = Number(assets) - Number(debts);
      const after = Number(debts) + Number(more);
      if (more === "0") expect(Number(debts)).toBeGreaterThanOrEqual((leverage - 1) * own);
      else expect(after).toBe((leverage - 1) * own);
      expect(compareDecimals(more, "0")).toBeGreaterThanOrEqual(0);
    }),
  );
});
