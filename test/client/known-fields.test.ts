/** CLIENT-FIELD-1: a misspelt field is refused by the client itself, where a program has no types, and nothing is sent. */
import { expect, test } from "vitest";
import { BourseClient } from "../../src/client/client.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "2" } as const;
const OPEN = { contractName: "E-BTC-USDT", open: "OPEN", positionType: 1 } as const;
const MISSPELT = { triggerprice: "90" } as object;

function clientWithout() {
  let asked = 0;
  const fetch = async () => {
    asked++;
    throw new Error("nothing is to be sent");
  };
  const key = { apiKey: "key", secret: "secret" };
  return {
    client: new BourseClient({ baseUrl: "http://desk", ...key, fetch }),
    asked: () => asked,
  };
}

test("CLIENT-FIELD-1 every method that places orders refuses a field that it does not know, and sends nothing", async () => {
  const { client, asked } = clientWithout();
  const { spot, margin, futures } = client;
  const { symbol: _, type: batchType, ...item } = BUY;
  const order = { ...OPEN, ...item, type: batchType };
  const condition = { ...order, triggerType: 3, triggerPrice: "1" } as const;
  const calls = [
    () => spot.createOrder({ ...BUY, ...MISSPELT }),
    () => margin.createOrder({ ...BUY, ...MISSPELT }),
    () => spot.testOrder({ ...BUY, ...MISSPELT }),
    () => spot.replaceOrder({ ...BUY, cancelOrderId: 1, ...MISSPELT }),
    () => spot.createOrders({ symbol: "BTCUSDT", orders: [{ ...item, batchType, ...MISSPELT }] }),
    () => spot.createOrders({ symbol: "BTCUSDT", orders: [], ...MISSPELT }),
    () => futures.createOrder({ ...order, ...MISSPELT }),
    () => futures.createConditionOrder({ ...condition, ...MISSPELT }),
  ];

  for (const call of calls) await expect(call()).rejects.toThrow(/ has no triggerprice; it has /);
  expect(asked()).toBe(0);
});

test("CLIENT-FIELD-1 a field without a value is none", async () => {
  const { client, asked } = clientWithout();
  const order = { ...BUY, other: undefined } as typeof BUY;

  await expect(client.spot.testOrder(order)).rejects.not.toThrow("has no other");
  expect(asked()).toBeGreaterThan(0);
});
