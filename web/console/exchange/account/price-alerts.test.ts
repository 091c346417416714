/** A price that somebody waits for is told once, from either side, and the browser keeps those that wait. */
import { beforeEach, expect, test, vi } from "vitest";
import type { ShownTicker } from "../exchange.ts";
import { LiveValue } from "../live.ts";
import { PRICE_ALERTS_MAX, PriceAlerts } from "./price-alerts.ts";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
});

beforeEach(() => kept.clear());

function open(last = "100") {
  const tickers = new LiveValue<ReadonlyMap<string, ShownTicker>>(new Map());
  const trade = (price: string) =>
    tickers.set(new Map([["BTCUSDT", { name: "BTCUSDT", last: price } as ShownTicker]]));
  trade(last);
  const told: string[] = [];
  const alerts = new PriceAlerts(tickers, ({ price }) => told.push(price));
  return { alerts, trade, told };
}

test("one above is told when the price rises to it, one below when it falls to it, each once", () => {
  const { alerts, trade, told } = open();
  expect([alerts.add("BTCUSDT", "1,010"), alerts.add("BTCUSDT", "90.5")]).toEqual([
    undefined,
    undefined,
  ]);
  trade("1009.99");
  trade("90.51");
  expect(told).toEqual([]);
  trade("1010");
  trade("1009");
  trade("2000");
  expect(told).toEqual(["1010"]);
  trade("80");
  expect(told).toEqual(["1010", "90.5"]);
  expect(alerts.entries.value).toEqual([]);
});

test("what is no price, is there already or cannot be judged is refused in words", () => {
  const { alerts } = open();
  expect(["x", "", "0", "-5"].map((typed) => alerts.add("BTCUSDT", typed))).toEqual(
    Array(4).fill("This is not a price."),
  );
  expect(alerts.add("BTCUSDT", "100.0")).toBe("This is the last price already.");
  expect(alerts.add("ETHUSDT", "5")).toBe("Nothing has been traded there yet.");
});

test("there are so many and no more, and the same is kept once", () => {
  const { alerts } = open();
  for (let at = 1; at <= PRICE_ALERTS_MAX; at++) alerts.add("BTCUSDT", `${100 + at}`);
  alerts.add("BTCUSDT", "101");
  expect(alerts.entries.value).toHaveLength(PRICE_ALERTS_MAX);
  expect(alerts.add("BTCUSDT", "999")).toBe(`No more than ${PRICE_ALERTS_MAX} at a time.`);
});

test("the browser keeps those that wait, and passes over what it cannot read", () => {
  const { alerts } = open();
  alerts.add("BTCUSDT", "120");
  alerts.add("BTCUSDT", "80");
  alerts.remove({ market: "BTCUSDT", price: "120" });
  expect(kept.get("bourse.price-alerts")).toBe("BTCUSDT<80");
  kept.set("bourse.price-alerts", "BTCUSDT<80 <script> BTCUSDT>x E-BTC-USDT>9");
  expect(open().alerts.entries.value).toEqual([
    { market: "BTCUSDT", price: "80", isAbove: false },
    { market: "E-BTC-USDT", price: "9", isAbove: true },
  ]);
});
