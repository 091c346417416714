/** The orders that ask for more than a plain one, traded by hand in a real browser. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { PHONE } from "./visit/visit.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT" } as const;

const { open, share, test } = browserTests();

const openExchange = exchangeOfFile();

const onDesktop = share(async (openShared) => {
  const exchange = await openExchange();
  return { exchange, desk: await ConsoleDesk.signedIn(openShared, exchange) };
});

/** The last price is 50,000, and there is no order but another user's, who offers 0.4 BTC at 50,010. */
async function standMarket(exchange: InProcessExchange): Promise<void> {
  const [one, other] = [exchange.client("demo1"), exchange.client("demo2")];
  for (const orders of [one.spot, one.margin, other.spot]) {
    await orders.cancelAll({ symbol: SPOT.symbol });
  }
  await other.spot.createOrder({ ...SPOT, side: "SELL", price: "50000", volume: "1" });
  await one.spot.createOrder({ ...SPOT, side: "BUY", price: "50000", volume: "1" });
  await other.spot.createOrder({ ...SPOT, side: "SELL", price: "50010", volume: "0.4" });
}

/** A market, and an empty ticket. */
async function openMarket() {
  const { exchange, desk } = await onDesktop();
  await standMarket(exchange);
  await desk.emptyTicket();
  return { exchange, desk, form: desk.panel("Order") };
}

async function pick(form: Locator, label: string, option: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).selectOption({ label: option });
}

async function openOrders(exchange: InProcessExchange) {
  return await exchange.client("demo1").spot.openOrders({ symbol: SPOT.symbol });
}

/** The cells of the line of a table that has this text. */
async function lineWith(table: Locator, text: string): Promise<readonly string[]> {
  const line = table.getByRole("row").filter({ hasText: text });
  return (await line.count()) === 1 ? await line.getByRole("cell").allTextContents() : [];
}

test("SPOT-TIF-4 a post-only order that would trade is warned of, canceled, and says why", async () => {
  const { exchange, desk, form } = await openMarket();

  await pick(form, "TIF", "Post only: never take");
  await desk.fillIn({ Price: "50010", Quantity: "1" });
  await form.getByText("It would trade at once, so it would be canceled").waitFor();
  await desk.visit.keepLook("post-only-desktop");
  await desk.submit(/^Buy BTC$/);

  await form
    .getByText(/^Buy 1 BTC at 50,010: canceled: a post-only order would have traded/)
    .waitFor();
  const events = await desk.tab("Events");
  await events.getByText(/Canceled: .*\(a post-only order would have traded at once\)/).waitFor();
  const history = await desk.table("Order history", "Ended spot orders on BTC/USDT");
  await expect
    .poll(() => lineWith(history, "Limit post only"), PATIENTLY)
    .toEqual(expect.arrayContaining(["Canceled"]));
  expect(await openOrders(exchange)).toEqual([]);
});

test("SPOT-TIF-2 SPOT-STP-3 an immediate order trades what is there, and deals with own orders as it was told", async () => {
  const { exchange, desk, form } = await openMarket();
  await exchange
    .client("demo1")
    .spot.createOrder({ ...SPOT, side: "SELL", price: "50005", volume: "0.1" });

  await pick(form, "TIF", "IOC: at once, cancel the rest");
  await form.getByText("More options").click();
  await pick(form, "If it meets an order of your own", "Cancel the one that rests");
  await desk.fillIn({ Price: "50010", Quantity: "1" });
  await form.getByText("About 0.4 BTC would trade at once; the rest would be canceled.").waitFor();
  await desk.visit.keepLook("immediate-desktop");
  expect(await accessibilityProblems(desk.visit.page, ".order-form")).toEqual([]);
  await desk.submit(/^Buy BTC$/);

  await form.getByText(/^Bought 0\.4 BTC at 50,010\.00, the rest was canceled/).waitFor();
  expect(await openOrders(exchange)).toEqual([]);
  const events = await desk.tab("Events");
  await events.getByText(/Canceled: sell 0\.1 .*\(it met an order of your own\)/).waitFor();
});

test("SPOT-UNIT-1 SPOT-UNIT-5 a quantity is bought at market, and a sale brings an amount", async () => {
  const { exchange, desk, form } = await openMarket();
  const bid = { ...SPOT, side: "BUY", price: "49990", volume: "1" } as const;
  await exchange.client("demo2").spot.createOrder(bid);
  const unit = form.getByLabel("What the size is typed in");

  await form.getByText("Market", { exact: true }).click();
  await unit.selectOption({ label: "BTC" });
  await desk.fillIn({ Quantity: "0.03" });
  await desk.submit(/^Buy BTC$/);
  await form.getByText(/^Bought 0\.03 BTC at 50,010\.00 \(order/).waitFor();

  await form.getByText("Sell", { exact: true }).click();
  await unit.selectOption({ label: "USDT" });
  await desk.fillIn({ Total: "500" });
  expect(await desk.estimate("Average price")).toBe("about 49,990.00 USDT");
  await desk.visit.keepLook("sell-for-amount-desktop");
  await desk.submit(/^Sell BTC$/);
  await form.getByText(/^Sold 0\.01 BTC at 49,990\.00 \(order/).waitFor();

  const history = await desk.table("Order history", "Ended spot orders on BTC/USDT");
  await expect.poll(() => lineWith(history, "500 USDT"), PATIENTLY).toContain("Sell");
  const [sold, bought] = await exchange.client("demo1").spot.orderHistory({ symbol: SPOT.symbol });
  expect(sold).toMatchObject({ side: "SELL", origQty: "500", volumeUnit: "QUOTE" });
  expect(bought).toMatchObject({ side: "BUY", origQty: "0.03", volumeUnit: "BASE" });
});

test("SPOT-STOP-1 SPOT-STOP-3 a stop waits, and is triggered by what others trade", async () => {
  const { exchange, desk, form } = await openMarket();
  const other = exchange.client("demo2").spot;

  await form.getByText("Market", { exact: true }).click();
  await pick(form, "Trigger", "Stop: when the price reaches");
  await form.getByText("Judged by the last traded price: now 50,000.").waitFor();
  await desk.fillIn({ Spend: "1000", "Trigger price": "50010" });
  await form.getByText("Waits until the last price, now 50,000, rises to 50,010.").waitFor();
  expect(await desk.estimate("Sets aside")).toBe("1,000 USDT");
  await desk.visit.keepLook("stop-desktop");
  await desk.submit(/^Buy BTC once at 50,010$/);
  await form.getByText(/triggered at 50,010: waits for its trigger/).waitFor();
  const orders = await desk.table("Open orders");
  await expect
    .poll(async () => (await lineWith(orders, "Stop at 50,010")).slice(1, 5), PATIENTLY)
    .toEqual(["Buy", "Stop at 50,010 Market, when it rises", "market", "1,000 USDT"]);
  await desk.visit.keepLook("stop-waits-desktop");

  await other.createOrder({ ...SPOT, side: "SELL", price: "50020", volume: "1" });
  await other.createOrder({ ...SPOT, side: "BUY", price: "50010", volume: "0.4" });

  await form.getByText(/^Bought 0\.01999 BTC at 50,020\.00/).waitFor();
  const events = await desk.tab("Events");
  await events.getByText(/^Triggered: buy BTC\/USDT for 1,000 USDT at market, stop/).waitFor();
  expect(await openOrders(exchange)).toEqual([]);
});

test("SPOT-REPLACE-3 SPOT-REPLACE-4 an order is changed in its line, in its place or as a new one", async () => {
  const { exchange, desk } = await openMarket();
  const orders = await desk.table("Open orders");
  const account = desk.panel("Account");
  await desk.fillIn({ Price: "49000", Quantity: "1" });
  await desk.submit(/^Buy BTC$/);
  const change = orders.getByRole("button", { name: /^Edit order \d+ on BTC\/USDT$/ });
  await change.click();
  const [placed] = await openOrders(exchange);
  const id = placed?.orderIdString ?? "";

  // The price has the focus, Tab leads to the quantity, Enter saves.
  await desk.visit.page.keyboard.press("Tab");
  await desk.visit.page.keyboard.type("0.25");
  await desk.visit.keepLook("change-desktop");
  expect(await accessibilityProblems(desk.visit.page, ".account")).toEqual([]);
  await desk.visit.page.keyboard.press("Enter");

  await account.getByText(`Order ${id} was changed in its place: 0.25 left at 49,000.`).waitFor();
  expect(await openOrders(exchange)).toMatchObject([{ orderIdString: id, origQty: "0.25" }]);
  await expect.poll(() => lineWith(orders, "49,000"), PATIENTLY).toContain("0.25");

  await change.click();
  await orders.getByLabel(`Price of order ${id}`).fill("48000");
  await desk.visit.page.keyboard.press("Escape");
  await orders.getByText("49,000", { exact: true }).waitFor();
  await change.click();
  await orders.getByLabel(`Price of order ${id}`).fill("48000");
  await orders.getByRole("button", { name: /^Save order/ }).click();
  await account.getByText(new RegExp(`Order ${id} was replaced by order \\d+: rests`)).waitFor();
  await orders.getByText("48,000", { exact: true }).waitFor();

  await change.click();
  await orders.getByLabel(/^Open quantity/).fill("999");
  await orders.getByRole("button", { name: /^Save order/ }).click();
  await account
    .getByRole("alert")
    .getByText(/was canceled, and the new one was rejected/)
    .waitFor();
  await account.getByText("No open orders.").waitFor();
});

test("SPOT-REPLACE-3 what traded while an order was being changed is shown before anything is sent", async () => {
  const { exchange, desk } = await openMarket();
  const orders = await desk.table("Open orders");
  await desk.fillIn({ Price: "49000", Quantity: "1" });
  await desk.submit(/^Buy BTC$/);
  await orders.getByRole("button", { name: /^Edit order/ }).click();
  const quantity = orders.getByLabel(/^Open quantity/);
  await quantity.fill("0.75");
  await exchange
    .client("demo2")
    .spot.createOrder({ ...SPOT, side: "SELL", price: "49000", volume: "0.5" });
  await expect.poll(() => lineWith(orders, "Buy"), PATIENTLY).toContain("0.5");

  await quantity.press("Enter");

  await desk
    .panel("Account")
    .getByText(/^Not sent: 0\.5 of order \d+ has traded/)
    .waitFor();
  await expect.poll(() => quantity.inputValue(), PATIENTLY).toBe("0.5");
  expect(await openOrders(exchange)).toMatchObject([{ origQty: "1" }]);
});

test("SPOT-TIF-4 SPOT-STOP-1 in margin there is a time in force, and there are no stops", async () => {
  const { exchange, desk, form } = await openMarket();
  await form.getByRole("tab", { name: "Margin" }).click();

  await pick(form, "TIF", "Post only: never take");
  expect(await form.getByLabel("Trigger", { exact: true }).count()).toBe(0);
  await desk.fillIn({ Price: "49000", Quantity: "0.1" });
  await desk.submit(/^Buy BTC on margin$/);

  await form.getByText(/^Buy 0\.1 BTC at 49,000: rests on the book/).waitFor();
  const orders = await desk.table("Open orders");
  await expect.poll(() => lineWith(orders, "Margin"), PATIENTLY).toContain("Limit post only");
  const [placed] = await exchange.client("demo1").margin.openOrders({ symbol: SPOT.symbol });
  expect(placed).toMatchObject({ timeInForce: "POST_ONLY", status: "NEW" });
});

test("all orders of a pair are canceled at once, in spot and margin, and no others", async () => {
  const { exchange, desk } = await openMarket();
  const { spot, margin } = exchange.client("demo1");
  const bid = { ...SPOT, side: "BUY", price: "40000", volume: "0.1" } as const;
  await spot.createOrder(bid);
  await spot.createOrder({ ...bid, price: "51000", triggerPrice: "51000" });
  await margin.createOrder(bid);
  await spot.createOrder({ ...bid, symbol: "ETHUSDT", price: "100" });
  const orders = await desk.table("Open orders");
  await expect.poll(() => orders.getByRole("row").count(), PATIENTLY).toBe(5);
  await desk.visit.keepLook("open-orders-desktop");

  const account = desk.panel("Account");
  await account.getByRole("button", { name: "Cancel all orders on BTC/USDT" }).click();
  const dialog = desk.visit.page.getByRole("dialog");
  await dialog
    .getByText("Your open orders on BTC/USDT, stops included: 2 in spot and 1 in margin.")
    .waitFor();
  await desk.visit.keepLook("cancel-all-desktop");
  await dialog.getByRole("button", { name: "Cancel them all" }).click();

  await expect.poll(() => orders.getByRole("row").count(), PATIENTLY).toBe(2);
  expect(await openOrders(exchange)).toEqual([]);
  expect(await margin.openOrders({ symbol: SPOT.symbol })).toEqual([]);
  expect(await spot.openOrders({ symbol: "ETHUSDT" })).toHaveLength(1);
});

test("on a phone an order is placed, and a stop is placed and changed", async () => {
  const exchange = await openExchange();
  await standMarket(exchange);
  const desk = await ConsoleDesk.signedIn(open, exchange, { size: PHONE });
  const form = desk.panel("Order");
  await desk.showArea("Trade");
  await desk.fillIn({ Price: "49000", Quantity: "1" });
  await desk.visit.keepLook("trade-phone");
  await desk.submit(/^Buy BTC$/);
  await form.getByText(/rests on the book/).waitFor();
  await pick(form, "Trigger", "Stop: when the price reaches");
  await desk.fillIn({ Price: "48900", Quantity: "0.1", "Trigger price": "49000" });
  await form.getByText(/falls to 49,000/).waitFor();
  await desk.visit.keepLook("stop-phone");
  await desk.submit(/^Buy BTC once at 49,000$/);
  await form.getByText(/waits for its trigger/).waitFor();
  await desk.showArea("Account");
  const orders = await desk.table("Open orders");
  const lines = orders.getByRole("row");
  await lines.filter({ hasText: "Buy" }).getByText("49,000", { exact: true }).waitFor();
  const stop = lines.filter({ hasText: "Limit, when it falls" });
  await stop.waitFor();
  await desk.visit.keepLook("stop-waits-phone");

  await stop.getByRole("button", { name: /^Edit order/ }).click();
  await orders.getByLabel(/^Trigger price/).fill("49500");
  await desk.visit.keepLook("change-phone");
  await orders.getByRole("button", { name: /^Save order/ }).click();

  await orders.getByText("Stop at 49,500").waitFor();
  const waiting = (await openOrders(exchange)).filter(
    ({ triggerPrice }) => triggerPrice !== undefined,
  );
  expect(waiting).toMatchObject([{ triggerPrice: "49500", price: "48900" }]);
});
