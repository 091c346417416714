/** Which class of ccxt a refusal is, and what becomes of an order whose reply is lost. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import * as ccxt from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { type Credentials, Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const SWAP = "BTC/USDT:USDT";

let venue: Venue;
let ann: bourse;
let annsKey: Credentials & { name: string };

before(async () => {
  venue = await Venue.open();
  await venue.setIndex("BTC", "50000");
  annsKey = await venue.user({ USDT: "100000", BTC: "10" });
  // A short window, so that a lost request is soon too late to come in.
  ann = venue.exchange(annsKey, { recvWindow: 500 });
  await ann.transfer("USDT", 10000, "spot", "swap");
  await ann.transfer("USDT", 1000, "spot", "margin");
});
after(() => venue.close());
afterEach(async () => {
  await venue.operate("/faults/clear");
  await ann.cancelAllOrders(SYMBOL);
});

const buy = (amount: number, price: number, params = {}) =>
  ann.createOrder(SYMBOL, "limit", "buy", amount, price, params);

type Class = new (message: string) => Error;

/** What is asked for, the code that the server answers, and the class that ccxt has for it. */
const REFUSALS: readonly (readonly [string, number, Class, () => Promise<unknown>])[] = [
  ["too little money", -2017, ccxt.InsufficientFunds, () => buy(100, 40000)],
  ["no such order", -2013, ccxt.OrderNotFound, () => ann.fetchOrder("999999", SYMBOL)],
  ["no such order to cancel", -2013, ccxt.OrderNotFound, () => ann.cancelOrder("999999", SYMBOL)],
  ["an order that has ended", -1145, ccxt.InvalidOrder, cancelTwice],
  ["a client id in use", -2010, ccxt.DuplicateOrderId, placeTwice],
  ["no such symbol", -1121, ccxt.BadSymbol, () => ann.publicGetSapiV1Ticker({ symbol: "NOPE" })],
  ["a parameter is missing", -1102, ccxt.BadRequest, () => ann.publicGetSapiV1Ticker()],
  ["an id that is none", -1100, ccxt.BadRequest, () => ann.fetchOrder("x", SYMBOL)],
  ["too many in a batch", -1101, ccxt.BadRequest, tooManyItems],
  ["too many decimals", -1111, ccxt.InvalidOrder, () => raw({ price: "40000.123" })],
  ["an empty book", -1112, ccxt.OrderNotFillable, () => raw({ type: "MARKET", side: "SELL" })],
  ["no such type", -1116, ccxt.InvalidOrder, () => raw({ type: "HOPE" })],
  ["no such side", -1117, ccxt.InvalidOrder, () => raw({ side: "HOLD" })],
  ["an unknown timeInForce", -1014, ccxt.InvalidOrder, () => raw({ timeInForce: "SOON" })],
  ["too small", -1160, ccxt.InvalidOrder, () => swap(1, 0.1)],
  ["too large", -1137, ccxt.InvalidOrder, () => swap(99000000, 50000)],
  ["too dear", -1138, ccxt.InvalidOrder, () => swap(10, 90000)],
  [
    "closing what is not there",
    -1156,
    ccxt.InvalidOrder,
    () => swap(10, 50000, { reduceOnly: true }),
  ],
  ["leverage with open orders", -1163, ccxt.OperationRejected, leverageWithOrders],
  ["a key that may only read", -2015, ccxt.PermissionDenied, readOnly],
  ["an unknown key", -2015, ccxt.AuthenticationError, () => as({ apiKey: "0".repeat(32) })],
  ["a wrong secret", -1022, ccxt.AuthenticationError, () => as({ secret: "wrong" })],
  ["a wrong clock", -1021, ccxt.InvalidNonce, wrongClock],
  ["a halted symbol", -2016, ccxt.MarketClosed, halted],
  ["a halted contract", -1146, ccxt.MarketClosed, haltedContract],
];

for (const [what, code, kind, ask] of REFUSALS) {
  test(`${what} (${code}) is a ${kind.name}`, async () => {
    await assert.rejects(ask(), (error: Error) => {
      assert.equal(error.constructor, kind, error.message);
      assert.match(error.message, new RegExp(`"code":${code}\\b`));
      return true;
    });
  });
}

function raw(changes: object): Promise<unknown> {
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "0.01", price: "40000" };
  return ann.privatePostSapiV1Order({ ...order, ...changes });
}

function swap(amount: number, price: number, params = {}): Promise<unknown> {
  return ann.createOrder(SWAP, "limit", "buy", amount, price, params);
}

function as(changes: Partial<Credentials>): Promise<unknown> {
  return venue.exchange({ ...annsKey, ...changes }).fetchBalance();
}

async function cancelTwice(): Promise<unknown> {
  const { id } = await buy(0.01, 40000);
  await ann.cancelOrder(id as string, SYMBOL);
  return await ann.cancelOrder(id as string, SYMBOL);
}

async function placeTwice(): Promise<unknown> {
  await buy(0.01, 40000, { clientOrderId: "twice" });
  return await buy(0.01, 40000, { clientOrderId: "twice" });
}

function tooManyItems(): Promise<unknown> {
  const orders = Array.from({ length: 11 }, () => ({
    side: "BUY",
    batchType: "LIMIT",
    volume: 1,
    price: 1,
  }));
  return ann.privatePostSapiV1BatchOrders({ symbol: "BTCUSDT", orders });
}

async function leverageWithOrders(): Promise<unknown> {
  await ann.createOrder(SWAP, "limit", "buy", 10, 45000);
  return await ann.setLeverage(5, SWAP).finally(() => ann.cancelAllOrders(SWAP));
}

async function readOnly(): Promise<unknown> {
  const reader = venue.exchange(await venue.key(annsKey.name, ["read"]));
  await reader.fetchBalance();
  return await reader.createOrder(SYMBOL, "limit", "buy", 0.01, 40000);
}

async function wrongClock(): Promise<unknown> {
  const late = venue.exchange(annsKey, { adjustForTimeDifference: false, timeDifference: 60_000 });
  return await late.fetchBalance();
}

async function halted(): Promise<unknown> {
  await venue.operate("/symbols/halt", { name: "BTCUSDT" });
  return await buy(0.01, 40000).finally(() =>
    venue.operate("/symbols/resume", { name: "BTCUSDT" }),
  );
}

async function haltedContract(): Promise<unknown> {
  const contract = { name: "E-BTC-USDT" };
  await venue.operate("/contracts/halt", contract);
  return await swap(10, 45000).finally(() => venue.operate("/contracts/resume", contract));
}

test("every code of the API has a class of ccxt", async () => {
  const page = (await (await fetch(`${venue.url}/openapi.json`)).text()) as string;
  const codes = new Set(page.match(/-(?:1|2)\d{3}(?!\d)/g));

  const missing = [...codes].filter((code) => ann.exceptions["exact"][code] === undefined);

  assert.ok(codes.size > 30, `only ${codes.size} codes were found`);
  assert.deepEqual(missing, []);
});

const FAULTS: readonly (readonly [string, Class])[] = [
  ["429", ccxt.RateLimitExceeded],
  ["418", ccxt.DDoSProtection],
  ["503", ccxt.ExchangeNotAvailable],
  ["504-executed", ccxt.RequestTimeout],
];

for (const [kind, expected] of FAULTS) {
  test(`a read that is answered ${kind} is a ${expected.name}`, async () => {
    await venue.operate("/faults", { route: "GET /sapi/v1/account", kind });

    await assert.rejects(ann.fetchBalance(), (error: Error) => error.constructor === expected);
  });
}

test("a server that is not there is a NetworkError", async () => {
  const nobody = venue.exchange({}, { url: "http://127.0.0.1:1" });

  await assert.rejects(nobody.fetchTime(), ccxt.NetworkError);
});

const LOST = [
  ["spot", "POST /sapi/v1/order", SYMBOL, 100, {}],
  ["margin", "POST /sapi/v1/margin/order", SYMBOL, 100, { marginMode: "cross" }],
  ["swap", "POST /fapi/v1/order", SWAP, 45100, {}],
] as const;

for (const [area, route, symbol, price, params] of LOST) {
  for (const kind of ["504-executed", "504-not-executed"]) {
    test(`an order of ${area} that is answered ${kind} stands in the book once`, async () => {
      await venue.operate("/faults", { route, kind, count: 1 });

      const placed = await ann.createOrder(symbol, "limit", "buy", 1, price, params);

      const open = await ann.fetchOpenOrders(symbol, undefined, undefined, params);
      assert.deepEqual(
        open.map(({ id }) => id),
        [placed.id],
      );
      await ann.cancelAllOrders(symbol, params);
    });
  }
}

test("an order that is lost as often as it is tried was not carried out, and that is said", async () => {
  await venue.operate("/faults", { route: "POST /sapi/v1/order", kind: "504-not-executed" });

  await assert.rejects(buy(0.01, 40000), (error: Error) => {
    assert.equal(error.constructor, ccxt.ExchangeNotAvailable);
    return /was not carried out/.test(error.message);
  });
});

test("an order whose outcome cannot be found out is a RequestTimeout that names it", async () => {
  const hasty = venue.exchange(annsKey, { recvWindow: 500, outcomeMs: 300 });
  await hasty.loadMarkets();
  await venue.operate("/faults", { route: "POST /sapi/v1/order", kind: "504-executed", count: 1 });
  await venue.operate("/faults", { route: "GET /sapi/v1/order", kind: "503" });

  const placed = hasty.createOrder(SYMBOL, "limit", "buy", 0.01, 40000, {
    clientOrderId: "lost-1",
  });

  await assert.rejects(placed, (error: Error) => {
    assert.equal(error.constructor, ccxt.RequestTimeout);
    return error.message.includes("lost-1");
  });
});

test("a lost order with a recvWindow of its own is not sent again while that lasts", async () => {
  const hasty = venue.exchange(annsKey, { recvWindow: 100, outcomeMs: 2_000 });
  await hasty.loadMarkets();
  await venue.operate("/faults", {
    route: "POST /sapi/v1/order",
    kind: "504-not-executed",
    count: 1,
  });

  const placed = hasty.createOrder(SYMBOL, "limit", "buy", 0.01, 40000, { recvWindow: 60_000 });

  await assert.rejects(placed, (error: Error) => error.constructor === ccxt.RequestTimeout);
});

test("a cancel and a transfer whose replies are lost are done once", async () => {
  const { id } = await buy(0.01, 40000);
  await venue.operate("/faults", { route: "POST /sapi/v1/cancel", kind: "504-executed", count: 1 });
  const canceled = await ann.cancelOrder(id as string, SYMBOL);
  assert.deepEqual([canceled.id, canceled.status], [id, "canceled"]);

  const before = (await ann.fetchBalance({ type: "margin" }))["USDT"]?.free as number;
  const route = "POST /sapi/v1/asset/transfer";
  await venue.operate("/faults", { route, kind: "504-executed", count: 2 });
  await ann.transfer("USDT", 10, "spot", "margin");
  assert.equal((await ann.fetchBalance({ type: "margin" }))["USDT"]?.free, before + 10);
});

test("a batch whose reply is lost is placed once", async () => {
  const row = { symbol: SYMBOL, type: "limit", side: "buy", amount: 0.01, price: 40000 } as const;
  const route = "POST /sapi/v1/batchOrders";
  await venue.operate("/faults", { route, kind: "504-executed", count: 2 });

  const orders = await ann.createOrders([row, row]);

  const open = await ann.fetchOpenOrders(SYMBOL);
  assert.deepEqual(
    open.map(({ id }) => id),
    orders.map(({ id }) => id),
  );
});
