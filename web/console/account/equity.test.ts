/** What an account is worth: all areas together, what is owed taken away, and what has no price left out and named. */
import { expect, test } from "vitest";
import type { AccountBalance } from "../exchange/exchange.ts";
import { equityOf } from "./equity.ts";

const spot = (asset: string, free: string, locked = "0") =>
  ({ area: "spot", asset, free, locked }) as AccountBalance;
const margin = (asset: string, free: string, borrowed: string, interest: string) =>
  ({ area: "margin", asset, free, locked: "0", borrowed, interest }) as AccountBalance;
const futures = (figures: object) =>
  ({ area: "futures", marginCoin: "USDT", ...figures }) as AccountBalance;
const PRICES: Readonly<Record<string, string>> = { USDT: "1", BTC: "50000.5" };
const priceOf = (asset: string) => PRICES[asset];

test("spot, margin without debt, and futures with the profit of their positions are summed exactly", () => {
  const balances = [
    spot("BTC", "0.1", "0.02"),
    spot("USDT", "100"),
    margin("BTC", "1", "0.5", "0.00000001"),
    futures({ totalEquity: "900", partEquity: "30", accountLock: "5", unrealizedAmount: "-70" }),
  ];
  expect(equityOf(balances, priceOf)).toEqual({
    total: "32035.309499995",
    unrealized: "-70",
    unpriced: [],
  });
});

test("what nobody has a price for is named, and only where there is some of it", () => {
  const balances = [spot("DOGE", "7"), spot("SHIB", "0"), spot("USDT", "1")];
  expect(equityOf(balances, priceOf)).toEqual({ total: "1", unrealized: "0", unpriced: ["DOGE"] });
});
