/**
 * Orders of the typed client over a stream: the same methods and answers as over HTTP, and the same promise
 * about lost replies: an order is there at most once, and what the client says about it is so.
 */
import { expect, test } from "vitest";
import { BourseClient, OutcomeUnknown } from "../../src/client/client.ts";
import { Draws } from "../../src/core/base/draws.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { isCallable } from "../../src/edge/http/stream-call.ts";
import { runs } from "../support/runs.ts";
import { settle } from "../support/virtual-time.ts";
import { Bridge, type CallFate } from "./bridged-stream.ts";
import { ClientDesk } from "./client-desk.ts";

const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "49000",
} as const;
const { symbol } = ORDER;
const FUTURE = {
  contractName: "E-BTC-USDT",
  side: "BUY",
  type: "LIMIT",
  open: "OPEN",
  positionType: 1,
  volume: "3",
  price: "46000",
} as const;
const CREATE = "/sapi/v1/order";

async function open(options: Partial<ConstructorParameters<typeof BourseClient>[0]> = {}) {
  const desk = await ClientDesk.open();
  const bridge = new Bridge(desk);
  const client = desk.client(options);
  const stream = bridge.stream(client);
  return { desk, bridge, client, stream, trading: client.over(stream) };
}

test("every order and cancel goes over the stream, the rest over HTTP, with the same answers", async () => {
  const { desk, bridge, client, trading } = await open();
  const { spot, margin } = trading;
  const usual = await client.spot.createOrder(ORDER);
  desk.seen.length = 0;

  const placed = await spot.createOrder(ORDER);
  const { ids } = await spot.createOrders({
    symbol,
    orders: [{ side: "BUY", batchType: "LIMIT", volume: "0.01", price: "48000" }],
  });
  await spot.cancelOrders({ symbol, orderIds: ids });
  await spot.cancelOrder({ symbol, orderId: placed.orderId });
  await client.wallet.transfer({
    coinSymbol: "USDT",
    amount: "1000",
    fromAccount: "EXCHANGE",
    toAccount: "MARGIN",
  });
  const borrowed = await margin.createOrder(ORDER);
  await margin.cancelOrder({ symbol, orderId: borrowed.orderId });

  expect(Object.keys(placed).sort()).toEqual(Object.keys(usual).sort());
  expect((await spot.getOrder({ symbol, orderId: placed.orderId })).status).toBe("CANCELED");
  expect(desk.asked()).toEqual(["POST /sapi/v1/asset/transfer", "GET /sapi/v1/order"]);
  expect(bridge.sent).toEqual([
    ...[CREATE, "/sapi/v1/batchOrders", "/sapi/v1/batchCancel", "/sapi/v1/cancel"],
    ...["/sapi/v1/margin/order", "/sapi/v1/margin/cancel"],
  ]);
  expect(bridge.connections).toBe(1);
});

test("the client calls over a stream just what the server declares", async () => {
  const { bridge, client, trading } = await open();
  const { futures: contracts } = trading;
  await client.wallet.transfer({
    coinSymbol: "USDT",
    amount: "1000",
    fromAccount: "EXCHANGE",
    toAccount: "FUTURE",
  });
  const { orderId } = await contracts.createOrder(FUTURE);
  await contracts.cancelOrder({ contractName: FUTURE.contractName, orderId });
  await contracts.createConditionOrder({ ...FUTURE, triggerType: 4, triggerPrice: "40000" });
  await contracts.cancelAll();
  const { spot, margin } = trading;
  for (const area of [spot, margin]) {
    await area.createOrder(ORDER).catch(() => undefined);
    await area.cancelOrder({ symbol, orderId: 1 }).catch(() => undefined);
    await area.replaceOrder({ ...ORDER, cancelOrderId: 1 }).catch(() => undefined);
    await area.cancelAll({ symbol });
  }
  const orders = [{ side: "BUY", batchType: "LIMIT", volume: "0.01", price: "48000" }] as const;
  await spot.createOrders({ symbol, orders });
  await spot.cancelOrders({ symbol, orderIds: [1] });
  const [order] = orders;
  await spot
    .createOrderList({ symbol, listType: "OTO", orders: [order, order] })
    .catch(() => undefined);
  await spot.cancelOrderList({ symbol, orderListId: 1 }).catch(() => undefined);
  await spot.countdownCancelAll({ symbol, countdownTime: 0 });

  const declared = ROUTES.filter(isCallable).map(({ path }) => path);
  expect([...new Set(bridge.sent)].sort()).toEqual(declared.sort());
});

test("a refusal is a BourseError with the id of its request, and is not sent again", async () => {
  const { bridge, trading } = await open();

  const poor = trading.spot.createOrder({ ...ORDER, volume: "900", price: "100000" });

  await expect(poor).rejects.toMatchObject({ name: "BALANCE_NOT_ENOUGH", status: 400 });
  await expect(poor).rejects.toMatchObject({ requestId: expect.stringMatching(/^[0-9a-z]+$/) });
  expect(bridge.sent).toEqual([CREATE]);
});

test("a reply that is lost: the order is found, and not sent again", async () => {
  const { desk, bridge, trading } = await open();
  bridge.fates("cut-after");

  const placed = await trading.spot.createOrder(ORDER);

  expect(bridge.sent).toEqual([CREATE]);
  expect(desk.asked()).toEqual(["GET /sapi/v1/order"]);
  expect(desk.ordersNamed(placed.clientOrderId)).toEqual([placed.orderId]);
});

test("a call that is lost: only when it can no longer come it is sent again, on the next connection", async () => {
  const { desk, bridge, trading } = await open();
  const beganMs = desk.nowMs;
  bridge.fates("cut-before");

  const placed = await trading.spot.createOrder(ORDER);

  expect(bridge.sent).toEqual([CREATE, "/sapi/v1/cancel", CREATE]);
  expect(desk.nowMs - beganMs).toBeGreaterThan(6_000);
  expect(desk.ordersNamed(placed.clientOrderId)).toHaveLength(1);
  expect(bridge.connections).toBe(2);
});

test("a call that comes late within its window is that order; after its window it is none", async () => {
  for (const late of [3_000, 5_100, 9_000]) {
    const { desk, bridge, trading } = await open();
    bridge.fates({ late });

    const placed = await trading.spot.createOrder(ORDER);
    await desk.settle();

    expect(desk.ordersNamed(placed.clientOrderId), `${late}`).toEqual([placed.orderId]);
    expect(bridge.sent.filter((path) => path === CREATE)).toHaveLength(late < 5_000 ? 1 : 2);
  }
});

test("no connection: it was not sent, is tried again, and is then told as unavailable", async () => {
  const { bridge, trading } = await open();
  bridge.isThere = false;
  const refused = trading.spot.createOrder(ORDER);

  await expect(refused).rejects.toMatchObject({ kind: "unavailable" });
  expect(bridge.sent).toEqual([]);
  bridge.isThere = true;
  expect(await trading.spot.createOrder(ORDER)).toMatchObject({ status: "NEW" });
});

test("a batch whose reply is lost is never sent again on a guess", async () => {
  const { bridge, trading } = await open();
  bridge.fates("cut-after");
  const orders = [{ side: "BUY", batchType: "LIMIT", volume: "0.01", price: "48000" }] as const;

  const lost = trading.spot.createOrders({ symbol, orders });

  await expect(lost).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(bridge.sent).toEqual(["/sapi/v1/batchOrders"]);
});

test("a key that is refused at the login is told at every call; nothing is sent", async () => {
  const { bridge, trading } = await open({ apiKey: "nobody" });

  await expect(trading.spot.createOrder(ORDER)).rejects.toMatchObject({ kind: "credentials" });
  expect(bridge.sent).toEqual([]);
});

test("a stream that was closed carries nothing, and one of another client is refused", async () => {
  const { client, desk, stream, trading, bridge } = await open();
  stream.close();

  await expect(trading.spot.createOrder(ORDER)).rejects.toMatchObject({ kind: "unavailable" });
  expect(() => desk.client().over(stream)).toThrow(TypeError);
  expect(() => client.over(bridge.stream(client))).not.toThrow();
});

test("more calls than may be under way, or leave in a while, wait for their turn", async () => {
  const { desk, bridge, trading } = await open();
  const all = Array.from({ length: 80 }, () => trading.spot.createOrder(ORDER));

  const placed = await Promise.all(all);
  expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(80);
  expect(bridge.sent).toHaveLength(80);
  expect(desk.placed).toHaveLength(80);
});

test.each([1, 2])(
  "whatever becomes of calls and replies, none is lost and none is doubled, seed %d",
  async (seed) => {
    const { desk, bridge, trading } = await open({ retries: 12, outcomeMs: 600_000 });
    const draws = new Draws(seed, 0);
    const met = new Map<string, number>();
    bridge.fateOf = () => {
      const drawn = draws.below(10);
      const late = 1 + draws.below(9_000);
      const fate: CallFate =
        drawn < 2 ? "cut-before" : drawn < 4 ? "cut-after" : drawn < 5 ? { late } : "answered";
      const name = typeof fate === "object" ? "late" : fate;
      met.set(name, (met.get(name) ?? 0) + 1);
      return fate;
    };
    const told: number[] = [];
    for (let count = 0; count < runs(60, 1_000); count++) {
      const { orderId } = await trading.spot.createOrder(ORDER);
      told.push(orderId);
      const canceled = await trading.spot.cancelOrder({ symbol, orderId });
      expect(canceled).toMatchObject({ status: "CANCELED" });
    }
    await desk.settle();

    expect(desk.placed.map(({ id }) => id)).toEqual(told);
    expect(desk.http.exchange.state.orders.byId.size).toBe(0);
    for (const fate of ["cut-before", "cut-after", "late"])
      expect(met.get(fate)).toBeGreaterThan(5);
  },
);

test("STREAM-CANCEL-3: what a stream is to cancel is cancelled at its loss, and asked for again", async () => {
  const { desk, bridge, stream, trading } = await open();
  const openOrders = () => desk.http.exchange.state.orders.byId.size;
  await stream.cancelOnDisconnect({ spot: [symbol] });
  await trading.spot.createOrder(ORDER);
  expect(openOrders()).toBe(1);

  bridge.cut();
  await settle();
  expect(openOrders()).toBe(0);
  await trading.spot.createOrder(ORDER);
  expect(bridge.ops).toEqual([
    ...["login", "cancelOnDisconnect", "call"],
    ...["login", "cancelOnDisconnect", "call"],
  ]);
  stream.close();
  await settle();
  expect(openOrders()).toBe(0);
});

test("STREAM-CANCEL-1: what is refused is thrown and not asked for again; nothing ends it", async () => {
  const { desk, bridge, stream, trading } = await open();
  await expect(stream.cancelOnDisconnect({ spot: ["NONE"] })).rejects.toMatchObject({
    name: "BAD_SYMBOL",
  });
  await stream.cancelOnDisconnect({ spot: [symbol] });
  await stream.cancelOnDisconnect({});
  await trading.spot.createOrder(ORDER);
  bridge.cut();
  await settle();

  expect(desk.http.exchange.state.orders.byId.size).toBe(1);
  const bare = new BourseClient({ baseUrl: "http://desk" });
  const refused = bridge.stream(bare).cancelOnDisconnect({ spot: [symbol] });
  await expect(refused).rejects.toMatchObject({ kind: "credentials" });
  stream.close();
  await expect(stream.cancelOnDisconnect({})).rejects.toThrow("closed");
});
