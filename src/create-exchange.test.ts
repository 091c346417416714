/** The exchange inside a test runner: what a developer of bots would do with it. */
import { expect, test } from "vitest";
import { BourseError, type NewFuturesOrder } from "./client/client.ts";
import { createExchange, type InProcessExchange, OperatorError } from "./create-exchange.ts";
import { NUMBERING_PROCESSES } from "./edge/http/api.ts";
import "../test/support/judged-apis.ts";

async function withExchange(
  options: Parameters<typeof createExchange>[0],
  work: (exchange: InProcessExchange) => Promise<void>,
): Promise<void> {
  const exchange = await createExchange(options);
  try {
    await work(exchange);
  } finally {
    await exchange.close();
  }
}

const freeOf = async (exchange: InProcessExchange, user: string, asset: string) => {
  const { balances } = await exchange.client(user).spot.account();
  return balances.find((balance) => balance.asset === asset)?.free;
};

const SELL = {
  symbol: "BTCUSDT",
  side: "SELL",
  type: "LIMIT",
  volume: "1",
  price: "30000",
} as const;
const BUY = { ...SELL, side: "BUY" } as const;

test("two users trade with each other, without a port, a file or a second process", () =>
  withExchange({}, async (exchange) => {
    await exchange.client("demo1").spot.createOrder(SELL);
    const filled = await exchange.client("demo2").spot.createOrder(BUY);

    expect(filled).toMatchObject({ status: "FILLED", executedQty: "1" });
    expect(exchange.url).toBeUndefined();
    const history = await exchange.client("demo1").spot.myTrades({ symbol: "BTCUSDT" });
    expect(history).toHaveLength(1);
  }));

test("with a port any client reaches it over HTTP", () =>
  withExchange({ port: 0 }, async (exchange) => {
    const reply = await fetch(`${exchange.url}/sapi/v1/ping`);

    expect(reply.status).toBe(200);
    expect(await (await fetch(`${exchange.url}/docs`)).text()).toContain("/sapi/v1/order");
    expect(await (await fetch(`${exchange.url}/`)).text()).toContain("<title>Bourse");
    const { serverTime } = await exchange.client().spot.time();
    expect(Math.abs(serverTime - Date.now())).toBeLessThan(60_000);
  }));

test("SANDBOX-CLOCK-3 an hour of interest passes in a moment", () =>
  withExchange({}, async (exchange) => {
    const client = exchange.client("demo1");
    await exchange.client("demo2").spot.createOrder({ ...SELL, volume: "1" });
    await exchange.operator.post("/index", { asset: "BTC", price: "30000" });
    await exchange.operator.freezeClock();
    await client.margin.createOrder({ ...BUY, volume: "0.5" });
    const owed = async () => {
      const { balances } = await client.margin.account();
      return balances.find(({ asset }) => asset === "USDT");
    };
    const before = await owed();

    await exchange.operator.advanceClock(3_600_000);

    const after = await owed();
    expect(Number(before?.borrowed)).toBeGreaterThan(0);
    expect(Number(after?.interest)).toBeGreaterThan(Number(before?.interest));
  }));

test("SANDBOX-STATE-2 SANDBOX-STATE-5 what came after a save is undone by a load, and all of it by a reset", () =>
  withExchange({ port: 0 }, async (exchange) => {
    const seller = exchange.client("demo1");
    await seller.spot.createOrder(SELL);
    await exchange.operator.save("rests");
    for (let n = 0; n < 3; n++) {
      await exchange.client("demo2").spot.createOrder(BUY);
      expect(await seller.spot.myTrades({ symbol: "BTCUSDT" })).toHaveLength(1);
      await exchange.operator.load("rests");
      expect(await seller.spot.myTrades({ symbol: "BTCUSDT" })).toEqual([]);
      expect(await seller.spot.openOrders({ symbol: "BTCUSDT" })).toHaveLength(1);
    }
    await exchange.operator.reset();
    expect(await seller.spot.openOrders({ symbol: "BTCUSDT" })).toEqual([]);
    expect(await freeOf(exchange, "demo1", "BTC")).toBe("100");
  }));

test("SANDBOX-FAULT-1 a 504 that was executed is found by its client id, and not sent again", () =>
  withExchange({}, async (exchange) => {
    const client = exchange.client("demo1");
    await exchange.operator.addFault("POST /sapi/v1/order", "504-executed", { count: 1 });

    const placed = await client.spot.createOrder(SELL);

    const open = await client.spot.openOrders({ symbol: "BTCUSDT" });
    expect(open.map(({ orderIdString }) => orderIdString)).toEqual([placed.orderIdString]);
  }));

test("fetch is called as any program calls it, and gives a Response as any program reads one", () =>
  withExchange({}, async (exchange) => {
    const symbols = await exchange.fetch(new URL("http://anywhere/sapi/v1/symbols"));
    const asked = new Request("http://anywhere/sapi/v1/order", { method: "POST", body: "{}" });
    const refused = await exchange.fetch(asked);

    expect(symbols).toBeInstanceOf(Response);
    expect([symbols.ok, symbols.headers.get("content-type")]).toEqual([true, "application/json"]);
    expect(await symbols.clone().json()).toHaveProperty("symbols");
    expect((await symbols.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect([refused.ok, refused.status]).toEqual([false, 401]);
    const ended = AbortSignal.abort();
    await expect(exchange.fetch("http://anywhere/sapi/v1/time", { signal: ended })).rejects.toThrow(
      "aborted",
    );
  }));

test("SANDBOX-FAULT-17 a misspelt option of addFault is refused, and no rule is added", () =>
  withExchange({}, async ({ operator }) => {
    const misspelt = { times: 1 } as object;

    const adding = operator.addFault("*", "503", misspelt);

    await expect(adding).rejects.toThrow(
      "Parameter times is not known; this request takes route, kind, user, ms",
    );
    expect(await operator.get("/faults")).toEqual({ faults: [] });
  }));

test("the traders make the same market again from the same seed", async () => {
  const lastOf = (seed: number) => {
    let last = "";
    return withExchange({ traders: true, seed, frozen: true }, async (exchange) => {
      await exchange.operator.advanceClock(20_000);
      const trades = await exchange.client().spot.trades({ symbol: "BTCUSDT", limit: 20 });
      last = trades.list.map(({ price, qty }) => `${price}x${qty}`).join();
    }).then(() => last);
  };

  const [one, again, other] = [await lastOf(3), await lastOf(3), await lastOf(4)];

  expect(one).not.toBe("");
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

test("an operator's no is an error with its code, a user's no one of the client's", () =>
  withExchange({ demo: false }, async (exchange) => {
    await expect(exchange.operator.post("/users", {})).rejects.toMatchObject({ code: -1102 });
    await exchange.operator.post("/users", { name: "alice" });
    await expect(exchange.client().spot.depth({ symbol: "BTCUSDT" })).rejects.toThrow(BourseError);
    expect(() => exchange.client("alice")).toThrow("the demo has no user alice");
  }));

test("the operator makes users, who trade with the keys and the money that they get", () =>
  withExchange({ port: 0 }, async (exchange) => {
    const { operator } = exchange;
    await operator.addUser("alice");
    await operator.deposit("alice", "BTC", "1.5");
    const alice = exchange.client(await operator.addKey("alice"));
    const reader = exchange.client(await operator.addKey("alice", { permissions: ["read"] }));
    const strict = exchange.client(await operator.addKey("alice", { strict: true }));

    await alice.spot.createOrder(SELL);

    const { balances } = await reader.spot.account();
    expect(balances.find(({ asset }) => asset === "BTC")).toMatchObject({
      free: "0.5",
      locked: "1",
    });
    await expect(reader.spot.createOrder(SELL)).rejects.toMatchObject({ kind: "credentials" });
    const misspelt = { symbol: "BTCUSDT", limits: 5 };
    expect(await alice.spot.openOrders(misspelt)).toHaveLength(1);
    await expect(strict.spot.openOrders(misspelt)).rejects.toMatchObject({ code: -1102 });
    await expect(operator.addUser("alice")).rejects.toThrow(OperatorError);
  }));

test("an index that the operator has set stands until it is withdrawn", () =>
  withExchange({ frozen: true }, async (exchange) => {
    const { operator } = exchange;
    const shown = () => exchange.client().futures.index({ contractName: "E-BTC-USDT" });

    await operator.setIndex("BTC", "41234.5");
    await operator.advanceClock(1_000);
    expect(await shown()).toMatchObject({ indexPrice: "41234.5", markPrice: "41234.5" });

    await operator.withdrawIndex("BTC");
    await expect(operator.withdrawIndex("BTC")).rejects.toMatchObject({ code: -3009 });
  }));

test("20 at once, each with its own books and port", async () => {
  const exchanges = await Promise.all(
    Array.from({ length: 20 }, (_, n) => createExchange(n % 2 === 0 ? { port: 0 } : {})),
  );
  await exchanges[0]?.client("demo1").spot.createOrder(SELL);
  const open = await Promise.all(
    exchanges.map((each) => each.client("demo1").spot.openOrders({ symbol: "BTCUSDT" })),
  );
  expect(open.map(({ length }) => length)).toEqual([1, ...Array.from({ length: 19 }, () => 0)]);
  expect(new Set(exchanges.flatMap(({ url }) => url ?? [])).size).toBe(10);

  await Promise.all(exchanges.map((exchange) => exchange.close()));

  await expect(fetch(`${exchanges[0]?.url}/sapi/v1/ping`)).rejects.toThrow();
});

test("an option that there is not is refused by its name", async () => {
  const mistyped = { trader: true } as Parameters<typeof createExchange>[0];

  await expect(createExchange(mistyped)).rejects.toThrow(
    "createExchange has no option trader; it has demo, traders, seed, calm, frozen, limits, gateways, port",
  );
});

test("MARG-INDEX-1 without traders the first trade makes the price, and margin and futures go by it", async () => {
  await withExchange({}, async (exchange) => {
    const [one, two] = [exchange.client("demo1"), exchange.client("demo2")];
    const pair = { symbol: "BTCUSDT", type: "LIMIT", price: "777" } as const;
    await one.spot.createOrder({ ...pair, side: "SELL", volume: "30" });
    await two.spot.createOrder({ ...pair, side: "BUY", volume: "1" });

    const bought = await two.margin.createOrder({ ...pair, side: "BUY", volume: "25" });

    expect(bought).toMatchObject({ status: "FILLED", executedQty: "25" });
    const { balances } = await two.margin.account();
    expect(balances.find(({ asset }) => asset === "USDT")).toMatchObject({ borrowed: "9425" });
    const contract = { contractName: "E-BTC-USDT", type: "LIMIT", price: "777", volume: "100" };
    const terms = { ...contract, open: "OPEN", positionType: 1 } as const;
    const maker = { ...terms, side: "SELL" } as NewFuturesOrder;
    await one.futures.createOrder(maker);
    const taken = await two.futures.createOrder({ ...terms, side: "BUY" } as NewFuturesOrder);
    expect(taken.orderId).toBeGreaterThan(0);
  });
});

test("FOLLOW-READ-1 with gateways each request goes to the next, and all tell of one exchange", async () => {
  const exchange = await createExchange({ gateways: 2 });
  const client = exchange.client("demo1");
  const order = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    volume: "1",
    price: "100",
  } as const;

  for (let count = 1; count <= 5; count++) {
    await client.spot.createOrder(order);
    expect(await client.spot.openOrders({ symbol: "BTCUSDT" })).toHaveLength(count);
  }

  const ping = () =>
    exchange.fetch("http://127.0.0.1/sapi/v1/ping", {
      method: "GET",
      headers: {},
      signal: new AbortController().signal,
    });
  const ids = [await ping(), await ping()].map(({ headers }) => headers.get("x-request-id") ?? "");
  const processes = ids.map((id) => Number.parseInt(id, 36) % NUMBERING_PROCESSES);
  expect(new Set(processes).size).toBe(2);
  await exchange.close();
});

test.each([-1, 1.5, 64])("%d gateways are refused in a sentence", async (gateways) => {
  const sentence = `gateways is a whole number from 0 to 63, not ${gateways}`;

  await expect(createExchange({ gateways })).rejects.toThrow(sentence);
});
