/** Orders of spot and margin: placed, replaced, canceled, found again. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ArgumentsRequired, InsufficientFunds, NotSupported, type Order } from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { allHold, fieldsOf, holds } from "./support/structures.ts";
import { Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const MONEY = { USDT: "100000", BTC: "10" };

let venue: Venue;
let ann: bourse;
let bob: bourse;

before(async () => {
  venue = await Venue.open();
  await venue.setIndex("BTC", "50000");
});
after(() => venue.close());

/** Each test has users of its own, and the books of the one before are emptied. */
beforeEach(async () => {
  for (const user of [ann, bob]) await user?.cancelAllOrders(SYMBOL);
  ann = await venue.trader(MONEY);
  bob = await venue.trader(MONEY);
});

const idOf = (order: Order) => order.id as string;

test("createOrder places a limit order, and fetchOrder finds it", async () => {
  const placed = await ann.createOrder(SYMBOL, "limit", "buy", 0.01, 40000);

  const found = await ann.fetchOrder(idOf(placed), SYMBOL);

  for (const order of [placed, found]) holds("order", order);
  const keys = ["symbol", "type", "side", "price", "amount", "filled", "remaining"] as const;
  const asked = { symbol: SYMBOL, type: "limit", side: "buy", price: 40000, amount: 0.01 };
  const all = [...keys, "status", "timeInForce", "postOnly"] as const;
  for (const order of [placed, found]) {
    assert.deepEqual(fieldsOf(order, ...all), {
      ...asked,
      filled: 0,
      remaining: 0.01,
      status: "open",
      timeInForce: "GTC",
      postOnly: false,
    });
  }
  assert.equal(found.id, placed.id);
});

test("an order that traded has its average, its cost and its trades", async () => {
  await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);
  await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50100);

  const placed = await bob.createOrder(SYMBOL, "limit", "buy", 0.2, 50200);

  const found = await bob.fetchOrder(idOf(placed), SYMBOL);
  assert.deepEqual(fieldsOf(found, "status", "filled", "remaining", "average", "cost"), {
    status: "closed",
    filled: 0.2,
    remaining: 0,
    average: 50050,
    cost: 10010,
  });
  const trades = await bob.fetchMyTrades(SYMBOL);
  allHold("trade", trades);
  assert.deepEqual(
    trades.map((trade) =>
      fieldsOf(trade, "order", "side", "takerOrMaker", "price", "amount", "fee"),
    ),
    [50000, 50100].map((price) => ({
      order: placed.id,
      side: "buy",
      takerOrMaker: "taker",
      price,
      amount: 0.1,
      fee: { cost: 0.0001, currency: "BTC" },
    })),
  );
});

test("timeInForce and postOnly", async () => {
  await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);
  const place = (params: object) => bob.createOrder(SYMBOL, "limit", "buy", 0.2, 50000, params);

  const maker = await place({ postOnly: true });
  const alsoMaker = await place({ timeInForce: "PO" });
  const whole = await place({ timeInForce: "FOK" });
  const atOnce = await place({ timeInForce: "IOC" });

  assert.deepEqual(
    [maker, alsoMaker, whole, atOnce].map(({ status, filled, timeInForce, postOnly }) => [
      status,
      filled,
      timeInForce,
      postOnly,
    ]),
    [
      ["canceled", 0, "PO", true],
      ["canceled", 0, "PO", true],
      ["canceled", 0, "FOK", false],
      ["canceled", 0.1, "IOC", false],
    ],
  );
});

test("what an order has lost to one of the same user is neither filled nor remaining", async () => {
  const ask = await ann.createOrder(SYMBOL, "limit", "sell", 0.5, 50000);
  await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 50000, { selfTrade: "DECREMENT" });
  await bob.createOrder(SYMBOL, "limit", "buy", 0.15, 50000);

  const found = await ann.fetchOrder(idOf(ask), SYMBOL);

  assert.deepEqual(fieldsOf(found, "amount", "filled", "remaining", "status"), {
    amount: 0.5,
    filled: 0.15,
    remaining: 0.25,
    status: "open",
  });
});

test("icebergAmount shows so much of an order at a time, rounded down to its step", async () => {
  const placed = await ann.createOrder(SYMBOL, "limit", "sell", 0.5, 50000, {
    icebergAmount: 0.1000001,
  });

  const { asks } = await bob.fetchOrderBook(SYMBOL);
  assert.deepEqual(asks[0]?.slice(0, 2), [50000, 0.1]);
  await bob.createOrder(SYMBOL, "limit", "buy", 0.3, 50000);
  const found = await ann.fetchOrder(idOf(placed), SYMBOL);
  assert.deepEqual(fieldsOf(found, "filled", "remaining"), { filled: 0.3, remaining: 0.2 });
  assert.equal(found.info["icebergQty"], "0.1");
});

test("a trigger makes a stop, which waits", async () => {
  await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);
  await bob.createOrder(SYMBOL, "limit", "buy", 0.1, 50000);

  const stop = await bob.createOrder(SYMBOL, "limit", "sell", 0.1, 44000, { triggerPrice: 45000 });
  const loss = await bob.createOrder(SYMBOL, "market", "sell", 0.1, undefined, {
    stopLossPrice: 46000,
  });

  assert.deepEqual([stop.status, stop.triggerPrice, stop.price], ["open", 45000, 44000]);
  assert.deepEqual([loss.status, loss.triggerPrice, loss.type], ["open", 46000, "market"]);
});

test("clientOrderId names an order, to query and to cancel it", async () => {
  const clientOrderId = "mine-1";
  const placed = await ann.createOrder(SYMBOL, "limit", "buy", 0.01, 40000, { clientOrderId });

  const found = await ann.fetchOrder("", SYMBOL, { clientOrderId });
  const canceled = await ann.cancelOrder("", SYMBOL, { clientOrderId });

  assert.deepEqual([found.id, found.clientOrderId], [placed.id, clientOrderId]);
  assert.deepEqual([canceled.id, canceled.status], [placed.id, "canceled"]);
});

test("createOrders sends those of one pair in a batch, and says which was rejected", async () => {
  const row = { symbol: SYMBOL, type: "limit", side: "buy" } as const;

  const orders = await ann.createOrders([
    { ...row, amount: 0.01, price: 40000 },
    { ...row, amount: 1000, price: 40000 },
    { ...row, amount: 0.02, price: 41000, params: { clientOrderId: "third" } },
  ]);

  allHold("order", orders);
  assert.deepEqual(
    orders.map(({ status }) => status),
    ["open", "rejected", "open"],
  );
  const open = await ann.fetchOpenOrders(SYMBOL);
  assert.deepEqual(
    open.map(({ id }) => id),
    [orders[0]?.id, orders[2]?.id],
  );
  assert.equal(open[1]?.clientOrderId, "third");
});

test("createOrders of several markets places them one by one", async () => {
  const row = { type: "limit", side: "buy", amount: 0.01 } as const;

  const orders = await ann.createOrders([
    { ...row, symbol: SYMBOL, price: 40000 },
    { ...row, symbol: "ETH/USDT", price: 2000 },
  ]);

  assert.deepEqual(
    orders.map(({ symbol, status }) => [symbol, status]),
    [
      [SYMBOL, "open"],
      ["ETH/USDT", "open"],
    ],
  );
  await ann.cancelAllOrders("ETH/USDT");
});

test("editOrder replaces an order in one command, and keeps its place when it only shrinks", async () => {
  const placed = await ann.createOrder(SYMBOL, "limit", "buy", 0.05, 40000);

  const smaller = await ann.editOrder(idOf(placed), SYMBOL, "limit", "buy", 0.03, 40000);
  const dearer = await ann.editOrder(idOf(placed), SYMBOL, "limit", "buy", 0.03, 41000);

  holds("order", dearer);
  assert.deepEqual([smaller.id, smaller.amount], [placed.id, 0.03]);
  assert.notEqual(dearer.id, placed.id);
  assert.deepEqual([dearer.price, dearer.status], [41000, "open"]);
  assert.equal((await ann.fetchOrder(idOf(placed), SYMBOL)).status, "canceled");
  await assert.rejects(
    ann.editOrder(idOf(dearer), SYMBOL, "limit", "buy", 1000, 41000),
    InsufficientFunds,
  );
});

test("cancelOrder, cancelOrders and cancelAllOrders", async () => {
  const place = async () => idOf(await ann.createOrder(SYMBOL, "limit", "buy", 0.01, 40000));
  const [a, b, c, d, e] = [
    await place(),
    await place(),
    await place(),
    await place(),
    await place(),
  ];

  const one = await ann.cancelOrder(a, SYMBOL);
  const two = await ann.cancelOrders([b, c], SYMBOL);
  await ann.cancelAllOrders(SYMBOL);

  allHold("order", [one, ...two]);
  assert.deepEqual([one.id, ...two.map(({ id }) => id)], [a, b, c]);
  const ended = await ann.fetchCanceledOrders(SYMBOL);
  assert.deepEqual(
    ended.map(({ id }) => id),
    [a, b, c, d, e],
  );
});

test("what is open, closed, canceled, and all together", async () => {
  await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);
  const closed = await bob.createOrder(SYMBOL, "limit", "buy", 0.1, 50000);
  const canceled = await bob.createOrder(SYMBOL, "limit", "buy", 0.1, 40000);
  await bob.cancelOrder(idOf(canceled), SYMBOL);
  const open = await bob.createOrder(SYMBOL, "limit", "buy", 0.1, 40000);
  const ids = (orders: Order[]) => orders.map(({ id }) => id);

  assert.deepEqual(ids(await bob.fetchOpenOrders(SYMBOL)), [open.id]);
  assert.deepEqual(ids(await bob.fetchClosedOrders(SYMBOL)), [closed.id]);
  assert.deepEqual(ids(await bob.fetchCanceledOrders(SYMBOL)), [canceled.id]);
  const ended = await bob.fetchCanceledAndClosedOrders(SYMBOL);
  assert.deepEqual(ids(ended), [closed.id, canceled.id]);
  const all = await bob.fetchOrders(SYMBOL);
  allHold("order", all);
  assert.deepEqual(ids(all), [closed.id, canceled.id, open.id]);
  assert.deepEqual(ids(await bob.fetchOrders(SYMBOL, undefined, 1)), [open.id]);
  assert.deepEqual(ids(await bob.fetchOrders(SYMBOL, closed.timestamp, 1)), [closed.id]);
  await assert.rejects(bob.fetchOpenOrders(), ArgumentsRequired);
});

test("a history longer than a page is read to its end", async () => {
  const row = {
    symbol: SYMBOL,
    type: "limit",
    side: "buy",
    amount: 0.00001,
    price: 40000,
  } as const;
  const since = Date.now();
  for (let i = 0; i < 102; i++) {
    await ann.createOrders(Array.from({ length: 10 }, () => row));
    await ann.cancelAllOrders(SYMBOL);
  }

  const orders = await ann.fetchCanceledOrders(SYMBOL, since - 60_000);

  assert.equal(new Set(orders.map(({ id }) => id)).size, 1020);
});

test("fetchBalance of spot", async () => {
  await ann.createOrder(SYMBOL, "limit", "buy", 0.5, 40000);

  const balance = await ann.fetchBalance();

  holds("balance", balance);
  assert.deepEqual(balance["USDT"], { free: 80000, used: 20000, total: 100000 });
  assert.deepEqual(balance["BTC"], { free: 10, used: 0, total: 10 });
});

test("margin: orders, queries, balance, loan and repayment", async () => {
  const cross = { marginMode: "cross" };
  await bob.createOrder(SYMBOL, "limit", "sell", 1, 50000);
  await ann.transfer("USDT", 10000, "spot", "margin");

  // 0.4 BTC at 50,000: half of it is borrowed, and its first hour is owed at once.
  const bought = await ann.createOrder(SYMBOL, "limit", "buy", 0.4, 50000, cross);

  holds("order", bought);
  assert.equal(bought.status, "closed");
  const balance = await ann.fetchBalance({ type: "margin" });
  holds("balance", balance);
  assert.deepEqual([balance["BTC"]?.free, balance["USDT"]?.debt], [0.3996, 10000.08333333]);
  const trades = await ann.fetchMyTrades(SYMBOL, undefined, undefined, cross);
  assert.deepEqual(
    trades.map(({ order, amount }) => [order, amount]),
    [[bought.id, 0.4]],
  );
  assert.deepEqual(await ann.fetchMyTrades(SYMBOL), []);

  const resting = await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 60000, cross);
  const [open] = await ann.fetchOpenOrders(SYMBOL, undefined, undefined, { type: "margin" });
  assert.deepEqual([open?.id, open?.price], [resting.id, 60000]);
  const edited = await ann.editOrder(idOf(resting), SYMBOL, "limit", "sell", 0.1, 61000, cross);
  assert.equal((await ann.fetchOrder(idOf(edited), SYMBOL, cross)).price, 61000);
  await ann.cancelOrder(idOf(edited), SYMBOL, cross);
  const [closed] = await ann.fetchClosedOrders(SYMBOL, undefined, undefined, cross);
  assert.equal(closed?.id, bought.id);

  await ann.transfer("USDT", 5000, "spot", "margin");
  const repaid = await ann.repayCrossMargin("USDT", 4000);
  holds("marginLoan", repaid);
  assert.equal(repaid.amount, 4000);
  await assert.rejects(
    ann.createOrder(SYMBOL, "limit", "buy", 0.1, 40000, { marginMode: "isolated" }),
    NotSupported,
  );
});

test("fetchTradingFees and fetchTradingFee", async () => {
  const fees = await ann.fetchTradingFees();
  const fee = await ann.fetchTradingFee("BTC/USDT:USDT");

  allHold("tradingFee", Object.values(fees));
  assert.deepEqual(fieldsOf(fees[SYMBOL] as object, "maker", "taker"), {
    maker: 0.001,
    taker: 0.001,
  });
  assert.deepEqual(fee, fees["BTC/USDT:USDT"]);
  assert.deepEqual(fieldsOf(fee, "maker", "taker"), { maker: 0.0002, taker: 0.0004 });
});

test("transfer moves money between spot, margin and swap", async () => {
  const moved = await ann.transfer("USDT", 100.5, "spot", "swap");

  holds("transfer", moved);
  assert.equal((await ann.fetchBalance({ type: "swap" }))["USDT"]?.free, 100.5);
  await ann.transfer("USDT", 100.5, "swap", "margin");
  assert.equal((await ann.fetchBalance({ type: "margin" }))["USDT"]?.free, 100.5);
  await assert.rejects(ann.transfer("USDT", 1, "spot", "funding"), ArgumentsRequired);
});

test("defaultType says where calls go that name neither a symbol nor a type", async () => {
  await ann.transfer("USDT", 300, "spot", "margin");
  await ann.transfer("USDT", 200, "spot", "swap");
  const free = async (defaultType: string, params = {}) =>
    (await venue.exchange(ann, { defaultType }).fetchBalance(params))["USDT"]?.free;

  assert.deepEqual(
    [await free("spot"), await free("margin"), await free("swap")],
    [99500, 300, 200],
  );
  assert.equal(await free("margin", { type: "spot" }), 99500);
  const lender = venue.exchange(ann, { defaultType: "margin" });
  const placed = await lender.createOrder(SYMBOL, "limit", "buy", 0.005, 40000);
  const open = await ann.fetchOpenOrders(SYMBOL, undefined, undefined, { marginMode: "cross" });
  assert.deepEqual(
    open.map(({ id }) => id),
    [placed.id],
  );
  await lender.cancelAllOrders(SYMBOL);
  assert.deepEqual(Object.keys(await venue.exchange({}, { defaultType: "swap" }).fetchTickers()), [
    "BTC/USDT:USDT",
    "ETH/USDT:USDT",
    "BTC/USD:BTC",
  ]);
});
