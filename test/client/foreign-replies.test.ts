/** What a proxy between says with a 200: it is never taken for the reply of the service. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { BourseClient, BourseError, OutcomeUnknown } from "../../src/client/client.ts";
import { ClientDesk } from "./client-desk.ts";

const PAIR = { symbol: "BTCUSDT" };
const ORDER = { ...PAIR, side: "BUY", type: "LIMIT", volume: "0.01", price: "49000" } as const;
const CONTRACT = { contractName: "E-BTC-USDT" };
const FUTURES_ORDER = {
  ...CONTRACT,
  volume: "2",
  price: "49000",
  ...({ side: "BUY", type: "LIMIT", open: "OPEN", positionType: 1 } as const),
};
const FOREIGN = [
  "{}",
  "null",
  '"yes"',
  "<html>",
  '{"code":-2010,"msg":"Taken."}',
  '{"orderId":"7"}',
  '{"orderId":1.5}',
  '{"orderId":[],"ids":[]}',
  "[]",
];

test.each(FOREIGN)(
  "a placing that is answered with %s is a lost reply: asked for",
  async (said) => {
    const desk = await ClientDesk.open();
    const { spot, futures } = desk.client();

    desk.fates({ foreign: said }, "answered", { foreign: said }, "answered", { foreign: said });
    const first = await spot.createOrder(ORDER);
    const second = await futures.createOrder(FUTURES_ORDER);
    const batch = { side: "BUY", batchType: "LIMIT", volume: "0.01", price: "49000" } as const;
    const third = spot.createOrders({ ...PAIR, orders: [batch] });

    await expect(third).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(desk.placed.slice(0, 2).map(({ id }) => id)).toEqual([first.orderId, second.orderId]);
  },
);

test.each(FOREIGN)(
  "while an order is looked for, %s does not tell what became of it",
  async (said) => {
    const desk = await ClientDesk.open();
    const { spot, futures } = desk.client();

    desk.fates("504-executed", { foreign: said }, "answered");
    const first = await spot.createOrder({ ...ORDER, newClientOrderId: "mine" });
    desk.fates("504-executed", { foreign: said }, "answered");
    const second = await futures.createOrder({ ...FUTURES_ORDER, clientOrderId: "mine" });
    desk.fates({ foreign: said });
    await spot.getOrder({ ...PAIR, orderId: first.orderId });
    // What was seen before is still known: the next one is told apart by it.
    desk.fates("504-executed");
    const third = await spot.createOrder({ ...ORDER, newClientOrderId: "next" });

    expect(desk.placed.map(({ id }) => id)).toEqual([first.orderId, second.orderId, third.orderId]);
  },
);

test("money that moves, a cancel and the time are answered by the service or not at all", async () => {
  const desk = await ClientDesk.open();
  const { wallet, spot } = desk.client();
  const transfer = { coinSymbol: "USDT", amount: "1" } as const;
  desk.fateOf = ({ path }) => (path.endsWith("/time") ? { foreign: "{}" } : "answered");
  await expect(spot.account()).rejects.toMatchObject({ kind: "no_answer" });
  expect(desk.asked()).toEqual([]);

  desk.fates({ foreign: "{}" });
  const moved = wallet.transfer({ ...transfer, fromAccount: "EXCHANGE", toAccount: "MARGIN" });
  await expect(moved).rejects.toBeInstanceOf(OutcomeUnknown);
  const { orderId } = await spot.createOrder(ORDER);
  desk.fates({ foreign: "{}" });
  expect(await spot.cancelOrder({ ...PAIR, orderId })).toMatchObject({ status: "CANCELED" });
});

test.each(["null", "<html>", '{"code":-1121,"msg":"Invalid symbol."}'])(
  "a read or a setting that is answered with %s is an error of ours",
  async (said) => {
    const desk = await ClientDesk.open();
    desk.fateOf = ({ path }) => (path.endsWith("/time") ? "answered" : { foreign: said });
    const { spot, futures } = desk.client({ retries: 1 });

    const read = await spot.account().catch((thrown: unknown) => thrown);
    expect(read).toBeInstanceOf(BourseError);
    expect(read).toMatchObject({ kind: "no_answer", code: 0 });
    const setting = futures.setLeverage({ ...CONTRACT, nowLevel: 5 });
    await expect(setting).rejects.toBeInstanceOf(OutcomeUnknown);
  },
);

test("a redirection is not followed: no other server gets the key, the signature and the order", async () => {
  const strange: string[] = [];
  const stranger = createServer((request, response) => {
    strange.push(`${request.url}`);
    response.end('{"orderId":1}');
  });
  const elsewhere = await listening(stranger);
  const front = createServer((request, response) => {
    if (request.url?.endsWith("/time")) return response.end(`{"serverTime":${Date.now()}}`);
    return response.writeHead(307, { Location: `${elsewhere}${request.url}` }).end();
  });
  const options = { apiKey: "k", secret: "s", retries: 0, outcomeMs: 0 };
  const { spot } = new BourseClient({ ...options, baseUrl: await listening(front) });

  const placed = await spot.createOrder(ORDER).catch((thrown: unknown) => thrown);
  const read = await spot.account().catch((thrown: unknown) => thrown);
  for (const server of [front, stranger]) {
    server.closeAllConnections();
    server.close();
  }

  expect(placed).toBeInstanceOf(OutcomeUnknown);
  expect(read).toMatchObject({ kind: "no_answer" });
  expect(strange).toEqual([]);
});

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
