/** Orders that show a slice at a time and stops that trail, typed, sent and followed in a real browser, wide and on a phone. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { hiddenIn } from "./visit/geometry.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { PHONE } from "./visit/visit.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT" } as const;
const LAPTOP = { width: 1280, height: 800 };

const { open, test } = browserTests();

const openExchange = exchangeOfFile();

/** Both users trade 1 BTC at a price, which is the last one then. */
async function tradeAt(exchange: InProcessExchange, price: string): Promise<void> {
  const [one, other] = [exchange.client("demo1").spot, exchange.client("demo2").spot];
  await other.createOrder({ ...SPOT, side: "SELL", price, volume: "1" });
  await one.createOrder({ ...SPOT, side: "BUY", price, volume: "1" });
}

/** The last price is 50,000, and there is no order. */
async function openMarket(size: typeof PHONE) {
  const exchange = await openExchange();
  for (const user of ["demo1", "demo2"]) {
    await exchange.client(user).spot.cancelAll({ symbol: SPOT.symbol });
  }
  await tradeAt(exchange, "50000");
  const desk = await ConsoleDesk.signedIn(open, exchange, { size });
  return { exchange, desk, form: desk.panel("Order") };
}

async function pick(form: Locator, label: string, option: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).selectOption({ label: option });
}

async function openOrders(exchange: InProcessExchange) {
  return await exchange.client("demo1").spot.openOrders({ symbol: SPOT.symbol });
}

/** Kind, price and quantity in the line of a table that has this text. */
async function lineWith(table: Locator, text: string): Promise<readonly string[]> {
  const line = table.getByRole("row").filter({ hasText: text });
  return (await line.count()) === 1
    ? (await line.getByRole("cell").allTextContents()).slice(1, 5)
    : [];
}

test.each([
  ["laptop", LAPTOP],
  ["phone", PHONE],
] as const)(
  "SPOT-ICE-1 SPOT-TRAIL-1 an order that shows slices and a stop that trails are typed, sent and shown, on a %s",
  async (name, size) => {
    const { exchange, desk, form } = await openMarket(size);
    const { page } = desk.visit;
    const show = async (area: "Trade" | "Account") => {
      if (size === PHONE) await desk.showArea(area);
    };
    await show("Trade");

    await form.getByText("More options").click();
    await desk.fillIn({ Price: "49000", Quantity: "1", "Show at a time": "2" });
    await form.getByText("Of this order it shows 0.01 to 1 BTC.").waitFor();
    await desk.fillIn({ "Show at a time": "0.2" });
    expect(await hiddenIn(page, ".order-form")).toEqual([]);
    expect(await accessibilityProblems(page, ".order-form")).toEqual([]);
    await desk.visit.keepLook(`iceberg-${name}`);
    await desk.submit(/^Buy BTC$/);
    await form.getByText(/^Buy 1 BTC at 49,000, showing 0\.2 at a time: rests/).waitFor();

    await form.getByText("Sell", { exact: true }).click();
    await form.getByText("Market", { exact: true }).click();
    await pick(form, "Trigger", "Stop: when the price reaches");
    await desk.fillIn({ Quantity: "0.5", "Trail by, if any": "0.05" });
    await form.getByText("It trails by 0.1% to 20%.").waitFor();
    await desk.fillIn({ "Trail by, if any": "0.125" });
    await form.getByText("A percentage has at most 2 decimals here.").waitFor();
    await desk.fillIn({ "Trail by, if any": "1.05" });
    await form.getByText(/^Trails from now on: sells once .* is 1\.05% below/).waitFor();
    expect(await desk.estimate("Sets aside")).toBe("0.5 BTC");
    expect(await hiddenIn(page, ".order-form")).toEqual([]);
    expect(await accessibilityProblems(page, ".order-form")).toEqual([]);
    await desk.visit.keepLook(`trailing-${name}`);
    await desk.submit(/^Sell BTC, trailing 1\.05%$/);
    await form.getByText(/^Sell 0\.5 BTC at market, trailing 1\.05%: waits/).waitFor();

    await desk.fillIn({ Quantity: "0.25", "From price, if any": "51000" });
    await form.getByText(/^Trails once .*, rises to 51,000: then sells once/).waitFor();
    await desk.submit(/^Sell BTC, trailing 1\.05%$/);
    await form.getByText(/^Sell 0\.25 BTC at market, trailing 1\.05% from 51,000: waits/).waitFor();

    await show("Account");
    const orders = await desk.table("Open orders");
    const line = (text: string) => expect.poll(() => lineWith(orders, text), PATIENTLY);
    await line("at a time").toEqual(["Buy", "Limit shows 0.2 at a time", "49,000", "1"]);
    const trails = (text: string) => ["Sell", `Trails 1.05% Market, ${text}`, "market"];
    const at = "trigger 49,475 or higher";
    await line(at).toEqual([...trails(at), "0.5"]);
    const from = "from 51,000, when it rises";
    await line(from).toEqual([...trails(from), "0.25"]);
    expect(await hiddenIn(page, ".account")).toEqual([]);
    await desk.visit.keepLook(`tactics-open-${name}`);
    expect((await openOrders(exchange)).map(({ trailingDelta }) => trailingDelta)).toEqual(
      expect.arrayContaining([105, 105, undefined]),
    );

    await tradeAt(exchange, "51000");
    const begun = "trigger 50,464.5 or higher";
    await line(begun).toEqual([...trails(begun), "0.25"]);
    const events = await desk.tab("Events");
    await events.getByText(/^Trails now: sell 0\.25 .* trailing 1\.05% from 51,000$/).waitFor();
  },
);

test("SPOT-TRAIL-2 one that is to trail has a line where it begins, none once it trails, and is told in the history", async () => {
  const { exchange, desk } = await openMarket(LAPTOP);
  const { page } = desk.visit;
  const chart = page.getByRole("region", { name: /^Your orders and positions/ });
  const { spot } = exchange.client("demo1");
  const stop = { symbol: SPOT.symbol, side: "SELL", type: "MARKET", volume: "0.5" } as const;
  await spot.createOrder({ ...stop, trailingDelta: 100 });
  await spot.createOrder({ ...stop, trailingDelta: 100, triggerPrice: "50500" });
  const chip = chart.getByRole("button", { name: /Sell stop 0\.5, to trail from/ });
  await chip.click();
  expect(await chart.getByRole("button").count()).toBe(1);
  const bar = page.getByRole("form", { name: /^Move order/ });
  await bar.getByLabel("New price").fill("51000");
  await desk.visit.keepLook("move-trailing-laptop");
  await bar.getByRole("button", { name: "Move it" }).click();
  await page.getByText(/was replaced by order \d+: waits for its trigger/).waitFor();
  const moved = (await openOrders(exchange)).map(({ trailingDelta, triggerPrice }) => [
    trailingDelta,
    triggerPrice,
  ]);
  expect(moved).toEqual(
    expect.arrayContaining([
      [100, "51000"],
      [100, undefined],
    ]),
  );

  await tradeAt(exchange, "51000");
  await expect.poll(() => chip.count(), PATIENTLY).toBe(0);

  const bid = { ...SPOT, side: "BUY", price: "40000", volume: "1" } as const;
  await spot.createOrder({ ...bid, icebergQty: "0.3" });
  await spot.cancelAll({ symbol: SPOT.symbol });
  const history = await desk.table("Order history", "Ended spot orders on BTC/USDT");
  const ended = (text: string) => expect.poll(() => lineWith(history, text), PATIENTLY);
  await ended("1% from 51,000").toEqual(["Sell", "Market, trailing 1% from 51,000", "–", "0.5"]);
  await ended("showing 0.3").toEqual(["Buy", "Limit, showing 0.3 at a time", "40,000", "1"]);
});

test("SPOT-LIST-18 an order is placed with a stop loss that trails", async () => {
  const { exchange, desk, form } = await openMarket(LAPTOP);
  await desk.fillIn({ Price: "49000", Quantity: "1" });
  await form.getByText("Stop loss, take profit").click();
  await desk.fillIn({ "Take profit": "52000", "Or trail the loss by": "2" });
  await form.getByText(/^Sells 0\.999 BTC, what the fee leaves/).waitFor();
  expect(await hiddenIn(desk.visit.page, ".order-form")).toEqual([]);
  await desk.visit.keepLook("bracket-trails-laptop");
  await desk.submit(/^Buy BTC$/);
  await form
    .getByText(/49,000, then take profit at 52,000 or stop loss trailing 2%: rests/)
    .waitFor();
  const orders = await desk.table("Open orders");
  await expect
    .poll(() => lineWith(orders, "Trails 2%"), PATIENTLY)
    .toEqual(["Sell", "Trails 2% Market, pending", "market", "0.999"]);
  expect(await openOrders(exchange)).toHaveLength(3);
});
