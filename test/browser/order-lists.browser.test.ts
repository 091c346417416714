/** Order lists, placed, followed, moved and canceled by hand in a real browser. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT" } as const;

const { share, test } = browserTests();

const openExchange = exchangeOfFile();

const onDesktop = share(async (openShared) => {
  const exchange = await openExchange();
  return { exchange, desk: await ConsoleDesk.signedIn(openShared, exchange) };
});

/** The last price is 50,000, and there is no order; the ticket is empty. */
async function openMarket() {
  const { exchange, desk } = await onDesktop();
  const [one, other] = [exchange.client("demo1"), exchange.client("demo2")];
  for (const { spot } of [one, other]) await spot.cancelAll({ symbol: SPOT.symbol });
  await other.spot.createOrder({ ...SPOT, side: "SELL", price: "50000", volume: "1" });
  await one.spot.createOrder({ ...SPOT, side: "BUY", price: "50000", volume: "1" });
  await desk.emptyTicket();
  return { exchange, desk, form: desk.panel("Order"), other: other.spot };
}

async function openOrders(exchange: InProcessExchange) {
  return await exchange.client("demo1").spot.openOrders({ symbol: SPOT.symbol });
}

/** The lines of a table of orders, as market, side, type and price. */
async function linesOf(table: Locator): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const row of (await table.getByRole("row").all()).slice(1)) {
    lines.push((await row.getByRole("cell").allTextContents()).slice(0, 4).join(" | "));
  }
  return lines;
}

test("SPOT-LIST-11 SPOT-LIST-9 an order is placed with its exit, filled by another user, and the profit taken ends the stop", async () => {
  const { exchange, desk, form, other } = await openMarket();
  await desk.fillIn({ Price: "49000", Quantity: "1" });
  await form.getByText("Stop loss, take profit").click();
  await desk.fillIn({ "Take profit": "52000", "Stop loss": "48000" });
  await form.getByText(/^Sells 0\.999 BTC, what the fee leaves/).waitFor();
  expect(await desk.estimate("Exit sets aside")).toBe("0.999 BTC");
  await desk.visit.keepLook("bracket-desktop");
  expect(await accessibilityProblems(desk.visit.page, ".order-form")).toEqual([]);
  await desk.submit(/^Buy BTC$/);
  await form
    .getByText(/49,000, then take profit at 52,000 or stop loss at 48,000: rests on the book/)
    .waitFor();
  const orders = await desk.table("Open orders");
  await expect
    .poll(() => linesOf(orders), PATIENTLY)
    .toEqual([
      "BTC/USDT OTOCO 1/3 | Buy | Limit | 49,000",
      "BTC/USDT OTOCO 2/3 | Sell | Limit pending | 52,000",
      "BTC/USDT OTOCO 3/3 | Sell | Stop at 48,000 Market, pending | market",
    ]);
  await desk.visit.keepLook("bracket-waits-desktop");

  await other.createOrder({ ...SPOT, side: "SELL", price: "49000", volume: "1" });
  await form.getByText(/^Bought 1 BTC at 49,000\.00/).waitFor();
  await expect
    .poll(() => linesOf(orders), PATIENTLY)
    .toEqual([
      "BTC/USDT OCO 1/2 | Sell | Limit | 52,000",
      "BTC/USDT OCO 2/2 | Sell | Stop at 48,000 Market, when it falls | market",
    ]);

  await other.createOrder({ ...SPOT, side: "BUY", price: "52000", volume: "0.999" });
  const events = await desk.tab("Events");
  await events.getByText("Sold 0.999 BTC/USDT at 52,000").waitFor();
  await events.getByText(/^Canceled: .*\(the other order of its list worked\)/).waitFor();
  expect(await openOrders(exchange)).toEqual([]);
});

test("SPOT-LIST-13 SPOT-LIST-10 two orders are placed at once, and canceled as one list or by one of them", async () => {
  const { exchange, desk, form } = await openMarket();
  const place = async () => {
    await form.getByText("Sell", { exact: true }).click();
    await form.getByText("OCO", { exact: true }).click();
    await desk.fillIn({ Price: "52000", Quantity: "1", "Stop trigger": "48000" });
    await desk.fillIn({ "Stop limit, if any": "47900" });
    expect(await desk.estimate("Sets aside")).toBe("1 BTC");
    await desk.submit(/^Sell BTC \(OCO\)$/);
    await form
      .getByText(/^Sell 1 BTC at 52,000, or at 47,900 once at 48,000: rests on the book/)
      .waitFor();
  };
  const orders = await desk.table("Open orders");

  await place();
  await orders.getByText("OCO 2/2").waitFor();
  expect(await orders.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
  await desk.visit.keepLook("oco-desktop");
  expect(await accessibilityProblems(desk.visit.page, ".account")).toEqual([]);
  await orders.getByRole("button", { name: "Cancel list: OCO of 2 orders on BTC/USDT" }).click();
  await desk.panel("Account").getByText("No open orders.").waitFor();
  await form.getByText(/^Sell 1 BTC at 52,000, or .*: canceled \(order/).waitFor();
  expect(await openOrders(exchange)).toEqual([]);

  await place();
  const single = /^Cancel order \d+ on BTC\/USDT, which ends its list$/;
  await orders.getByRole("button", { name: single }).nth(1).click();
  await desk.panel("Account").getByText("No open orders.").waitFor();
  expect(await openOrders(exchange)).toEqual([]);
});

test("SPOT-LIST-14 a leg is moved on the chart with its list, and stays on its side", async () => {
  const { exchange, desk } = await openMarket();
  const { page } = desk.visit;
  const leg = { side: "SELL", volume: "0.5" } as const;
  await exchange.client("demo1").spot.createOrderList({
    symbol: SPOT.symbol,
    listType: "OCO",
    orders: [
      { ...leg, batchType: "LIMIT", price: "51000" },
      { ...leg, batchType: "MARKET", triggerPrice: "49000" },
    ],
  });
  const chart = page.getByRole("region", { name: /^Your orders and positions/ });
  await chart.getByRole("button", { name: /Sell stop 0\.5 \(OCO\)/ }).click();
  const bar = page.getByRole("form", { name: /^Move order/ });
  await bar.getByText(/all 2 are canceled, then placed anew/).waitFor();
  const price = bar.getByLabel("New price");
  const send = bar.getByRole("button", { name: "Move it" });
  await price.fill("50500");
  await bar.getByText(/on its side of the last price, now 50,000/).waitFor();
  expect(await send.isDisabled()).toBe(true);
  await price.fill("49500");
  await desk.visit.keepLook("move-list-desktop");
  await send.click();

  await page.getByText(/^The OCO of orders .* was canceled, and placed anew as orders/).waitFor();
  const orders = await openOrders(exchange);
  expect(orders.map(({ triggerPrice, price }) => triggerPrice ?? price).sort()).toEqual([
    "49500",
    "51000",
  ]);
});

test("SPOT-LIST-1 what the exchange refuses of a list is said in the ticket, and nothing of it is there", async () => {
  const { exchange, desk, form } = await openMarket();
  await form.getByText("Sell", { exact: true }).click();
  await form.getByText("OCO", { exact: true }).click();
  await desk.fillIn({ Price: "49500", "Stop trigger": "48000", Quantity: "1" });
  await form.getByText("To sell, it must be above the last price, now 50,000.").waitFor();
  desk.visit.expectProblem(/400 \(Bad Request\).*\/orderList/);
  await desk.submit(/^Sell BTC \(OCO\)$/);
  await form.getByText(/do not stand in the right relation/).waitFor();
  expect(await openOrders(exchange)).toEqual([]);
});
