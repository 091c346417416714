/** What a trader must see at once: what is at risk, what all is worth, and that a market takes no orders. */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { PHONE } from "./visit/visit.ts";

const { open, test } = browserTests();
const openAnew = exchangeOfFile({ frozen: true });

const CONTRACT = { type: "LIMIT", volume: "400" } as const;
const PAIR = { symbol: "BTCUSDT", type: "LIMIT", price: "50000", volume: "1" } as const;
const [ON_BTC, ON_ETH] = ["E-BTC-USDT", "E-ETH-USDT"] as const;

/** Demo1 is long on one contract and short on another, each with a margin of its own. */
async function openPositions() {
  const exchange = await openAnew();
  const [me, other] = [exchange.client("demo1").futures, exchange.client("demo2").futures];
  for (const [contractName, coin, price, mine, theirs] of [
    [ON_BTC, "BTC", "50000", "BUY", "SELL"],
    [ON_ETH, "ETH", "3000", "SELL", "BUY"],
  ] as const) {
    await exchange.operator.setIndex(coin, price);
    await exchange.operator.advanceClock(1_000);
    await me.setMarginModel({ contractName, marginModel: 2 });
    const order = { ...CONTRACT, contractName, price, open: "OPEN" } as const;
    await other.createOrder({ ...order, positionType: 1, side: theirs });
    await me.createOrder({ ...order, positionType: 2, side: mine });
  }
  return exchange;
}

/** Demo2 bids and offers on both, for more than demo1 has. */
async function standBooks(exchange: InProcessExchange): Promise<void> {
  const { futures } = exchange.client("demo2");
  for (const [contractName, bid, ask] of [
    [ON_BTC, "49990", "50010"],
    [ON_ETH, "2999", "3001"],
  ] as const) {
    const order = {
      ...CONTRACT,
      contractName,
      positionType: 1,
      open: "OPEN",
      volume: "2000",
    } as const;
    await futures.createOrder({ ...order, side: "BUY", price: bid });
    await futures.createOrder({ ...order, side: "SELL", price: ask });
  }
}

test("FUT-RISK-2 a position near its liquidation is told above the desk and in its line, on a phone as well", async () => {
  const exchange = await openPositions();
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const positions = await desk.table("Positions");
  const line = positions.getByRole("row").filter({ hasText: "BTC/USDT" });
  const warning = page.getByRole("alert").filter({ hasText: "near liquidation" });
  await line.getByText("9%", { exact: true }).waitFor();
  expect(await warning.count()).toBe(0);

  await exchange.operator.setIndex("BTC", "47740");
  await exchange.operator.advanceClock(1_000);
  await warning.getByText(/^Your BTC\/USDT Perp long is near liquidation at 47,7/).waitFor();
  await line.getByText("88%", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await desk.visit.keepLook("risk-desktop");
  await desk.tab("Balances");
  await warning.getByRole("button", { name: "Show positions" }).click();
  await positions.waitFor();

  const phone = await ConsoleDesk.signedIn(open, exchange, { size: PHONE });
  const told = phone.visit.page.getByRole("alert").filter({ hasText: "near liquidation" });
  await told.getByRole("button", { name: "Show positions" }).click();
  await phone.panel("Account").getByText("88%", { exact: true }).waitFor();
  await phone.visit.keepLook("risk-phone");
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  for (const each of [warning, told]) await each.waitFor({ state: "detached" });
});

test("FUT-MARKET-2 a position is turned over, and all of them are closed at once", async () => {
  const exchange = await openPositions();
  await standBooks(exchange);
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const positions = await desk.tab("Positions");
  await positions.getByText("Close all 2 positions").waitFor();

  await page.getByRole("button", { name: "Reverse BTC/USDT Perp at market" }).click();
  const sure = page.getByRole("dialog", { name: "Reverse at market?" });
  await sure
    .getByText(/^400 contracts of your BTC\/USDT Perp long are closed, then a short/)
    .waitFor();
  expect(await accessibilityProblems(page, "dialog[open]")).toEqual([]);
  await sure.getByRole("button", { name: "Reverse it" }).click();
  const line = positions.getByRole("row").filter({ hasText: "BTC/USDT" });
  await line.getByText("Short", { exact: true }).waitFor();
  await line.getByText("400", { exact: true }).waitFor();

  await positions.getByRole("button", { name: "Close all 2 positions" }).click();
  const all = page.getByRole("dialog", { name: "Close all at market?" });
  // In whichever order they were opened.
  await all
    .getByText(/^(?=.*BTC.USDT Perp)(?=.*ETH.USDT Perp).*: each at what its book offers/)
    .waitFor();
  await all.getByRole("button", { name: "Close all 2" }).click();
  await positions.getByText("No open positions.").waitFor();
});

test("what a reversal does is told, and not what an earlier close came to", async () => {
  const exchange = await openPositions();
  await standBooks(exchange);
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const positions = await desk.tab("Positions");
  await page.getByRole("button", { name: "Close ETH/USDT Perp at market" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close 400 contracts" }).click();
  await positions.getByText(/^Closed: ETH.USDT Perp short/).waitFor();

  await page.getByRole("button", { name: "Reverse BTC/USDT Perp at market" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reverse it" }).click();
  await positions
    .getByText(/^Sent: close 400 contracts of BTC.USDT Perp.*; open a short/)
    .waitFor();
});

test("what all accounts are worth is told in one coin, with what positions have gained", async () => {
  const exchange = await openPositions();
  const { spot } = exchange.client("demo2");
  await spot.createOrder({ ...PAIR, side: "SELL" });
  await exchange.client("demo1").spot.createOrder({ ...PAIR, side: "BUY" });
  await exchange.operator.setIndex("BTC", "50100");
  await exchange.operator.advanceClock(1_000);
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const balances = await desk.tab("Balances");

  await balances.getByText("Profit of open positions 4.00 USDT").waitFor();
  await balances.getByText(/^Total equity$/).waitFor();
  // Nothing has been traded for ETH: it has no price to be counted at.
  await balances.getByText("Without ETH: no price in USDT").waitFor();
});

test("STREAM-TICKER-2 a halted market says so in list, header and ticket, and its button is off until it is resumed", async () => {
  const exchange = await openAnew();
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const list = page.getByRole("navigation", { name: "Markets" });
  const shown = list.getByRole("button", { name: /^BTC\/USDT(?! Perp)/ });
  const button = desk.panel("Order").locator("button[type=submit]");
  await expect.poll(() => button.textContent(), PATIENTLY).toBe("Buy BTC");

  await exchange.operator.post("/symbols/halt", { name: "BTCUSDT" });
  await shown.getByText("Halted", { exact: true }).waitFor();
  await page.locator(".market-title").getByText("Halted", { exact: true }).waitFor();
  await desk.panel("Order").getByText("Trading is halted here.").waitFor();
  await expect.poll(() => button.textContent(), PATIENTLY).toBe("Halted");
  expect(await button.isDisabled()).toBe(true);
  await desk.visit.keepLook("halted-desktop");
  await exchange.operator.post("/symbols/resume", { name: "BTCUSDT" });
  await expect.poll(() => button.textContent(), PATIENTLY).toBe("Buy BTC");
  expect(await button.isDisabled()).toBe(false);
  await shown.getByText("Halted").waitFor({ state: "detached" });
});
