/** Pairs and contracts as markets. */
import { expect, test } from "vitest";
import type { Contract } from "../../../../src/client/client.ts";
import { keepUnchanged, marketOfContract, titleOf } from "./markets.ts";

const LINEAR = {
  symbol: "E-BTC-USDT",
  side: 1,
  multiplierCoin: "BTC",
  marginCoin: "USDT",
  pricePrecision: 1,
} as Contract;

test("a linear contract is of its multiplier's coin in its margin coin", () => {
  const market = marketOfContract(LINEAR);

  expect([titleOf(market), market.quantityPrecision]).toEqual(["BTC/USDT Perp", 0]);
});

test("an inverse contract is the other way round", () => {
  const inverse = { ...LINEAR, side: 0, multiplierCoin: "USD", marginCoin: "BTC" } as Contract;

  expect(titleOf(marketOfContract(inverse))).toBe("BTC/USD Perp");
});

test("markets that did not change stay the same objects, so that no panel begins anew", () => {
  const halted = { ...LINEAR, symbol: "E-ETH-USDT" };
  const before = [marketOfContract(LINEAR), marketOfContract(halted)];

  const same = keepUnchanged(before, [marketOfContract(LINEAR), marketOfContract(halted)]);
  const changed = keepUnchanged(before, [
    marketOfContract(LINEAR),
    marketOfContract({ ...halted, pricePrecision: 2 }),
  ]);

  expect(same).toBe(before);
  expect([changed[0] === before[0], changed[1] === before[1]]).toEqual([true, false]);
});
