/** What a trader looks back on and watches for: histories over all markets, prices that were waited for, indicators. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";

const { open, test } = browserTests();
const openAnew = exchangeOfFile({ frozen: true });

const PAIR = { symbol: "BTCUSDT", type: "LIMIT", price: "50000", volume: "1" } as const;
const CONTRACT = { contractName: "E-BTC-USDT", positionType: 1, type: "LIMIT" } as const;
const DAY_MS = 86_400_000;

/** Demo1 has bought on the pair and, a day later, sold there and on the contract. */
async function openTraded() {
  const exchange = await openAnew();
  const [me, other] = [exchange.client("demo1"), exchange.client("demo2")];
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  await other.spot.createOrder({ ...PAIR, side: "SELL" });
  await me.spot.createOrder({ ...PAIR, side: "BUY" });
  await exchange.operator.advanceClock(DAY_MS);
  await other.spot.createOrder({ ...PAIR, side: "BUY" });
  await me.spot.createOrder({ ...PAIR, side: "SELL" });
  await exchange.operator.advanceClock(1_000);
  const order = { ...CONTRACT, open: "OPEN", price: "50000", volume: "100" } as const;
  await other.futures.createOrder({ ...order, side: "BUY" });
  await me.futures.createOrder({ ...order, side: "SELL" });
  return exchange;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

test("a history is of all markets when that is asked, by side and day, and is taken away as a file", async () => {
  const exchange = await openTraded();
  const { engineTime: now } = (await exchange.operator.get("/clock")) as { engineTime: number };
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const history = await desk.tab("Order history");
  const rows = history.getByRole("row");
  // The head is a row, too.
  const count = (lines: number) => expect.poll(() => rows.count(), PATIENTLY).toBe(lines + 1);
  await count(2);

  await history.getByText("All markets", { exact: true }).click();
  await count(3);
  await rows.filter({ hasText: "BTC/USDT Perp" }).waitFor();
  await history.getByText("Sell", { exact: true }).first().click();
  await count(2);
  await history.getByText("Both sides", { exact: true }).click();
  await history.getByLabel("To this day (UTC)").fill(dayOf(now - DAY_MS));
  await count(1);
  await history.getByLabel("To this day (UTC)").fill("");
  await history.getByLabel("From this day (UTC)").fill(dayOf(now));
  await count(2);
  expect(await accessibilityProblems(page, ".account")).toEqual([]);
  await desk.visit.keepLook("history-desktop");

  const started = page.waitForEvent("download");
  await history.getByRole("button", { name: "Save 2 as CSV" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe("ended-orders-on-all-markets.csv");
  const [head, ...lines] = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(head).toMatch(/^Time \(UTC\),Market,Account,/);
  expect(lines.map((line) => line.split(",").slice(1, 3))).toEqual([
    ["E-BTC-USDT", "futures"],
    ["BTCUSDT", "spot"],
  ]);
});

test("a price that is waited for is told once when it is reached, also after a reload", async () => {
  const exchange = await openTraded();
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const dialog = page.getByRole("dialog", { name: "Price alerts" });
  const trade = async (price: string) => {
    await exchange.client("demo2").spot.createOrder({ ...PAIR, price, side: "SELL" });
    await exchange.client("demo1").spot.createOrder({ ...PAIR, price, side: "BUY" });
  };
  await page.getByRole("button", { name: /^Alert/ }).click();
  await dialog.getByText("None is waiting.").waitFor();
  await dialog.getByRole("textbox").fill("fifty");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("This is not a price.").waitFor();
  await dialog.getByRole("textbox").fill("50,500");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("BTC/USDT rises to 50,500").waitFor();
  expect(await accessibilityProblems(page, "dialog[open]")).toEqual([]);
  await desk.visit.keepLook("price-alerts-desktop");

  await page.reload();
  await desk.isSaying("Live");
  await page
    .getByRole("button", { name: "Alert 1" })
    .or(page.getByRole("button", { name: "Alert1" }))
    .waitFor();
  const alert = page.getByRole("region", { name: "Alerts" }).getByRole("alert");
  await trade("50400");
  await desk.panel("Latest trades").getByText("50,400.00").first().waitFor();
  expect(await alert.count()).toBe(0);
  await trade("50500");
  await alert.getByText("BTC/USDT has risen to 50,500").waitFor();
  await alert.getByRole("button", { name: /^Dismiss/ }).click();
  await page.getByRole("button", { name: "Alert", exact: true }).waitFor();
});

test("Bollinger bands, RSI and MACD are drawn, and their figures stand in the legend", async () => {
  const exchange = await openTraded();
  const other = exchange.client("demo2").spot;
  const me = exchange.client("demo1").spot;
  for (const price of ["50100", "49900", "50200"]) {
    await exchange.operator.advanceClock(60_000);
    await other.createOrder({ ...PAIR, price, side: "SELL", volume: "0.1" });
    await me.createOrder({ ...PAIR, price, side: "BUY", volume: "0.1" });
  }
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  await page.getByRole("button", { name: "Indicators" }).click();
  const dialog = page.getByRole("dialog", { name: "Indicators" });
  for (const [kind, candles] of [
    ["Bollinger bands (BB)", "3"],
    ["Relative strength (RSI)", "2"],
    ["Convergence (MACD 12 26 9)", "9"],
  ] as const) {
    await dialog.getByLabel("Kind").selectOption({ label: kind });
    await dialog.getByLabel("Candles").fill(candles);
    await dialog.getByRole("button", { name: "Add" }).click();
  }
  for (const name of ["BB 3", "RSI 2", "MACD 12 26 9"]) {
    await dialog.getByRole("button", { name: `Remove ${name}` }).waitFor();
  }
  await dialog.getByRole("button", { name: "Close" }).click();

  // Of closes at 50,100, 49,900 and 50,200: the middle is 50,066.67, and the deviation 124.72.
  const legend = desk.panel("Chart").locator(".legend");
  await expect
    .poll(() => legend.textContent(), PATIENTLY)
    .toContain("BB 350,066.67 50,316.11 49,817.22");
  expect(await legend.textContent()).toMatch(/RSI 2\d/);
  await desk.visit.keepLook("indicators-more-desktop");
});
