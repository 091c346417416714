/**
 * Whatever goes wrong on the way of its messages, the typed client ends up with what REST says: random rules of a fixed
 * seed on every channel, then none, and one more event for each channel so that a gap can show. What is left out without
 * a trace it cannot find (`skip`); there it begins anew, as a bot does that has compared the two.
 */
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import {
  type BourseClient,
  type BourseStream,
  type DepthData,
  followDepth,
  followRows,
  type MyBalance,
  type MyOrder,
} from "../../src/client/client.ts";
import { Draws } from "../../src/core/base/draws.ts";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { ONE_GATEWAY } from "../support/gateways.ts";
import { TEST_PATIENCE_MS } from "../support/patience.ts";
import { runs } from "../support/runs.ts";
import { until } from "../support/until.ts";
import { VirtualTime } from "../support/virtual-time.ts";
import "../support/judged-apis.ts";

const SYMBOL = "BTCUSDT";
/** Enough for some hundred messages. */
const ORDERS = 150;
/** What passes for the client in a turn of our loop: its patience with a silent server is 35 s. */
const TURN_MS = 200;
const TURN_REAL_MS = 2;
const TARGETS = ["WS my.orders", "WS my.trades", "WS my.balances", "WS depth", "WS *"] as const;
const FOUND = ["drop", "latency", "double", "silent", "close"] as const;

/** What a client knows by its stream. */
class Belief {
  book: DepthData = { bids: [], asks: [] };
  orders: readonly MyOrder[] = [];
  balances: readonly MyBalance[] = [];
  readonly trades: number[] = [];
  readonly #stream: BourseStream;
  #ends: (() => void)[] = [];
  /** Every channel was told once. */
  readonly begun: Promise<unknown>;

  constructor(stream: BourseStream) {
    this.#stream = stream;
    let begin: () => void = () => undefined;
    this.begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    this.follow();
    // Subscribed last, so told last.
    stream.subscribe("my.trades", {
      snapshot: () => begin(),
      update: ({ trades }) => this.trades.push(...trades.map(({ id }) => id)),
    });
  }

  /** From a snapshot on. */
  follow(): void {
    for (const end of this.#ends.splice(0)) end();
    const followed = [
      followDepth(this.#stream, SYMBOL, (book) => {
        this.book = book;
      }),
      followRows(this.#stream, "my.orders", (rows) => {
        this.orders = rows;
      }),
      followRows(this.#stream, "my.balances", (rows) => {
        this.balances = rows;
      }),
    ];
    this.#ends = followed.map((subscription) => () => subscription.close());
  }

  /** In the form of `truthOf`. */
  get told() {
    const spot = this.balances.flatMap((row) => (row.area === "spot" ? [row] : []));
    return {
      book: this.book,
      orders: new Map(
        this.orders.map((row) => [row.orderId, "executedQty" in row && row.executedQty]),
      ),
      balances: new Map(spot.map(({ asset, free, locked }) => [asset, [free, locked]])),
    };
  }
}

async function truthOf({ spot }: BourseClient) {
  const { bids, asks } = await spot.depth({ symbol: SYMBOL, limit: 100 });
  const orders = await spot.openOrders({ symbol: SYMBOL, limit: 1_000 });
  const { balances } = await spot.account();
  return {
    book: { bids, asks },
    orders: new Map(orders.map(({ orderId, executedQty }) => [orderId, executedQty])),
    balances: new Map(balances.map(({ asset, free, locked }) => [asset, [free, locked]])),
  };
}

/**
 * A clock for the client that is faster than ours, and goes on with the turns of our loop: server and client share it, so a
 * busy machine makes neither of them late for the other.
 */
function fastTime(): VirtualTime {
  const time = new VirtualTime(0);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const goOn = async () => {
    await time.pass(TURN_MS);
    if (!isOver) setTimeout(goOn, TURN_REAL_MS);
  };
  setTimeout(goOn, TURN_REAL_MS);
  return time;
}

async function opened() {
  const exchange = await createExchange({ port: 0, gateways: ONE_GATEWAY, frozen: true });
  const client = exchange.client("demo1", { recvWindow: 1_000 });
  const time = fastTime();
  const stream = client.stream({
    webSocket: WebSocket as never,
    now: () => time.monotonicMs(),
    alarm: time.timer,
  });
  onTestFinished(async () => {
    stream.close();
    await exchange.close();
  });
  const belief = new Belief(stream);
  await belief.begun;
  return { exchange, client, stream, belief };
}

type Kind = (typeof FOUND)[number] | "skip";

/** Some of any kind about anything, and behind them a rare one of each kind about everything. */
async function addRules(
  { operator }: InProcessExchange,
  draws: Draws,
  kinds: readonly Kind[],
): Promise<void> {
  const add = async (target: string, kind: Kind, tenths: number) => {
    // After an end a while passes in which nothing more can go wrong.
    const isEnd = kind === "silent" || kind === "close";
    await operator.addFault(target, kind, {
      chance: isEnd ? `0.0${tenths}` : `0.${tenths}`,
      seed: draws.below(1_000_000),
      ...(isEnd && { count: 1 }),
      ...(kind === "latency" && { ms: 1 + draws.below(60) }),
    });
  };
  for (let rules = draws.below(4); rules > 0; rules--) {
    const kind = kinds[draws.below(kinds.length)] ?? "drop";
    await add(TARGETS[draws.below(TARGETS.length)] ?? "WS *", kind, 1 + draws.below(3));
  }
  for (const kind of kinds) await add("WS *", kind, 2);
}

/** Orders of two users around one price; some are cancelled. */
async function trade(exchange: InProcessExchange, draws: Draws, count: number): Promise<void> {
  const [mine, other] = [exchange.client("demo1").spot, exchange.client("demo2").spot];
  for (let placed = 0; placed < count; placed++) {
    const spot = draws.below(2) === 0 ? mine : other;
    const side = draws.below(2) === 0 ? "BUY" : "SELL";
    const price = `${29_990 + draws.below(21)}`;
    const volume = `0.0${1 + draws.below(9)}`;
    const order = { symbol: SYMBOL, side, type: "LIMIT", volume, price } as const;
    const { orderId, status } = await spot.createOrder(order);
    if (status === "NEW" && draws.below(3) === 0)
      await spot.cancelOrder({ symbol: SYMBOL, orderId });
    // Beats are 5 ms apart: what is told of several orders at once is struck at once.
    if (draws.below(3) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Each kind of fault strikes once for certain, one after the other: which messages the rest meets depends on the pace. */
async function strikeEach(exchange: InProcessExchange, kinds: readonly Kind[]): Promise<void> {
  const { operator } = exchange;
  const { spot } = exchange.client("demo1");
  for (const kind of kinds) {
    await operator.clearFaults();
    const sure = await operator.addFault("WS *", kind, {
      count: 1,
      ...(kind === "latency" && { ms: 20 }),
    });
    await until(`a strike: ${kind}`, TEST_PATIENCE_MS, async () => {
      // Behind a silent connection there is nobody to strike until the client comes back.
      const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", volume: "0.01" } as const;
      const { orderId } = await spot.createOrder({ ...order, price: "29000" });
      await spot.cancelOrder({ symbol: SYMBOL, orderId });
      return (await operator.strikes()).some(({ rule }) => rule === sure) || undefined;
    });
  }
}

/** One more event on every channel, with nothing in its way. */
async function settleDown(exchange: InProcessExchange): Promise<void> {
  await exchange.operator.clearFaults();
  const deal = { symbol: SYMBOL, type: "LIMIT", volume: "0.01", price: "30050" } as const;
  const [mine, other] = [exchange.client("demo1").spot, exchange.client("demo2").spot];
  await mine.createOrder({ ...deal, side: "BUY", volume: "5" });
  await other.createOrder({ ...deal, side: "SELL" });
}

async function healed(exchange: InProcessExchange, belief: Belief, what: string): Promise<void> {
  const truth = await truthOf(exchange.client("demo1"));
  await until(
    what,
    TEST_PATIENCE_MS,
    async () => isDeepStrictEqual(belief.told, truth) || undefined,
  ).catch(() => expect(belief.told, what).toEqual(truth));
}

async function tradesOf({ spot }: BourseClient): Promise<number[]> {
  const trades = await spot.myTrades({ symbol: SYMBOL, limit: 1_000 });
  return trades.map(({ id }) => id).sort((a, b) => a - b);
}

const SEEDS = Array.from({ length: runs(4, 40) }, (_, at) => at + 1);

test.each(SEEDS)(
  "SANDBOX-FAULT-9: seed %i: what the stream told is what REST says",
  async (seed) => {
    const { exchange, belief } = await opened();
    const draws = new Draws(seed, 0);
    await addRules(exchange, draws, FOUND);
    await trade(exchange, draws, ORDERS);
    await strikeEach(exchange, FOUND);
    await settleDown(exchange);

    await healed(exchange, belief, `seed ${seed}`);
    const trades = await tradesOf(exchange.client("demo1"));
    await until(`seed ${seed}: all trades`, TEST_PATIENCE_MS, async () => {
      return belief.trades.length >= trades.length || undefined;
    }).catch(() => undefined);
    expect(belief.trades, `seed ${seed}`).toEqual(trades);
  },
);

test.each(SEEDS.slice(0, SEEDS.length / 2))(
  "SANDBOX-FAULT-9: seed %i: what was skipped is there after a new beginning",
  async (seed) => {
    const { exchange, belief } = await opened();
    const draws = new Draws(seed, 1);
    await addRules(exchange, draws, [...FOUND, "skip"]);
    await exchange.operator.addFault("WS my.orders", "skip", { chance: "0.3", seed });
    await trade(exchange, draws, ORDERS);
    await strikeEach(exchange, [...FOUND, "skip"]);
    await settleDown(exchange);
    belief.follow();

    await healed(exchange, belief, `seed ${seed}`);
  },
);

test("SANDBOX-FAULT-11: an order over a stream that has fallen silent is placed once", async () => {
  const { exchange, client, stream } = await opened();
  await exchange.operator.addFault("WS my.orders", "silent", { count: 1 });
  const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", volume: "1", price: "100" } as const;
  await client.spot.createOrder(order);
  await until("the strike", TEST_PATIENCE_MS, async () => {
    return (await exchange.operator.strikes()).length === 1 || undefined;
  });

  const { orderId } = await client.over(stream).spot.createOrder(order);

  const open = await client.spot.openOrders({ symbol: SYMBOL });
  expect(open.map((one) => one.orderId)).toEqual([orderId, orderId - 1]);
});
