/** `/kline-api/ws` end to end: real sockets, a whole exchange, a client written from the document. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { MARKET_WORDS } from "../../src/edge/public/streams-of.ts";
import { KLINE_API } from "../../src/edge/ws/kline-api/kline-api-dialect.ts";
import { LogName } from "../../src/edge/ws/log-name.ts";
import { ownDialect } from "../../src/edge/ws/own/own-dialect.ts";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { Streams } from "../../src/edge/ws/streams.ts";
import { ONE_GATEWAY } from "../support/gateways.ts";
import { KlineApiClient } from "../support/kline-api-client.ts";
import { MarketDesk } from "../support/market-desk.ts";
import { settle, VirtualTime } from "../support/virtual-time.ts";
import "../support/judged-apis.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(options: Parameters<typeof createExchange>[0] = {}) {
  const exchange = await createExchange({ gateways: ONE_GATEWAY, port: 0, ...options });
  ends.push(() => exchange.close());
  return { exchange, client: await connect(exchange.url ?? "") };
}

async function connect(url: string): Promise<KlineApiClient> {
  const client = await KlineApiClient.open(url);
  ends.push(() => client.close());
  return client;
}

const ON_PAIR = { symbol: "BTCUSDT", type: "LIMIT" } as const;
const ON_CONTRACT = {
  contractName: "E-BTC-USDT",
  type: "LIMIT",
  open: "OPEN",
  positionType: 1,
} as const;

/** One kind of market: its name in a channel, and how a user trades there. */
interface Place {
  readonly name: string;
  readonly order: (
    exchange: InProcessExchange,
    user: string,
    terms: { side: "BUY" | "SELL"; price: string; volume: string },
  ) => Promise<unknown>;
}

const PAIR: Place = {
  name: "btcusdt",
  order: (exchange, user, terms) =>
    exchange.client(user).spot.createOrder({ ...ON_PAIR, ...terms }),
};
const CONTRACT: Place = {
  name: "e_btcusdt",
  order: (exchange, user, terms) =>
    exchange.client(user).futures.createOrder({ ...ON_CONTRACT, ...terms }),
};

async function trade(exchange: InProcessExchange, { order }: Place, price: string, volume: string) {
  await order(exchange, "demo2", { side: "SELL", price, volume });
  await order(exchange, "demo1", { side: "BUY", price, volume });
}

test.each([
  { place: PAIR, amount: "150000.3" },
  { place: CONTRACT, amount: "15.00003" },
])(
  "STREAM-FAM-2 STREAM-FAM-3 STREAM-FAM-4 STREAM-FAM-5 STREAM-FAM-6 every kind of channel of $place.name",
  async ({ place, amount }) => {
    const { exchange, client } = await open({ frozen: true });
    const channel = (kind: string) => `market_${place.name}_${kind}`;
    await place.order(exchange, "demo2", { side: "SELL", price: "60000.7", volume: "2" });
    client.ask("sub", channel("depth_step0"), { cb_id: "d" });
    expect((await client.answer("d")).text).toMatch(
      new RegExp(
        `^\\{"event_rep":"subed","channel":"${channel("depth_step0")}","cb_id":"d","ts":\\d{13},"status":"ok"\\}$`,
      ),
    );
    expect(await client.tick(channel("depth_step0"))).toBe('{"asks":[[60000.7,2]],"buys":[]}');
    client.ask("unsub", channel("depth_step0"));
    for (const kind of ["ticker", "kline_60min", "trade_ticker"]) client.ask("sub", channel(kind));
    expect(await client.tick(channel("ticker"))).toContain('"vol":0,');

    await trade(exchange, place, "50000.1", "3");

    const { text: traded } = await client.next(
      ({ value }) => value["channel"] === channel("trade_ticker") && "tick" in value,
    );
    expect(traded).toContain(`"side":"BUY","price":50000.1,"vol":3,"amount":${amount},"ts":`);
    const prices = '"open":50000.1,"close":50000.1,"high":50000.1,"low":50000.1';
    const asked = await connect(exchange.url ?? "");
    const tickWith = async (kind: string, part: string) => {
      const { text } = await asked.next(
        (heard) => heard.value["channel"] === channel(kind) && heard.text.includes(part),
      );
      return text;
    };
    asked.ask("sub", channel("ticker"));
    const ticker = await tickWith("ticker", '"vol":3,');
    expect(ticker).toContain(`"tick":{"amount":${amount},"vol":3,${prices},"rose":0}}`);
    asked.ask("sub", channel("kline_60min"));
    const candle = await tickWith("kline_60min", '"vol":3,');
    expect(candle).toMatch(new RegExp(`"tick":\\{"id":\\d{10},"vol":3,${prices}\\}\\}$`));
  },
);

test("STREAM-FAM-6 a candle that turns is told as it became, then the new one", async () => {
  const { exchange, client } = await open({ frozen: true });
  const channel = "market_btcusdt_kline_1min";
  await trade(exchange, PAIR, "50000", "1");
  client.ask("sub", channel);
  const first = JSON.parse(await client.tick(channel)) as { id: number };
  await trade(exchange, PAIR, "50001", "1");
  await exchange.operator.advanceClock(60_000);

  const ticks: { id: number; close: number; vol: number }[] = [];
  while (ticks.at(-1)?.id !== first.id + 60) ticks.push(JSON.parse(await client.tick(channel)));
  expect(ticks.at(-2)).toMatchObject({ id: first.id, close: 50001, vol: 2 });
  expect(ticks.at(-1)).toMatchObject({ close: 50001, vol: 0 });
});

test("STREAM-FAM-7 what is asked for once is answered once, oldest first", async () => {
  const { exchange, client } = await open({ frozen: true });
  for (const price of ["50000", "50001.25", "50002"]) {
    await trade(exchange, PAIR, price, "0.5");
    await exchange.operator.advanceClock(60_000);
  }
  await PAIR.order(exchange, "demo1", { side: "BUY", price: "49000.5", volume: "0.00001" });
  const ask = async (kind: string, params: object = {}) => {
    client.ask("req", `market_btcusdt_${kind}`, { ...params, cb_id: kind });
    const { text, value } = await client.answer(kind);
    expect(value["event_rep"]).toBe("rep");
    return { data: value["data"] as Record<string, number>[], text };
  };

  const trades = await ask("trade_ticker", { top: 1 });
  expect(trades.data.map(({ price }) => price)).toEqual([50000, 50001.25, 50002]);
  expect(trades.text).toContain('"price":50001.25,"vol":0.5,"amount":25000.625,"ts":');
  const { data: candles } = await ask("kline_1min");
  expect(candles.map(({ close, vol }) => [close, vol])).toEqual([
    ...[
      [50000, 0.5],
      [50001.25, 0.5],
      [50002, 0.5],
      [50002, 0],
    ],
  ]);
  const endIdx = `${candles[1]?.["id"]}`;
  const page = await ask("kline_1min", { pageSize: "1", endIdx });
  expect(page.data.map(({ close }) => close)).toEqual([50001.25]);
  expect((await ask("depth_step0")).text).toContain(
    '"data":[{"asks":[],"buys":[[49000.5,0.00001]]}]}',
  );
  expect((await ask("ticker")).data).toMatchObject([{ vol: 1.5, rose: 0.00004 }]);
});

test("STREAM-FAM-8 a client that leaves a channel hears no more of it", async () => {
  const { exchange, client } = await open();
  const [trades, others] = ["market_btcusdt_trade_ticker", "market_ethusdt_trade_ticker"];
  for (const channel of [trades, others]) client.ask("sub", channel);
  client.ask("unsub", trades, { cb_id: "u" });
  expect((await client.answer("u")).value).toMatchObject({ event_rep: "unsubed", status: "ok" });

  await trade(exchange, PAIR, "50000", "1");
  const onOther = { ...ON_PAIR, symbol: "ETHUSDT", price: "3000", volume: "1" } as const;
  await exchange.client("demo2").spot.createOrder({ ...onOther, side: "SELL" });
  await exchange.client("demo1").spot.createOrder({ ...onOther, side: "BUY" });

  const { value } = await client.next(({ value: { tick } }) => tick !== undefined);
  expect(value["channel"]).toBe(others);
});

test("STREAM-FAM-8 garbage is answered with an error, and the connection lives", async () => {
  const { client } = await open();
  for (const garbage of ["", "{", "null", '{"event":"sub"}', "x".repeat(4_000), '{"event":{}}']) {
    client.say(garbage);
    const { value } = await client.next(() => true);
    expect(value).toMatchObject({ status: "error", msg: expect.any(String) });
  }
  client.ask("sub", "market_nothing_ticker", { cb_id: "n" });
  expect((await client.answer("n")).value).toMatchObject({
    event_rep: "subed",
    channel: "market_nothing_ticker",
    status: "error",
    code: -1121,
  });
  client.ask("sub", "market_btcusdt_ticker");
  expect(await client.tick("market_btcusdt_ticker")).toContain('"vol":0');
});

test("STREAM-FAM-8 a binary frame, or a message that is too long, ends the connection", async () => {
  const { exchange, client } = await open();
  client.sendBytes(Buffer.from("{}"));
  expect(await client.closed).toBe(1003);

  const other = await connect(exchange.url ?? "");
  other.say("x".repeat(4_097));
  expect(await other.closed).toBe(1009);
});

test("STREAM-FAM-3 in a market that trades by itself a client always has the book of its last tick", async () => {
  const { exchange, client } = await open({ traders: true, frozen: true });
  const channel = "market_btcusdt_depth_step0";
  client.ask("sub", channel);
  await client.tick(channel);
  for (let at = 0; at < 5; at++) {
    await exchange.operator.advanceClock(1_000);
    const { bids, asks } = await exchange.client().spot.depth({ symbol: "BTCUSDT", limit: 100 });
    const bare = (levels: readonly unknown[]) => JSON.stringify(levels).replaceAll('"', "");
    const book = `{"asks":${bare(asks)},"buys":${bare(bids)}}`;
    while ((await client.tick(channel)) !== book);
  }
});

const NOBODY = {
  topicNamed: () => undefined,
  login: () => {
    throw new Error("nobody logs in here");
  },
};

const NO_CALLS = () => {
  throw new Error("no order is called for here");
};

const NO_CANCELS = { wishOf: NO_CALLS, run: NO_CALLS };

/** The streams of a market with a clock and with limits of the test; each look at the clock takes a while. */
async function openStreams({ lookMs = 0 } = {}) {
  const market = await MarketDesk.provisioned();
  const { exchange } = market;
  const time = new VirtualTime(exchange.nowMs);
  let lookedMs = 0;
  const now = () => {
    lookedMs += lookMs;
    return time.monotonicMs() + lookedMs;
  };
  const streams = new Streams({
    exchange,
    words: MARKET_WORDS,
    dialects: [
      ownDialect({
        privateStreams: NOBODY,
        log: new LogName(() => exchange.lines, "the-log"),
        isTalkative: false,
        callOrder: NO_CALLS,
        cancels: NO_CANCELS,
      }),
      KLINE_API,
    ],
    userEvents: { fold: () => undefined, second: () => undefined },
    isSilent: () => false,
    hasLimits: true,
    limits: { ...STREAM_LIMITS, pingMs: 2_000, silenceMs: 5_000 },
    report: (error) => {
      throw error;
    },
    clockwork: { now, timer: time.timer, makeWay: setImmediate },
  });
  const server = createServer();
  server.on("upgrade", ({ url: path = "", rawHeaders }, socket, head) => {
    streams.take({ path, address: "127.0.0.1", rawHeaders, socket, head });
  });
  const url = await listening(server);
  ends.push(() => streams.close("stopping"));
  return { time, url, market };
}

function listening(server: Server): Promise<string> {
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

test("STREAM-PING-1 a client is pinged, and closed when it does not answer", async () => {
  const { time, url } = await openStreams();
  const [answers, silent] = [await connect(url), await connect(url)];
  for (let at = 0; at < 4; at++) {
    await time.pass(2_010);
    const { value } = await answers.next(({ value: { ping } }) => ping !== undefined);
    expect(value["ping"]).toBe(1_700_000_000);
    answers.say({ pong: value["ping"] });
    answers.say({ ping: at });
    await tickUntil(
      answers.next(({ value: { pong } }) => pong === at),
      time,
    );
  }

  expect(await silent.closed).toBe(4004);
});

/** Runs a beat whenever something waits to be sent, until it has come over the socket. */
async function tickUntil(done: Promise<unknown>, time: VirtualTime): Promise<void> {
  let isDone = false;
  ends.push(() => {
    isDone = true;
  });
  void done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await settle();
    // One timer is that of the seconds.
    if (time.pending > 1) await time.pass(5);
  }
}

test("STREAM-PACE-2 when there is time for one channel in a beat, the streams of both paths go on", async () => {
  const { time, url, market } = await openStreams({ lookMs: 0.9 });
  const own = new WebSocket(`${url.replace("http", "ws")}/ws`);
  ends.push(() => own.terminate());
  const opened = new Promise((resolve) => own.on("open", resolve));
  const klineApi = await connect(url);
  const updates: string[] = [];
  const subscribed = new Promise<void>((resolve) => {
    own.on("message", (bytes) => {
      const text = String(bytes);
      if (text.includes('"snapshot"')) resolve();
      if (text.includes('"update"')) updates.push(text);
    });
  });
  await opened;
  own.send('{"op":"subscribe","channel":"trades:BTCUSDT"}');
  klineApi.ask("sub", "market_btcusdt_trade_ticker", { cb_id: "s" });
  await tickUntil(Promise.all([subscribed, klineApi.answer("s")]), time);

  const ticks: string[] = [];
  const hearing = (async () => {
    while (ticks.length < 3) ticks.push(await klineApi.tick("market_btcusdt_trade_ticker"));
  })();
  while (ticks.length < 3) {
    market.order("demo2", "sell 0.001 @ 50000");
    market.order("demo1", "buy 0.001 @ 50000");
    await time.pass(5);
  }
  await hearing;
  expect(updates.length).toBeGreaterThan(0);
});
