/** Order lists, placed, followed, moved and canceled by hand in a real browser. */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";

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
  expect((await openOrders(exchange)).map(({ status }) => status)).toEqual(
    expect.arrayContaining(["NEW", "PENDING_NEW", "PENDING_NEW"]),
  );

  await other.createOrder({ ...SPOT, side: "SELL", price: "49000", volume: "1" });
  await form.getByText(/^Bought 1 BTC at 49,000\.00/).waitFor();
  expect(await openOrders(exchange)).toMatchObject([
    { side: "SELL", origQty: "0.999", status: "NEW" },
    { side: "SELL", origQty: "0.999", status: "NEW" },
  ]);

  await other.createOrder({ ...SPOT, side: "BUY", price: "52000", volume: "0.999" });
  const events = await desk.tab("Events");
  await events.getByText("Sold 0.999 BTC/USDT at 52,000").waitFor();
  await events.getByText(/^Canceled: .*\(the other order of its list worked\)/).waitFor();
  expect(await openOrders(exchange)).toEqual([]);
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
