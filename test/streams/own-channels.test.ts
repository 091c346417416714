/** The public channels of `/ws` over the real engine, on a clock of the test. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openOrdersOf } from "../../src/core/engine/read/orders.ts";
import { depthOf, klinesOf, type ListedMarket } from "../../src/edge/http/dialect/market.ts";
import { KeptBytes } from "../../src/edge/ws/kept-updates.ts";
import { Markets } from "../../src/edge/ws/markets.ts";
import type { DirectExchange } from "../support/direct-exchange.ts";
import { MarketDesk } from "../support/market-desk.ts";
import { runs } from "../support/runs.ts";
import { type Heard, StreamDesk, type StreamDeskOptions } from "../support/stream-desk.ts";
import { ChannelFold } from "../support/stream-fold.ts";

async function openDesk(options?: StreamDeskOptions) {
  const { exchange } = await MarketDesk.provisioned();
  return { exchange, desk: new StreamDesk(exchange, options) };
}

const PAIR = 1;

function place(exchange: DirectExchange, side: "buy" | "sell", price: string, quantity: string) {
  const { users } = exchange.state;
  const user = users.byName.get(side === "buy" ? "demo1" : "demo2")?.id ?? 0;
  const key = users.keys.find((other) => other.user === user)?.id ?? 0;
  const asked = { side, kind: "limit", quantity, price, clientId: "" } as const;
  return exchange.do({ type: "PlaceOrder", user, key, request: 0, pair: PAIR, ...asked });
}

function cancel(exchange: DirectExchange, nth: number): void {
  const { byName } = exchange.state.users;
  const open = ["demo1", "demo2"].flatMap((name) => {
    const user = byName.get(name)?.id ?? 0;
    return [...openOrdersOf(exchange.state.orders, { area: "spot", user })];
  });
  const order = open[nth % Math.max(open.length, 1)];
  if (order) exchange.do({ type: "CancelByOperator", order: order.id, request: 0 });
}

function callOn(exchange: DirectExchange) {
  return { exchange } as unknown as Parameters<typeof klinesOf>[0];
}

function marketIn(exchange: DirectExchange): ListedMarket {
  const market = new Markets(exchange, { turnoverOf: () => "0" }).named("BTCUSDT");
  if (!market) throw new Error("the demo has it");
  return market;
}

/** The market's time goes on much faster than that of the streams: candles begin and end. */
async function pass(exchange: DirectExchange, desk: StreamDesk, ms: number): Promise<void> {
  exchange.nowMs += ms * 500;
  desk.feed.second();
  await desk.wait(ms);
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("order" as const),
      side: fc.constantFrom("buy" as const, "sell" as const),
      price: fc.integer({ min: 49_990, max: 50_010 }).map(String),
      quantity: fc.integer({ min: 1, max: 30 }).map((n) => `0.0${n}`),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), nth: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(250) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "lose" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("import" as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

/** SANDBOX-PAST-3: the minutes before the present; refused once there was a trade, or another past. */
function importPast(exchange: DirectExchange, count: number): void {
  const endMs = exchange.nowMs - (exchange.nowMs % 60_000);
  const candles = Array.from({ length: count }, (_, at) => {
    const startMs = endMs - (count - at) * 60_000;
    return { startMs, open: 4_999_000, high: 5_000_100, low: 4_998_000, close: 5_000_000, lots: 9 };
  });
  exchange.do({ type: "ImportCandles", sort: "pair", market: PAIR, candles, request: 0 });
}

const CHANNELS = ["depth:BTCUSDT", "trades:BTCUSDT", "kline:BTCUSDT:1min"] as const;

class Follower {
  readonly folds = new Map(CHANNELS.map((name) => [name as string, new ChannelFold()]));
  readonly #desk: StreamDesk;
  client: ReturnType<StreamDesk["connect"]>;

  constructor(desk: StreamDesk) {
    this.#desk = desk;
    this.client = desk.connect();
    for (const name of CHANNELS) this.client.subscribe(name);
  }

  listen(): Heard[] {
    const heard = this.client.take();
    for (const message of heard) this.folds.get(message.channel ?? "")?.hear(message);
    return heard;
  }

  /** Loses its connection with what was on its way, and comes back with what it has. */
  comeBack(): void {
    this.client.connection.ended();
    this.client = this.#desk.connect();
    for (const [name, { seq }] of this.folds) {
      this.client.subscribe(name, seq === undefined ? {} : { from: seq, log: "the-log" });
    }
  }
}

test("STREAM-DEPTH-1 STREAM-SEQ-2 STREAM-RESUME-1 SANDBOX-PAST-3: has the book, the trades and the candles of the server, however often it was cut off", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const { exchange, desk } = await openDesk();
      const follower = new Follower(desk);
      const late = new Follower(desk);
      for (const each of steps) {
        if (each.kind === "order") place(exchange, each.side, each.price, each.quantity);
        else if (each.kind === "cancel") cancel(exchange, each.nth);
        else if (each.kind === "wait") await pass(exchange, desk, each.ms);
        else if (each.kind === "import") importPast(exchange, each.count);
        else late.comeBack();
        if (each.kind === "wait") follower.listen();
      }
      await desk.wait(1_000);
      for (const { folds, listen } of [follower, late].map((one) => ({
        folds: one.folds,
        listen: () => one.listen(),
      }))) {
        listen();
        const market = marketIn(exchange);
        const rest = JSON.parse(depthOf(callOn(exchange), market, 100));
        expect(folds.get("depth:BTCUSDT")?.depth).toEqual({ bids: rest.bids, asks: rest.asks });
        const trades = exchange.views.trades
          .newest(PAIR, 1_000)
          .map(({ id }) => id)
          .reverse();
        expect(folds.get("trades:BTCUSDT")?.trades.map(({ id }) => id)).toEqual(trades);
        const values = {
          interval: "1min",
          limit: 300,
          startTime: undefined,
          endTime: undefined,
        } as const;
        const klines = [...(await klinesOf(callOn(exchange), "spot", market, values))];
        expect([...(folds.get("kline:BTCUSDT:1min")?.candles.values() ?? [])]).toEqual(
          klines.reverse(),
        );
      }
    }),
    { numRuns: runs(60, 60), seed: 7 },
  );
});

test("STREAM-DEPTH-1: a book that moves all the time is told at most every 100 ms", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("depth:BTCUSDT");
  for (let at = 0; at < 100; at++) {
    place(exchange, "buy", `${49_000 + at}`, "0.01");
    await desk.wait(10);
  }
  const updates = client.take().filter(({ type }) => type === "update");
  // The book that it was told first is of the first moment.
  expect(updates).toHaveLength(10);
});

test("STREAM-TRADES-1: a trade is sent within 20 ms, each once and in order", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("trades:BTCUSDT");
  await desk.wait(10);
  client.take();
  place(exchange, "sell", "50000", "0.03");
  for (const quantity of ["0.01", "0.02"]) place(exchange, "buy", "50000", quantity);
  await desk.wait(20);
  const [update, ...more] = client.take();
  expect(more).toEqual([]);
  const { trades } = (update?.["data"] ?? {}) as { trades: { qty: string; side: string }[] };
  expect(trades.map(({ qty, side }) => `${side} ${qty}`)).toEqual(["BUY 0.01", "BUY 0.02"]);
  const { position } = exchange.state;
  expect(update).toMatchObject({ type: "update" });
  expect(update?.seq?.split("-")[0]).toBe(`${position}`);
});

test("STREAM-SEQ-1: an event is told from the others of its command by its place in it, whichever client listens and since when", async () => {
  const { exchange, desk } = await openDesk();
  const early = desk.connect();
  for (const name of ["trades:BTCUSDT", "trades:ETHBTC"]) early.subscribe(name);
  for (const price of ["50000", "50001"]) place(exchange, "sell", price, "0.01");
  const later = new StreamDesk(exchange);
  const late = later.connect();
  late.subscribe("trades:BTCUSDT");
  place(exchange, "buy", "50001", "0.02");
  await Promise.all([desk.wait(20), later.wait(20)]);
  const seqs = [early, late].map((client) => client.take().at(-1)?.seq);
  // Traded, the maker's end, Traded, the other maker's end, the taker's.
  expect(seqs).toEqual([`${exchange.state.position}-3`, `${exchange.state.position}-3`]);
});

test("STREAM-TICKER-1 STREAM-INDEX-1: tickers and the index are told when they read otherwise", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  for (const name of ["ticker:BTCUSDT", "tickers", "index:E-BTC-USDT"]) client.subscribe(name);
  await desk.wait(10);
  expect(client.take().filter(({ type }) => type === "snapshot")).toHaveLength(3);
  desk.feed.second();
  await desk.wait(1_000);
  expect(client.take()).toEqual([]);
  place(exchange, "buy", "49000", "0.01");
  await desk.wait(1_000);
  const heard = client.take();
  expect(heard.map(({ channel }) => channel).sort()).toEqual(["ticker:BTCUSDT", "tickers"]);
  expect(heard.find(({ channel }) => channel === "ticker:BTCUSDT")?.["data"]).toMatchObject({
    name: "BTCUSDT",
    buy: "49000",
  });
});

test("STREAM-TICKER-2 the tickers of a market that takes no orders say so, until it trades again", async () => {
  const { exchange, desk } = await openDesk();
  const halted = () => {
    const said = client.take().map(({ channel, data }) => {
      const { tickers = [data] } = data as { tickers?: unknown[] };
      const [ticker = {}] = tickers.filter((one) => (one as { name: string }).name === "BTCUSDT");
      return [channel, (ticker as { halted?: boolean }).halted];
    });
    return new Map(said as [string, boolean | undefined][]);
  };
  const told = (is: boolean | undefined) =>
    new Map([
      ["ticker:BTCUSDT", is],
      ["tickers", is],
    ]);
  const client = desk.connect();
  for (const name of ["ticker:BTCUSDT", "tickers"]) client.subscribe(name);
  await desk.wait(1_000);
  client.take();

  exchange.do({ type: "HaltPair", pair: PAIR, request: 0 });
  await desk.wait(1_000);
  expect(halted()).toEqual(told(true));
  const late = desk.connect();
  late.subscribe("ticker:BTCUSDT");
  expect(late.take().at(-1)?.["data"]).toMatchObject({ name: "BTCUSDT", halted: true });
  exchange.do({ type: "ResumePair", pair: PAIR, request: 0 });
  await desk.wait(1_000);
  expect(halted()).toEqual(told(undefined));
});

test("STREAM-KLINE-1: a candle without trades begins by itself", async () => {
  const { exchange, desk } = await openDesk();
  place(exchange, "sell", "50000", "0.01");
  place(exchange, "buy", "50000", "0.01");
  const client = desk.connect();
  client.subscribe("kline:BTCUSDT:1min");
  await desk.wait(10);
  client.take();
  exchange.nowMs += 60_000;
  desk.feed.second();
  await desk.wait(500);
  const [update] = client.take();
  const { candles } = (update?.["data"] ?? {}) as { candles: { vol: string; open: string }[] };
  expect(candles).toMatchObject([{ vol: "0", open: "50000" }]);
});

test("STREAM-END-1: a market that is delisted ends its channels", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  for (const name of ["depth:BTCUSDT", "trades:BTCUSDT", "ticker:BTCUSDT", "kline:BTCUSDT:1min"])
    client.subscribe(name);
  client.take();
  exchange.do({ type: "HaltPair", pair: PAIR, request: 0 });
  exchange.do({ type: "DelistPair", pair: PAIR, request: 0 });
  await desk.wait(1_000);
  const ended = client.take().filter(({ type }) => type === "unsubscribed");
  expect(ended).toHaveLength(4);
  expect(ended[0]).toMatchObject({ reason: "delisted" });
  client.subscribe("depth:BTCUSDT");
  expect(client.take()).toMatchObject([{ type: "error", code: -1121 }]);
  expect(desk.channels.count).toBe(0);
});

test("STREAM-END-1: a market that is delisted is told once more among all tickers, and then not at all", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("tickers");
  client.take();
  exchange.do({ type: "HaltPair", pair: PAIR, request: 0 });
  exchange.do({ type: "DelistPair", pair: PAIR, request: 0 });
  await desk.wait(1_000);
  expect(client.take()).toMatchObject([
    { data: { tickers: [{ name: "BTCUSDT", delisted: true }] } },
  ]);
  desk.feed.second();
  await desk.wait(1_000);
  expect(client.take()).toEqual([]);
  client.subscribe("tickers");
  expect(JSON.stringify(client.take())).not.toContain("BTCUSDT");
});

test("STREAM-SEQ-3: a snapshot shows all that had happened when it was asked for", async () => {
  const { exchange, desk } = await openDesk();
  const first = desk.connect();
  const second = desk.connect();
  first.subscribe("depth:BTCUSDT");
  place(exchange, "buy", "49000", "0.01");
  await desk.wait(10);
  place(exchange, "buy", "49001", "0.01");
  second.subscribe("depth:BTCUSDT");
  expect(second.take().map(({ type }) => type)).toEqual(["hello", "subscribed"]);
  await desk.wait(100);
  const [snapshot, ...more] = second.take();
  expect([snapshot?.type, more]).toEqual(["snapshot", []]);
  expect(snapshot?.["data"]).toMatchObject({
    bids: [
      ["49001", "0.01"],
      ["49000", "0.01"],
    ],
  });
  expect(first.take().at(-1)?.seq).toBe(snapshot?.seq);

  for (const client of [first, second]) client.connection.ended();
  place(exchange, "buy", "49002", "0.01");
  const third = desk.connect();
  third.subscribe("depth:BTCUSDT");
  expect(third.take().at(-1)?.["data"]).toMatchObject({ bids: [["49002", "0.01"], {}, {}] });
});

test("STREAM-SEQ-3: no event is passed over for a client that comes while others wait to be told", async () => {
  const { exchange, desk } = await openDesk();
  const first = desk.connect();
  first.subscribe("trades:BTCUSDT");
  place(exchange, "sell", "50000", "0.02");
  place(exchange, "buy", "50000", "0.01");
  const second = desk.connect();
  second.subscribe("trades:BTCUSDT");
  place(exchange, "buy", "50000", "0.01");
  await desk.wait(20);
  const idsOf = (heard: Heard[]) =>
    heard
      .flatMap(({ data }) => (data as { trades: { id: number }[] } | undefined)?.trades ?? [])
      .map(({ id }) => id);
  expect(idsOf(second.take())).toEqual(idsOf(first.take()));
});

test("STREAM-INDEX-1: a mark that moves without a trade is told with the next second", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("index:E-BTC-USDT");
  client.take();
  const market = exchange.state.futures.markets[0];
  if (market) market.mark += 10;
  desk.feed.second();
  await desk.wait(500);
  expect(client.take()).toMatchObject([{ type: "update", channel: "index:E-BTC-USDT" }]);
});

test("STREAM-RESUME-4: what was missed counts as messages, and a client over its limit gets a snapshot", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("trades:BTCUSDT");
  const seq = client.take().at(-1)?.seq ?? "";
  place(exchange, "sell", "50000", "9");
  for (let at = 0; at < 250; at++) {
    place(exchange, "buy", "50000", "0.01");
    await desk.wait(5);
  }
  const nowMs = desk.time.monotonicMs();
  client.take();
  client.connection.spend(nowMs, 198);
  client.subscribe("trades:BTCUSDT", { from: seq, log: "the-log" });
  expect(client.take()).toHaveLength(1 + 250);
  client.subscribe("trades:BTCUSDT", { from: seq, log: "the-log" });
  expect(client.take()).toMatchObject([
    {},
    { type: "resync", reason: "too_old" },
    { type: "snapshot" },
  ]);
  expect(client.closedWith).toBeUndefined();
});

test("STREAM-DUR-1: what does not add up is told to no client", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("depth:BTCUSDT");
  await desk.wait(10);
  client.take();
  place(exchange, "buy", "49000", "0.01");
  desk.isSilent = true;
  await desk.wait(1_000);
  expect(client.take()).toEqual([]);
});

test("STREAM-RESUME-1: another log, and what is older than what is kept, begin with a snapshot", async () => {
  const { exchange, desk } = await openDesk({ bytes: new KeptBytes(600), recentMax: 1 });
  const client = desk.connect();
  client.subscribe("trades:BTCUSDT");
  place(exchange, "sell", "50000", "0.9");
  for (let at = 0; at < 20; at++) {
    place(exchange, "buy", "50000", "0.01");
    await desk.wait(10);
  }
  const updates = client.take().filter(({ type }) => type === "update");
  const [first, last] = [updates[0]?.seq ?? "", updates.at(-2)?.seq ?? ""];

  client.subscribe("trades:BTCUSDT", { from: first, log: "the-log" });
  expect(client.take().map(({ type, reason }) => [type, reason])).toEqual([
    ["subscribed", undefined],
    ["resync", "too_old"],
    ["snapshot", undefined],
  ]);
  client.subscribe("trades:BTCUSDT", { from: last, log: "the-log" });
  expect(client.take()).toMatchObject([
    { type: "subscribed", resumed: true },
    { type: "update", prev: last },
  ]);
  client.subscribe("trades:BTCUSDT", { from: last, log: "another" });
  expect(client.take()).toMatchObject([
    { type: "subscribed" },
    { type: "resync", reason: "other_log" },
    { type: "snapshot" },
  ]);
});

test("STREAM-RESUME-3: a channel without listeners goes on for a while, and is then forgotten", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("trades:BTCUSDT");
  const seq = client.take().find(({ type }) => type === "snapshot")?.seq ?? "";
  client.connection.ended();
  place(exchange, "sell", "50000", "0.01");
  place(exchange, "buy", "50000", "0.01");
  await desk.wait(10);
  const again = desk.connect();
  again.subscribe("trades:BTCUSDT", { from: seq, log: "the-log" });
  expect(again.take().at(-1)).toMatchObject({ type: "update", prev: seq });
  again.connection.ended();
  await desk.wait(300_000);
  desk.channels.forgetIdle(desk.time.monotonicMs());
  expect(desk.channels.count).toBe(0);
});

test("STREAM-OWN-1: what cannot be done is refused with a code, and costs nothing", async () => {
  const { desk } = await openDesk();
  const client = desk.connect();
  client.take();
  const refusals: [unknown, number][] = [
    ["{", -1100],
    ["[]", -1100],
    ["null", -1100],
    [{ op: "shout" }, -1020],
    [{}, -1020],
    [{ op: "subscribe" }, -1102],
    [{ op: "subscribe", channel: 7 }, -1102],
    [{ op: "subscribe", channel: "x".repeat(129) }, -1102],
    [{ op: "subscribe", channel: "depth:NOPE" }, -1121],
    [{ op: "subscribe", channel: "depth:btcusdt" }, -1121],
    [{ op: "subscribe", channel: "depth:BTCUSDT:1min" }, -1121],
    [{ op: "subscribe", channel: "kline:BTCUSDT" }, -1121],
    [{ op: "subscribe", channel: "kline:BTCUSDT:2min" }, -1121],
    [{ op: "subscribe", channel: "kline:BTCUSDT:1min:x" }, -1121],
    [{ op: "subscribe", channel: "index:BTCUSDT" }, -1121],
    [{ op: "subscribe", channel: "constructor" }, -1121],
    [{ op: "subscribe", channel: "depth:__proto__" }, -1121],
    [{ op: "subscribe", channel: "depth:BTCUSDT", from: "7" }, -1102],
    [{ op: "subscribe", channel: "depth:BTCUSDT", from: "7-1" }, -1102],
    [{ op: "subscribe", channel: "my.orders" }, -1002],
    [{ op: "ping", id: 1.5 }, -1102],
    [{ op: "ping", id: null }, -1102],
    [{ op: "ping", id: "x".repeat(65) }, -1102],
    [{ op: "unsubscribe", channel: "depth:BTCUSDT" }, -1121],
  ];
  for (const [message, code] of refusals) {
    client.say(message);
    expect(client.take(), JSON.stringify(message)).toMatchObject([{ type: "error", code }]);
  }
  expect(desk.channels.count).toBe(0);
  client.say({ op: "ping", id: "a" });
  client.say({ op: "subscribe", channel: "depth:BTCUSDT", id: 7 });
  client.say({ op: "unsubscribe", channel: "depth:BTCUSDT", id: 8 });
  expect(client.take()).toMatchObject([
    { type: "pong", id: "a" },
    { type: "subscribed", channel: "depth:BTCUSDT", id: 7 },
    { type: "snapshot" },
    { type: "unsubscribed", id: 8 },
  ]);
});

test("STREAM-LIMIT-3 STREAM-LIMIT-6: subscriptions and channels are bounded", async () => {
  const { desk } = await openDesk({ subscriptionsMax: 2, channelsMax: 3 });
  const client = desk.connect();
  for (const name of ["depth:BTCUSDT", "trades:BTCUSDT", "depth:BTCUSDT", "tickers"])
    client.subscribe(name);
  expect(client.take().filter(({ type }) => type === "error")).toMatchObject([{ code: -1003 }]);
  const other = desk.connect();
  other.subscribe("tickers");
  other.subscribe("depth:ETHBTC");
  expect(other.take().filter(({ type }) => type === "error")).toMatchObject([{ code: -1003 }]);
  other.say({ op: "unsubscribe", channel: "tickers" });
  other.subscribe("depth:ETHBTC");
  expect(other.take().at(-1)).toMatchObject({ type: "snapshot", channel: "depth:ETHBTC" });
  expect(desk.channels.count).toBe(3);
});

test("STREAM-EVENTS-1: a sweep through a deep book is told in pieces, and one beyond all bounds by a snapshot", async () => {
  const { exchange, desk } = await openDesk();
  const client = desk.connect();
  client.subscribe("trades:BTCUSDT");
  const fold = new ChannelFold();
  for (const message of client.take()) fold.hear(message);
  const sweep = async (count: number) => {
    for (let at = 0; at < count; at++) {
      desk.feed.fold({ ...SWEPT, id: at + 1, timeMs: exchange.nowMs } as never);
    }
    await desk.wait(100);
    return client.take();
  };
  const pieces = await sweep(1_200);
  for (const message of pieces) fold.hear(message);
  expect(pieces.map(({ type }) => type)).toEqual(["update", "update", "update"]);
  expect(fold.trades.map(({ id }) => id)).toEqual(Array.from({ length: 1_200 }, (_, at) => at + 1));

  const before = fold.seq ?? "";
  const [whole, ...more] = await sweep(100_001);
  expect([whole?.type, more]).toEqual(["snapshot", []]);
  client.subscribe("trades:BTCUSDT", { from: before, log: "the-log" });
  expect(client.take()).toMatchObject([{}, { type: "resync", reason: "too_old" }, {}]);
});

const SWEPT = { type: "Traded", pair: PAIR, ticks: 5_000_000, lots: 1, takerSide: "buy" };
