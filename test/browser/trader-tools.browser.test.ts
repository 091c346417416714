/**
 * What a trader has beside the ticket, in a real browser: stop loss and take profit, orders and positions as lines
 * on the chart, the time to the next funding, and indicators.
 */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { msToFunding, sayCountdown } from "../../web/console/market/funding/funding-time.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { countColour } from "./drawing.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";

const MINUTE_MS = 60_000;
const CONTRACT = { contractName: "E-BTC-USDT" } as const;
const BY_MARK = { contractName: "E-ETH-USDT" } as const;
const LIMIT = { type: "LIMIT", open: "OPEN", positionType: 1 } as const;
const REST = { ...CONTRACT, ...LIMIT } as const;
const ON_BTC = /^BTC\/USDT Perp/;

const { share, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

/**
 * Engine time stands. Candles from 49,900 to 50,100, the last at 50,000, were made by demo1, who is long 400
 * contracts from 50,000 on average; another user sells at 50,050. Another contract goes by its mark.
 */
async function openWithRange(): Promise<InProcessExchange> {
  const exchange = await openAnew();
  const rule = { name: BY_MARK.contractName, triggerPriceSource: "MARK" };
  await exchange.operator.post("/contracts/set", rule);
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  const [one, other] = [exchange.client("demo2").futures, exchange.client("demo1").futures];
  for (const [price, volume] of [
    ["50100", "100"],
    ["49900", "100"],
    ["50000", "200"],
  ] as const) {
    await one.createOrder({ ...REST, side: "SELL", price, volume });
    await other.createOrder({ ...REST, side: "BUY", price, volume });
    await exchange.operator.advanceClock(MINUTE_MS);
  }
  await one.createOrder({ ...REST, side: "SELL", price: "50050", volume: "5000" });
  return exchange;
}

const arrive = share(async (open) => {
  const exchange = await openWithRange();
  return { exchange, desk: await ConsoleDesk.signedIn(open, exchange) };
});

/**
 * Demo1 has no order. The market is left and chosen again, so that the ticket is empty, and its candles
 * are drawn: where a price stands on the chart is known then.
 */
async function begin(market: RegExp) {
  const { exchange, desk } = await arrive();
  const { futures } = exchange.client("demo1");
  await futures.cancelAll();
  const chart = desk.panel("Chart");
  await desk.chooseMarket(/^ETH\/USDT(?! Perp)/);
  await chart.getByText("No candles yet: nothing has been traded.").waitFor();
  await desk.chooseMarket(market);
  await chart.locator(".legend").waitFor();
  return { exchange, desk, page: desk.visit.page, form: desk.panel("Order"), futures };
}

/** What waits for its trigger: `1 49000 400` is a stop loss for 400 contracts. */
async function waiting(
  exchange: InProcessExchange,
  contract: { readonly contractName: string } = CONTRACT,
): Promise<string[]> {
  const orders = await exchange.client("demo1").futures.openOrders(contract);
  return orders
    .filter(({ status }) => status === "INIT")
    .map(({ triggerType, triggerPrice, origQty }) => `${triggerType} ${triggerPrice} ${origQty}`)
    .sort();
}

/** Of the dark palette: `--up-faint` and `--average-1`. */
const VOLUME = [35, 84, 66];
const FIRST_AVERAGE = [108, 178, 247];

test("averages and volume are shown by choice, and the browser remembers which", async () => {
  const { desk, page } = await begin(ON_BTC);
  const drawn = (colour: readonly number[]) => desk.chart.evaluate(countColour, colour);
  await expect.poll(() => drawn(VOLUME), PATIENTLY).toBeGreaterThan(50);
  expect(await drawn(FIRST_AVERAGE)).toBe(0);
  await page.getByRole("button", { name: "Indicators" }).click();
  const dialog = page.getByRole("dialog", { name: "Indicators" });
  await dialog.getByLabel("Volume").uncheck();
  await dialog.getByLabel("Candles").fill("3");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByLabel("Kind").selectOption({ label: "Exponential average (EMA)" });
  await dialog.getByLabel("Candles").fill("900");
  expect(await dialog.getByRole("button", { name: "Add" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Candles").fill("2");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByRole("button", { name: "Remove EMA 2" }).waitFor();
  expect(await accessibilityProblems(page, "dialog[open]")).toEqual([]);
  await desk.visit.keepLook("indicators-dialog-desktop");
  await dialog.getByRole("button", { name: "Close" }).click();

  // Of closes at 50,100, 49,900, 50,000 and, in the minute that has begun, 50,000.
  const legend = desk.panel("Chart").locator(".legend");
  await legend.getByText("MA 3", { exact: true }).waitFor();
  await expect.poll(() => legend.textContent(), PATIENTLY).toContain("MA 349,966.7EMA 250,000.0");
  // The edges of letters have any colour.
  await expect.poll(() => drawn(VOLUME), PATIENTLY).toBeLessThan(20);
  await expect.poll(() => drawn(FIRST_AVERAGE), PATIENTLY).toBeGreaterThan(0);
  await desk.visit.keepLook("indicators-desktop");
  await page.reload();
  await expect.poll(() => legend.textContent(), PATIENTLY).toContain("MA 349,966.7EMA 250,000.0");
  expect(await page.evaluate("localStorage.getItem('bourse.indicators')")).toBe("ma3 ema2");
});

test("FUT-COND-1 a position is protected from its row; what is refused is told, and only that is sent again", async () => {
  const { exchange, desk, page } = await begin(ON_BTC);
  desk.visit.expectProblem(/^console: .*503/);
  const positions = await desk.tab("Positions");
  await positions.getByRole("button", { name: /^Protect BTC\/USDT Perp/ }).click();
  const dialog = page.getByRole("dialog", { name: "Protect BTC/USDT Perp long" });

  await dialog.getByLabel("Stop loss").fill("50500");
  await dialog.getByText(/^Stop loss of a long must be below the last price, 50,000/).waitFor();
  await dialog.getByLabel("Stop loss").fill("49000");
  await dialog.getByText("About −40.00 USDT at 49,000.0.").waitFor();
  await dialog.getByLabel("Take profit").fill("52000.5");
  await dialog.getByText("About 80.02 USDT at 52,000.5.").waitFor();
  expect(await dialog.getByLabel("Contracts").inputValue()).toBe("400");
  expect(await accessibilityProblems(page, "dialog[open]")).toEqual([]);
  await desk.visit.keepLook("protect-desktop");
  await exchange.operator.addFault("POST /fapi/v1/conditionOrder", "503", { count: 1 });
  await dialog.getByRole("button", { name: "Place both" }).click();

  await dialog
    .getByText(
      /^Stop loss at 49,000 is NOT placed: .* Take profit at 52,000.5 for 400 contracts is placed \(order \d+\)\.$/,
    )
    .waitFor();
  expect(await waiting(exchange)).toEqual(["2 52000.5 400"]);
  await desk.visit.keepLook("protect-refused-desktop");
  await dialog.getByRole("button", { name: "Place stop loss" }).click();
  await dialog.waitFor({ state: "hidden" });

  await positions.getByText(/^Stop loss at 49,000 for 400 contracts is placed/).waitFor();
  await positions.getByText("stop 49,000 · profit 52,000.5", { exact: true }).waitFor();
  expect(await waiting(exchange)).toEqual(["1 49000 400", "2 52000.5 400"]);
  const orders = await desk.table("Open orders");
  await orders.getByText("Take profit 52,000.5", { exact: true }).waitFor();
});

test("orders and positions are lines on the chart; one that is dragged is asked about, moved, and Escape leaves it", async () => {
  const { desk, page, futures } = await begin(ON_BTC);
  await futures.createOrder({ ...REST, side: "BUY", price: "49950", volume: "10" });
  const lines = page.getByRole("region", { name: "Your orders and positions on the chart" });
  await lines.getByText(/^Long 400 50,000\.0$/).waitFor();
  const chip = lines.getByRole("button", { name: /^Move order \d+: Buy 10 / });
  await chip.waitFor();
  await desk.visit.keepLook("lines-desktop");
  const prices = async () =>
    (await futures.openOrders(CONTRACT)).map(({ price, origQty }) => `${price} ${origQty}`);

  const home = await chip.boundingBox();
  const drag = async (up: number) => {
    const { x = 0, y = 0, width = 0, height = 0 } = home ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2 - up, { steps: 4 });
  };
  await drag(40);
  await expect.poll(() => chip.textContent(), PATIENTLY).not.toContain("Buy 10 49,950.0");
  await page.keyboard.press("Escape");
  await expect.poll(() => chip.textContent(), PATIENTLY).toContain("Buy 10 49,950.0");
  await expect.poll(() => chip.boundingBox(), PATIENTLY).toEqual(home);
  await page.mouse.up();
  expect(await page.getByRole("form", { name: /^Move order/ }).count()).toBe(0);

  await drag(40);
  await page.mouse.up();
  const bar = page.getByRole("form", { name: /^Move order/ });
  const dragged = await bar.getByLabel("New price").inputValue();
  expect(Number(dragged)).toBeGreaterThan(49_950);
  expect(dragged).toMatch(/^\d{5}(\.\d)?$/);
  await bar
    .getByText(/^Futures cannot replace an order: .* If that is refused, the old one is gone\.$/)
    .waitFor();
  expect(await accessibilityProblems(page, ".area-chart")).toEqual([]);
  await desk.visit.keepLook("move-desktop");
  expect(await prices()).toEqual(["49950 10"]);
  await bar.getByRole("button", { name: "Move it" }).click();
  await page.getByText(/^Order \d+ was canceled, order \d+ is placed at /).waitFor();
  expect(await prices()).toEqual([`${dragged} 10`]);

  // Without a pointer: the chip is a button, and the field takes arrows.
  await page.getByRole("button", { name: "Close", exact: true }).first().click();
  await chip.focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("New price");
  await field.fill("49960");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("PageUp");
  expect(await field.inputValue()).toBe("49969.9");
  await page.keyboard.press("Enter");
  await page.getByText(/is placed at 49,969\.9\.$/).waitFor();
  expect(await prices()).toEqual(["49969.9 10"]);
});

test("FUT-COND-2 a stop that is out of sight is moved from the table, and never missing", async () => {
  const { exchange, desk, page, futures } = await begin(ON_BTC);
  const stop = { ...CONTRACT, type: "MARKET", open: "CLOSE", positionType: 1 } as const;
  const trigger = { triggerType: 1, triggerPrice: "45000" } as const;
  await futures.createConditionOrder({ ...stop, ...trigger, side: "SELL", volume: "400" });
  await page.getByRole("button", { name: /^Move order \d+: ↓ Stop loss 400 45,000\.0$/ }).waitFor();
  const orders = await desk.table("Open orders");

  await orders.getByRole("button", { name: /^Move order \d+ on BTC\/USDT Perp$/ }).click();
  const bar = page.getByRole("form", { name: /^Move order/ });
  await bar.getByLabel("New price").fill("50500");
  await bar.getByText("It would trigger at once: the last price is 50,000.").waitFor();
  await bar.getByLabel("New price").fill("49500");
  await bar.getByText(/a new one is placed, then order \d+ is canceled\./).waitFor();
  await bar.getByRole("button", { name: "Move it" }).click();

  await page.getByText(/^Order \d+ waits at 49,500, order \d+ was canceled\.$/).waitFor();
  expect(await waiting(exchange)).toEqual(["1 49500 400"]);
});

/** The mark goes by the index alone: the last trade stays, and a book with one side says nothing of the middle. */
async function moveMark(exchange: InProcessExchange, price: string): Promise<void> {
  await exchange.operator.setIndex("ETH", price);
  await exchange.operator.advanceClock(1_000);
}

test("FUT-COND-2 FUT-COND-6 the stops of a contract that goes by its mark are told and judged by that", async () => {
  const { exchange } = await arrive();
  await moveMark(exchange, "3000");
  for (const [user, side] of [
    ["demo2", "SELL"],
    ["demo1", "BUY"],
  ] as const) {
    const order = { ...BY_MARK, ...LIMIT, side, price: "3000", volume: "400" } as const;
    await exchange.client(user).futures.createOrder(order);
  }
  await moveMark(exchange, "2900");
  const { desk, page, form } = await begin(/^ETH\/USDT Perp/);
  const byMark = "Judged by the mark price: now 2,900.";
  await form.getByText("Stop loss, take profit", { exact: true }).click();
  await form.getByText(byMark, { exact: true }).waitFor();
  await form.getByText("Close", { exact: true }).click();
  await form.getByLabel("Trigger", { exact: true }).selectOption({ label: "Stop loss at" });
  await form.getByText(byMark, { exact: true }).waitFor();
  await desk.fillIn({ "Trigger price": "2950" });
  await form.getByText(/^Would close now: the mark price, 2,900, is already below 2,950/).waitFor();
  await desk.visit.keepLook("ticket-mark-desktop");

  const positions = await desk.tab("Positions");
  await positions.getByRole("button", { name: /^Protect ETH\/USDT Perp/ }).click();
  const dialog = page.getByRole("dialog", { name: "Protect ETH/USDT Perp long" });
  await dialog.getByText(byMark, { exact: true }).waitFor();
  await dialog.getByLabel("Stop loss").fill("2950");
  await dialog.getByText(/^Stop loss of a long must be below the mark price, 2,900: /).waitFor();
  const place = dialog.getByRole("button", { name: "Place stop loss" });
  expect(await place.isDisabled()).toBe(true);
  await desk.visit.keepLook("protect-mark-desktop");
  await moveMark(exchange, "2970");
  await place.and(page.locator(":enabled")).click();
  await positions.getByText(/^Stop loss at 2,950 for 400 contracts is placed/).waitFor();
  expect(await waiting(exchange, BY_MARK)).toEqual(["1 2950 400"]);

  const orders = await desk.table("Open orders");
  await orders.getByText("Market, waits for the mark price", { exact: true }).waitFor();
  await orders.getByRole("button", { name: /^Move order \d+ on ETH\/USDT Perp$/ }).click();
  const bar = page.getByRole("form", { name: /^Move order/ });
  await bar.getByLabel("New price").fill("2980");
  await bar.getByText("It would trigger at once: the mark price is 2,970.").waitFor();
  await desk.visit.keepLook("move-mark-desktop");
});

test("FUT-FUND-8 the time to the next funding goes by the exchange's clock, and stands while that stands", async () => {
  const { exchange, desk, futures } = await begin(ON_BTC);
  const timeMs = async () => (await futures.index(CONTRACT)).time;
  const header = desk.visit.page.locator(".market-header");
  const timer = header.getByRole("timer");

  await header.getByText("(clock stands)").waitFor();
  const stood = sayCountdown(msToFunding(await timeMs(), 8));
  await expect.poll(() => timer.textContent(), PATIENTLY).toBe(stood);

  // Led on by hand, it stands elsewhere; what happens there tells so at once.
  await exchange.operator.advanceClock(10 * MINUTE_MS);
  await exchange.operator.setIndex("BTC", "50100");
  await exchange.operator.advanceClock(1_000);
  const later = sayCountdown(msToFunding(await timeMs(), 8));
  await expect.poll(() => timer.textContent(), PATIENTLY).toBe(later);
  expect(later).not.toBe(stood);
  await desk.visit.keepLook("funding-desktop");
});

test("SPOT-REPLACE-1 the line of a spot order is moved by one request", async () => {
  const { exchange } = await arrive();
  const [one, other] = [exchange.client("demo2").spot, exchange.client("demo1").spot];
  const pair = { symbol: "BTCUSDT", type: "LIMIT", volume: "0.1" } as const;
  for (const price of ["50100", "49900"]) {
    await one.createOrder({ ...pair, side: "SELL", price });
    await other.createOrder({ ...pair, side: "BUY", price });
    await exchange.operator.advanceClock(MINUTE_MS);
  }
  await other.createOrder({ ...pair, side: "SELL", price: "50050" });
  const { page } = await begin(/^BTC\/USDT(?! Perp)/);
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/order|cancel/i.test(pathname) && !/histor/i.test(pathname)) requests.push(pathname);
  });

  await page.getByRole("button", { name: /^Move order \d+: Sell 0\.1 50,050\.00$/ }).click();
  await page.getByLabel("New price").fill("50060.5");
  await page.keyboard.press("Enter");

  await page.getByText(/^Order \d+ was replaced by order \d+: rests on the book\.$/).waitFor();
  expect(requests).toEqual(["/sapi/v1/order/cancelReplace"]);
  expect(await other.openOrders({ symbol: "BTCUSDT" })).toMatchObject([{ price: "50060.5" }]);
});

test("FUT-COND-2 an order that opens brings its stop loss and take profit, for what it traded or what rests", async () => {
  const { exchange, desk, form } = await begin(ON_BTC);
  desk.visit.expectProblem(/^console: .*503/);
  await form.getByText("Stop loss, take profit", { exact: true }).click();
  await desk.fillIn({
    Price: "49995",
    Contracts: "10",
    "Stop loss": "49996",
    "Take profit": "51000",
  });
  await form.getByText("Stop loss of a long must be below the order's price, 49,995.").waitFor();
  await desk.submit(/^Open long/);
  expect(await waiting(exchange)).toEqual([]);

  await desk.fillIn({ "Stop loss": "49000" });
  await desk.visit.keepLook("ticket-protect-desktop");
  await desk.submit(/^Open long/);
  await form
    .getByText(
      /rests on the book \(order \d+\)\. Stop loss at 49,000 for 10 contracts is placed \(order \d+\)\. Take profit at 51,000 for 10 contracts is placed/,
    )
    .waitFor();
  expect(await waiting(exchange)).toEqual(["1 49000 10", "2 51000 10"]);

  // Of a market order nobody knows beforehand how many contracts it buys.
  await form.getByText("Market", { exact: true }).click();
  await desk.fillIn({ Value: "1000", "Take profit": "" });
  await exchange.operator.addFault("POST /fapi/v1/conditionOrder", "503", { count: 1 });
  await desk.submit(/^Open long/);
  await form.getByText(/^Bought 199 contracts .*Stop loss at 49,000 is NOT placed: /).waitFor();
  await desk.visit.keepLook("ticket-protect-refused-desktop");
  expect(await waiting(exchange)).toEqual(["1 49000 10", "2 51000 10"]);
  await desk.fillIn({ Value: "500" });
  await desk.submit(/^Open long/);
  await form
    .getByText(/^Bought 99 contracts .*Stop loss at 49,000 for 99 contracts is placed/)
    .waitFor();
});
