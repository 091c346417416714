/** What a trader does without thinking: sign in, type, look at a phone, leave. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { DESKTOP, PHONE } from "./visit/visit.ts";

const SMALL_LAPTOP = { width: 1024, height: 768 };
/** More than a test may take. */
const LEAD_MS = 10 * 60_000;
const PAIR = { symbol: "BTCUSDT", type: "LIMIT", price: "50000", volume: "1" } as const;
const CONTRACT = { contractName: "E-BTC-USDT", positionType: 1, type: "LIMIT" } as const;

const { open, share, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

/** With one trade on the pair and one on the contract, between demo2 and demo1. */
async function openTraded(): Promise<InProcessExchange> {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  for (const [user, side] of [
    ["demo2", "SELL"],
    ["demo1", "BUY"],
  ] as const) {
    const { spot, futures } = exchange.client(user);
    await spot.createOrder({ ...PAIR, side });
    await futures.createOrder({ ...CONTRACT, side, open: "OPEN", price: "50000", volume: "100" });
  }
  return exchange;
}

/** A visitor to it. */
const arrive = share(async (openShared) => {
  const exchange = await openTraded();
  return { exchange, desk: await ConsoleDesk.open(openShared, exchange.url ?? "") };
});

/** The same as demo1, with an empty ticket. */
async function begin() {
  const { exchange, desk } = await arrive();
  await desk.visit.page.setViewportSize(DESKTOP);
  if (!(await desk.isSignedIn())) await desk.signIn("demo1");
  await desk.chooseMarket(/^BTC\/USDT(?! Perp)/);
  await desk.emptyTicket();
  return { exchange, desk, form: desk.panel("Order") };
}

test("the button that says so signs in; the price is there, and a key leads to the first empty field", async () => {
  const { desk } = await arrive();
  const { page } = desk.visit;
  const form = desk.panel("Order");
  await form.getByRole("button", { name: "Sign in to trade" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use demo1" }).click();
  await form.getByRole("button", { name: "Buy BTC" }).waitFor();

  const price = form.getByLabel("Price", { exact: true });
  const quantity = form.getByLabel("Quantity", { exact: true });
  await expect.poll(() => price.inputValue(), PATIENTLY).toBe("50000");
  await page.keyboard.press("s");
  const focused = () => page.locator(":focus").getAttribute("name");
  await expect.poll(focused, PATIENTLY).toBe("quantity");
  await form.getByRole("button", { name: "Sell BTC" }).waitFor();
  await price.fill("");
  await quantity.fill("1");
  await quantity.blur();
  await page.keyboard.press("b");
  await expect.poll(focused, PATIENTLY).toBe("price");
  // What the trader has taken away does not come back by itself.
  expect(await price.inputValue()).toBe("");
});

test("the ticket forgets what it said when something new begins", async () => {
  const { desk, form } = await begin();
  const said = form.getByText(/rests on the book/);
  const send = async () => {
    await desk.fillIn({ Price: "49000", Quantity: "0.1" });
    await desk.submit(/^Buy BTC$/);
    await said.waitFor();
  };
  await send();
  await form.getByLabel("Quantity", { exact: true }).fill("2");
  await said.waitFor({ state: "detached" });
  await send();
  await desk.tab("Balances");
  await desk.transfer({ from: "Spot", to: "Margin", asset: "USDT", amount: "10" });
  await said.waitFor({ state: "detached" });
});

test("a number never crosses units: another kind, side or unit turns it over at the price in sight", async () => {
  const { exchange, desk, form } = await begin();
  // So much that no order of the test is large.
  const offered = { side: "SELL", price: "50010", volume: "10" } as const;
  await exchange.client("demo2").spot.createOrder({ ...PAIR, ...offered });
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const shows = (name: string, value: string) =>
    expect.poll(() => field(name).inputValue(), PATIENTLY).toBe(value);
  const choose = (name: string) => form.getByText(name, { exact: true }).click();

  await choose("Market");
  await desk.fillIn({ Spend: "1000" });
  await choose("Limit");
  await shows("Quantity", "0.02"); // At the limit of 50,000 that stands in the ticket.
  await desk.fillIn({ Price: "40000", Quantity: "0.5" });
  await choose("Sell");
  await shows("Quantity", "0.5");
  await choose("Market");
  await choose("Buy");
  await shows("Spend", "25005");
  await field("What the size is typed in").selectOption("base");
  await shows("Quantity", "0.5");
  // SPOT-UNIT-1: a market order of spot is sent as it is typed.
  expect(await form.getByText(/sends/).count()).toBe(0);
  await choose("Limit");
  await shows("Quantity", "0.5");
  await field("What the size is typed in").selectOption("quote");
  await shows("Value", "20000");
  await desk.fillIn({ Price: "50,000.0", Value: "1,000" });
  await form.getByText(/^sends 0\.02 BTC/).waitFor();
  await desk.submit(/^Buy BTC$/);
  await form.getByText(/rests on the book/).waitFor();
  const [placed] = await exchange.client("demo1").spot.openOrders({ symbol: "BTCUSDT" });
  expect(placed).toMatchObject({ origQty: "0.02", price: "50000" });
});

test("how high the account stands is set by keys and by the pointer, and stays so", async () => {
  const { desk } = await begin();
  const { page } = desk.visit;
  const line = page.getByRole("separator", { name: "Height of the account" });
  const top = async () => (await line.boundingBox())?.y ?? 0;
  const before = await top();

  await line.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowUp");
  await expect.poll(top, PATIENTLY).toBe(before - 72);
  await page.mouse.move(700, before - 72 + 2);
  await page.mouse.down();
  await page.mouse.move(700, before - 120);
  await page.mouse.up();
  await expect.poll(top, PATIENTLY).toBe(before - 120);
  await page.reload();
  await expect.poll(top, PATIENTLY).toBe(before - 120);
  await line.dblclick();
  await expect.poll(top, PATIENTLY).toBe(before);
});

test("on 1024 by 768 the order can be sent without scrolling", async () => {
  const { desk } = await begin();
  const { page } = desk.visit;
  await page.setViewportSize(SMALL_LAPTOP);
  const isInSight = async (name: RegExp) => {
    const button = desk.panel("Order").getByRole("button", { name });
    await button.waitFor();
    const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(height > 0 && y + height <= SMALL_LAPTOP.height).toBe(true);
    // Nothing lies over it.
    await button.click({ trial: true });
  };
  await isInSight(/^Buy BTC$/);
  await desk.visit.keepLook("small-laptop-pair");
  await page.getByRole("button", { name: /^BTC\/USDT Spot$/ }).click();
  const list = page.getByRole("dialog", { name: "Markets" });
  await list.getByRole("button", { name: /^BTC\/USDT Perp/ }).click();
  await desk.panel("Order").getByLabel("Trigger", { exact: true }).selectOption({ index: 1 });
  await isInSight(/^Open long/);
  await desk.visit.keepLook("small-laptop-contract");
});

test("events are dated by the exchange, also where its clock is not that of the machine", async () => {
  const { exchange, desk } = await begin();
  const events = await desk.tab("Events");
  await exchange.operator.advanceClock(LEAD_MS);
  await desk.fillIn({ Price: "48765", Quantity: "1" });
  await desk.submit(/^Buy BTC$/);
  const placed = events.locator("p", { hasText: "Placed: buy 1 BTC/USDT at 48,765" });
  await placed.waitFor();

  const orders = await exchange.client("demo1").spot.openOrders({ symbol: "BTCUSDT" });
  const order = orders.find(({ price }) => price === "48765");
  const told = await placed.locator("time").getAttribute("datetime");
  // The clock stands; the page's own goes on from what it heard last.
  expect(Math.abs(Date.parse(told ?? "") - (order?.time ?? 0))).toBeLessThan(LEAD_MS / 2);
});

/** Signs out, by the dialog that the user's name opens. */
async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "demo1", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Sign out/ })
    .click();
}

test("a user who signs out in one tab has signed out in all of them, and what was the user's is gone; a wrong key and a wrong secret are refused in words", async () => {
  const exchange = await openTraded();
  const desk = await ConsoleDesk.signedIn(open, exchange);
  const { page } = desk.visit;
  const events = await desk.tab("Events");
  await events.getByText("Bought 1 BTC/USDT at 50,000", { exact: true }).waitFor();
  await desk.fillIn({ Price: "49000", Quantity: "1" });

  const other = await page.context().newPage();
  await other.goto(page.url());
  await leave(other);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await events.getByText("Sign in to see what happens").waitFor();
  const quantity = desk.panel("Order").getByLabel("Quantity", { exact: true });
  await expect.poll(() => quantity.inputValue(), PATIENTLY).toBe("");
  await other.close();

  desk.visit.expectProblem(/^console: Failed to load resource: .* 401/);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const tryKey = async (apiKey: string) => {
    await dialog.getByLabel("API key").fill(apiKey);
    await dialog.getByLabel("Secret").fill("nothing");
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await tryKey("nobody");
  await dialog.getByRole("alert").waitFor();
  await tryKey(exchange.keys["demo1"]?.apiKey ?? "");
  await dialog.getByText("The secret does not belong to this key.").waitFor();
  const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
  expect(kept).not.toContain("nothing");
});

test("a phone is where it was after a reload: area, scroll and list", async () => {
  const exchange = await openTraded();
  const desk = await ConsoleDesk.signedIn(open, exchange, { size: PHONE });
  const { page } = desk.visit;
  const scrolled = () => page.evaluate("document.querySelector('main').scrollTop");
  await desk.showArea("Account");
  await desk.tab("Trades");
  await desk.showArea("Book");
  // The area may still be too short to scroll: its rows come with the book.
  const scrollDown = "document.querySelector('main').scrollTo(0, 300)";
  await expect.poll(() => page.evaluate(scrollDown).then(scrolled), PATIENTLY).toBe(300);
  const kept = "localStorage.getItem('bourse.scroll.book')";
  await expect.poll(() => page.evaluate(kept), PATIENTLY).toBe("300");
  await desk.showArea("Trade");
  await expect.poll(scrolled, PATIENTLY).toBe(0);
  await desk.showArea("Book");
  await expect.poll(scrolled, PATIENTLY).toBe(300);

  await page.reload();
  await desk.panel("Order book").waitFor();
  await expect.poll(scrolled, PATIENTLY).toBe(300);
  await desk.visit.keepLook("book-again-phone");
  await desk.showArea("Account");
  const trades = desk.panel("Account").getByRole("tab", { name: "Trades" });
  expect(await trades.getAttribute("aria-selected")).toBe("true");
});

test("in production the page asks for nothing that it is refused", async () => {
  const place = temporaryDirectory();
  const keyFile = join(place, "master-key");
  writeFileSync(keyFile, `${"5a".repeat(32)}\n`, { mode: 0o600 });
  const server = await ServerProcess.launch(join(place, "exchange"), {
    args: [...SMALL_LOG, "--no-demo"],
    environment: { BOURSE_MASTER_KEY_FILE: keyFile },
  });
  onTestFinished(() => server.stop());

  // What is refused is in the browser's log, and fails any test.
  const desk = await ConsoleDesk.open(open, `http://127.0.0.1:${server.port}/`);

  await desk.visit.page.getByText("No market is listed yet.").first().waitFor();
  await desk.visit.keepLook("production-empty");
});
