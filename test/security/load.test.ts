/** Hostile crowds: the same order many times at once, more than there is money for, far too many. */
import { expect, test } from "vitest";
import type { Command } from "../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { openRowsOf } from "../../src/core/engine/orders/open-orders.ts";
import { bestLevels } from "../../src/core/engine/read/depth.ts";
import { writeSnapshot } from "../../src/core/engine/snapshot/snapshot.ts";
import { type Answer, HttpDesk } from "../support/http-client.ts";
import { ORDER } from "../support/raw-http.ts";
import { runs } from "../support/runs.ts";

test("SEC-11 SPOT-CHECK-11 one client id fifty times at once is one order, and the others name it", async () => {
  const desk = await HttpDesk.open();
  const body = { ...ORDER, newClientOrderId: "once" };

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => desk.post("/sapi/v1/order", body)),
  );

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(49);
  for (const { json } of refused) {
    expect(json).toEqual({ code: -2010, msg: "Client order id is in use by order 1." });
  }
  expect(desk.exchange.state.orders.byId.size).toBe(1);
});

/** What demo1 has of an asset. */
async function held(desk: HttpDesk, asset: string) {
  const { json } = await desk.get("/sapi/v1/account");
  const { balances } = json as { balances: { asset: string; free: string; locked: string }[] };
  const found = balances.find((balance) => balance.asset === asset);
  return { free: Number(found?.free), locked: Number(found?.locked) };
}

test.each([
  ["resting", "0"],
  ["filled", "5000"],
])(
  "SEC-49 of 100 orders at once, %s, as many are accepted as there is money for",
  async (...way) => {
    const [, offered] = way;
    const desk = await HttpDesk.open();
    for (let sold = 0; sold < Number(offered); sold += 100) {
      await desk.post("/sapi/v1/order", { ...ORDER, side: "SELL", volume: "1" }, { user: "demo2" });
    }

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => desk.post("/sapi/v1/order", { ...ORDER, volume: "3000" })),
    );

    // 10,000,000 USDT for orders of 300,000 each; what was filled has given nothing back.
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(33);
    for (const answer of answers.filter((one: Answer) => one.status !== 200)) {
      expect(answer).toMatchObject({ status: 400, json: { code: -2017 } });
    }
    const { free, locked } = await held(desk, "USDT");
    expect(free).toBe(100_000);
    expect(locked).toBe(9_900_000 - Number(offered));
  },
);

test("SEC-50 SPOT-CHECK-12 more than 1,000 open orders on a symbol are -1015", async () => {
  const desk = await HttpDesk.open();
  for (let i = 0; i < 1_000; i++) await desk.exchange.submit(place(1, 20_000));

  expect(await desk.post("/sapi/v1/order", ORDER)).toMatchObject({
    status: 400,
    json: { code: -1015 },
  });
  expect(await desk.post("/sapi/v1/order", ORDER, { user: "demo2" })).toMatchObject({
    status: 200,
  });
});

const MANY = runs(100_000, 100_000);
const STORM = runs(10_000, 10_000);

/** A desk whose BTCUSDT lets a user have so many open orders. */
async function deepDesk(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  const { pairs } = desk.tampered.exchange.state.catalogue;
  pairs.splice(0, 1, { ...(pairs[0] ?? expect.fail()), openOrdersMax: MANY });
  return desk;
}

function place(user: number, ticks: number): Command {
  const asked = { side: "buy", kind: "limit", quantity: "0.00001", clientId: "" } as const;
  return { type: "PlaceOrder", user, key: user, request: 0, pair: 1, price: `${ticks}`, ...asked };
}

function cancel(user: number, order: number): Command {
  return { type: "CancelOrder", user, key: user, request: 0, pair: 1, order, clientId: "" };
}

/** How many orders a command looks up. */
function lookUps({ exchange }: HttpDesk, command: Command): number {
  const table = exchange.state.orders.byId;
  const find = table.find.bind(table);
  let count = 0;
  table.find = (id) => {
    count++;
    return find(id);
  };
  exchange.do(command);
  Reflect.deleteProperty(table, "find");
  return count;
}

test(`SEC-50 ${MANY} open orders of one user end at the limit and cost no other user a look`, async () => {
  const desk = await deepDesk();
  const { exchange } = desk;
  const { orders } = exchange.state;
  const byOther = () => {
    const placed = lookUps(desk, place(2, 50));
    return [placed, lookUps(desk, cancel(2, orders.orderIdLast))];
  };
  const before = byOther();

  for (let n = 0; n < MANY; n++) exchange.do(place(1, 1 + (n % 1_000)));
  const beyond = exchange.do(place(1, 1));

  expect(orders.byId.size).toBe(MANY);
  expect(beyond).toMatchObject({ ok: false, reason: "too_many_open_orders" });
  expect(byOther()).toEqual(before);
});

test("SEC-50 a storm of cancels looks up each order once or twice, and leaves nothing behind", async () => {
  const desk = await deepDesk();
  const { exchange } = desk;
  const { orders, books } = exchange.state;
  const emptyBytes = writeSnapshot(exchange.state).length;
  const events: ExchangeEvent[] = [];
  exchange.onEvent((event) => void events.push(event));

  for (let turn = 0; turn < 2; turn++) {
    for (let n = 0; n < STORM; n++) exchange.do(place(1, 1 + (n % 1_000)));
    const placed = [...orders.byId.sorted()];
    events.length = 0;
    let looks = 0;
    for (const { id } of placed) looks += lookUps(desk, cancel(1, id));
    expect(looks).toBeGreaterThanOrEqual(placed.length);
    expect(looks).toBeLessThanOrEqual(2 * placed.length);
    expect(events).toHaveLength(placed.length);
  }

  expect(orders.byId.size).toBe(0);
  exchange.do(place(1, 1));
  expect([...openRowsOf(orders, { area: "spot", user: 1 })]).toHaveLength(1);
  expect(bestLevels(books[0]?.bids ?? expect.fail(), 2)).toHaveLength(1);
  exchange.do(cancel(1, orders.orderIdLast));
  // Counters have grown; nothing else has.
  expect(writeSnapshot(exchange.state).length - emptyBytes).toBeLessThan(64);
});
