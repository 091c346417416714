/** What typing leaves of the list. */
import { expect, test } from "vitest";
import type { ShownMarket } from "../exchange/exchange.ts";
import { filterMarkets } from "./filter-markets.ts";

const precisions = { pricePrecision: 2, quantityPrecision: 2 };
const MARKETS: readonly ShownMarket[] = [
  { name: "BTCUSDT", kind: "pair", base: "BTC", quote: "USDT", ...precisions },
  { name: "ETHBTC", kind: "pair", base: "ETH", quote: "BTC", ...precisions },
  { name: "E-BTC-USDT", kind: "contract", base: "BTC", quote: "USDT", ...precisions },
];

test("every word must be found, in any order and case, in the name or the kind", () => {
  const namesOf = (typed: string) => filterMarkets(MARKETS, typed).map(({ name }) => name);

  expect(namesOf("  ")).toEqual(["BTCUSDT", "ETHBTC", "E-BTC-USDT"]);
  expect(namesOf("btc/usdt")).toEqual(["BTCUSDT", "E-BTC-USDT"]);
  expect(namesOf("futures BTC")).toEqual(["E-BTC-USDT"]);
  expect(namesOf("doge")).toEqual([]);
});
