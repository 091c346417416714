/** Fault rules through gateways: the core counts, and a client's messages keep their order. */
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import "../support/judged-apis.ts";

const BID = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.001",
  price: "30000",
} as const;

/** On a clock that stands, so that positions follow from the orders alone. What was struck, and the orders as a client was told of them. */
async function played(gateways: number, orders: number) {
  const exchange = await createExchange({ port: 0, gateways, frozen: true });
  try {
    await exchange.operator.addFault("WS my.orders", "drop", { chance: "0.3", seed: 5 });
    await exchange.operator.addFault("WS my.orders", "double", { chance: "0.3", seed: 6 });
    const heard = await heardBy(exchange, orders);
    const strikes = await exchange.operator.strikes();
    return { heard, strikes: strikes.map(({ rule, kind, seq }) => [rule, kind, seq]) };
  } finally {
    await exchange.close();
  }
}

async function heardBy(exchange: InProcessExchange, orders: number): Promise<string[]> {
  const client = exchange.client("demo1");
  const heard: string[] = [];
  const stream = client.stream({ webSocket: WebSocket as never });
  await new Promise<void>((resolve) => {
    stream.subscribe("my.orders", {
      snapshot: () => resolve(),
      update: (told) => heard.push(...told.orders.map(({ clientOrderId }) => clientOrderId ?? "")),
    });
  });
  for (let at = 0; at < orders; at++) {
    await client.spot.createOrder({ ...BID, newClientOrderId: `o${at}` });
    await asked(exchange, at + 1);
  }
  await exchange.operator.clearFaults();
  await client.spot.createOrder({ ...BID, newClientOrderId: "last" });
  while (heard.at(-1) !== "last") await new Promise((resolve) => setImmediate(resolve));
  stream.close();
  return heard;
}

/** Until the rules were asked about so many messages: each is struck, or not, by then. */
async function asked(exchange: InProcessExchange, messages: number): Promise<void> {
  for (;;) {
    const { faults } = (await exchange.operator.get("/faults")) as { faults: { asked: number }[] };
    if ((faults[0]?.asked ?? 0) >= messages) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("SANDBOX-FAULT-16: the same messages meet the same faults through gateways", async () => {
  const [alone, through] = [await played(0, 30), await played(2, 30)];

  expect(new Set(alone.strikes.map(([, kind]) => kind))).toEqual(new Set(["drop", "double"]));
  expect(through).toEqual(alone);
  expect(through.heard).toEqual([...Array.from({ length: 30 }, (_, at) => `o${at}`), "last"]);
});

test("SANDBOX-FAULT-16: requests are struck by the core's count, whichever gateway takes them", async () => {
  const exchange = await createExchange({ gateways: 2 });
  try {
    const route = "POST /sapi/v1/cancel";
    const spot = exchange.client("demo1").spot;
    const { orderId } = await spot.createOrder(BID);
    await exchange.operator.addFault(route, "fill-before-cancel", { by: "demo2", count: 1 });
    await spot.cancelOrder({ symbol: BID.symbol, orderId });

    expect(await exchange.operator.strikes()).toMatchObject([
      { route, user: "demo1", note: expect.stringMatching(/^0\.0005 of it was traded before/) },
    ]);
    const { executedQty } = await spot.getOrder({ symbol: BID.symbol, orderId });
    expect(executedQty).toBe("0.0005");
  } finally {
    await exchange.close();
  }
});
