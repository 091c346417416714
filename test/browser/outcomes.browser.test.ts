/** What the console says beforehand and what then happens, in a real browser: money lent, paid, lost. */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { addDecimals } from "../../web/console/text/exact.ts";
import { formatDecimal, formatPlain } from "../../web/console/text/format.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { browserTests } from "./visit/in-chromium.ts";

const SOON = { timeout: 10_000, interval: 25 };
const PAIR = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT" } as const;
const CONTRACT = { contractName: "E-BTC-USDT", type: "LIMIT", open: "OPEN" } as const;

const { open, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

/** Engine time stands, so that no mark moves between what is said and what happens. */
async function openFrozen(): Promise<InProcessExchange> {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  return exchange;
}

function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => addDecimals(total, amount), "0");
}

test("money is brought in, some is borrowed to buy, the level is told, and the debt is repaid", async () => {
  const exchange = await openFrozen();
  await exchange.client("demo2").spot.createOrder({ ...PAIR, price: "50000", volume: "1" });
  const desk = await ConsoleDesk.signedIn(open, exchange.url);
  const balances = await desk.tab("Balances");
  await balances.getByText("no debt").waitFor();
  await desk.transfer({ from: "Spot", to: "Margin", asset: "USDT", amount: "1000" });
  await balances.getByRole("row", { name: /^USDT 11,000 0 0 0/ }).waitFor();

  await desk.panel("Order").getByRole("tab", { name: "Margin" }).click();
  await desk.fillIn({ Price: "50000", Quantity: "0.25" });
  await expect.poll(() => desk.estimate("Borrows"), SOON).toBe("1,500 USDT");
  await desk.submit(/^Buy BTC on margin$/);

  const owed = balances.getByRole("row", { name: /^USDT 0 0 1,500/ });
  await owed.waitFor();
  const [usdt] = (await exchange.client("demo1").margin.account()).balances.filter(
    ({ asset }) => asset === "USDT",
  );
  expect(usdt).toMatchObject({ borrowed: "1500" });
  const { marginLevel } = await exchange.client("demo1").margin.account();
  await balances.getByText(formatDecimal(marginLevel, 4), { exact: true }).waitFor();
  await desk.visit.keepLook("margin-desktop");

  // MARG-REPAY-2: what a sale would pay back is said before it is sent.
  const form = desk.panel("Order");
  await form.getByText("Sell", { exact: true }).click();
  await desk.fillIn({ Price: "51000", Quantity: "0.01" });
  await expect.poll(() => desk.estimate("Repays"), SOON).toMatch(/^about 509\.\d+ USDT$/);
  await desk.fillIn({ Price: "51000", Quantity: "0.1" });
  const debt = addDecimals(usdt?.borrowed ?? "", usdt?.interest ?? "");
  await expect.poll(() => desk.estimate("Repays"), SOON).toBe(`about ${formatPlain(debt)} USDT`);

  const repay = balances.getByRole("button", { name: "Repay USDT" });
  await balances.getByText("No free USDT: sell or transfer some in first").waitFor();
  expect(await repay.isDisabled()).toBe(true);
  await desk.transfer({ from: "Spot", to: "Margin", asset: "USDT", amount: "2000" });
  await repay.click();
  await balances.getByText(/^Repaid 1,50\d/).waitFor();
  await balances.getByText("no debt").waitFor();
});

test("fee, average price and what is received are what was said before a market order", async () => {
  const exchange = await openFrozen();
  const { spot } = exchange.client("demo2");
  await spot.createOrder({ ...PAIR, price: "50000", volume: "0.1" });
  await spot.createOrder({ ...PAIR, price: "50100.01", volume: "3" });
  const desk = await ConsoleDesk.signedIn(open, exchange.url);
  await desk.panel("Order").getByText("Market", { exact: true }).click();
  await desk.fillIn({ Spend: "10000" });
  const said = {
    price: await desk.estimate("Average price"),
    fee: await desk.estimate("Fee now"),
    gets: await desk.estimate("You get"),
  };
  await desk.submit(/^Buy BTC$/);
  await desk
    .panel("Order")
    .getByText(/^Bought 0\.19\d+ BTC at 50,0\d\d\.\d\d \(order \d+\)$/)
    .waitFor();

  const mine = exchange.client("demo1").spot;
  const [ended] = await mine.orderHistory({ symbol: "BTCUSDT" });
  const trades = await mine.myTrades({ symbol: "BTCUSDT" });
  const fee = sum(trades.map((trade) => trade.fee));
  expect(trades).toHaveLength(2);
  expect(said).toEqual({
    price: `about ${formatDecimal(ended?.avgPrice ?? "", 2)} USDT`,
    fee: `about ${formatPlain(fee)} BTC`,
    gets: `about ${formatPlain(addDecimals(ended?.executedQty ?? "", `-${fee}`))} BTC`,
  });
  // What was sent cannot be sent again by another press of the button.
  expect(await desk.panel("Order").getByLabel("Spend", { exact: true }).inputValue()).toBe("");

  // SPOT-MATCH-6: a step of 0.00001 BTC costs half a dollar.
  await desk.fillIn({ Spend: "0.1" });
  await desk.submit(/^Buy BTC$/);
  const dialog = desk.visit.page.getByRole("dialog", { name: "Send this market order?" });
  await dialog.getByText(/^It would trade nothing and be canceled/).waitFor();
  await dialog.getByRole("button", { name: "Send it" }).click();
  const why = "canceled: the amount does not pay for one step at the next price";
  await desk.panel("Order").getByText(why).waitFor();
  await desk.visit.keepLook("below-one-step-desktop");
});

test("average price, margin, fee and the price of its end are those of the position that is opened", async () => {
  const exchange = await openFrozen();
  const other = exchange.client("demo2").futures;
  const rest = { ...CONTRACT, positionType: 1, side: "SELL" } as const;
  await other.createOrder({ ...rest, price: "50000", volume: "100" });
  await other.createOrder({ ...rest, price: "50010", volume: "5000" });
  const desk = await ConsoleDesk.signedIn(open, exchange.url);
  await desk.chooseMarket(/^BTC\/USDT Perp/);
  const form = desk.panel("Order");
  await form.getByText("Isolated", { exact: true }).click();
  await form.getByText("Market", { exact: true }).click();
  await desk.fillIn({ Value: "2000" });
  await expect.poll(() => desk.estimate("Liquidation price"), SOON).toMatch(/^about/);
  const names = ["Average price", "Value", "Margin", "Fee", "Liquidation price"] as const;
  const said = await Promise.all(names.map((name) => desk.estimate(name)));
  await desk.submit(/^Open long/);
  await form.getByText(/^Bought 399 contracts of BTC\/USDT Perp at 50,00\d\.\d \(order/).waitFor();

  const mine = exchange.client("demo1").futures;
  const { account } = await mine.account();
  const [position] = account
    .flatMap(({ positionVos }) => positionVos)
    .flatMap(({ positions }) => positions);
  const trades = await mine.myTrades(CONTRACT);
  const [ended] = await mine.orderHistory(CONTRACT);
  const { openPrice = "", holdAmount = "", reducePrice = "" } = position ?? {};
  const fee = sum(trades.map((trade) => trade.fee));
  expect(trades).toHaveLength(2);
  expect(said).toEqual([
    `about ${formatDecimal(openPrice, 1)} USDT`,
    `about ${formatPlain(ended?.dealMoney ?? "")} USDT`,
    `about ${formatPlain(holdAmount)} USDT`,
    `about ${formatPlain(fee.replace("-", ""))} USDT`,
    `about ${formatDecimal(reducePrice, 1)} USDT`,
  ]);
});

test("FUT-COND-2 a stop loss whose price is there already is asked about, and then said to be filled", async () => {
  const exchange = await openFrozen();
  const other = exchange.client("demo2").futures;
  const rest = { ...CONTRACT, positionType: 1, price: "50000", volume: "100" } as const;
  await other.createOrder({ ...rest, side: "SELL" });
  await exchange.client("demo1").futures.createOrder({ ...rest, side: "BUY" });
  await other.createOrder({ ...rest, side: "BUY", price: "49990", volume: "5000" });
  const desk = await ConsoleDesk.signedIn(open, exchange.url);
  await desk.chooseMarket(/^BTC\/USDT Perp/);
  const form = desk.panel("Order");
  for (const word of ["Close", "Market"]) await form.getByText(word, { exact: true }).click();
  await form.getByLabel("Place it").selectOption({ label: "Stop loss at" });

  await desk.fillIn({ Contracts: "40", "Trigger price": "49000" });
  await expect.poll(() => desk.estimate("Realises"), SOON).toBe("about −4 USDT at 49,000.0");
  await form.getByText("Judged by the last traded price: now 50,000.").waitFor();
  await desk.submit(/^Close long/);
  await form.getByText(/triggered at 49,000: waits for its trigger \(order/).waitFor();

  await desk.fillIn({ Contracts: "50", "Trigger price": "51000" });
  const due = "Would close now: the last price, 50,000, is already below 51,000.";
  await form.getByText(due).waitFor();
  await desk.visit.keepLook("stop-due-desktop");
  await desk.submit(/^Close long/);
  const dialog = desk.visit.page.getByRole("dialog", { name: "It does not wait" });
  await dialog.getByText(due).waitFor();
  await dialog.getByRole("button", { name: "Send it" }).click();
  await form.getByText(/^Sold 50 contracts of BTC\/USDT Perp at 49,990\.0 \(order/).waitFor();
  await desk.visit.keepLook("stop-sent-desktop");
});
