import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../test/support/operator-desk.ts";
import { RULES } from "../../../core/engine/rule-versions.ts";

const ORDER = {
  type: "PlaceOrder",
  user: 1,
  key: 1,
  pair: 1,
  side: "buy",
  kind: "limit",
  quantity: "0.5",
  price: "100",
  clientId: "mine",
  request: 0,
} as const;

async function deskWithOrder(): Promise<OperatorDesk> {
  const desk = await new OperatorDesk().provision();
  await desk.done("/keys", { user: "alice" });
  desk.exchange.do(ORDER);
  return desk;
}

test("the status says what the exchange is and how it does", async () => {
  const desk = await deskWithOrder();
  const engineTime = desk.exchange.nowMs;
  desk.exchange.nowMs += 7;
  await desk.done("/assets", { name: "ETH" });
  desk.exchange.nowMs += 5;
  await desk.post("/symbols/halt", { name: "NONE" });

  const { json } = await desk.get("/status");

  expect(json).toEqual({
    kind: "sandbox",
    rules: RULES,
    newestRules: RULES,
    halted: false,
    position: 9,
    engineTime: engineTime + 7,
    requestTime: engineTime + 12,
    uptimeMs: 5_000,
    waiting: 2,
    archivist: { pid: 4711, position: 3 },
    users: 1,
    openOrders: 1,
    openOrderLists: 0,
    openPositions: 0,
    symbols: [{ name: "BTCUSDT", status: "trading" }],
    contracts: [],
  });
});

test("a halt and a missing archivist can be seen", async () => {
  const desk = await deskWithOrder();
  Object.assign(desk.watched, { isHalted: true, pid: undefined });

  const { json } = await desk.get("/status");

  expect(json).toMatchObject({ halted: true, archivist: { position: 3 } });
  expect(json.archivist).not.toHaveProperty("pid");
});

test("SPOT-STATE-11 the operator cancels any open order, once, and its lock is freed", async () => {
  const desk = await deskWithOrder();
  expect(desk.freeOf("alice", "USDT")).toBe(5_000_000_000n);

  const canceled = await desk.done("/orders/cancel", { orderId: "1" });

  expect(canceled).toEqual({
    orderId: 1,
    orderIdString: "1",
    newClientOrderId: "mine",
    user: "alice",
    symbol: "BTCUSDT",
  });
  expect(desk.freeOf("alice", "USDT")).toBe(10_000_000_000n);
  expect(await desk.post("/orders/cancel", { orderId: 1 })).toMatchObject({
    status: 404,
    json: { code: -2013, msg: "No open order has this id." },
  });
});

test.each([
  [{ orderId: "9".repeat(30) }, 404, -2013],
  [{ orderId: 0 }, 404, -2013],
  [{ orderId: "one" }, 400, -1100],
  [{}, 400, -1102],
])("cancelling %j is refused with %i", async (body, status, code) => {
  const desk = await deskWithOrder();

  expect(await desk.post("/orders/cancel", body)).toMatchObject({ status, json: { code } });
});
