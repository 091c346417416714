/** The figures beneath an order as a trader reads them, held against what the exchange then did with the order. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { addDecimals } from "../../web/console/text/exact.ts";
import { formatDecimal, formatPlain } from "../../web/console/text/format.ts";
import {
  assessContractOrder,
  type ContractDraft,
  contractLines,
} from "../../web/console/trade/contract/contract-order.ts";
import { type FigureLine, sayFigure } from "../../web/console/trade/form/figure-line.ts";
import type { PairTicketView } from "../../web/console/trade/market-views.ts";
import { marginWorthOf } from "../../web/console/trade/pair/margin-worth.ts";
import { PLAIN } from "../../web/console/trade/pair/pair-instructions.ts";
import {
  assessPairOrder,
  type PairDraft,
  pairLines,
} from "../../web/console/trade/pair/pair-order.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { SHOWN_PAIR } from "./shown-pair.ts";

const SYMBOL = "BTCUSDT";
const BUY: PairDraft = {
  ...PLAIN,
  area: "spot",
  side: "buy",
  kind: "market",
  price: "",
  quantity: "10000",
};
const LONG: ContractDraft = {
  action: "open",
  position: "long",
  kind: "market",
  timeInForce: "gtc",
  price: "",
  quantity: "2000",
  trigger: "none",
  triggerPrice: "",
};

let desk: ConsoleDesk;
beforeEach(async () => {
  desk = await ConsoleDesk.open();
});
afterEach(() => desk.exchange.close());

function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => addDecimals(total, amount), "0");
}

/** By its name, what stands beside it. */
function read(lines: readonly FigureLine[]): Readonly<Record<string, string>> {
  return Object.fromEntries(lines.map(({ name, ...figure }) => [name, sayFigure(figure)]));
}

function readPair(draft: PairDraft, view: PairTicketView): Readonly<Record<string, string>> {
  const { estimate } = assessPairOrder(draft, view, SHOWN_PAIR);
  return read(pairLines(estimate, draft, SHOWN_PAIR, view.lending));
}

async function offer(price: string, volume: string): Promise<void> {
  const order = { symbol: SYMBOL, side: "SELL", type: "LIMIT" } as const;
  await desk.others.spot.createOrder({ ...order, price, volume });
}

test("SPOT-SETTLE-1 fee, average price and what is received are what was said before a market order", async () => {
  await offer("50000", "0.1");
  await offer("50100.01", "3");

  const said = readPair(BUY, await desk.pairMarketView(SYMBOL, "spot"));
  const order = { symbol: SYMBOL, side: "BUY", type: "MARKET", volume: BUY.quantity } as const;
  await desk.me.spot.createOrder(order);

  const [ended] = await desk.me.spot.orderHistory({ symbol: SYMBOL });
  const trades = await desk.me.spot.myTrades({ symbol: SYMBOL });
  const fee = sum(trades.map((trade) => trade.fee));
  expect(trades).toHaveLength(2);
  expect(said).toMatchObject({
    "Average price": `about ${formatDecimal(ended?.avgPrice ?? "", 2)} USDT`,
    "Fee now": `about ${formatPlain(fee)} BTC`,
    "You get": `about ${formatPlain(addDecimals(ended?.executedQty ?? "", `-${fee}`))} BTC`,
  });
});

test("FUT-SETTLE-2 FUT-FIELD-7 average price, margin, fee and the price of its end are those of the position that is opened", async () => {
  const contractName = "E-BTC-USDT";
  const rest = { contractName, type: "LIMIT", open: "OPEN", positionType: 1 } as const;
  for (const [price, volume] of [
    ["50000", "100"],
    ["50010", "5000"],
  ] as const) {
    await desk.others.futures.createOrder({ ...rest, side: "SELL", price, volume });
  }
  const account = { leverage: 20, mode: "isolated" } as const;
  const view = await desk.contractMarketView(contractName, account);

  const { estimate } = assessContractOrder(LONG, view);
  const said = read(contractLines(estimate, LONG, view));
  const order = { contractName, type: "MARKET", open: "OPEN", positionType: 2 } as const;
  await desk.me.futures.createOrder({ ...order, side: "BUY", volume: LONG.quantity });

  const { account: coins } = await desk.me.futures.account();
  const [position] = coins
    .flatMap(({ positionVos }) => positionVos)
    .flatMap(({ positions }) => positions);
  const trades = await desk.me.futures.myTrades({ contractName });
  const [ended] = await desk.me.futures.orderHistory({ contractName });
  const { openPrice = "", holdAmount = "", reducePrice = "" } = position ?? {};
  const fee = sum(trades.map((trade) => trade.fee)).replace("-", "");
  expect(trades).toHaveLength(2);
  expect(said).toMatchObject({
    "Average price": `about ${formatDecimal(openPrice, 1)} USDT`,
    Value: `about ${formatPlain(ended?.dealMoney ?? "")} USDT`,
    Margin: `about ${formatPlain(holdAmount)} USDT`,
    Fee: `about ${formatPlain(fee)} USDT`,
    "Liquidation price": `about ${formatDecimal(reducePrice, 1)} USDT`,
  });
});

/** With what the account owes and is worth, at a price of 50,000. */
async function marginView(): Promise<PairTicketView> {
  const view = await desk.pairMarketView(SYMBOL, "margin");
  const { balances, leverageMax } = await desk.me.margin.account();
  const price = { base: "50000", quote: "1" };
  const priceOf = (asset: string) => ({ BTC: price.base, USDT: price.quote })[asset];
  const own = balances.map((balance) => ({ ...balance, area: "margin" as const }));
  const owedOf = (wanted: string) => {
    const found = balances.find(({ asset }) => asset === wanted);
    return addDecimals(found?.borrowed ?? "0", found?.interest ?? "0");
  };
  const owed = { base: owedOf("BTC"), quote: owedOf("USDT") };
  return { ...view, lending: { owed, worth: marginWorthOf(own, priceOf), price, leverageMax } };
}

test("MARG-LEVEL-1 the level that is left is said before an order that borrows", async () => {
  await offer("50000", "1");
  const draft: PairDraft = { ...BUY, area: "margin", kind: "limit", price: "50000" };
  const said = readPair({ ...draft, quantity: "0.23" }, await marginView());
  expect(readPair({ ...draft, quantity: "0.01" }, await marginView())["Level after"]).toBe(
    "no debt",
  );

  const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", price: "50000" } as const;
  await desk.me.margin.createOrder({ ...order, volume: "0.23" });

  const { marginLevel } = await desk.me.margin.account();
  // The fee and the first hour's interest are no part of what was said.
  expect(said["Level after"]).toMatch(/^about \d\.\d+$/);
  const [told, became] = [Number(said["Level after"]?.slice("about ".length)), Number(marginLevel)];
  expect(Math.abs(told - became)).toBeLessThan(0.01);
});

test("MARG-BORROW-1 MARG-REPAY-2 what is borrowed is said before, and of a sale what it would pay back", async () => {
  await offer("50000", "1");
  const draft: PairDraft = { ...BUY, area: "margin", kind: "limit", price: "50000" };
  const before = await marginView();
  const sale = { ...draft, side: "sell", price: "51000" } as const;

  const said = readPair({ ...draft, quantity: "0.23" }, before);
  const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", price: "50000" } as const;
  await desk.me.margin.createOrder({ ...order, volume: "0.23" });

  const { balances } = await desk.me.margin.account();
  const usdt = balances.find(({ asset }) => asset === "USDT");
  expect(said["Borrows"]).toBe(`${formatPlain(usdt?.borrowed ?? "")} USDT`);
  const debt = addDecimals(usdt?.borrowed ?? "", usdt?.interest ?? "");
  const owing = await marginView();
  // All of a small sale, and of a large one no more than the debt.
  const small = readPair({ ...sale, quantity: "0.01" }, owing);
  expect(small["Repays"]).toBe(small["You get"]);
  expect(small["Repays"]).toMatch(/^about 509\.\d+ USDT$/);
  expect(readPair({ ...sale, quantity: "0.1" }, owing)["Repays"]).toBe(
    `about ${formatPlain(debt)} USDT`,
  );
});
