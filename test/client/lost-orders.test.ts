/**
 * Orders whose replies are lost, against the real API and engine: whatever happens on the way, an
 * order is there at most once, and what the client says about it is so.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BourseError, type Fetch, OutcomeUnknown } from "../../src/client/client.ts";
import { runs } from "../support/runs.ts";
import { ClientDesk } from "./client-desk.ts";
import { someFate } from "./some-fate.ts";

const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "49000",
} as const;
const CONTRACT = "E-BTC-USDT";
const CREATE = "POST /sapi/v1/order";
const FIND = "GET /sapi/v1/order";
const CANCEL = "POST /sapi/v1/cancel";

test("a 504 after which the order is there: it is answered as if its reply had come", async () => {
  const desk = await ClientDesk.open();
  const client = desk.client();
  desk.fates("answered");
  const usual = await client.spot.createOrder(ORDER);
  desk.seen.length = 0;
  desk.fates("504-executed");

  const placed = await client.spot.createOrder(ORDER);

  expect(desk.asked()).toEqual([CREATE, FIND]);
  expect(Object.keys(placed).sort()).toEqual(Object.keys(usual).sort());
  expect(placed).toEqual({
    ...usual,
    orderId: usual.orderId + 1,
    orderIdString: `${usual.orderId + 1}`,
    clientOrderId: expect.stringMatching(/^auto-[0-9a-f]{26}$/),
  });
  expect(desk.ordersNamed(placed.clientOrderId)).toHaveLength(1);
});

test("a 504 after which it is not there: proven by a command behind it, then sent again", async () => {
  const desk = await ClientDesk.open();
  desk.fates("504-not-executed");

  const placed = await desk.client().spot.createOrder(ORDER);

  expect(desk.asked()).toEqual([CREATE, FIND, CANCEL, FIND, CREATE]);
  expect(desk.slept).toEqual([]);
  expect(desk.placed).toEqual([{ id: placed.orderId, clientId: placed.clientOrderId }]);
  const [first, second] = desk.seen.filter(({ path, method }) => `${method} ${path}` === CREATE);
  expect(JSON.parse(first?.body ?? "")).toEqual(JSON.parse(second?.body ?? ""));
});

test("no such order is no proof while the sequencer holds: what comes behind it tells", async () => {
  const desk = await ClientDesk.open();
  desk.fates("504-stalled");

  const placed = await desk.client().spot.createOrder(ORDER);

  // The first cancel waits so long that it is late itself, and is sent again at a new time.
  expect(desk.asked()).toEqual([CREATE, FIND, CANCEL, CANCEL, FIND]);
  expect(desk.placed).toEqual([{ id: placed.orderId, clientId: placed.clientOrderId }]);
});

test("a broken connection: the request may still come until its window has passed", async () => {
  const desk = await ClientDesk.open();
  desk.fates({ cutAndLateMs: 4_900 });

  const placed = await desk.client().spot.createOrder(ORDER);

  expect(desk.asked().filter((asked) => asked === CREATE)).toHaveLength(1);
  expect(desk.asked()).not.toContain(CANCEL);
  expect(desk.placed).toEqual([{ id: placed.orderId, clientId: placed.clientOrderId }]);
});

test("one that comes after its window is refused, and the second is the only one", async () => {
  const desk = await ClientDesk.open();
  desk.fates({ cutAndLateMs: 6_500 });

  const placed = await desk.client().spot.createOrder(ORDER);
  await desk.settle();

  expect(desk.asked().filter((asked) => asked === CREATE)).toHaveLength(2);
  expect(desk.placed).toEqual([{ id: placed.orderId, clientId: placed.clientOrderId }]);
});

test("a late one cannot double what its owner canceled, whose name is free at once", async () => {
  const desk = await ClientDesk.open();
  const client = desk.client();
  desk.fates({ cutAndLateMs: 4_900 });
  const named = { ...ORDER, newClientOrderId: "mine" };

  await client.spot.createOrder(named);
  await client.spot.cancelOrder({ symbol: "BTCUSDT", newClientOrderId: "mine" });
  await desk.settle();

  expect(desk.ordersNamed("mine")).toHaveLength(1);
});

test("an earlier order of the same name: the two cannot be told apart, so it is not sent again", async () => {
  const desk = await ClientDesk.open();
  const client = desk.client();
  const named = { ...ORDER, newClientOrderId: "again" };
  const first = await client.spot.createOrder(named);
  await client.spot.cancelOrder({ symbol: "BTCUSDT", orderId: first.orderId });
  const stranger = desk.client();

  for (const { spot } of [client, stranger]) {
    // One that never saw the first knows it by its time.
    desk.http.exchange.nowMs += 5_000;
    desk.seen.length = 0;
    desk.fates("504-not-executed");
    const asked = spot.createOrder(named);
    await expect(asked).rejects.toMatchObject({
      kind: "outcome_unknown",
      clientOrderIds: ["again"],
      status: 504,
    });
    expect(desk.asked()).toEqual([CREATE, FIND, CANCEL, FIND]);
  }
  expect(desk.ordersNamed("again")).toEqual([first.orderId]);
});

test("an earlier order of the same name does not hide one that comes late", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  const named = { ...ORDER, newClientOrderId: "again" };
  const first = await spot.createOrder(named);
  await spot.cancelOrder({ symbol: "BTCUSDT", orderId: first.orderId });
  desk.fates({ cutAndLateMs: 3_000 });

  const second = await spot.createOrder(named);

  expect(desk.ordersNamed("again")).toEqual([first.orderId, second.orderId]);
});

/** A saved state that is loaded: the same exchange with the numbers of an earlier time. */
async function loadedDesk() {
  const before = await ClientDesk.open();
  const desk = await ClientDesk.open();
  let present = before;
  const fetch: Fetch = (url, init) => present.fetch(url, init);
  const { spot } = desk.client({ fetch });
  for (let left = 5; left > 0; left--) await spot.createOrder(ORDER);
  present = desk;
  return { desk, spot };
}

test("after a saved state is loaded the order numbers go back: it is not called a duplicate", async () => {
  const { desk, spot } = await loadedDesk();
  desk.fates("504-executed");

  const asked = spot.createOrder({ ...ORDER, newClientOrderId: "mine" });

  await expect(asked).rejects.toMatchObject({ kind: "outcome_unknown", clientOrderIds: ["mine"] });
  expect(desk.asked().filter((name) => name === CREATE)).toHaveLength(1);
  expect(desk.ordersNamed("mine")).toHaveLength(1);
  // A name that was drawn belongs to this order alone, whatever the numbers.
  desk.fates("504-executed");
  expect((await spot.createOrder(ORDER)).orderId).toBe(desk.placed.at(-1)?.id);
});

test("an order whose time stands still, as on a frozen clock, is not sent again", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();
  await spot.createOrder(ORDER);
  desk.engineMs = desk.nowMs;
  await desk.pass(3_000);
  desk.fates("504-executed");

  const asked = spot.createOrder({ ...ORDER, newClientOrderId: "mine" });

  await expect(asked).rejects.toMatchObject({ kind: "outcome_unknown" });
  expect(desk.asked().filter((name) => name === CREATE)).toHaveLength(2);
});

test("a name that is taken when it is sent again: what cannot be told apart is unknown", async () => {
  const { desk, spot } = await loadedDesk();
  let creates = 0;
  desk.fateOf = ({ path, method }) => {
    if (`${method} ${path}` !== CREATE) return "answered";
    return creates++ === 0 ? "504-not-executed" : "doubled";
  };

  const asked = spot.createOrder({ ...ORDER, newClientOrderId: "mine" });

  await expect(asked).rejects.toMatchObject({ kind: "outcome_unknown", code: -2010 });
  expect(desk.ordersNamed("mine")).toHaveLength(1);
});

test("a silence lasts as long as allowed, then the order is asked for", async () => {
  const desk = await ClientDesk.open();
  desk.fates("silence");

  const placed = await desk.client().spot.createOrder(ORDER);

  expect(desk.asked()).toEqual([CREATE, FIND]);
  expect(desk.ordersNamed(placed.clientOrderId)).toEqual([placed.orderId]);
});

test("what cannot be found out in time is an unknown outcome that names the order", async () => {
  const desk = await ClientDesk.open();
  const client = desk.client({ retries: 0 });
  desk.fateOf = ({ path, method }) => {
    if (`${method} ${path}` === CREATE) return "504-executed";
    return path.endsWith("/time") ? "answered" : "unreachable";
  };

  const error = await client.spot
    .createOrder({ ...ORDER, newClientOrderId: "lost" })
    .catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(OutcomeUnknown);
  expect(error).toMatchObject({ clientOrderIds: ["lost"], code: -1007, requestId: "r1" });
  expect(`${error}`).toContain("Ask for the order lost by its client id.");
  const waited = desk.slept.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThan(50_000);
  expect(waited).toBeLessThanOrEqual(60_000);
});

test("a refusal that was lost comes as a refusal at last", async () => {
  const desk = await ClientDesk.open();
  desk.fates("504-executed");

  const asked = desk.client().spot.createOrder({ ...ORDER, volume: "100000" });

  await expect(asked).rejects.toMatchObject({ name: "BALANCE_NOT_ENOUGH", kind: "funds" });
  expect(desk.placed).toEqual([]);
});

test("as often as allowed and never executed: the error says that it was not", async () => {
  const desk = await ClientDesk.open();
  desk.fateOf = ({ path, method }) =>
    `${method} ${path}` === CREATE ? "504-not-executed" : "answered";

  const error = await desk
    .client({ retries: 2 })
    .spot.createOrder(ORDER)
    .catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(BourseError);
  expect(error).not.toBeInstanceOf(OutcomeUnknown);
  expect(error).toMatchObject({ kind: "not_executed", name: "TIMEOUT", status: 504 });
  expect(desk.asked().filter((asked) => asked === CREATE)).toHaveLength(3);
});

test("margin and futures orders, condition orders too, are placed once as well", async () => {
  const desk = await ClientDesk.open();
  const index = { type: "SetIndex", asset: 1, source: "operator", weight: 1, request: 0 } as const;
  desk.http.must({ ...index, price: 50_000n * 10n ** 18n });
  const { margin, futures } = desk.client();
  const terms = { contractName: CONTRACT, side: "BUY", open: "OPEN", positionType: 1 } as const;
  const limit = { ...terms, type: "LIMIT", volume: "2", price: "49000" } as const;

  for (const fate of ["504-executed", "504-not-executed", "504-stalled", "cut-after"] as const) {
    const asked = [
      () => margin.createOrder(ORDER),
      () => futures.createOrder(limit),
      () => futures.createConditionOrder({ ...limit, triggerType: 3, triggerPrice: "51000" }),
    ];
    for (const place of asked) {
      const before = desk.placed.length;
      desk.fates(fate);
      const { orderId } = await place();
      expect(desk.placed.slice(before).map(({ id }) => id)).toEqual([orderId]);
    }
  }
});

test("whatever is lost, refused or late around an order, it is there at most once and as told", async () => {
  const given = fc.record({
    fates: fc.array(someFate, { maxLength: 12 }),
    recvWindow: fc.constantFrom(undefined, 1, 5_000, 60_000),
    name: fc.constantFrom(undefined, "mine"),
    isMarket: fc.boolean(),
    skewMs: fc.integer({ min: -100_000, max: 100_000 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ fates, recvWindow, name, isMarket, skewMs }) => {
      const desk = await ClientDesk.open();
      desk.skewMs = skewMs;
      desk.fates(...fates);
      const { spot } = desk.client({ recvWindow, onRateLimit: "wait" });
      const kind = isMarket ? { type: "MARKET", price: undefined } : { type: "LIMIT" };
      const order = { ...ORDER, ...kind, side: isMarket ? "SELL" : "BUY", newClientOrderId: name };

      const told = await spot.createOrder(order as never).then(
        (placed) => [placed.orderId],
        (error: unknown) => {
          expect(error).toBeInstanceOf(BourseError);
          return error instanceof OutcomeUnknown ? undefined : [];
        },
      );
      await desk.settle();

      expect(desk.placed.length).toBeLessThanOrEqual(1);
      if (told) expect(desk.placed.map(({ id }) => id)).toEqual(told);
    }),
    { seed: 20_260_806, numRuns: runs(300, 300) },
  );
});
