/** Forks of an exchange in a process: where they begin, and that neither sees what the other does. */
import "../support/judged-apis.ts";
import { afterEach, expect, test } from "vitest";
import {
  type CreateExchangeOptions,
  createExchange,
  type InProcessExchange,
} from "../../src/create-exchange.ts";

const PAIR = { symbol: "BTCUSDT" };
const open: InProcessExchange[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((exchange) => exchange.close()));
});

async function begin(options: CreateExchangeOptions = {}): Promise<InProcessExchange> {
  const exchange = await createExchange({ frozen: true, ...options });
  open.push(exchange);
  return exchange;
}

async function forkOf(exchange: InProcessExchange, options = {}): Promise<InProcessExchange> {
  const fork = await exchange.fork(options);
  open.push(fork);
  return fork;
}

function order(exchange: InProcessExchange, side: "BUY" | "SELL", price: string, volume = "1") {
  const user = side === "BUY" ? "demo1" : "demo2";
  return exchange.client(user).spot.createOrder({ ...PAIR, side, type: "LIMIT", price, volume });
}

/** All that users are told of spot. */
async function told(exchange: InProcessExchange) {
  const { spot } = exchange.client("demo1");
  return {
    account: await spot.account(),
    open: await spot.openOrders(PAIR),
    trades: await spot.myTrades(PAIR),
    asks: (await spot.depth(PAIR)).asks,
    recent: await spot.trades(PAIR),
    klines: await spot.klines({ ...PAIR, interval: "1min" }),
    ended: await exchange.client("demo2").spot.orderHistory(PAIR),
  };
}

async function traded(options: CreateExchangeOptions = {}): Promise<InProcessExchange> {
  const exchange = await begin(options);
  await order(exchange, "SELL", "100", "3");
  await order(exchange, "BUY", "100");
  await order(exchange, "BUY", "90");
  return exchange;
}

test("SANDBOX-FORK-1 a fork begins with all that the exchange tells, and the same keys sign in both", async () => {
  const exchange = await traded();
  const fork = await forkOf(exchange);
  expect(await told(fork)).toEqual(await told(exchange));
});

test("SANDBOX-FORK-1 what one does is unseen in the other, and ids go on alike", async () => {
  const exchange = await traded();
  const fork = await forkOf(exchange);
  const before = await told(exchange);

  const there = await order(fork, "SELL", "110", "2");
  await order(fork, "BUY", "100", "2");
  const after = await told(fork);
  expect(await told(exchange)).toEqual(before);
  const here = await order(exchange, "BUY", "95");
  await exchange.client("demo1").spot.cancelAll(PAIR);

  expect(here.orderId).toBe(there.orderId);
  expect(await told(fork)).toEqual(after);
  expect(after.trades).toHaveLength(2);
  expect((await told(exchange)).trades).toHaveLength(1);
});

test("SANDBOX-FORK-1 a fork of a fork, each of them closed before the one that it is a fork of or behind it", async () => {
  const exchange = await traded();
  const first = await forkOf(exchange);
  await order(first, "BUY", "91");
  const second = await forkOf(first);
  const wanted = await told(first);
  await exchange.close();
  expect(await told(second)).toEqual(wanted);
  await second.close();
  await order(first, "BUY", "92");
  expect((await told(first)).open).toHaveLength(wanted.open.length + 1);
});

test("SANDBOX-FORK-1 each has a clock of its own, which stands where it stood", async () => {
  const exchange = await traded();
  const fork = await forkOf(exchange);
  const timeOf = async (one: InProcessExchange) => {
    const { time } = (await one.operator.get("/status")) as { time: string };
    return Date.parse(time);
  };
  const start = await timeOf(exchange);
  expect(await timeOf(fork)).toBe(start);
  await fork.operator.advanceClock(3_600_000);
  expect([await timeOf(exchange), await timeOf(fork)]).toEqual([start, start + 3_600_000]);
});

test("SANDBOX-FORK-2 fault rules go on as far as they have come, in each by itself, or are left out", async () => {
  const exchange = await begin();
  const rule = { chance: "0.5", seed: 3, count: 6 };
  await exchange.operator.addFault("GET /sapi/v1/account", "429", rule);
  const asked = async (one: InProcessExchange, times: number) => {
    const answers: string[] = [];
    for (let at = 0; at < times; at++) {
      answers.push(
        await one
          .client("demo1")
          .spot.account()
          .then(
            () => "ok",
            () => "struck",
          ),
      );
    }
    return answers;
  };
  await asked(exchange, 5);
  const fork = await forkOf(exchange);
  const without = await forkOf(exchange, { faults: "none" });
  const there = await asked(fork, 12);
  expect(await asked(exchange, 12)).toEqual(there);
  expect(there).toContain("struck");
  expect(await asked(without, 12)).not.toContain("struck");
});

test("SANDBOX-FORK-1 saved states are there in both, and each saves and loads for itself", async () => {
  const exchange = await traded();
  await exchange.operator.save("traded");
  const fork = await forkOf(exchange);
  const before = await told(exchange);
  await order(fork, "BUY", "93");
  await fork.operator.save("more");
  await fork.operator.load("traded");
  expect((await told(fork)).open).toEqual(before.open);
  await expect(exchange.operator.load("more")).rejects.toMatchObject({ status: 404 });
  expect(await told(exchange)).toEqual(before);
});

test("SANDBOX-FORK-1 through gateways as well", async () => {
  const exchange = await traded({ gateways: 2 });
  const fork = await forkOf(exchange);
  await order(fork, "BUY", "91");
  expect((await told(fork)).open).toHaveLength((await told(exchange)).open.length + 1);
});

test.each([true, false])(
  "SANDBOX-FORK-3 the traders of a market (calm: %s) go on in both, on the same path",
  async (calm) => {
    const exchange = await begin({ traders: true, seed: 5, calm });
    await exchange.operator.advanceClock(5_000);
    const fork = await forkOf(exchange);
    const trades = async (one: InProcessExchange) => {
      await one.operator.advanceClock(20_000);
      return one.client().spot.trades({ ...PAIR, limit: 200 });
    };
    const there = await trades(fork);
    expect(await trades(exchange)).toEqual(there);
  },
);

test("SANDBOX-FORK-1 what is no option, and an exchange that is closed, are refused and nothing has changed", async () => {
  const exchange = await begin();
  await expect(exchange.fork({ at: 7 } as never)).rejects.toThrow("fork has no option at");
  await expect(exchange.fork({ faults: "some" } as never)).rejects.toThrow(
    'faults of a fork is "none"',
  );
  await exchange.close();
  await expect(exchange.fork()).rejects.toThrow();
});
