/** Stops of spot that trail the price, by unified calls: alone, from a price on, and as the stop loss of an order list. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { InvalidOrder, type Order } from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { fieldsOf, holds } from "./support/structures.ts";
import { TapedBourse } from "./support/taped.ts";
import { Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const MONEY = { USDT: "200000", BTC: "10" };

let venue: Venue;
let ann: TapedBourse;
let bob: bourse;

before(async () => {
  venue = await Venue.open();
  await venue.operate("/clock/freeze");
});
after(() => venue.close());

/** Each test has users of its own, and a last price of 50,000. */
beforeEach(async () => {
  for (const user of [ann, bob]) await user?.cancelAllOrders(SYMBOL);
  const keys = await venue.user(MONEY);
  ann = new TapedBourse({ ...keys, enableRateLimit: false, options: { url: venue.url } });
  bob = await venue.trader(MONEY);
  await trade(50000);
  await ann.loadMarkets();
  ann.taken();
});

/** The last price is so, and the book is as it was. */
async function trade(price: number): Promise<void> {
  await bob.createOrder(SYMBOL, "limit", "sell", 0.001, price);
  const taker = await venue.trader({ USDT: "100" });
  await taker.createOrder(SYMBOL, "limit", "buy", 0.001, price);
}

const fetched = (order: Order) => ann.fetchOrder(order.id as string, SYMBOL);
type Rows = readonly Readonly<Record<string, unknown>>[];
const ordersOf = (order: Order) =>
  Promise.all(
    (order.info.orders as Rows).map(({ orderId }) => ann.fetchOrder(String(orderId), SYMBOL)),
  );
const sell = (params: object) =>
  ann.createOrder(SYMBOL, "market", "sell", 0.1, undefined, { ...params });

test("trailingPercent follows the price up, and sells on the way back", async () => {
  const placed = await sell({ trailingPercent: 1 });

  holds("order", placed);
  assert.deepEqual([placed.status, placed.info.trailingDelta], ["open", "100"]);
  assert.equal((await fetched(placed)).triggerPrice, 49500);
  await trade(52000);
  await trade(51900);
  const waiting = await fetched(placed);
  assert.deepEqual(
    [waiting.status, waiting.triggerPrice, waiting.stopPrice],
    ["open", 51480, 51480],
  );
  await bob.createOrder(SYMBOL, "limit", "buy", 0.1, 51400);
  await trade(51480);

  const sold = await fetched(placed);
  assert.deepEqual(fieldsOf(sold, "status", "filled", "average", "triggerPrice"), {
    status: "closed",
    filled: 0.1,
    average: 51400,
    triggerPrice: 51480,
  });
});

test("createTrailingPercentOrder trails from its trailingTriggerPrice on, with a limit or without", async () => {
  const place = (type: "limit" | "market", price: number | undefined, from?: number) =>
    ann.createTrailingPercentOrder(SYMBOL, type, "buy", 0.1, price, 2.5, from, {});

  const bought = await place("limit", 48500, 48000);
  const atOnce = await place("market", undefined);

  assert.ok(ann.has["createTrailingPercentOrder"]);
  assert.deepEqual([bought.type, bought.price, bought.triggerPrice], ["limit", 48500, 48000]);
  assert.ok(!("trailingPrice" in (await fetched(bought)).info));
  assert.equal((await fetched(atOnce)).triggerPrice, 51250);
  await trade(47000);
  assert.equal((await fetched(bought)).triggerPrice, 48175);
});

for (const [percent, delta] of [
  [0.1, "10"],
  [20, "2000"],
  ["1.15", "115"],
  [0.29, "29"],
  ["1.10", "110"],
] as const) {
  test(`a trailingPercent of ${percent} is exactly ${delta} basis points`, async () => {
    await sell({ trailingPercent: percent });

    const [sent] = ann.taken().filter(({ method }) => method === "POST");
    assert.equal(sent?.body["trailingDelta"], delta);
  });
}

for (const percent of [0, 0.09, 20.01, -1, 1.005, "0.105", "1%", true]) {
  test(`a trailingPercent of ${percent} is an InvalidOrder, and nothing is sent`, async () => {
    for (const params of [
      { trailingPercent: percent },
      { stopLoss: { trailingPercent: percent } },
    ]) {
      await assert.rejects(sell(params), (error: Error) => {
        assert.equal(error.constructor, InvalidOrder, error.message);
        assert.match(error.message, /params\.trailingPercent is /);
        return true;
      });
    }
    assert.deepEqual(ann.taken(), []);
  });
}

test("trailingDelta is taken as it is, and says what trailingPercent says", async () => {
  const placed = await sell({ trailingDelta: 100 });
  await sell({ trailingDelta: 100, trailingPercent: 1 });

  assert.equal(placed.info.trailingDelta, "100");
  await assert.rejects(sell({ trailingDelta: 100, trailingPercent: 2 }), InvalidOrder);
  await assert.rejects(sell({ trailingDelta: 9 }), InvalidOrder);
});

test("several at once, and in place of another", async () => {
  const row = { symbol: SYMBOL, type: "market", side: "sell", amount: 0.1 } as const;
  const orders = await ann.createOrders([
    { ...row, params: { trailingPercent: 1 } },
    { ...row, params: { trailingPercent: 2 } },
  ]);

  const id = orders[1]?.id as string;
  const params = { trailingPercent: 3 };
  const edited = await ann.editOrder(id, SYMBOL, "market", "sell", 0.1, undefined, params);

  assert.deepEqual(
    orders.map(({ info }) => info.trailingDelta),
    ["100", "200"],
  );
  assert.equal((await fetched(edited)).triggerPrice, 48500);
});

test("a stopLoss that trails begins when the entry is filled, and ends the take profit", async () => {
  const exits = { stopLoss: { trailingPercent: 1 }, takeProfit: { triggerPrice: 53000 } };
  const entry = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900, exits);
  assert.deepEqual([entry.stopLossPrice, entry.takeProfitPrice], [undefined, 53000]);
  assert.equal((await ordersOf(entry))[1]?.triggerPrice, undefined);

  await bob.createOrder(SYMBOL, "limit", "sell", 0.1, 49900);
  const begun = (await ordersOf(entry))[1];
  await trade(52000);
  await bob.createOrder(SYMBOL, "limit", "buy", 0.1, 51400);
  await trade(51480);

  const [bought, loss, gain] = await ordersOf(entry);
  assert.equal(begun?.triggerPrice, 49401);
  assert.deepEqual([bought?.status, loss?.status, loss?.average], ["closed", "closed", 51400]);
  assert.deepEqual([gain?.status, gain?.info.endReason], ["canceled", "OTHER_LEG"]);
});

test("a stopLoss that trails alone, with a limit, behind an entry that trails itself", async () => {
  const stopLoss = { trailingPercent: 1, price: 48000, type: "limit" };
  const params = { trailingPercent: 2, trailingTriggerPrice: 48000, stopLoss };

  const entry = await ann.createOrder(SYMBOL, "market", "buy", 0.1, undefined, params);

  const [first, loss] = await ordersOf(entry);
  assert.deepEqual([entry.info.listType, first?.info.trailingDelta], ["OTO", "200"]);
  assert.deepEqual([loss?.type, loss?.price, loss?.info.trailingDelta], ["limit", 48000, "100"]);
});

test("takeProfitPrice with a trailingPercent is two exits, of which the stop loss trails", async () => {
  const exit = await sell({ takeProfitPrice: 53000, trailingPercent: 1, clientOrderId: "way-out" });

  const legs = await ordersOf(exit);
  assert.deepEqual(
    [exit.info.listType, exit.clientOrderId, exit.stopLossPrice, exit.takeProfitPrice],
    ["OCO", "way-out", undefined, 53000],
  );
  assert.deepEqual(
    legs.map(({ info, triggerPrice }) => [info.trailingDelta, triggerPrice]),
    [
      ["100", 49500],
      [undefined, 53000],
    ],
  );
  assert.equal((await ann.fetchBalance())["BTC"]?.used, 0.1);
});
