/** The order set by the typed client, over a port: every instruction, a stop, an amendment, a replacement, all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BourseClient, OutcomeUnknown } from "../../src/client/client.ts";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { GATEWAYS } from "../support/gateways.ts";
import { ClientDesk } from "./client-desk.ts";
import "../support/judged-apis.ts";

const symbol = "BTCUSDT";
let exchange: InProcessExchange;
let ann: BourseClient;
let bob: BourseClient;

beforeAll(async () => {
  exchange = await createExchange({ limits: true, gateways: GATEWAYS, port: 0 });
  ann = exchange.client("demo1");
  bob = exchange.client("demo2");
});

afterAll(() => exchange.close());

const limit = (side: "BUY" | "SELL", volume: string, price: string) =>
  ({ symbol, side, type: "LIMIT", volume, price }) as const;

test("SPOT-TIF-2 SPOT-TIF-3 SPOT-TIF-4 SPOT-STP-4 SPOT-STOP-3 SPOT-REPLACE-5 SPOT-CANCEL-3 SPOT-COUNT-1 a bot trades the order set", async () => {
  await bob.spot.createOrder(limit("SELL", "1", "50000"));
  const ioc = { ...limit("BUY", "2", "50000"), timeInForce: "IOC" } as const;
  expect(await ann.spot.createOrder(ioc)).toMatchObject({ status: "CANCELED", executedQty: "1" });
  await bob.spot.createOrder(limit("SELL", "1", "50000"));
  const [fok, posted] = ["FOK", "POST_ONLY"] as const;
  const whole = { ...limit("BUY", "2", "50000"), timeInForce: fok };
  expect(await ann.spot.createOrder(whole)).toMatchObject({ status: "CANCELED", executedQty: "0" });
  const maker = { ...limit("BUY", "1", "50000"), timeInForce: posted };
  expect(await ann.spot.createOrder(maker)).toMatchObject({ status: "CANCELED" });
  const own = { ...limit("BUY", "1", "50000"), selfTrade: "EXPIRE_MAKER" } as const;
  expect(await bob.spot.createOrder(own)).toMatchObject({
    status: "NEW",
    selfTrade: "EXPIRE_MAKER",
  });

  const stop = {
    symbol,
    side: "SELL",
    type: "MARKET",
    volume: "0.5",
    triggerPrice: "49000",
  } as const;
  const waiting = await ann.spot.createOrder(stop);
  expect(waiting).toMatchObject({ status: "NEW", triggered: false });
  await bob.spot.createOrder(limit("BUY", "1", "48900"));
  await ann.spot.createOrder(limit("SELL", "1.2", "48900"));
  const { orderId } = waiting;
  expect(await ann.spot.getOrder({ symbol, orderId })).toMatchObject({
    status: "FILLED",
    triggered: true,
    triggerPrice: "49000",
  });

  const quote = await ann.spot.createOrder(limit("BUY", "3", "48000"));
  const less = { ...limit("BUY", "2", "48000"), cancelOrderId: quote.orderId };
  expect(await ann.spot.replaceOrder(less)).toMatchObject({
    cancelResult: "AMENDED",
    newOrderResponse: { orderId: quote.orderId, origQty: "2" },
  });
  const other = { ...limit("BUY", "2", "48001"), cancelOrderId: quote.orderId };
  expect(await ann.spot.replaceOrder(other)).toMatchObject({ cancelResult: "SUCCESS" });
  expect(await ann.spot.countdownCancelAll({ symbol, countdownTime: 60_000 })).toMatchObject({
    cancelTime: expect.any(Number),
  });
  expect(await ann.spot.cancelAll({ symbol })).toEqual({ canceled: 1, more: false });
  expect(await ann.margin.cancelAll({ symbol })).toEqual({ canceled: 0, more: false });
  expect(await ann.spot.openOrders({ symbol })).toEqual([]);
});

test("a replacement whose reply is lost is not sent again", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  const order = await spot.createOrder(limit("BUY", "1", "100"));
  desk.fates("cut-after");
  const sent = desk.seen.length;

  const asked = { ...limit("BUY", "1", "101"), cancelOrderId: order.orderId };
  await expect(spot.replaceOrder(asked)).rejects.toBeInstanceOf(OutcomeUnknown);

  expect(desk.seen.slice(sent).map(({ path }) => path)).toEqual(["/sapi/v1/order/cancelReplace"]);
});
