/** A change of an open order as the console sends it, against the real exchange: what is kept, and what is said of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewOrder, Order } from "../../src/client/client.ts";
import {
  type AmendDraft,
  amendDraftOf,
  type PairOrder,
  readAmend,
  replacementOf,
  sayReplaced,
} from "../../web/console/account/orders/amendment.ts";
import { ConsoleDesk } from "./console-desk.ts";

const SYMBOL = "BTCUSDT";
const BID = {
  symbol: SYMBOL,
  side: "BUY",
  type: "LIMIT",
  price: "40000",
  volume: "1",
} as const;

let desk: ConsoleDesk;
/** The last price is 50,000. */
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  const at = { symbol: SYMBOL, type: "LIMIT", price: "50000", volume: "1" } as const;
  await desk.others.spot.createOrder({ ...at, side: "SELL" });
  await desk.me.spot.createOrder({ ...at, side: "BUY" });
});
afterAll(() => desk.exchange.close());

async function ask(orderId: string): Promise<PairOrder> {
  const order: Order = await desk.me.spot.getOrder({ symbol: SYMBOL, orderId });
  return { ...order, area: "spot" };
}

async function place(order: NewOrder): Promise<PairOrder> {
  return await ask((await desk.me.spot.createOrder(order)).orderIdString);
}

/** As the console does it: what is typed is read, sent, and told. */
async function change(order: PairOrder, part: Partial<AmendDraft>) {
  const read = readAmend(order, { ...amendDraftOf(order), ...part });
  if (typeof read === "string") throw new Error(read);
  const replaced = await desk.me.spot.replaceOrder(replacementOf(order, read));
  const now = await ask(replaced.newOrderResponse.orderIdString);
  return { now, text: sayReplaced(order, replaced) };
}

test("SPOT-REPLACE-3 less of an order at its price keeps its id, its name and what it asked for", async () => {
  const order = await place({
    ...BID,
    timeInForce: "POST_ONLY",
    selfTrade: "EXPIRE_BOTH",
    newClientOrderId: "mine",
  });
  await desk.others.spot.createOrder({ ...BID, side: "SELL", volume: "0.4" });
  const traded = await ask(order.orderIdString);

  const { now, text } = await change(traded, { quantity: " 0.5" });

  const id = order.orderIdString;
  expect(amendDraftOf(traded)).toMatchObject({ price: "40000", quantity: "0.6" });
  expect(text).toBe(`Order ${id} was changed in its place: 0.5 left at 40,000. It keeps its turn.`);
  expect(now).toMatchObject({ orderIdString: id, origQty: "0.9", clientOrderId: "mine" });
  expect(now).toMatchObject({ timeInForce: "POST_ONLY", selfTrade: "EXPIRE_BOTH" });
});

test("SPOT-REPLACE-4 another price is a new order with the same name and instructions", async () => {
  const order = await place({ ...BID, timeInForce: "POST_ONLY", newClientOrderId: "renamed" });

  const { now, text } = await change(order, { price: "40000.5" });

  expect(now.orderIdString).not.toBe(order.orderIdString);
  expect(text).toBe(
    `Order ${order.orderIdString} was replaced by order ${now.orderIdString}: rests on the book.`,
  );
  expect(now).toMatchObject({ timeInForce: "POST_ONLY", clientOrderId: "renamed" });
  expect((await ask(order.orderIdString)).status).toBe("CANCELED");
});

test("SPOT-CLIENT-1 an order that only the server named can be changed, too", async () => {
  const order = { ...(await place(BID)), clientOrderId: "bourse:7" };

  expect(replacementOf(order, amendDraftOf(order))).not.toHaveProperty("newClientOrderId");
  const { now } = await change(order, { quantity: "0.5" });
  expect(now.orderIdString).toBe(order.orderIdString);
});

test("SPOT-STOP-2 a stop that waits gets another trigger, as a new stop", async () => {
  const sell = { symbol: SYMBOL, side: "SELL", type: "MARKET", volume: "0.1" } as const;
  const order = await place({ ...sell, triggerPrice: "45000" });

  const { now, text } = await change(order, { triggerPrice: "46000" });

  expect(text).toContain(`replaced by order ${now.orderIdString}: waits for its trigger.`);
  expect(now).toMatchObject({ type: "MARKET", triggerPrice: "46000", triggered: false });
});

test("SPOT-UNIT-1 a stop that buys a quantity at market buys a quantity at its new trigger, too", async () => {
  const buy = { symbol: SYMBOL, side: "BUY", type: "MARKET", volume: "0.1" } as const;
  const order = await place({ ...buy, volumeUnit: "BASE", triggerPrice: "55000" });

  const { now } = await change(order, { triggerPrice: "54000" });

  expect(now).toMatchObject({ origQty: "0.1", volumeUnit: "BASE", triggerPrice: "54000" });
});

test("SPOT-ICE-4 an order that shows a slice at a time still does when it stands at another price", async () => {
  const order = await place({ ...BID, icebergQty: "0.1" });

  const { now } = await change(order, { price: "40001" });

  expect(now).toMatchObject({ price: "40001", origQty: "1", icebergQty: "0.1" });
});

test("SPOT-REPLACE-4 a new order that is rejected is told with its reason, and that the old one is gone", async () => {
  const order = await place(BID);

  const sent = change(order, { quantity: "900" });

  await expect(sent).rejects.toThrow(
    /^Order \d+ was canceled, and the new one was rejected: .*balance/i,
  );
  expect((await ask(order.orderIdString)).status).toBe("CANCELED");
});

test("what is no number, or is missing, is not sent", async () => {
  const order = await place(BID);
  const draft = amendDraftOf(order);

  expect(readAmend(order, { ...draft, price: "1,5" })).toContain("This is not a price");
  expect(readAmend(order, { ...draft, quantity: "" })).toBe("Not sent: a figure is missing.");
  expect(readAmend(order, { ...draft, triggerPrice: "x" })).toMatchObject({ price: "40000" });
});

test("SPOT-ICE-1 of an order of which less than a slice is left, that is shown", async () => {
  const order = await place({ ...BID, icebergQty: "0.5" });

  const { now } = await change(order, { price: "40002", quantity: "0.3" });

  expect(now).toMatchObject({ price: "40002", origQty: "0.3" });
  expect(now).not.toHaveProperty("icebergQty");
});

test("SPOT-TRAIL-1 a stop that is to trail goes on to, from another price", async () => {
  const sell = { symbol: SYMBOL, side: "SELL", type: "MARKET", volume: "0.1" } as const;
  const order = await place({ ...sell, trailingDelta: 100, triggerPrice: "51000" });

  const { now } = await change(order, { triggerPrice: "52000" });

  expect(now).toMatchObject({ trailingDelta: 100, triggerPrice: "52000", triggered: false });
  expect(now).not.toHaveProperty("trailingPrice");
});

test("SPOT-TRAIL-1 a stop that trails does so with another quantity, and waits for no price again", async () => {
  // The last price is 40,000 by now.
  const sell = { symbol: SYMBOL, side: "SELL", type: "MARKET", volume: "0.1" } as const;
  const order = await place({ ...sell, trailingDelta: 100, triggerPrice: "40000" });
  expect(order.trailingPrice).toBe("39600");

  const { now } = await change(order, { quantity: "0.05" });

  expect(now).toMatchObject({ origQty: "0.05", trailingDelta: 100, trailingPrice: "39600" });
  expect(now).not.toHaveProperty("triggerPrice");
  // One that was triggered rests, and does not become a stop again.
  const triggered = { ...order, triggered: true };
  expect(replacementOf(triggered, amendDraftOf(order))).not.toHaveProperty("trailingDelta");
});
