/** Cancels and settings whose replies are lost: done again, and over when they are said to be. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BourseError } from "../../src/client/client.ts";
import { runs } from "../support/runs.ts";
import { ClientDesk } from "./client-desk.ts";
import { someFate } from "./some-fate.ts";

const PAIR = { symbol: "BTCUSDT" };
const ORDER = { ...PAIR, side: "BUY", type: "LIMIT", volume: "0.01", price: "49000" } as const;
const CONTRACT = { contractName: "E-BTC-USDT" };
const FUTURES_ORDER = {
  ...CONTRACT,
  volume: "2",
  price: "49000",
  ...({ side: "BUY", type: "LIMIT", open: "OPEN", positionType: 1 } as const),
};
const CANCEL = "POST /sapi/v1/cancel";

test("a cancel that was done and not told is a cancel, in spot and in futures", async () => {
  const desk = await ClientDesk.open();
  const { spot, futures } = desk.client();
  const { orderId, orderIdString, clientOrderId } = await spot.createOrder(ORDER);
  const contractOrder = await futures.createOrder(FUTURES_ORDER);
  desk.seen.length = 0;
  desk.fates("504-executed", "answered", "answered", "504-executed");

  const canceled = await spot.cancelOrder({ ...PAIR, orderId });
  const other = await futures.cancelOrder({ ...CONTRACT, orderId: contractOrder.orderId });

  expect(canceled).toEqual({ orderId, orderIdString, clientOrderId, ...PAIR, status: "CANCELED" });
  expect(other).toEqual(contractOrder);
  expect(desk.asked().slice(0, 3)).toEqual([CANCEL, CANCEL, "GET /sapi/v1/order"]);
});

test("a cancel that was lost and not done is done, once more", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  const { orderId } = await spot.createOrder(ORDER);
  desk.seen.length = 0;
  desk.fates("504-not-executed");

  expect(await spot.cancelOrder({ ...PAIR, orderId })).toMatchObject({ status: "CANCELED" });
  expect(desk.asked()).toEqual([CANCEL, CANCEL]);
});

test("an order that is over otherwise is refused as ever, lost or not", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  const { orderId } = await spot.createOrder(ORDER);
  await desk.client({ user: "demo2" }).spot.createOrder({ ...ORDER, side: "SELL" });

  const told = spot.cancelOrder({ ...PAIR, orderId });
  await expect(told).rejects.toMatchObject({ name: "ORDER_NOT_SUPPORT_CANCELLATION" });
  desk.fates("504-executed");
  const lost = spot.cancelOrder({ ...PAIR, orderId });
  await expect(lost).rejects.toMatchObject({ name: "ORDER_NOT_SUPPORT_CANCELLATION" });
  await expect(spot.cancelOrder({ ...PAIR, orderId: 999 })).rejects.toMatchObject({ code: -2013 });
});

test("a cancel by client id that comes late does not hit the order that takes the name", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  const named = { ...ORDER, newClientOrderId: "quote" };
  await spot.createOrder(named);
  desk.fates({ cutAndLateMs: 3_000 });

  await spot.cancelOrder({ ...PAIR, newClientOrderId: "quote" });
  const { orderId } = await spot.createOrder(named);
  await desk.settle();

  expect(await spot.getOrder({ ...PAIR, orderId })).toMatchObject({ status: "NEW" });
});

test("cancel all and settings that come late do not undo what came after them", async () => {
  const desk = await ClientDesk.open();
  const { futures } = desk.client();
  desk.fates({ cutAndLateMs: 3_000 });
  await futures.setLeverage({ ...CONTRACT, nowLevel: 10 });
  await futures.setLeverage({ ...CONTRACT, nowLevel: 5 });
  desk.fates({ cutAndLateMs: 3_000 });
  await futures.cancelAll();
  const { orderId } = await futures.createOrder(FUTURES_ORDER);
  await desk.settle();

  expect(await futures.getOrder({ ...CONTRACT, orderId })).toMatchObject({ status: "NEW" });
  await futures.cancelAll(CONTRACT);
  expect(await futures.openOrders()).toEqual([]);
  const levels = desk.http.exchange.commands.filter(({ type }) => type === "SetLeverage");
  expect(levels.map((command) => "leverage" in command && command.leverage)).toEqual([10, 10, 5]);
});

test("lost as often as allowed: the outcome is unknown, with what to do", async () => {
  const desk = await ClientDesk.open();
  desk.fateOf = ({ path }) => (path.endsWith("/time") ? "answered" : "504-not-executed");
  const { futures, spot } = desk.client({ retries: 1 });

  await expect(futures.cancelAll()).rejects.toMatchObject({ kind: "outcome_unknown" });
  const asked = spot.cancelOrder({ ...PAIR, orderId: 1 });
  await expect(asked).rejects.toMatchObject({ remedy: "Ask for the order." });
  expect(desk.asked()).toHaveLength(4);
});

test("USER-REPEAT-1 money with a client request id is sent again after a lost reply, and moves once", async () => {
  const desk = await ClientDesk.open();
  const { spot, wallet } = desk.client();
  const free = async () =>
    (await spot.account()).balances.find(({ asset }) => asset === "USDT")?.free;
  const before = Number(await free());
  const way = { fromAccount: "EXCHANGE", toAccount: "MARGIN", coinSymbol: "USDT" } as const;
  const asked = { ...way, amount: "5", clientRequestId: "t-1" };
  desk.fates("504-executed", "504-not-executed");

  const { transferId } = await wallet.transfer(asked);

  expect(Number(await free())).toBe(before - 5);
  expect(await wallet.transfer(asked)).toEqual({ transferId });
  const item = { side: "BUY", batchType: "LIMIT", volume: "0.01", price: "49000" } as const;
  const batch = { ...PAIR, orders: [item, item], clientRequestId: "b-1" };
  desk.fates("504-executed");
  const { ids } = await spot.createOrders(batch);
  expect(await spot.createOrders(batch)).toEqual({ ids, rejected: [] });
  expect(await spot.openOrders(PAIR)).toHaveLength(2);
});

test("USER-REPEAT-1 a refusal after a lost reply is told only when the lost one cannot come any more", async () => {
  const desk = await ClientDesk.open();
  const { spot, margin, wallet } = desk.client();
  const total = async () =>
    (await spot.account()).balances.find(({ asset }) => asset === "USDT")?.free ?? "0";
  const way = { fromAccount: "MARGIN", toAccount: "EXCHANGE", coinSymbol: "USDT" } as const;
  const { balances } = await margin.account();
  const all = balances.find(({ asset }) => asset === "USDT")?.free ?? "0";
  await wallet.transfer({ ...way, amount: all });
  desk.fates({ cutAndLateMs: 3_000 });

  const refused = wallet.transfer({ ...way, amount: "5", clientRequestId: "t-1" });
  await expect(refused).rejects.toMatchObject({ kind: "funds" });
  const into = { fromAccount: "EXCHANGE", toAccount: "MARGIN", coinSymbol: "USDT" } as const;
  await wallet.transfer({ ...into, amount: "5" });
  const left = await total();
  await desk.settle();

  expect(await total()).toBe(left);
});

test("a batch whose reply is lost is not sent again; its orders can be asked for", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  const item = { side: "BUY", batchType: "LIMIT", volume: "0.01", price: "49000" } as const;
  desk.fates("504-executed");

  const error = await spot
    .createOrders({ ...PAIR, orders: [item, { ...item, newClientOrderId: "second" }] })
    .catch((thrown) => thrown);

  expect(error).toMatchObject({
    kind: "outcome_unknown",
    clientOrderIds: [/./, "second"].map(any),
  });
  for (const newClientOrderId of error.clientOrderIds) {
    expect(await spot.getOrder({ ...PAIR, newClientOrderId })).toMatchObject({ status: "NEW" });
  }
  expect(desk.asked().filter((asked) => asked.endsWith("batchOrders"))).toHaveLength(1);
});

test("a refusal of the second try tells nothing about the first: the outcome is unknown", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  const { orderId } = await spot.createOrder(ORDER);

  desk.fates("504-executed", { refusal: 429, code: -1003, retryAfter: 2 });
  const limited = spot.cancelOrder({ ...PAIR, orderId });
  await expect(limited).rejects.toMatchObject({ kind: "outcome_unknown", status: 504 });
});

test("over, after a lost try, and not to be looked at: the outcome is unknown", async () => {
  const desk = await ClientDesk.open();
  const { spot, futures } = desk.client({ retries: 1 });
  const { orderId } = await spot.createOrder(ORDER);
  const contractOrder = await futures.createOrder(FUTURES_ORDER);
  const lost = ["504-executed", "answered", "unreachable", "unreachable"] as const;

  desk.fates(...lost);
  const first = spot.cancelOrder({ ...PAIR, orderId });
  await expect(first).rejects.toMatchObject({ kind: "outcome_unknown", status: 504 });
  desk.fates(...lost);
  const second = futures.cancelOrder({ ...CONTRACT, orderId: contractOrder.orderId });
  await expect(second).rejects.toMatchObject({ remedy: "Ask for the order." });
});

test.each([-3_600_000, 3_600_000])(
  "a clock of ours that jumps by %d ms does not change how long a straggler is waited for",
  async (jumpMs) => {
    const desk = await ClientDesk.open();
    const { futures } = desk.client();
    await futures.account();
    let tries = 0;
    desk.fateOf = ({ path }) => {
      if (!path.endsWith("/edit_lever")) return "answered";
      if (tries++ === 0) return { cutAndLateMs: 3_000 };
      desk.skewMs = jumpMs;
      return "answered";
    };

    await futures.setLeverage({ ...CONTRACT, nowLevel: 10 });

    expect(desk.slept).toEqual([6_000]);
  },
);

test("a straggler that was signed ahead of the server's clock is waited for so much longer", async () => {
  const desk = await ClientDesk.open();
  const { futures } = desk.client();
  await futures.account();
  desk.skewMs = 400;
  let tries = 0;
  desk.fateOf = ({ path }) =>
    path.endsWith("/edit_lever") && tries++ === 0 ? { cutAndLateMs: 3_000 } : "answered";

  await futures.setLeverage({ ...CONTRACT, nowLevel: 10 });

  expect(desk.slept).toEqual([6_400]);
});

test("no time is to be had: a straggler is waited for as long as it can take", async () => {
  const desk = await ClientDesk.open();
  const { futures } = desk.client({ retries: 1, recvWindow: 2_000 });
  await futures.account();
  let tries = 0;
  desk.fateOf = ({ path }) => {
    if (path.endsWith("/time")) return { page: 502 };
    return tries++ === 0 ? "cut-before" : "answered";
  };

  await futures.setLeverage({ ...CONTRACT, nowLevel: 10 });

  expect(desk.slept.at(-1)).toBe(4_000);
});

test("whatever is lost, refused or late around a cancel, what is told of the order is so", async () => {
  const given = fc.record({ fates: fc.array(someFate, { maxLength: 8 }), isNamed: fc.boolean() });

  await fc.assert(
    fc.asyncProperty(given, async ({ fates, isNamed }) => {
      const desk = await ClientDesk.open();
      const { spot } = desk.client();
      const { orderId, clientOrderId } = await spot.createOrder(ORDER);
      desk.fates(...fates);
      const name = isNamed ? { newClientOrderId: clientOrderId } : { orderId };

      const told = await spot.cancelOrder({ ...PAIR, ...name } as never).then(
        () => "canceled",
        (error: unknown) => {
          expect(error).toBeInstanceOf(BourseError);
          return (error as BourseError).kind;
        },
      );

      const isOpen = desk.http.exchange.state.orders.byId.get(orderId) !== undefined;
      if (told === "canceled" || told === "order") expect(isOpen).toBe(false);
      else if (told !== "outcome_unknown") expect(isOpen).toBe(true);
    }),
    { seed: 20_260_807, numRuns: runs(200, 200) },
  );
});

function any(value: RegExp | string) {
  return typeof value === "string" ? value : expect.stringMatching(value);
}
