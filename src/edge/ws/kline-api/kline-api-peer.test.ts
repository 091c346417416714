/** What a client of the kline-api is answered, over the real engine. */
import { expect, test } from "vitest";
import { KlineApiDesk } from "../../../../test/support/kline-api-desk.ts";

const DEPTH = "market_btcusdt_depth_step0";
const TRADES = "market_btcusdt_trade_ticker";
const KLINE = "market_btcusdt_kline_1min";
const NOW = 1_700_000_000_000;

test("STREAM-FAM-8 an answer has the channel, the cb_id and the time, and stands before the snapshot", async () => {
  const client = (await KlineApiDesk.open()).connect();
  client.ask("sub", DEPTH, { cb_id: "1" });
  client.ask("unsub", DEPTH, { cb_id: 2 });

  expect(client.take()).toEqual([
    `{"event_rep":"subed","channel":"${DEPTH}","cb_id":"1","ts":${NOW},"status":"ok"}`,
    `{"channel":"${DEPTH}","ts":${NOW},"tick":{"asks":[],"buys":[]}}`,
    `{"event_rep":"unsubed","channel":"${DEPTH}","cb_id":2,"ts":${NOW},"status":"ok"}`,
  ]);
});

test.each([
  ["garbage", "{]", "error", -1100],
  ["a list", "[]", "error", -1100],
  ["no event", "{}", "error", -1020],
  ["an event that does not exist", '{"event":"toString"}', "error", -1020],
  ["an event that is no text", '{"event":7}', "error", -1020],
  ["no params", '{"event":"sub"}', "subed", -1102],
  ["no such channel", '{"event":"sub","params":{"channel":"market_x_ticker"}}', "subed", -1121],
  ["not subscribed", `{"event":"unsub","params":{"channel":"${DEPTH}"}}`, "unsubed", -1121],
  [
    "half a candle",
    `{"event":"req","params":{"channel":"${KLINE}","pageSize":0.5}}`,
    ...(["rep", -1102] as const),
  ],
])(
  "STREAM-FAM-8 %s is answered with an error, and nothing else happens",
  async (_, text, word, code) => {
    const desk = await KlineApiDesk.open();
    const client = desk.connect();
    client.say(text);

    const [answer = "", ...more] = client.take();
    expect(JSON.parse(answer)).toMatchObject({ event_rep: word, status: "error", code });
    expect(JSON.parse(answer)).toHaveProperty("msg");
    expect([more, client.closedWith, desk.channels.count, desk.reports]).toEqual([
      ...[[], undefined, 0, []],
    ]);
  },
);

test("STREAM-FAM-8 a pong is not answered, a ping is", async () => {
  const client = (await KlineApiDesk.open()).connect();
  client.say({ pong: 1_700_000_000 });
  client.say({ ping: 1_700_000_000 });
  client.say({ ping: "now" });

  expect(client.take()).toEqual(['{"pong":1700000000}', '{"pong":"now"}']);
});

test("STREAM-FAM-8 a failure of ours is reported, and the client hears no more than that", async () => {
  const desk = await KlineApiDesk.open();
  const client = desk.connect();
  Object.defineProperty(desk.market.exchange.state, "catalogue", {
    get: () => {
      throw new Error("broken");
    },
  });
  client.ask("sub", DEPTH);

  expect(client.take().map((text) => JSON.parse(text) as unknown)).toMatchObject([
    { status: "error", code: -1000 },
  ]);
  expect(desk.reports).toHaveLength(1);
});

test("STREAM-LIMIT-3 a connection of the kline-api has its number of subscriptions and no more", async () => {
  const desk = await KlineApiDesk.open({ subscriptionsMax: 2 });
  const client = desk.connect();
  const codes = () => client.take().map((text) => (JSON.parse(text) as { code?: number }).code);
  for (const channel of [TRADES, KLINE, "market_ethusdt_trade_ticker", KLINE]) {
    client.ask("sub", channel);
  }
  expect(codes()).toEqual([undefined, undefined, -1003, undefined]);

  client.ask("unsub", KLINE);
  client.ask("sub", "market_ethusdt_trade_ticker");
  expect(codes()).toEqual([undefined, undefined]);
});

test("STREAM-LIMIT-6 where there is no room for a channel it is refused", async () => {
  const desk = await KlineApiDesk.open({ channelsMax: 1 });
  const client = desk.connect();
  client.ask("sub", TRADES);
  client.ask("sub", KLINE);

  expect(client.take().map((text) => (JSON.parse(text) as { status: string }).status)).toEqual([
    ...["ok", "error"],
  ]);
});

test("STREAM-FAM-8 a client that leaves hears no more, and a channel without listeners is soon gone", async () => {
  const desk = await KlineApiDesk.open();
  const [stays, leaves, gone] = [desk.connect(), desk.connect(), desk.connect()];
  for (const client of [stays, leaves, gone]) client.ask("sub", TRADES);
  leaves.ask("unsub", TRADES);
  for (const client of [stays, leaves, gone]) client.take();
  gone.connection.ended();
  desk.trade("1 @ 50000");
  await desk.wait(20);

  expect([stays, leaves, gone].map((client) => client.takeTicks().length)).toEqual([1, 0, 0]);
  stays.connection.ended();
  expect(desk.channels.count).toBe(1);
  await desk.wait(10_000);
  desk.channels.forgetIdle(10_020);
  expect(desk.channels.count).toBe(0);
  desk.trade("1 @ 50000");
  await desk.wait(20);
  expect(desk.time.pending).toBe(0);
});

test("STREAM-END-1 the channels of a market that is delisted end, behind its last trade", async () => {
  const desk = await KlineApiDesk.open();
  const client = desk.connect();
  for (const channel of [TRADES, DEPTH]) client.ask("sub", channel);
  client.take();
  const { exchange } = desk.market;
  desk.trade("1 @ 50000");
  exchange.do({ type: "DelistPair", pair: 1, request: 0 });
  await desk.wait(1_000);

  const heard = client.take().map((text) => JSON.parse(text) as Record<string, unknown>);
  const ended = { event_rep: "unsubed", status: "ok", reason: "delisted" };
  const ofTrades = heard.filter(({ channel }) => channel === TRADES);
  expect(ofTrades).toMatchObject([{ tick: { id: 1 } }, ended]);
  expect(heard.filter(({ channel }) => channel === DEPTH).at(-1)).toMatchObject(ended);
  expect(desk.channels.count).toBe(0);
  client.ask("sub", DEPTH);
  expect(client.take()[0]).toContain('"status":"error"');
});

test("STREAM-FAM-7 trades are answered oldest first, the newest hundred of them", async () => {
  const desk = await KlineApiDesk.open();
  for (let at = 0; at < 101; at++) desk.trade(`0.01 @ ${50_000 + at}`);
  const client = desk.connect();
  client.ask("req", TRADES, { cb_id: "t", top: 5 });

  const [text = ""] = client.take();
  const { data, ...rest } = JSON.parse(text) as { data: { id: number }[] };
  expect(rest).toEqual({ event_rep: "rep", channel: TRADES, cb_id: "t", ts: NOW });
  expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => at + 2));
  expect(text).toContain('[{"id":2,"side":"BUY","price":50001,"vol":0.01,"amount":500.01,');
  expect(desk.channels.count).toBe(0);
});

test("STREAM-FAM-7 candles are answered oldest first, as many as asked for, up to an end", async () => {
  const desk = await KlineApiDesk.open();
  const first = 1_699_999_980;
  for (let at = 0; at < 3; at++) {
    desk.trade(`1 @ ${50_000 + at}`);
    desk.market.exchange.nowMs += 60_000;
  }
  const client = desk.connect();
  const ids = (params: object) => {
    client.ask("req", KLINE, params);
    const [text = ""] = client.take();
    return (JSON.parse(text) as { data: { id: number }[] }).data.map(({ id }) => (id - first) / 60);
  };

  expect(ids({})).toEqual([0, 1, 2, 3]);
  expect(ids({ pageSize: "2" })).toEqual([2, 3]);
  expect(ids({ pageSize: 2, endIdx: first + 60 })).toEqual([0, 1]);
  expect(ids({ endIdx: `${first + 119}` })).toEqual([0, 1]);
  expect(ids({ endIdx: 0 })).toEqual([]);
});

test("STREAM-FAM-7 the ticker and the book are answered as one entry", async () => {
  const desk = await KlineApiDesk.open();
  desk.trade("1 @ 50000");
  desk.order("demo1", "buy 0.5 @ 49000.5");
  const client = desk.connect();
  client.ask("req", DEPTH);
  client.ask("req", "market_btcusdt_ticker");
  client.ask("req", "market_ethusdt_trade_ticker");

  const prices = '"open":50000,"close":50000,"high":50000,"low":50000';
  expect(client.take().map((text) => /"data":.*/.exec(text)?.[0])).toEqual([
    '"data":[{"asks":[],"buys":[[49000.5,0.5]]}]}',
    `"data":[{"amount":50000,"vol":1,${prices},"rose":0}]}`,
    '"data":[]}',
  ]);
});

test("STREAM-PING-1 STREAM-PACE-1 all clients are asked with one frame, made once", async () => {
  const desk = await KlineApiDesk.open();
  const [one, two] = [desk.connect(), desk.connect()];
  const beat = one.peer.heartbeat(10_000);

  expect(two.peer.heartbeat(10_000)).toBe(beat);
  expect(two.peer.heartbeat(20_000)).not.toBe(beat);
  one.connection.send(beat);
  expect(one.take()).toEqual(['{"ping":1700000000}']);
});

test("STREAM-FAM-9 a req counts as ten messages, a sub as one", async () => {
  const client = (await KlineApiDesk.open()).connect();
  const hear = (event: "sub" | "req") => {
    client.connection.heard(0);
    client.ask(event, TRADES);
  };
  for (let at = 0; at < 19; at++) hear("req");
  for (let at = 0; at < 10; at++) hear("sub");
  expect(client.closedWith).toBeUndefined();
  hear("req");

  expect(client.closedWith).toBe(1008);
});
