/** What is the user's own, with something in every list of it: in sight, and usable by every visitor. */
import { afterAll, beforeAll, expect } from "vitest";
import type { BourseClient } from "../../src/client/client.ts";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { DESKTOP, PHONE } from "./visit/visit.ts";
import "../support/judged-apis.ts";

/** By tab, what shows that its lines have come. */
const TABS = [
  ["Open orders", /45,000/],
  ["Positions", /Short/],
  ["Balances", /^Margin level$/],
  ["Order history", /2,500 USDT/],
  ["Trades", /Taker/],
  ["Events", /./],
] as const;

const LAPTOP = { width: 1200, height: 800 };

/** On a phone their lines are cards; the other lists have the same. */
const CARDS: readonly string[] = ["Open orders", "Positions", "Balances"];

const { open, share, test } = browserTests();
let exchange: InProcessExchange;

beforeAll(async () => {
  exchange = await createExchange({ port: 0 });
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.setIndex("ETH", "3000");
  await standBook(exchange.client("demo2"));
  await tradeAll(exchange.client("demo1"));
});
afterAll(() => exchange.close());

const PAIR = { symbol: "BTCUSDT", type: "LIMIT", price: "50000" } as const;
const CONTRACT = { contractName: "E-BTC-USDT", positionType: 1, type: "LIMIT" } as const;
const ISOLATED = { contractName: "E-ETH-USDT", positionType: 2, type: "LIMIT" } as const;

/** A user to trade with. */
async function standBook({ spot, futures }: BourseClient): Promise<void> {
  const order = { open: "OPEN", volume: "1000" } as const;
  await spot.createOrder({ ...PAIR, side: "SELL", volume: "5" });
  await futures.createOrder({ ...CONTRACT, ...order, side: "SELL", price: "50000" });
  await futures.createOrder({ ...ISOLATED, ...order, side: "BUY", price: "3000" });
}

/** Orders that rest and that ended, on each account; a debt, a long, and a short of its own margin. */
async function tradeAll({ spot, margin, futures }: BourseClient): Promise<void> {
  await spot.createOrder({ ...PAIR, side: "BUY", price: "45000", volume: "0.25" });
  await spot.createOrder({ symbol: "BTCUSDT", side: "BUY", type: "MARKET", volume: "2500" });
  await margin.createOrder({ symbol: "BTCUSDT", side: "BUY", type: "MARKET", volume: "12000" });
  await margin.createOrder({ ...PAIR, side: "SELL", price: "61234.56", volume: "0.12345" });
  await futures.createOrder({
    ...CONTRACT,
    open: "OPEN",
    side: "BUY",
    price: "50000",
    volume: "999",
  });
  await futures.createOrder({
    ...CONTRACT,
    open: "CLOSE",
    side: "SELL",
    price: "52345.6",
    volume: "10",
  });
  await futures.createOrder({
    ...ISOLATED,
    open: "OPEN",
    side: "SELL",
    price: "3000",
    volume: "400",
  });
}

const onDesktop = share(async (openShared) => await ConsoleDesk.signedIn(openShared, exchange));

/** Runs in the page: what of the account lies beside its panel, or beneath a column that stays in sight. */
const CUT_OFF = `(() => {
  const panel = document.querySelector(".account").getBoundingClientRect();
  const isCut = (cell) => {
    const box = cell.getBoundingClientRect();
    if (box.width === 0) return false;
    const acts = cell.parentElement.querySelector(":scope > .table-actions");
    const isBeneath = acts?.offsetWidth > 0 && acts !== cell && box.bottom > acts.getBoundingClientRect().top
      && box.right > acts.getBoundingClientRect().left + 1;
    return box.left < panel.left || box.right > panel.right + 1 || isBeneath;
  };
  const cells = [...document.querySelectorAll(".account td, .account button.act")];
  return cells.filter(isCut).map((cell) => cell.textContent);
})()`;

/** Shows each list, and what is looked at when its lines have come. */
async function lookAtTabs(desk: ConsoleDesk, look: (tab: string) => Promise<void>): Promise<void> {
  const { page } = desk.visit;
  for (const [tab, line] of TABS) {
    const panel = await desk.tab(tab);
    if (tab === "Events") await makeNews();
    await panel.getByText(line).first().waitFor();
    expect(await page.evaluate(CUT_OFF), tab).toEqual([]);
    // People do not say E-BTC-USDT.
    expect(await page.locator("body").textContent(), tab).not.toMatch(/\bE-[A-Z]/);
    await look(tab);
  }
}

async function makeNews(): Promise<void> {
  const order = { ...PAIR, side: "BUY", price: "44000", volume: "1" } as const;
  await exchange.client("demo1").spot.createOrder(order);
}

function lookName(size: string, tab: string): string {
  return `own-${size}-${tab.toLowerCase().replace(" ", "-")}`;
}

test("in the dark, on a large screen, no column is cut off and axe finds nothing", async () => {
  const desk = await onDesktop();

  await lookAtTabs(desk, async (tab) => {
    expect(await accessibilityProblems(desk.visit.page, ".account"), tab).toEqual([]);
    await desk.visit.keepLook(lookName("desktop", tab));
  });
});

test("in the light, on a laptop, no column is cut off", async () => {
  const desk = await onDesktop();
  const { page } = desk.visit;
  await page.setViewportSize(LAPTOP);
  await page.emulateMedia({ colorScheme: "light" });

  await lookAtTabs(desk, (tab) => desk.visit.keepLook(lookName("laptop", tab)));

  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "dark" });
});

test("in the light, on a phone, no column is cut off and axe finds nothing", async () => {
  const options = { colorScheme: "light", size: PHONE } as const;
  const desk = await ConsoleDesk.signedIn(open, exchange, options);
  await desk.showArea("Account");

  await lookAtTabs(desk, async (tab) => {
    if (CARDS.includes(tab)) {
      expect(await accessibilityProblems(desk.visit.page, ".account"), tab).toEqual([]);
    }
    await desk.visit.keepLook(lookName("phone", tab));
  });
});

test("an order entry for a contract can be used by every visitor, and tells where the position ends", async () => {
  const desk = await onDesktop();
  await desk.chooseMarket(/^ETH\/USDT Perp/);
  await desk
    .panel("Order")
    .getByText(/USDT available$/)
    .waitFor();
  await desk.fillIn({ Price: "3000", Contracts: "100" });
  await desk.panel("Order").getByText("Short", { exact: true }).click();

  await expect
    .poll(() => desk.estimate("Liquidation price"), PATIENTLY)
    .toMatch(/^about 3,1\d\d\.\d\d USDT$/);
  expect(await desk.estimate("Fee")).toMatch(/^about 0\.\d+ USDT$/);
  expect(await accessibilityProblems(desk.visit.page, ".trade")).toEqual([]);
});

/** Runs in the page: scrolls to everything there is, and tells how far the page itself went. */
const SCROLLED = `(() => {
  for (const each of document.querySelectorAll("body *")) each.scrollIntoView();
  const { scrollTop, scrollHeight, clientHeight } = document.scrollingElement;
  return [scrollTop, scrollHeight - clientHeight, document.querySelector(".desk").scrollTop];
})()`;

test("the page itself never scrolls, whatever is open", async () => {
  const desk = await onDesktop();
  const { page } = desk.visit;
  const isStill = async () => expect(await page.evaluate(SCROLLED)).toEqual([0, 0, 0]);
  const seen = async (press: () => Promise<void>, title: string) => {
    await press();
    await page.getByRole("dialog", { name: title }).waitFor();
    await isStill();
    expect(await accessibilityProblems(page, "dialog[open]"), title).toEqual([]);
    await page.keyboard.press("Escape");
  };
  for (const [tab] of TABS) {
    await desk.tab(tab);
    await isStill();
  }
  await seen(() => page.keyboard.press("?"), "Keys");
  await seen(() => page.getByRole("button", { name: "demo1", exact: true }).click(), "Signed in");
  const balances = await desk.tab("Balances");
  await seen(
    () => balances.getByRole("button", { name: /^Transfer/ }).click(),
    "Transfer between accounts",
  );
  const positions = await desk.tab("Positions");
  await seen(
    () => positions.getByRole("button", { name: /^Close BTC/ }).click(),
    "Close at market?",
  );
  await seen(
    () => positions.getByRole("button", { name: /^Margin of/ }).click(),
    "Margin of ETH/USDT Perp",
  );
});
