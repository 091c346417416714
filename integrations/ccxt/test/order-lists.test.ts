/** Order lists of spot by unified calls: brackets, two exits, and what becomes of them. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { InsufficientFunds, InvalidOrder, NotSupported, type Order, OrderNotFound } from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { allHold, fieldsOf, holds } from "./support/structures.ts";
import { TapedBourse } from "./support/taped.ts";
import { Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const MONEY = { USDT: "200000", BTC: "10" };
const CROSS = { marginMode: "cross" };
const EXITS = { stopLossPrice: 49000, takeProfitPrice: 51000 };
const BRACKET = { stopLoss: { triggerPrice: 49000 }, takeProfit: { triggerPrice: 51000 } };

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
  ann = new TapedBourse({
    ...(await venue.user(MONEY)),
    enableRateLimit: false,
    options: { url: venue.url },
  });
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

const fetched = (id: unknown) => ann.fetchOrder(String(id), SYMBOL);
type Rows = readonly Readonly<Record<string, unknown>>[];
const rowsOf = (order: Order) => order.info.orders as Rows;
/** The orders of a list as they stand, each fetched by its id. */
const ordersOf = (order: Order) =>
  Promise.all(rowsOf(order).map(({ orderId }) => fetched(orderId)));
const statusesOf = async (order: Order) => (await ordersOf(order)).map(({ status }) => status);
const posted = () => ann.taken().filter(({ method }) => method === "POST");

test("an entry with a stop loss and a take profit is told as an order, and its legs stand beside it", async () => {
  const entry = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900, BRACKET);

  holds("order", entry);
  assert.deepEqual(fieldsOf(entry, "status", "side", "type", "price", "amount"), {
    status: "open",
    side: "buy",
    type: "limit",
    price: 49900,
    amount: 0.1,
  });
  assert.deepEqual([entry.stopLossPrice, entry.takeProfitPrice], [49000, 51000]);
  assert.equal(entry.info.listType, "OTOCO");
  const open = await ann.fetchOpenOrders(SYMBOL);
  allHold("order", open);
  assert.deepEqual(
    open.map(({ id, status, side, amount, triggerPrice, info }) => [
      ...[id, status, side, amount, triggerPrice, info.status],
      info.orderListId === entry.info.orderListId,
    ]),
    [
      [entry.id, "open", "buy", 0.1, undefined, "NEW", true],
      [rowsOf(entry)[1]?.["orderId"], "open", "sell", 0.0999, 49000, "PENDING_NEW", true],
      [rowsOf(entry)[2]?.["orderId"], "open", "sell", 0.0999, 51000, "PENDING_NEW", true],
    ].map(([id, ...rest]) => [String(id), ...rest]),
  );
});

test("the legs sell what the entry brings after its fee, whatever else the account has", async () => {
  const poor = await venue.trader({ USDT: "11000" });
  await bob.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);

  const entry = await poor.createOrder(SYMBOL, "market", "buy", 0.1, undefined, BRACKET);

  assert.deepEqual([entry.status, entry.filled], ["closed", 0.1]);
  const legs = await poor.fetchOpenOrders(SYMBOL);
  assert.deepEqual(
    legs.map(({ info, amount }) => [info.status, amount]),
    [
      ["NEW", 0.0999],
      ["NEW", 0.0999],
    ],
  );
  assert.deepEqual((await poor.fetchBalance())["BTC"], { free: 0, used: 0.0999, total: 0.0999 });
});

test("the stream of orders tells a waiting leg as open, and what ends it", async () => {
  const watcher = venue.streaming({ apiKey: ann.apiKey, secret: ann.secret });
  const told = new Map<string, Order>();
  const hear = async (isHeard: () => boolean) => {
    while (!isHeard()) {
      for (const order of await watcher.watchOrders(SYMBOL)) told.set(order.id as string, order);
    }
  };
  const entry = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900, BRACKET);
  const ids = rowsOf(entry).map(({ orderId }) => String(orderId));

  await hear(() => told.size === 3);
  const waiting = ids.map((id) => [told.get(id)?.status, told.get(id)?.info.status]);
  const ending = hear(() => ids.every((id) => told.get(id)?.status === "canceled"));
  await ann.cancelOrder(entry.id as string, SYMBOL);
  await ending;
  await watcher.close();

  assert.deepEqual(waiting, [
    ["open", "NEW"],
    ["open", "PENDING_NEW"],
    ["open", "PENDING_NEW"],
  ]);
});

test("a take profit that is reached ends the stop loss", async () => {
  await bob.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);
  const entry = await ann.createOrder(SYMBOL, "market", "buy", 0.1, 50000, BRACKET);
  await bob.createOrder(SYMBOL, "limit", "buy", 1, 50900);

  await trade(51000);

  const [, loss, gain] = await ordersOf(entry);
  assert.deepEqual(
    [loss?.status, loss?.filled, loss?.info.endReason],
    ["canceled", 0, "OTHER_LEG"],
  );
  assert.deepEqual(
    [gain?.status, gain?.filled, gain?.average, gain?.info.orderListId],
    ["closed", 0.0999, 50900, entry.info.orderListId],
  );
});

test("an entry with one of both is an OTO, and a limit of the leg is kept", async () => {
  const stopLoss = { triggerPrice: 49000, price: 48900, type: "limit", priceType: "last" };
  const lossOnly = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900, { stopLoss });
  const gainOnly = await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50100, {
    takeProfit: { stopPrice: 49500, amount: 0.05 },
    clientOrderId: "short-1",
  });

  assert.deepEqual([lossOnly.info.listType, gainOnly.info.listType], ["OTO", "OTO"]);
  assert.equal(gainOnly.clientOrderId, "short-1");
  const [loss, gain] = [(await ordersOf(lossOnly))[1], (await ordersOf(gainOnly))[1]];
  assert.deepEqual([loss?.type, loss?.price, loss?.triggerPrice], ["limit", 48900, 49000]);
  assert.deepEqual([gain?.type, gain?.side, gain?.amount], ["market", "buy", 0.05]);
});

test("exits of an entry that sells buy back all of it, the other way round", async () => {
  const params = { stopLoss: { triggerPrice: 51000 }, takeProfit: { triggerPrice: 49000 } };

  const entry = await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50100, params);

  assert.deepEqual(
    (await ordersOf(entry)).map(({ side, amount, triggerPrice }) => [side, amount, triggerPrice]),
    [
      ["sell", 0.1, undefined],
      ["buy", 0.1, 51000],
      ["buy", 0.1, 49000],
    ],
  );
});

test("createOrderWithTakeProfitAndStopLoss is the same, with its limits", async () => {
  const limits = { takeProfitLimitPrice: 50950, stopLossType: "market" };
  const entry = await ann.createOrderWithTakeProfitAndStopLoss(
    ...([SYMBOL, "limit", "buy", 0.1, 49900, 51000, 49000, limits] as const),
  );

  const [, loss, gain] = await ordersOf(entry);
  assert.deepEqual([loss?.type, loss?.triggerPrice], ["market", 49000]);
  assert.deepEqual([gain?.type, gain?.triggerPrice, gain?.price], ["limit", 51000, 50950]);
});

test("a stop may be the entry, which waits on its own side", async () => {
  const params = { ...BRACKET, triggerPrice: 50500 };

  const entry = await ann.createOrder(SYMBOL, "market", "buy", 0.1, undefined, params);

  assert.deepEqual([entry.status, entry.triggerPrice], ["open", 50500]);
  assert.deepEqual(await statusesOf(entry), ["open", "open", "open"]);
});

test("stopLossPrice and takeProfitPrice at once are two exits that lock once, and one of them happens", async () => {
  const params = { ...EXITS, clientOrderId: "way-out", takeProfitLimitPrice: 50950 };
  const exit = await ann.createOrder(SYMBOL, "market", "sell", 10, undefined, params);

  holds("order", exit);
  assert.deepEqual(
    [exit.info.listType, exit.clientOrderId, exit.status, exit.triggerPrice, exit.amount],
    ["OCO", "way-out", "open", 49000, 10],
  );
  assert.deepEqual([exit.stopLossPrice, exit.takeProfitPrice], [49000, 51000]);
  assert.equal((await ann.fetchBalance())["BTC"]?.used, 10);
  await bob.createOrder(SYMBOL, "limit", "buy", 1, 48990);

  await trade(49000);

  const [loss, gain] = await ordersOf(exit);
  assert.deepEqual([loss?.id, loss?.filled, loss?.average], [exit.id, 1, 48990]);
  assert.deepEqual(
    [gain?.status, gain?.filled, gain?.price, gain?.info.endReason],
    ["canceled", 0, 50950, "OTHER_LEG"],
  );
});

test("two exits to buy, each with a limit", async () => {
  const limits = { stopLossLimitPrice: 51100, takeProfitLimitPrice: 49100 };
  const params = { stopLossPrice: 51000, takeProfitPrice: 49000, ...limits };

  const exit = await ann.createOrder(SYMBOL, "limit", "buy", 1, undefined, params);

  const legs = await ordersOf(exit);
  assert.deepEqual(
    legs.map(({ side, type, triggerPrice, price }) => [side, type, triggerPrice, price]),
    [
      ["buy", "limit", 51000, 51100],
      ["buy", "limit", 49000, 49100],
    ],
  );
});

test("whoever cancels one order of a list cancels it, and so does orderListId", async () => {
  const place = () => ann.createOrder(SYMBOL, "market", "sell", 1, undefined, EXITS);
  const [first, second, third] = [await place(), await place(), await place()];

  const canceled = await ann.cancelOrder(first.id as string, SYMBOL);
  const byList = await ann.cancelOrder("", SYMBOL, { orderListId: second.info.orderListId });
  const ids = rowsOf(third).map(({ orderId }) => String(orderId));
  const both = await ann.cancelOrders(ids, SYMBOL);

  assert.deepEqual([canceled.id, canceled.status], [first.id, "canceled"]);
  assert.deepEqual(
    [byList.id, byList.status, byList.info.orders.length],
    [second.id, "canceled", 2],
  );
  assert.deepEqual(
    both.map(({ id }) => id),
    ids,
  );
  for (const list of [first, second, third]) {
    assert.deepEqual(await statusesOf(list), ["canceled", "canceled"]);
  }
  assert.equal((await ordersOf(first))[1]?.info.endReason, "LIST_ENDED");
  const again = ann.cancelOrder("", SYMBOL, { orderListId: second.info.orderListId });
  await assert.rejects(again, OrderNotFound);
  for (const [symbol, params] of [
    [SYMBOL, CROSS],
    ["BTC/USDT:USDT", {}],
  ] as const) {
    const elsewhere = ann.cancelOrder("", symbol, { orderListId: 1, ...params });
    await assert.rejects(elsewhere, NotSupported);
  }
});

test("an entry that is canceled ends its legs, and legs without their money are rejected", async () => {
  const entry = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900, BRACKET);
  await ann.cancelOrder(entry.id as string, SYMBOL);
  await bob.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);
  const dear = { stopLoss: { triggerPrice: 49000, amount: 11 } };
  const bare = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 50000, dear);

  assert.deepEqual(await statusesOf(entry), ["canceled", "canceled", "canceled"]);
  assert.deepEqual(await statusesOf(bare), ["closed", "rejected"]);
  const [, leg] = await ordersOf(bare);
  assert.equal(leg?.info.endReason, "INSUFFICIENT_BALANCE");
});

test("what the exchange refuses of a list has its class, and nothing of the list is there", async () => {
  const sell = (amount: number, params: object) =>
    ann.createOrder(SYMBOL, "market", "sell", amount, undefined, params);

  await assert.rejects(sell(11, EXITS), InsufficientFunds);
  await assert.rejects(sell(1, { stopLossPrice: 50500, takeProfitPrice: 51000 }), InvalidOrder);

  assert.deepEqual(await ann.fetchOpenOrders(SYMBOL), []);
});

test("an order of a list is not replaced", async () => {
  const { id } = await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900, BRACKET);

  const edited = ann.editOrder(id as string, SYMBOL, "limit", "buy", 0.1, 49950);

  await assert.rejects(edited, InvalidOrder);
});

test("recvWindow is of the whole list, selfTrade of each of its orders", async () => {
  const words = { recvWindow: 2000, selfTrade: "EXPIRE_MAKER" };
  await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 49900, { ...BRACKET, ...words });

  const [sent] = posted();
  const orders = sent?.body["orders"] as Rows;
  assert.equal(sent?.body["recvWindow"], 2000);
  for (const order of orders) {
    assert.equal(order["selfTrade"], "EXPIRE_MAKER");
    assert.ok(!("recvWindow" in order));
  }
});

for (const [kind, times] of [
  ["504-executed", 1],
  ["504-not-executed", 1],
] as const) {
  test(`a list whose reply is lost is there once, and told whole: ${kind}`, async () => {
    const { name, ...keys } = await venue.user(MONEY);
    const quick = venue.exchange(keys, { recvWindow: 500 });
    const route = "POST /sapi/v1/orderList";
    await venue.operate("/faults", { route, kind, user: name, count: times });

    const exit = await quick.createOrder(SYMBOL, "market", "sell", 1, undefined, EXITS);

    const open = await quick.fetchOpenOrders(SYMBOL);
    assert.deepEqual([open.length, exit.id, exit.info.listType], [2, open[0]?.id, "OCO"]);
    assert.deepEqual(
      rowsOf(exit).map(({ orderId, orderListId }) => [String(orderId), orderListId]),
      open.map(({ id, info }) => [id, info.orderListId]),
    );
    assert.equal(exit.info.orderListId, open[0]?.info.orderListId);
  });
}
