/** Linear and inverse swaps: orders, positions, leverage, margin modes. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { InvalidOrder, OperationRejected, type Order } from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { allHold, fieldsOf, holds } from "./support/structures.ts";
import { Venue } from "./support/venue.ts";

const LINEAR = "BTC/USDT:USDT";
const INVERSE = "BTC/USD:BTC";

let venue: Venue;
let ann: bourse;
let bob: bourse;

before(async () => {
  venue = await Venue.open();
  await venue.operate("/clock/freeze");
  await venue.setIndex("BTC", "50000");
  await venue.operate("/clock/advance", { byMs: 1_000 });
});
after(() => venue.close());

beforeEach(async () => {
  for (const user of [ann, bob]) {
    if (user === undefined) continue;
    for (const symbol of [LINEAR, INVERSE]) await user.cancelAllOrders(symbol);
  }
  ann = await trader();
  bob = await trader();
});

async function trader(): Promise<bourse> {
  const user = await venue.trader({ USDT: "100000", BTC: "10" });
  await user.transfer("USDT", 50000, "spot", "swap");
  await user.transfer("BTC", 5, "spot", "swap");
  return user;
}

const idOf = (order: Order) => order.id as string;

/** Ann is long and Bob short so many contracts at 50,000. */
async function openPositions(symbol: string, amount: number): Promise<void> {
  await bob.createOrder(symbol, "limit", "sell", amount, 50000);
  await ann.createOrder(symbol, "limit", "buy", amount, 50000);
}

test("a limit order rests, is found, listed and canceled", async () => {
  const placed = await ann.createOrder(LINEAR, "limit", "buy", 10, 45000, {
    clientOrderId: "mine",
  });

  holds("order", placed);
  const found = await ann.fetchOrder(idOf(placed), LINEAR);
  holds("order", found);
  const keys = [
    "id",
    "clientOrderId",
    "symbol",
    "type",
    "side",
    "price",
    "amount",
    "status",
  ] as const;
  assert.deepEqual(fieldsOf(found, ...keys, "filled", "reduceOnly", "timeInForce"), {
    id: placed.id,
    clientOrderId: "mine",
    symbol: LINEAR,
    type: "limit",
    side: "buy",
    price: 45000,
    amount: 10,
    status: "open",
    filled: 0,
    reduceOnly: false,
    timeInForce: "GTC",
  });
  const byName = await ann.fetchOrder("", LINEAR, { clientOrderId: "mine" });
  assert.equal(byName.id, placed.id);
  for (const open of [
    await ann.fetchOpenOrders(LINEAR),
    await ann.fetchOpenOrders(undefined, undefined, undefined, { type: "swap" }),
  ]) {
    assert.deepEqual(
      open.map(({ id }) => id),
      [placed.id],
    );
  }
  const canceled = await ann.cancelOrder(idOf(placed), LINEAR);
  assert.deepEqual([canceled.id, canceled.status], [placed.id, "canceled"]);
  const [ended] = await ann.fetchCanceledOrders(LINEAR);
  assert.deepEqual(
    fieldsOf(ended as Order, ...keys),
    fieldsOf({ ...found, status: "canceled" }, ...keys),
  );
});

test("positions of a linear swap, and what they are worth", async () => {
  await openPositions(LINEAR, 1000);

  const [long] = await ann.fetchPositions();
  const short = await bob.fetchPosition(LINEAR);

  allHold("position", [long as object, short]);
  const keys = ["symbol", "side", "contracts", "contractSize", "entryPrice", "markPrice"] as const;
  const money = [
    "notional",
    "leverage",
    "initialMargin",
    "maintenanceMargin",
    "marginMode",
  ] as const;
  const expected = {
    symbol: LINEAR,
    contracts: 1000,
    contractSize: 0.0001,
    entryPrice: 50000,
    markPrice: 50000,
    notional: 5000,
    leverage: 20,
    initialMargin: 250,
    maintenanceMargin: 20,
    marginMode: "cross",
  };
  assert.deepEqual(fieldsOf(long as object, ...keys, ...money), { side: "long", ...expected });
  assert.deepEqual(fieldsOf(short, ...keys, ...money), { side: "short", ...expected });
  const balance = await ann.fetchBalance({ type: "swap" });
  holds("balance", balance);
  // 50,000 less a fee of 0.04 % of 5,000; 250 are tied up.
  assert.deepEqual(balance["USDT"], { free: 49748, used: 250, total: 49998 });
});

test("positions of an inverse swap are worth coins", async () => {
  await openPositions(INVERSE, 500);

  const position = await ann.fetchPosition(INVERSE);

  holds("position", position);
  assert.deepEqual(fieldsOf(position, "contracts", "contractSize", "notional", "initialMargin"), {
    contracts: 500,
    contractSize: 10,
    notional: 0.1,
    initialMargin: 0.005,
  });
  const [trade] = await ann.fetchMyTrades(INVERSE);
  holds("trade", trade as object);
  assert.deepEqual(fieldsOf(trade as object, "side", "price", "amount", "cost", "fee"), {
    side: "buy",
    price: 50000,
    amount: 500,
    cost: 0.1,
    fee: { cost: 0.00004, currency: "BTC" },
  });
});

test("a position that is not there has no contracts", async () => {
  const none = await ann.fetchPosition(LINEAR);

  assert.deepEqual(fieldsOf(none, "symbol", "contracts"), { symbol: LINEAR, contracts: 0 });
  assert.deepEqual(await ann.fetchPositions([LINEAR]), []);
});

test("a market order opens just so many contracts, over several levels", async () => {
  await bob.createOrder(LINEAR, "limit", "sell", 30, 50000);
  await bob.createOrder(LINEAR, "limit", "sell", 30, 50500);

  const opened = await ann.createOrder(LINEAR, "market", "buy", 40);

  const found = await ann.fetchOrder(idOf(opened), LINEAR);
  assert.deepEqual(fieldsOf(found, "filled", "average", "status"), {
    filled: 40,
    average: 50125,
    status: "closed",
  });
});

test("a market order goes no further from the mark than its slippage", async () => {
  await bob.createOrder(LINEAR, "limit", "sell", 30, 50000);
  await bob.createOrder(LINEAR, "limit", "sell", 30, 51000);

  const opened = await ann.createOrder(LINEAR, "market", "buy", 40, undefined, {
    slippage: "0.01",
  });

  const found = await ann.fetchOrder(idOf(opened), LINEAR);
  assert.deepEqual(fieldsOf(found, "filled", "status"), { filled: 30, status: "canceled" });
});

test("a market order by cost is the API's own", async () => {
  await bob.createOrder(LINEAR, "limit", "sell", 30, 50000);

  const opened = await ann.createOrder(LINEAR, "market", "buy", 0, undefined, { cost: 52 });

  const [found] = await ann.fetchClosedOrders(LINEAR);
  assert.deepEqual(fieldsOf(found as object, "id", "type", "filled", "cost"), {
    id: opened.id,
    type: "market",
    filled: 10,
    cost: 50,
  });
});

test("reduceOnly closes, at market and by limit, and never opens", async () => {
  await openPositions(LINEAR, 100);
  await bob.createOrder(LINEAR, "limit", "buy", 60, 49900);

  const closed = await ann.createOrder(LINEAR, "market", "sell", 60, undefined, {
    reduceOnly: true,
  });
  const rest = await ann.createOrder(LINEAR, "limit", "sell", 40, 51000, { reduceOnly: true });

  assert.equal((await ann.fetchOrder(idOf(closed), LINEAR)).status, "closed");
  assert.equal((await ann.fetchOrder(idOf(rest), LINEAR)).reduceOnly, true);
  assert.equal((await ann.fetchPosition(LINEAR)).contracts, 40);
  await assert.rejects(
    ann.createOrder(LINEAR, "limit", "sell", 41, 51000, { reduceOnly: true }),
    InvalidOrder,
  );
});

test("postOnly and timeInForce of a swap", async () => {
  await bob.createOrder(LINEAR, "limit", "sell", 10, 50000);
  const place = async (params: object) => {
    const { id } = await ann.createOrder(LINEAR, "limit", "buy", 20, 50000, params);
    return await ann.fetchOrder(id as string, LINEAR);
  };

  const maker = await place({ postOnly: true });
  const whole = await place({ timeInForce: "FOK" });
  const atOnce = await place({ timeInForce: "IOC" });

  assert.deepEqual(
    [maker, whole, atOnce].map(({ status, filled, timeInForce }) => [status, filled, timeInForce]),
    [
      ["canceled", 0, "PO"],
      ["canceled", 0, "FOK"],
      ["canceled", 10, "IOC"],
    ],
  );
});

test("stop loss, take profit and triggers wait", async () => {
  await openPositions(LINEAR, 10);
  const close = (params: object) =>
    ann.createOrder(LINEAR, "market", "sell", 10, undefined, params);

  const loss = await close({ stopLossPrice: 45000 });
  const gain = await close({ takeProfitPrice: 55000 });
  const up = await ann.createOrder(LINEAR, "limit", "buy", 5, 52000, { triggerPrice: 52000 });
  const down = await ann.createOrder(LINEAR, "market", "buy", 5, undefined, {
    triggerPrice: 49000,
    triggerDirection: "descending",
  });

  const open = await ann.fetchOpenOrders(LINEAR);
  allHold("order", open);
  assert.deepEqual(
    open.map(({ id, triggerPrice, reduceOnly, info }) => [
      id,
      triggerPrice,
      reduceOnly,
      info.triggerType,
    ]),
    [
      [loss.id, 45000, true, "1"],
      [gain.id, 55000, true, "2"],
      [up.id, 52000, false, "3"],
      [down.id, 49000, false, "4"],
    ],
  );
});

test("editOrder of a swap cancels, and places anew", async () => {
  const placed = await ann.createOrder(LINEAR, "limit", "buy", 10, 45000);

  const edited = await ann.editOrder(idOf(placed), LINEAR, "limit", "buy", 12, 45500);

  const open = await ann.fetchOpenOrders(LINEAR);
  assert.deepEqual(
    open.map(({ id, amount, price }) => [id, amount, price]),
    [[edited.id, 12, 45500]],
  );
});

test("cancelOrders and cancelAllOrders of swaps", async () => {
  const place = async (symbol: string) =>
    idOf(await ann.createOrder(symbol, "limit", "buy", 1, 45000));
  const [a, b] = [await place(LINEAR), await place(LINEAR)];
  await place(LINEAR);
  await place(INVERSE);

  const some = await ann.cancelOrders([a, b], LINEAR);
  await ann.cancelAllOrders(undefined, { type: "swap" });

  assert.deepEqual(
    some.map(({ id }) => id),
    [a, b],
  );
  const all = { type: "swap" };
  assert.deepEqual(await ann.fetchOpenOrders(undefined, undefined, undefined, all), []);
});

test("setLeverage and setMarginMode, and what they are", async () => {
  await ann.setLeverage(10, LINEAR);
  await ann.setMarginMode("isolated", LINEAR);

  const leverage = await ann.fetchLeverage(LINEAR);
  const mode = await ann.fetchMarginMode(LINEAR);

  holds("leverage", leverage);
  holds("marginMode", mode);
  assert.deepEqual(fieldsOf(leverage, "longLeverage", "marginMode"), {
    longLeverage: 10,
    marginMode: "isolated",
  });
  await openPositions(LINEAR, 1000);
  const position = await ann.fetchPosition(LINEAR);
  assert.deepEqual(fieldsOf(position, "marginMode", "leverage", "collateral", "liquidationPrice"), {
    marginMode: "isolated",
    leverage: 10,
    collateral: 500,
    liquidationPrice: 45198.87505022,
  });
  await assert.rejects(
    ann.createOrder(LINEAR, "limit", "buy", 1, 45000, { marginMode: "cross" }),
    OperationRejected,
  );
});

test("a balance of more digits than a double has is kept to the last", async () => {
  const rich = await venue.trader({ USDT: "123456789.12345678" });
  await rich.transfer("USDT", 123456789, "spot", "swap");
  await rich.privatePostSapiV1AssetTransfer({
    coinSymbol: "USDT",
    amount: "0.12345678",
    fromAccount: "EXCHANGE",
    toAccount: "FUTURE",
  });

  const balance = await rich.fetchBalance({ type: "swap" });

  const { account } = balance.info as { account: { marginCoin: string; accountNormal: string }[] };
  assert.equal(
    account.find(({ marginCoin }) => marginCoin === "USDT")?.accountNormal,
    "123456789.12345678",
  );
});
