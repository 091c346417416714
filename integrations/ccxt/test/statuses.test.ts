/** Every order that any call gives has a status, one of ccxt's words, and it is the one that the order has. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Order } from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { type Credentials, Venue } from "./support/venue.ts";

const STATUSES = ["open", "closed", "canceled", "rejected", "expired"];
const PAIR = "BTC/USDT";
const LINEAR = "BTC/USDT:USDT";
const INVERSE = "BTC/USD:BTC";

/** Symbol, amount of an order, and what says where it is. */
const AREAS: readonly (readonly [string, string, number, object])[] = [
  ["spot", PAIR, 0.01, {}],
  ["margin", PAIR, 0.01, { marginMode: "cross" }],
  ["linear", LINEAR, 10, {}],
  ["inverse", INVERSE, 10, {}],
];

let venue: Venue;
let annsKey: Credentials & { name: string };
let ann: bourse;
let bob: bourse;

before(async () => {
  venue = await Venue.open();
  await venue.operate("/clock/freeze");
  await venue.setIndex("BTC", "50000");
  await venue.operate("/clock/advance", { byMs: 1_000 });
});
after(() => venue.close());

beforeEach(async () => {
  for (const user of [ann, bob]) {
    for (const [, symbol, , params] of AREAS) await user?.cancelAllOrders(symbol, params);
  }
  annsKey = await venue.user({ USDT: "200000", BTC: "20" });
  ann = await funded(venue.exchange(annsKey));
  bob = await funded(await venue.trader({ USDT: "200000", BTC: "20" }));
});

async function funded(user: bourse): Promise<bourse> {
  for (const account of ["margin", "swap"]) {
    await user.transfer("USDT", 50000, "spot", account);
    await user.transfer("BTC", 5, "spot", account);
  }
  return user;
}

const idOf = (order: Order) => order.id as string;

function haveStatus(call: string, orders: Order | Order[]): void {
  for (const { id, status } of [orders].flat()) {
    assert.ok(STATUSES.includes(status as string), `${call} gave ${id} the status ${status}`);
  }
}

for (const [area, symbol, amount, where] of AREAS) {
  /** An order of Ann, whose status is the one that it has. */
  const place = async (type: string, side: "buy" | "sell", price: number, params = {}) => {
    const asked = { ...where, ...params };
    const placed = await ann.createOrder(symbol, type, side, amount, price, asked);
    const found = await ann.fetchOrder(idOf(placed), symbol, where);
    haveStatus("fetchOrder", found);
    assert.equal(placed.status, found.status, "createOrder told another status");
    assert.equal(placed.filled, found.filled);
    return found;
  };

  test(`createOrder tells what became of an order of ${area}`, async () => {
    await bob.createOrder(symbol, "limit", "sell", amount * 1.5, 50000, where);

    const statuses = [
      await place("limit", "buy", 45000),
      await place("limit", "buy", 50000, { postOnly: true }),
      await place("limit", "buy", 45000, { timeInForce: "FOK" }),
      await place("limit", "buy", 50000),
      await place("limit", "buy", 50000, { timeInForce: "IOC" }),
      await place("limit", "buy", 50000),
    ].map(({ status, filled }) => [status, filled]);

    assert.deepEqual(statuses, [
      ["open", 0],
      ["canceled", 0],
      ["canceled", 0],
      ["closed", amount],
      ["canceled", amount / 2],
      ["open", 0],
    ]);
  });

  test(`a market order of ${area} tells what it traded`, async () => {
    await bob.createOrder(symbol, "limit", "sell", amount, 50000, where);

    const placed = await ann.createOrder(symbol, "market", "buy", amount, 50000, where);

    const { type, status, filled } = placed;
    assert.deepEqual([type, status, filled], ["market", "closed", amount]);
  });

  test(`every other call about orders of ${area} gives a status`, async () => {
    await bob.createOrder(symbol, "limit", "sell", amount, 50000, where);
    await place("limit", "buy", 50000);
    const row = { symbol, type: "limit", side: "buy", price: 45000, params: where } as const;
    const rows = [amount, amount, amount * 2].map((size) => ({ ...row, amount: size }));
    const orders = await ann.createOrders(rows);
    const [first, second, third] = orders.map(idOf) as [string, string, string];

    haveStatus("createOrders", orders);
    haveStatus(
      "editOrder",
      await ann.editOrder(first, symbol, "limit", "buy", amount * 3, 45100, where),
    );
    haveStatus("cancelOrder", await ann.cancelOrder(second, symbol, where));
    haveStatus("cancelOrders", await ann.cancelOrders([third], symbol, where));
    const lists = {
      fetchOpenOrders: await ann.fetchOpenOrders(symbol, undefined, undefined, where),
      fetchClosedOrders: await ann.fetchClosedOrders(symbol, undefined, undefined, where),
      fetchCanceledOrders: await ann.fetchCanceledOrders(symbol, undefined, undefined, where),
      fetchOrders: await ann.fetchOrders(symbol, undefined, undefined, where),
    };
    for (const [call, list] of Object.entries(lists)) {
      assert.notEqual(list.length, 0, call);
      haveStatus(call, list);
    }
    haveStatus("cancelAllOrders", await ann.cancelAllOrders(symbol, where));
  });

  test(`watchOrders gives a status of every order of ${area}`, async () => {
    const watcher = venue.streaming(annsKey);
    const told: Order[] = [];
    /** Watches on until an order of the status is told. */
    const until = async (wanted: string) => {
      for (;;) {
        const orders = await watcher.watchOrders(symbol);
        told.push(...orders);
        if (orders.some(({ status }) => status === wanted)) return;
      }
    };
    try {
      await watcher.loadMarkets();
      await bob.createOrder(symbol, "limit", "sell", amount, 50000, where);
      const resting = await place("limit", "buy", 45000);
      await until("open");

      // A call tells what comes next: it waits before anything is done.
      await Promise.all([until("closed"), place("limit", "buy", 50000)]);
      await Promise.all([until("canceled"), ann.cancelOrder(idOf(resting), symbol, where)]);

      haveStatus("watchOrders", told);
    } finally {
      await watcher.close();
    }
  });
}

for (const [symbol, side] of [
  [LINEAR, "buy"],
  [INVERSE, "sell"],
] as const) {
  test(`a condition order of ${symbol} is open, and rejected when it cannot be placed`, async () => {
    const poor = venue.exchange(await venue.user({}));
    await bob.createOrder(symbol, "limit", "sell", 10, 50000);
    await ann.createOrder(symbol, "limit", "buy", 10, 50000);

    const params = { triggerPrice: 50500, triggerDirection: "ascending" };
    const waiting = await poor.createOrder(symbol, "limit", side, 10, 50500, params);
    await bob.createOrder(symbol, "limit", "sell", 10, 50500);
    await ann.createOrder(symbol, "limit", "buy", 10, 50500);

    assert.equal(waiting.status, "open");
    assert.equal((await poor.fetchOrder(idOf(waiting), symbol)).status, "rejected");
    const [ended] = await poor.fetchCanceledAndClosedOrders(symbol);
    assert.deepEqual([ended?.id, ended?.status], [waiting.id, "rejected"]);
  });
}

test("createOrders of a pair tells what became of each", async () => {
  await bob.createOrder(PAIR, "limit", "sell", 0.01, 50000);
  const row = { symbol: PAIR, type: "limit", side: "buy", amount: 0.01 } as const;

  const orders = await ann.createOrders([
    { ...row, price: 45000 },
    { ...row, price: 50000 },
    { ...row, price: 50000, params: { timeInForce: "IOC" } },
    { ...row, amount: 1000, price: 45000 },
  ]);

  assert.deepEqual(
    orders.map(({ status, filled }) => [status, filled]),
    [
      ["open", 0],
      ["closed", 0.01],
      ["canceled", 0],
      ["rejected", undefined],
    ],
  );
});

test("an order that cannot be looked at was placed all the same, and counts as open", async (t) => {
  t.after(() => venue.operate("/faults/clear"));
  for (const route of ["GET /fapi/v1/order", "GET /sapi/v1/order", "GET /sapi/v1/openOrders"]) {
    await venue.operate("/faults", { route, kind: "503" });
  }
  const row = { symbol: PAIR, type: "limit", side: "buy", amount: 0.01, price: 45000 } as const;

  const placed = await ann.createOrder(LINEAR, "limit", "buy", 10, 45000);
  const batch = await ann.createOrders([row, row]);

  await venue.operate("/faults/clear");
  const open = [...(await ann.fetchOpenOrders(LINEAR)), ...(await ann.fetchOpenOrders(PAIR))];
  const told = [placed, ...batch].map(({ id, status }) => [id, status]);
  assert.deepEqual(
    open.map(({ id }) => [id, "open"]),
    told,
  );
});

test("with fetchPlacedOrders false nothing is asked behind an order", async () => {
  const quick = venue.exchange(annsKey, { fetchPlacedOrders: false });
  await bob.createOrder(LINEAR, "limit", "sell", 10, 50000);

  const placed = await quick.createOrder(LINEAR, "limit", "buy", 10, 50000);

  assert.deepEqual([placed.status, placed.filled], ["open", undefined]);
  assert.equal((await quick.fetchOrder(idOf(placed), LINEAR)).status, "closed");
});

/** Every value that a field of this name can have, wherever it stands. */
function wordsOf(page: unknown, field: string): (string | number)[] {
  if (typeof page !== "object" || page === null) return [];
  return Object.entries(page).flatMap(([key, value]) => {
    const words = key === field ? (value as { enum?: (string | number)[] }).enum : undefined;
    return [...(words ?? []), ...wordsOf(value, field)];
  });
}

test("every status that the API has for an order is one of ccxt's", async () => {
  const page = await (await fetch(`${venue.url}/openapi.json`)).json();
  const { paths } = page as { paths: Record<string, Record<string, { responses: object }>> };
  const replies = [
    paths["/sapi/v1/order"]?.["post"],
    paths["/sapi/v1/order"]?.["get"],
    paths["/sapi/v1/historyOrders"]?.["get"],
    paths["/sapi/v1/margin/historyOrders"]?.["get"],
    paths["/fapi/v1/order"]?.["get"],
    paths["/fapi/v1/openOrders"]?.["get"],
    paths["/fapi/v1/orderHistorical"]?.["post"],
  ];

  for (const reply of replies) {
    const words = wordsOf(reply?.responses["200" as never], "status");
    assert.ok(words.length >= 3, JSON.stringify(words));
    for (const word of words) {
      assert.ok(STATUSES.includes(ann.parseOrderStatus(String(word)) as string), `${word}`);
    }
  }
});
