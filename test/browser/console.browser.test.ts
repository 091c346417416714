/** The console in a real browser, on a whole exchange whose market moves: what every visitor sees. */
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { listen } from "../../src/http/server.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { DESKTOP, PHONE } from "./visit/visit.ts";
import "../support/judged-apis.ts";

/** "A moving market within two seconds": enough for a machine that does other things as well. */
const SOON = { timeout: 10_000, interval: 50 };

/** Some candles, so that there is something to look at. */
const PAST_MS = 8 * 60_000;

const { open, test } = browserTests();

let exchange: InProcessExchange;
let url = "";

beforeAll(async () => {
  exchange = await createExchange({ port: 0, traders: true });
  await exchange.operator.freezeClock();
  await exchange.operator.advanceClock(PAST_MS);
  await exchange.operator.resumeClock();
  url = exchange.url ?? "";
});
afterAll(() => exchange.close());

test("it loads, and its policy lets nothing in from elsewhere", async () => {
  const { page } = await open(url);

  expect(await page.title()).toContain("Bourse");
  await page.getByRole("main").waitFor();
  const reply = await page.request.get(url);
  expect(reply.headers()["content-security-policy"]).toContain("default-src 'none'");
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

test("the market moves: candles are drawn, the book stands, trades come in", async () => {
  const desk = await ConsoleDesk.open(open, url, { size: DESKTOP });

  await expect.poll(() => desk.candlesInChart(), SOON).not.toEqual([]);
  const prices = desk.panel("Order book").getByRole("button", { name: /use this price/ });
  await expect.poll(() => prices.count(), SOON).toBeGreaterThan(10);
  const trades = desk.panel("Latest trades").getByRole("row");
  const first = await trades.nth(1).textContent();
  await expect.poll(() => trades.nth(1).textContent(), SOON).not.toBe(first);
  await desk.visit.keepLook("market-desktop");
  expect(await accessibilityProblems(desk.visit.page)).toEqual([]);
});

test("on a phone one area is shown at a time", async () => {
  const desk = await ConsoleDesk.open(open, url, { size: PHONE });

  await expect.poll(() => desk.candlesInChart(), SOON).not.toEqual([]);
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

test("another market and another interval are a click away, and are remembered", async () => {
  const desk = await ConsoleDesk.open(open, url);

  await desk.chooseMarket(/^BTC\/USDT Perp/);
  await desk.panel("Chart").getByRole("radio", { name: "5 minutes", exact: true }).press("Space");

  const shown = "Candlestick chart of BTC/USDT Perp, 5 minutes a candle";
  await expect.poll(() => desk.chart.getAttribute("aria-label"), SOON).toBe(shown);
  await desk.visit.page.reload();
  await expect.poll(() => desk.chart.getAttribute("aria-label"), SOON).toBe(shown);
});

test("it can be used in the light, and by the keyboard", async () => {
  const desk = await ConsoleDesk.open(open, url, { colorScheme: "light" });
  const { page } = desk.visit;

  await page.keyboard.press("/");
  await page.keyboard.type("eth");
  await page.keyboard.press("Enter");

  await expect.poll(() => desk.chart.getAttribute("aria-label"), SOON).toContain("ETH");
  await desk.visit.keepLook("market-light");
  expect(await accessibilityProblems(desk.visit.page)).toEqual([]);
});
