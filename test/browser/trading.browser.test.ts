/** A trading day in a real browser, on an exchange where only the test trades. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT", price: "50000" } as const;
const CONTRACT = { contractName: "E-BTC-USDT", positionType: 1, type: "LIMIT" } as const;

const { share, test } = browserTests();
const openExchange = exchangeOfFile();

/** The first two trades there are, and a visitor. */
const arrive = share(async (open) => {
  const exchange = await openExchange();
  for (const price of ["50000", "50100"]) {
    await exchange.client("demo2").spot.createOrder({ ...SPOT, price, side: "SELL", volume: "1" });
    await exchange.client("demo1").spot.createOrder({ ...SPOT, price, side: "BUY", volume: "1" });
  }
  return { exchange, desk: await ConsoleDesk.open(open, exchange.url ?? "") };
});

/** As demo1, who has no order; with an empty ticket. */
async function begin() {
  const { exchange, desk } = await arrive();
  await exchange.client("demo1").spot.cancelAll({ symbol: SPOT.symbol });
  if (!(await desk.isSignedIn())) await desk.signIn("demo1");
  await desk.chooseMarket(/^BTC\/USDT(?! Perp)/);
  await desk.emptyTicket();
  return { exchange, desk, form: desk.panel("Order") };
}

/** The cells of a table's first line, or nothing while there is none. */
async function firstLine(table: Locator): Promise<readonly string[]> {
  return await table.getByRole("row").nth(1).getByRole("cell").allTextContents();
}

test("the first candles stand at the right edge, in every interval, and not at the left", async () => {
  const { desk } = await arrive();
  const areNew = (columns: readonly number[]) =>
    columns.length > 0 && columns.every((x) => x > 0.85 && x < 0.99);

  for (const interval of ["1 minute", "5 minutes", "1 day"]) {
    await desk
      .panel("Chart")
      .getByRole("radio", { name: interval, exact: true })
      .check({ force: true });
    await expect.poll(async () => areNew(await desk.candlesInChart()), PATIENTLY).toBe(true);
  }
  await desk.visit.keepLook("first-candles");
});

test("an order is placed, stands in the list of open ones, and is canceled; the secret is in no address, no message and no page", async () => {
  const { exchange, desk } = await arrive();
  const { page } = desk.visit;
  const { secret = "" } = exchange.keys["demo1"] ?? {};
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(request.url(), request.postData() ?? "", JSON.stringify(request.headers()));
  });
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => void sent.push(payload.toString()));
  });
  await desk.signIn("demo1");
  const orders = await desk.table("Open orders");

  await desk.fillIn({ Price: "49000.5", Quantity: "0.25" });
  await desk.submit(/^Buy BTC$/);

  const cancel = orders.getByRole("button", { name: /^Cancel order \d+ on BTC\/USDT$/ });
  await cancel.waitFor();
  expect(await firstLine(orders)).toEqual(
    expect.arrayContaining(["BTC/USDT", "Buy", "49,000.5", "0.25"]),
  );
  const form = desk.panel("Order");
  await form.getByText(/^Buy 0\.25 BTC at 49,000\.5: rests on the book \(order/).waitFor();
  await cancel.click();
  await desk.panel("Account").getByText("No open orders.").waitFor();
  // What is said of it is what is so now; and an empty form, sent, is about another one.
  await form.getByText(/^Buy 0\.25 BTC at 49,000\.5: canceled \(order/).waitFor();
  await desk.submit(/^Buy BTC$/);
  await form.getByText(/: canceled/).waitFor({ state: "detached" });
  expect(await exchange.client("demo1").spot.openOrders({ symbol: "BTCUSDT" })).toEqual([]);
  expect(sent).toContainEqual(expect.stringContaining("49000.5"));
  expect([...sent, await page.content()].filter((text) => text.includes(secret))).toEqual([]);
});

test("a price of the book makes it a limit order, and a change drops what was said of the last one", async () => {
  const { desk, form } = await begin();
  await desk.fillIn({ Price: "49000.5", Quantity: "0.25" });
  await desk.submit(/^Buy BTC$/);
  await form.getByText(/: rests on the book/).waitFor();

  await form.getByRole("radio", { name: "Market", exact: true }).press("Space");
  await form.getByText(/: rests on the book/).waitFor({ state: "detached" });
  await desk
    .panel("Order book")
    .getByRole("button", { name: /use this price/ })
    .first()
    .click();

  const price = form.getByLabel("Price", { exact: true });
  await expect.poll(() => price.inputValue(), PATIENTLY).toBe("49000.5");
});

test("what another does to an order is seen without asking", async () => {
  const { exchange, desk } = await begin();
  const orders = await desk.table("Open orders");
  await desk.fillIn({ Price: "50000", Quantity: "1" });
  await desk.submit(/^Buy BTC$/);
  await orders.getByRole("button", { name: /^Cancel order/ }).waitFor();
  const asked: string[] = [];
  desk.visit.page.on("request", (request) => void asked.push(request.url()));

  await exchange.client("demo2").spot.createOrder({ ...SPOT, side: "SELL", volume: "0.4" });

  await expect.poll(() => firstLine(orders), PATIENTLY).toContain("0.4");
  // The chart may look for older candles, the events for older ones; no request asks for the order.
  expect(asked.filter((address) => /\/(?:order|openOrders|account)\?/.test(address))).toEqual([]);
  await desk.visit.keepLook("fill-desktop");
  await exchange.client("demo2").spot.createOrder({ ...SPOT, side: "SELL", volume: "0.6" });
  await desk.panel("Account").getByText("No open orders.").waitFor();
  const events = desk.panel("Account").getByRole("tab", { name: "Events" });
  await events.click();
  await desk.panel("Account").getByText(/0\.6/).first().waitFor();
});

test("a position in futures is opened and closed, and its profit is told", async () => {
  const { exchange, desk } = await begin();
  await exchange.operator.setIndex("BTC", "50000");
  const other = exchange.client("demo2").futures;
  const rest = (side: "BUY" | "SELL", price: string) =>
    other.createOrder({ ...CONTRACT, open: "OPEN", side, price, volume: "100" });
  await rest("SELL", "50000");
  await desk.chooseMarket(/^BTC\/USDT Perp/);

  await desk.fillIn({ Price: "50000", Contracts: "100" });
  await desk.submit(/^Open long/);
  const positions = await desk.table("Positions");
  await expect
    .poll(async () => (await firstLine(positions))[0], PATIENTLY)
    .toMatch(/^BTC\/USDT Perp.*Long/);
  await desk.visit.keepLook("position-desktop");

  await rest("BUY", "50500");
  await positions.getByRole("button", { name: "Close BTC/USDT Perp at market" }).click();
  const dialog = desk.visit.page.getByRole("dialog");
  const answers = dialog.getByRole("button");
  await answers.last().waitFor();
  expect(await answers.allTextContents()).toEqual(["Keep it", "Close 100 contracts"]);
  await answers.last().click();
  await expect.poll(() => firstLine(positions), PATIENTLY).toEqual([]);
  const [ended] = await exchange.client("demo1").futures.profitHistory(CONTRACT);
  expect(ended).toMatchObject({ side: "BUY", volume: "100", closeProfit: "5", tradeFee: "-0.402" });
});

test("what the server would refuse is said before it is sent", async () => {
  const { desk, form } = await begin();
  await form.getByText(/USDT free$/).waitFor();

  await desk.fillIn({ Price: "50000", Quantity: "1000" });
  await form.getByText(/^Needs 50,000,000 USDT; \d[\d,.]* USDT is free\.$/).waitFor();

  await desk.fillIn({ Quantity: "0.000001" });
  const asked: string[] = [];
  desk.visit.page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await desk.submit(/^Buy BTC$/);
  const quantity = form.getByLabel("Quantity", { exact: true });
  expect(await quantity.getAttribute("aria-invalid")).toBe("true");
  // Histories of futures are read by POST, and may still be on their way.
  expect(asked.filter((path) => /\/order(?:$|\/)|batch/i.test(path))).toEqual([]);
});
