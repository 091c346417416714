/** What the exchange does to a trader by force: said loudly, until it is dismissed, with what it cost. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Profit } from "../../src/client/client.ts";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { formatPlain } from "../../web/console/text/format.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { PHONE } from "./visit/visit.ts";

const CONTRACT = { contractName: "E-BTC-USDT", type: "LIMIT", open: "OPEN" } as const;
const PAIR = { symbol: "BTCUSDT", type: "LIMIT" } as const;

const { open, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

async function openFrozen(): Promise<InProcessExchange> {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  return exchange;
}

/** Long on margin of its own, with no other user in the market. */
async function goLong(exchange: InProcessExchange): Promise<void> {
  for (const [user, side] of [
    ["demo2", "SELL"],
    ["demo1", "BUY"],
  ] as const) {
    await exchange.client(user).futures.createOrder({
      ...CONTRACT,
      positionType: 2,
      side,
      price: "50000",
      volume: "100",
    });
  }
}

async function ruin(exchange: InProcessExchange): Promise<void> {
  await exchange.operator.setIndex("BTC", "40000");
  await exchange.operator.advanceClock(1_000);
}

function isWithin(box: { readonly x: number; readonly width: number } | null): boolean {
  return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width;
}

function alertOf(page: Page) {
  return page.getByRole("region", { name: "Alerts" }).getByRole("alert");
}

test("a liquidation is loud, says what was lost, stands in a tab that is opened later, and ends when it is dismissed in any", async () => {
  const exchange = await openFrozen();
  await goLong(exchange);
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const account = desk.panel("Account");
  await account.getByRole("tab", { name: "Positions 1" }).waitFor();
  expect(await alertOf(page).count()).toBe(0);

  await ruin(exchange);

  const [profit] = await exchange.client("demo1").futures.profitHistory();
  const lost = formatPlain((profit?.historyRealizedAmount ?? "").replace("-", ""));
  await alertOf(page).getByText(`You lost ${lost} USDT: price`).waitFor();
  await alertOf(page).getByText("Liquidated: BTC/USDT Perp long").waitFor();
  await account.getByRole("tab", { name: "Events 1" }).waitFor();
  expect(await accessibilityProblems(page, ".alerts")).toEqual([]);
  await desk.visit.keepLook("liquidation-desktop");
  await expectLabels(desk, profit);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await alertOf(other).getByText(`You lost ${lost} USDT: price`).waitFor();
  await alertOf(other).getByRole("button", { name: "Show events" }).click();
  const events = other.getByRole("tabpanel", { name: "Events" });
  await events.getByText(`Liquidated: BTC/USDT Perp long, lost ${lost} USDT`).waitFor();
  await events.getByText("Bought 100 BTC/USDT Perp at 50,000", { exact: true }).waitFor();
  await events.getByText("Placed: buy 100 BTC/USDT Perp at 50,000").waitFor();
  await other.getByRole("button", { name: /^Dismiss: Liquidated/ }).click();
  await alertOf(page).waitFor({ state: "detached" });
  await other.close();
});

/** What was closed by force is labelled in order history, trades and closed positions. */
async function expectLabels(desk: ConsoleDesk, profit: Profit | undefined): Promise<void> {
  await desk.chooseMarket(/^BTC\/USDT Perp/);
  const lines = async (tab: string, caption: string) =>
    (await desk.table(tab, caption)).getByRole("row").filter({ hasText: "Liquidation" });
  const orders = await lines("Order history", "Ended futures orders on BTC/USDT Perp");
  await orders.getByText("Sell close").waitFor();
  expect(await orders.count()).toBe(1);
  const trades = await lines("Trades", "Own trades on BTC/USDT Perp");
  await trades.getByText("Sell", { exact: true }).waitFor();
  expect(await trades.count()).toBe(1);

  const positions = await desk.tab("Positions");
  await positions.getByText("No open positions.").waitFor();
  await positions.getByText("Closed", { exact: true }).click();
  expect(await desk.visit.page.locator("body").textContent()).not.toMatch(/\bE-[A-Z]/);
  const closed = positions.getByRole("row").filter({ hasText: "Liquidation" });
  for (const amount of [profit?.historyRealizedAmount, profit?.tradeFee, profit?.capitalFee]) {
    await closed
      .getByTitle(`${formatPlain(amount ?? "")} USDT`, { exact: true })
      .first()
      .waitFor();
  }
  await desk.visit.keepLook("closed-positions-desktop");
}

test("a margin call and a margin liquidation are loud, and what was sold is labelled, on a phone", async () => {
  const exchange = await openFrozen();
  const other = exchange.client("demo2").spot;
  await other.createOrder({ ...PAIR, side: "SELL", price: "50000", volume: "1" });
  await exchange.client("demo1").margin.createOrder({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "MARKET",
    volume: "25000",
  });
  await other.createOrder({ ...PAIR, side: "BUY", price: "32000", volume: "1" });
  const desk = await ConsoleDesk.signedIn(open, exchange, { size: PHONE });
  const { page } = desk.visit;

  await exchange.operator.setIndex("BTC", "35000");
  await alertOf(page).getByText("Margin call", { exact: true }).waitFor();
  await desk.visit.keepLook("margin-call-phone");
  await alertOf(page)
    .getByRole("button", { name: /^Dismiss/ })
    .click();
  await exchange.operator.setIndex("BTC", "32000");

  await alertOf(page).getByText("Margin account liquidated").waitFor();
  const [sale] = await exchange.client("demo1").margin.myTrades({ symbol: "BTCUSDT" });
  await alertOf(page).getByText(`Sold ${sale?.qty} BTC at 32,000.00 USDT`).waitFor();
  await alertOf(page)
    .getByText(/went to the insurance fund\.$/)
    .waitFor();
  await desk.visit.keepLook("margin-liquidation-phone");
  // The list of events is in sight, and so is its tab.
  await alertOf(page).getByRole("button", { name: "Show events" }).click();
  const tab = desk.panel("Account").getByRole("tab", { name: "Events 1" });
  await expect.poll(async () => isWithin(await tab.boundingBox()), PATIENTLY).toBe(true);
  await alertOf(page)
    .getByRole("button", { name: /^Dismiss/ })
    .click();
  const history = await desk.tab("Order history");
  await history.getByText("Margin", { exact: true }).click();
  await history.getByText("Liquidation", { exact: true }).waitFor();
  await desk.visit.keepLook("margin-history-phone");
});
