/**
 * The whole story of a stranger: a trader on a phone, with no help but the page, opens a futures position,
 * protects it, closes it, loses another to liquidation, and can say to the last digit what each came to.
 */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { addDecimals } from "../../web/console/text/exact.ts";
import { formatDecimal, formatPlain } from "../../web/console/text/format.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { PHONE } from "./visit/visit.ts";

const CONTRACT = { contractName: "E-BTC-USDT", positionType: 1 } as const;
const REST = { ...CONTRACT, type: "LIMIT", open: "OPEN" } as const;

const { open, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

/** Engine time stands; there is a user to buy from, and one to sell to. */
async function openFrozen(): Promise<InProcessExchange> {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  const { futures } = exchange.client("demo2");
  await futures.createOrder({ ...REST, side: "SELL", price: "50000", volume: "50000" });
  await futures.createOrder({ ...REST, side: "BUY", price: "49990", volume: "50000" });
  return exchange;
}

/** What the API says of the trader: the position, what has ended, and all the money. */
async function readOwn(exchange: InProcessExchange) {
  const { futures } = exchange.client("demo1");
  const { account } = await futures.account();
  const positions = account.flatMap(({ positionVos }) => positionVos);
  return {
    position: positions.flatMap((contract) => contract.positions)[0],
    profits: await futures.profitHistory(),
    equity: account.find(({ marginCoin }) => marginCoin === "USDT")?.totalEquity ?? "",
  };
}

/** From the first look: signs in where one trades, and finds the contract among the markets. */
async function arrive(url: string): Promise<ConsoleDesk> {
  const desk = await ConsoleDesk.open(open, url, { size: PHONE });
  const { page } = desk.visit;
  await desk.showArea("Trade");
  await desk.panel("Order").getByRole("button", { name: "Sign in to trade" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use demo1" }).click();
  await page.getByRole("button", { name: "demo1", exact: true }).waitFor();
  await page.getByRole("button", { name: /^BTC\/USDT Spot$/ }).click();
  const markets = page.getByRole("dialog", { name: "Markets" });
  await markets.getByRole("button", { name: /^BTC\/USDT Perp/ }).click();
  return desk;
}

/** A long for 2,000 USDT; returns what was said before it was sent. */
async function openLong(desk: ConsoleDesk) {
  const form = desk.panel("Order");
  await desk.showArea("Trade");
  for (const word of ["Open", "Long", "Isolated", "Market"])
    await form.getByText(word, { exact: true }).click();
  await desk.fillIn({ Value: "2000" });
  await expect.poll(() => desk.estimate("Liquidation price"), PATIENTLY).toMatch(/^about/);
  const said = {
    leverage: await form.getByLabel("Leverage").inputValue(),
    margin: await desk.estimate("Margin"),
    liquidation: await desk.estimate("Liquidation price"),
  };
  await desk.visit.keepLook("story-before-opening-phone");
  await desk.submit(/^Open long/);
  await form.getByText(/^Bought 400 contracts of BTC\/USDT Perp at 50,000\.0/).waitFor();
  return said;
}

/** A stop loss for all of the position, asked for beside it: only the price is left to be typed. */
async function protect(desk: ConsoleDesk): Promise<void> {
  await desk.showArea("Account");
  const positions = await desk.tab("Positions");
  await positions.getByRole("button", { name: /^Protect BTC\/USDT Perp/ }).click();
  const dialog = desk.visit.page.getByRole("dialog", { name: "Protect BTC/USDT Perp long" });
  await dialog.getByLabel("Stop loss").fill("49000");
  await dialog.getByText("About −40.00 USDT at 49,000.0.").waitFor();
  await desk.visit.keepLook("story-stop-phone");
  await dialog.getByRole("button", { name: "Place stop loss" }).click();
  await positions.getByText(/^Stop loss at 49,000 for 400 contracts is placed/).waitFor();
}

/** A line of the positions that have ended, found by what it came to, to the last digit. */
async function closedLine(desk: ConsoleDesk, amount: string) {
  const positions = await desk.tab("Positions");
  await positions.getByText("Closed", { exact: true }).click();
  const result = desk.visit.page.getByTitle(`${formatPlain(amount)} USDT`, { exact: true });
  return positions.getByRole("row").filter({ has: result });
}

test("a stranger opens, protects, closes and loses a position on a phone, and can say what it cost", async () => {
  const exchange = await openFrozen();
  const before = await readOwn(exchange);
  const desk = await arrive(exchange.url ?? "");
  const { page } = desk.visit;

  const said = await openLong(desk);
  const opened = await readOwn(exchange);
  expect(said).toEqual({
    leverage: `${opened.position?.leverageLevel}`,
    margin: `about ${formatPlain(opened.position?.holdAmount ?? "")} USDT`,
    liquidation: `about ${formatDecimal(opened.position?.reducePrice ?? "", 1)} USDT`,
  });

  await protect(desk);
  await desk.showArea("Account");
  const orders = await desk.table("Open orders");
  await orders.getByText("Stop loss 49,000", { exact: true }).waitFor();
  await orders.getByText("Market, waits for the last price").waitFor();
  await desk.visit.keepLook("story-protected-phone");

  const positions = await desk.tab("Positions");
  await positions.getByText("stop 49,000", { exact: true }).waitFor();
  await desk.visit.keepLook("story-position-phone");
  await page.getByRole("button", { name: "Close BTC/USDT Perp at market" }).click();
  const sure = page.getByRole("dialog", { name: "Close at market?" });
  await sure.getByRole("button", { name: "Close 400 contracts" }).click();
  await desk.panel("Account").getByText("No open positions.").waitFor();
  const [closed] = (await readOwn(exchange)).profits;
  const cost = closed?.historyRealizedAmount ?? "";
  expect(cost).toBe("-1.99984");
  const came = "Closed: BTC/USDT Perp long. You lost 1.99984 USDT: price −0.4, fees";
  await desk.panel("Account").getByText(came).waitFor();
  await desk.visit.keepLook("story-result-phone");
  await (await closedLine(desk, cost)).getByText("−2.00 USDT").waitFor();

  await openLong(desk);
  await exchange.operator.setIndex("BTC", "40000");
  await exchange.operator.advanceClock(1_000);
  const alert = page.getByRole("region", { name: "Alerts" }).getByRole("alert");
  await alert.getByText("Liquidated: BTC/USDT Perp long").waitFor();
  const after = await readOwn(exchange);
  const [lost] = after.profits;
  const loss = lost?.historyRealizedAmount ?? "";
  expect(lost).toMatchObject({ forced: "LIQUIDATION", volume: "400" });
  await alert.getByText(`You lost ${formatPlain(loss.replace("-", ""))} USDT: price`).waitFor();
  await desk.visit.keepLook("story-liquidated-phone");

  // It stays while the trader looks for the same amount elsewhere.
  await desk.showArea("Account");
  await (await closedLine(desk, loss)).getByText("Liquidation").waitFor();
  await desk.visit.keepLook("story-closed-phone");
  expect(await alert.count()).toBe(1);
  await alert.getByRole("button", { name: /^Dismiss/ }).click();
  await alert.waitFor({ state: "detached" });

  // Both results are all that has gone from the account.
  expect(addDecimals(before.equity, addDecimals(cost, loss))).toBe(after.equity);
  const balances = await desk.tab("Balances");
  await balances.getByText(formatPlain(after.equity), { exact: true }).first().waitFor();
});
