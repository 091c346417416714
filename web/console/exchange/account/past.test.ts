/** What is asked of the histories has an end, and what they tell becomes lines and alerts. */
import { expect, test } from "vitest";
import type { ShownMarket } from "../exchange.ts";
import { loadPast, PAST_MARKETS_MAX, PAST_ROWS } from "./past.ts";

type Reads = Parameters<typeof loadPast>[0];
type Row = Readonly<Record<string, unknown>>;

const PERP = {
  name: "E-BTC-USDT",
  kind: "contract",
  base: "BTC",
  quote: "USDT",
  pricePrecision: 1,
  contract: { contractId: 1, marginCoin: "USDT" },
} as ShownMarket;

function pairOf(name: string): ShownMarket {
  const coins = { base: name, quote: "USDT", pricePrecision: 2 };
  return { name, kind: "pair", ...coins, symbol: { marginEnabled: true } } as ShownMarket;
}

/** Answers every page with these rows, and notes what was asked. */
function historiesOf(rows: Readonly<Record<string, readonly Row[]>> = {}) {
  const asked: { readonly what: string; readonly limit?: number }[] = [];
  const page = (what: string) => async (by: { readonly limit?: number }) => {
    asked.push({ what, ...by });
    return rows[what] ?? [];
  };
  const of = (area: string) => ({
    myTrades: page(`${area} trades`),
    orderHistory: page(`${area} orders`),
    profitHistory: page("profits"),
  });
  const client = { spot: of("spot"), margin: of("margin"), futures: of("futures") };
  return { client: client as unknown as Reads, asked };
}

test("however many markets there are, a few pages of a few of them are asked for", async () => {
  const { client, asked } = historiesOf();
  const markets = Array.from({ length: 50 }, (_, at) => pairOf(`A${at}`));

  await loadPast(client, markets);

  expect(asked).toHaveLength(1 + 4 * PAST_MARKETS_MAX);
  expect(asked.every(({ limit }) => limit === PAST_ROWS)).toBe(true);
});

const FORCED = { contractId: 1, side: "SELL", forced: "LIQUIDATION", orderIdString: "9" };
const PROFIT = {
  id: 3,
  contractId: 1,
  side: "BUY",
  forced: "LIQUIDATION",
  mtime: 500,
  volume: "10",
  openPrice: "40000",
  closeProfit: "-20",
  settleProfit: "0",
  tradeFee: "0",
  capitalFee: "0",
  historyRealizedAmount: "-20",
};

test("an end by force is one alert, and a part that was closed is another", async () => {
  const orders = [
    { ...FORCED, orderId: 9, ctimeMs: 500, dealVolume: "10", avgPrice: "38000" },
    { ...FORCED, orderId: 8, ctimeMs: 400, dealVolume: "5", avgPrice: "39000" },
    {
      ...FORCED,
      orderId: 7,
      ctimeMs: 300,
      dealVolume: "5",
      avgPrice: "41000",
      forced: "DELEVERAGING",
    },
  ];
  const { client } = historiesOf({ profits: [PROFIT], "futures orders": orders });

  const { alerts, entries } = await loadPast(client, [PERP]);

  expect(alerts.map(({ id, title }) => `${id}: ${title}`)).toEqual([
    "profit 3: Liquidated: BTC/USDT Perp long",
    "order 8: Reduced by force: BTC/USDT Perp",
    "order 7: Deleveraged in part: BTC/USDT Perp",
  ]);
  expect(entries.map(({ key }) => key)).toEqual(["profit 3"]);
});

test("a position that ends while the histories are asked is no part of one that stays", async () => {
  const rows: Record<string, readonly Row[]> = {};
  const { client } = historiesOf(rows);
  const order = { ...FORCED, orderId: 9, ctimeMs: 500, dealVolume: "10", avgPrice: "38000" };
  const orderHistory = async () => {
    rows["profits"] = [PROFIT];
    return [order];
  };
  const futures = { ...client.futures, orderHistory } as unknown as Reads["futures"];

  const { alerts } = await loadPast({ ...client, futures }, [PERP]);

  expect(alerts.map(({ id }) => id)).toEqual(["profit 3"]);
});

test("what is older than the profits in sight may have ended its position: no alert", async () => {
  const profits = Array.from({ length: PAST_ROWS }, (_, at) => ({ ...PROFIT, id: 90 - at }));
  const order = { ...FORCED, orderId: 8, ctimeMs: 499, dealVolume: "5", avgPrice: "39000" };
  const { client } = historiesOf({ profits, "futures orders": [order] });

  const { alerts } = await loadPast(client, [PERP]);

  expect(alerts.filter(({ id }) => id.startsWith("order"))).toEqual([]);
});

test("what a user did is a line each, with what it spent and in which account", async () => {
  const order = { orderIdString: "5", time: 7, side: "BUY", price: "0", origQty: "2500" };
  const trade = { id: 4, time: 8, side: "BUY", price: "50000", qty: "0.05", isBuyer: true };
  const { client } = historiesOf({
    "margin orders": [{ ...order, type: "MARKET", status: "FILLED", forced: "NONE" }],
    "margin trades": [{ ...trade, forced: "NONE" }],
    "spot orders": [{ ...order, type: "LIMIT", price: "1", status: "CANCELED" }],
  });

  const { entries, alerts } = await loadPast(client, [pairOf("BTC")]);

  expect(alerts).toEqual([]);
  expect(entries.map(({ text, time }) => `${time} ${text}`)).toEqual([
    "7 Placed: buy 2,500 BTC/USDT at 1 (canceled since)",
    "8 Bought 0.05 BTC/USDT at 50,000 on margin",
    "7 Placed: buy BTC/USDT for 2,500 USDT at market on margin",
  ]);
});
