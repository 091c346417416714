/** What the console asks beforehand and what then happens, in a real browser: money lent, paid, spent, lost. */
import { expect } from "vitest";
import { formatDecimal } from "../../web/console/text/format.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";

const PAIR = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", price: "50000" } as const;
const CONTRACT = { contractName: "E-BTC-USDT", type: "LIMIT", open: "OPEN" } as const;

const { share, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

/** Engine time stands, so that no mark moves between what is said and what happens. */
const arrive = share(async (open) => {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  return { exchange, desk: await ConsoleDesk.signedIn(open, exchange) };
});

test("money is brought in, some is borrowed to buy, the level is told, and the debt is repaid", async () => {
  const { exchange, desk } = await arrive();
  await exchange.client("demo2").spot.createOrder({ ...PAIR, volume: "0.25" });
  const balances = await desk.tab("Balances");
  await balances.getByText("no debt").waitFor();
  await desk.transfer({ from: "Spot", to: "Margin", asset: "USDT", amount: "1000" });
  await balances.getByRole("row", { name: /^USDT 11,000 0 0 0/ }).waitFor();

  await desk.panel("Order").getByRole("tab", { name: "Margin" }).click();
  await desk.fillIn({ Price: "50000", Quantity: "0.25" });
  await expect.poll(() => desk.estimate("Borrows"), PATIENTLY).toBe("1,500 USDT");
  await desk.submit(/^Buy BTC on margin$/);

  const owed = balances.getByRole("row", { name: /^USDT 0 0 1,500/ });
  await owed.waitFor();
  const { marginLevel } = await exchange.client("demo1").margin.account();
  await balances.getByText(formatDecimal(marginLevel, 4), { exact: true }).waitFor();
  await desk.visit.keepLook("margin-desktop");

  const repay = balances.getByRole("button", { name: "Repay USDT" });
  await balances.getByText("No free USDT: sell or transfer some in first").waitFor();
  expect(await repay.isDisabled()).toBe(true);
  await desk.transfer({ from: "Spot", to: "Margin", asset: "USDT", amount: "2000" });
  await repay.click();
  await balances.getByText(/^Repaid 1,50\d/).waitFor();
  await balances.getByText("no debt").waitFor();
});

test("SPOT-MATCH-6 a market order is sent once, and one that would trade nothing is asked about, and says why it did not", async () => {
  const { exchange, desk } = await arrive();
  const form = desk.panel("Order");
  await exchange.client("demo2").spot.createOrder({ ...PAIR, volume: "3" });
  await desk.emptyTicket();
  await form.getByText("Market", { exact: true }).click();
  await desk.fillIn({ Spend: "10000" });
  await expect.poll(() => desk.estimate("Average price"), PATIENTLY).toBe("about 50,000.00 USDT");
  await desk.submit(/^Buy BTC$/);
  await form.getByText(/^Bought 0\.2 BTC at 50,000\.00 \(order \d+\)$/).waitFor();
  // What was sent cannot be sent again by another press of the button.
  expect(await form.getByLabel("Spend", { exact: true }).inputValue()).toBe("");

  // A step of 0.00001 BTC costs half a dollar.
  await desk.fillIn({ Spend: "0.1" });
  await desk.submit(/^Buy BTC$/);
  const dialog = desk.visit.page.getByRole("dialog", { name: "Send this market order?" });
  await dialog.getByText(/^It would trade nothing and be canceled/).waitFor();
  await dialog.getByRole("button", { name: "Send it" }).click();
  const why = "canceled: the amount does not pay for one step at the next price";
  await form.getByText(why).waitFor();
  await desk.visit.keepLook("below-one-step-desktop");
});

test("FUT-COND-2 a stop loss whose price is there already is asked about, and then said to be filled", async () => {
  const { exchange, desk } = await arrive();
  const other = exchange.client("demo2").futures;
  const rest = { ...CONTRACT, positionType: 1, price: "50000", volume: "100" } as const;
  await other.createOrder({ ...rest, side: "SELL" });
  await exchange.client("demo1").futures.createOrder({ ...rest, side: "BUY" });
  await other.createOrder({ ...rest, side: "BUY", price: "49990", volume: "5000" });
  await desk.chooseMarket(/^BTC\/USDT Perp/);
  const form = desk.panel("Order");
  for (const word of ["Close", "Market"]) await form.getByText(word, { exact: true }).click();
  await form.getByLabel("Trigger", { exact: true }).selectOption({ label: "Stop loss at" });

  await desk.fillIn({ Contracts: "40", "Trigger price": "49000" });
  await expect.poll(() => desk.estimate("Realises"), PATIENTLY).toBe("about −4 USDT at 49,000.0");
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
