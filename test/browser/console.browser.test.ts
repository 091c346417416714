/** The console in a real browser, on a whole exchange whose market the test moves: what every visitor sees. */
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { listen } from "../../src/edge/http/listener/server.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { DESKTOP, PHONE } from "./visit/visit.ts";
import "../support/judged-apis.ts";

const PAIR = { symbol: "BTCUSDT", type: "LIMIT", volume: "1" } as const;
const CONTRACT = {
  contractName: "E-BTC-USDT",
  type: "LIMIT",
  open: "OPEN",
  volume: "100",
} as const;
const MINUTE_MS = 60_000;
/** Of each minute, the first price and the last. */
const PAST = [
  [50_000, 50_080],
  [50_080, 50_020],
  [50_020, 50_100],
] as const;
/** What stands on the book, from the best price on. */
const ASKS = [50_110, 50_120, 50_130];
const BIDS = [50_010, 50_000, 49_990];

const { open, test } = browserTests();

let exchange: InProcessExchange;
let url = "";

/** Engine time stands, so that nothing happens but what a test does. */
beforeAll(async () => {
  exchange = await createExchange({ port: 0, frozen: true });
  url = exchange.url ?? "";
  await exchange.operator.setIndex("BTC", "50000");
  for (const prices of PAST) {
    for (const price of prices) await trade(price);
    await exchange.operator.advanceClock(MINUTE_MS);
  }
  for (const price of ASKS) await rest("SELL", price);
  for (const price of BIDS) await rest("BUY", price);
});
afterAll(() => exchange.close());

/** On the pair and on the contract. */
async function rest(side: "BUY" | "SELL", at: number, user = "demo2"): Promise<void> {
  const { spot, futures } = exchange.client(user);
  const price = `${at}`;
  await spot.createOrder({ ...PAIR, side, price });
  await futures.createOrder({ ...CONTRACT, side, price, positionType: 1 });
}

async function trade(price: number): Promise<void> {
  await rest("SELL", price);
  await rest("BUY", price, "demo1");
}

test("it loads, and its policy lets nothing in from elsewhere; candles are drawn, the book stands, a trade comes in", async () => {
  const desk = await ConsoleDesk.open(open, url, { size: DESKTOP });
  const { page } = desk.visit;

  expect(await page.title()).toContain("Bourse");
  await page.getByRole("main").waitFor();
  const reply = await page.request.get(url);
  expect(reply.headers()["content-security-policy"]).toContain("default-src 'none'");
  await expect.poll(() => desk.candlesInChart(), PATIENTLY).not.toEqual([]);
  const prices = desk.panel("Order book").getByRole("button", { name: /use this price/ });
  await expect.poll(() => prices.count(), PATIENTLY).toBe(ASKS.length + BIDS.length);
  const newest = desk.panel("Latest trades").getByRole("row").nth(1);
  await newest.getByText("50,100.00").waitFor();
  await trade(50_070);
  await newest.getByText("50,070.00").waitFor();
  await desk.visit.keepLook("market-desktop");
  expect(await accessibilityProblems(page)).toEqual([]);
});

/** Has the console's files, and of everything else it never says a word. */
async function openMuteServer(): Promise<string> {
  const server = createServer(async ({ url: path = "/" }, response) => {
    if (/^\/[sf]api\//.test(path)) return;
    const reply = await fetch(new URL(path, url));
    const names = ["content-security-policy", "content-type"];
    for (const name of names) response.setHeader(name, reply.headers.get(name) ?? "");
    response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()));
  });
  const streams: Duplex[] = [];
  server.on("upgrade", (_ask, stream) => void streams.push(stream));
  onTestFinished(() => {
    for (const stream of streams) stream.destroy();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listen(server, { host: "127.0.0.1", port: 0 })}/`;
}

test("its first paint does not wait for the market", async () => {
  const { page } = await open(await openMuteServer());

  for (const name of ["Order book", "Trades", "Chart"]) {
    await page.getByRole("heading", { name, exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await page.getByRole("status").filter({ hasText: "Connecting" }).waitFor();
});

test("on a phone one area is shown at a time", async () => {
  const desk = await ConsoleDesk.open(open, url, { size: PHONE });

  await expect.poll(() => desk.candlesInChart(), PATIENTLY).not.toEqual([]);
  await desk.visit.keepLook("market-phone");
  const { page } = desk.visit;
  await page.getByRole("button", { name: /^BTC\/USDT Spot$/ }).click();
  const list = page.getByRole("dialog", { name: "Markets" });
  expect(await accessibilityProblems(page, "dialog[open]")).toEqual([]);
  await list.getByRole("button", { name: /^BTC\/USDT Perp/ }).click();
  await page.getByText("Funding").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await desk.visit.keepLook("contract-phone");
  await desk.showArea("Book");
  await desk
    .panel("Order book")
    .getByRole("button", { name: /use this price/ })
    .first()
    .waitFor();
  expect(await desk.chart.isVisible()).toBe(false);
  await desk.visit.keepLook("book-phone");
  expect(await accessibilityProblems(page, ".area-book")).toEqual([]);
});

test("it can be used in the light and by the keyboard; another market and another interval are remembered", async () => {
  const desk = await ConsoleDesk.open(open, url, { colorScheme: "light" });
  const { page } = desk.visit;
  const isShown = (label: string) =>
    expect.poll(() => desk.chart.getAttribute("aria-label"), PATIENTLY).toContain(label);

  await page.keyboard.press("/");
  await page.keyboard.type("eth");
  await page.keyboard.press("Enter");
  await isShown("ETH");
  await page.keyboard.press("/");
  await page.keyboard.type("btc");
  await page.keyboard.press("Enter");
  await isShown("BTC/USDT, ");
  await desk.visit.keepLook("market-light");
  expect(await accessibilityProblems(page)).toEqual([]);

  await desk.chooseMarket(/^BTC\/USDT Perp/);
  await desk.panel("Chart").getByRole("radio", { name: "5 minutes", exact: true }).press("Space");
  const shown = "Candlestick chart of BTC/USDT Perp, 5 minutes a candle";
  await isShown(shown);
  await page.reload();
  await isShown(shown);
});
