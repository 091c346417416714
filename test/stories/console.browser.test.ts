/** One visit of the console, in a real browser: a trader signs in, buys, and sees what came of it. */
import { afterAll, beforeAll, expect } from "vitest";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "../browser/console-desk.ts";
import { browserTests } from "../browser/visit/in-chromium.ts";
import "../support/judged-apis.ts";

const ASK = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", price: "50000" } as const;

const { open, test } = browserTests();
let exchange: InProcessExchange;

beforeAll(async () => {
  exchange = await createExchange({ port: 0, frozen: true });
  await exchange.client("demo2").spot.createOrder({ ...ASK, volume: "0.1" });
});
afterAll(() => exchange.close());

test("a trader signs in, buys what is offered, sees the rest of the order rest and the balances change", async () => {
  const desk = await ConsoleDesk.open(open, exchange.url ?? "");
  await desk.signIn("demo1");
  const before = await balanceOf("BTC");

  await desk.fillIn({ Price: "50000", Quantity: "0.25" });
  await desk.submit(/^Buy BTC$/);

  // What the page must never do, an error in its console among it, fails any visit.
  await desk
    .panel("Order")
    .getByText(/^Bought 0\.1 BTC at 50,000\.00, the rest is on the book \(order \d+\)$/)
    .waitFor();
  const orders = await desk.table("Open orders");
  await orders.getByRole("button", { name: /^Cancel order \d+ on BTC\/USDT$/ }).waitFor();
  const after = await balanceOf("BTC");
  expect(after).not.toBe(before);
  const balances = await desk.table("Balances", "Spot balances");
  const row = balances.getByRole("row", { name: /^BTC / });
  await row.getByText(after, { exact: true }).first().waitFor();
});

async function balanceOf(wanted: string): Promise<string> {
  const { balances } = await exchange.client("demo1").spot.account();
  return balances.find(({ asset }) => asset === wanted)?.free ?? "";
}
