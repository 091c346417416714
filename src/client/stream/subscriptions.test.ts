import { expect, test } from "vitest";
import { StreamDesk } from "../../../test/client/stream-desk.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import { BourseClient, type Channel } from "../client.ts";
import { FollowedChannel } from "./followed-channel.ts";

const TICKER = "ticker:BTCUSDT";

/** One subscriber, who has been told the snapshot 5-0. */
function begun(channel: Channel = TICKER) {
  const desk = new StreamDesk();
  const first = desk.listen(channel);
  desk.socket.hello();
  desk.socket.accept(channel);
  desk.socket.snapshot(channel, "5-0", { last: "1" });
  return { desk, ...first };
}

test("nothing is connected before the first subscription, and then the address is the API's own", () => {
  const desk = new StreamDesk();
  expect([desk.sockets.length, desk.stream.status]).toEqual([0, "waiting"]);

  desk.listen(TICKER);

  expect([desk.socket.url, desk.stream.status]).toEqual(["ws://desk/v/ws", "connecting"]);
  expect(desk.socket.said).toEqual([]);
  desk.socket.hello();
  expect(desk.stream.status).toBe("open");
  expect(desk.socket.said).toEqual([{ op: "subscribe", channel: TICKER, id: 1 }]);
});

test("a snapshot and the updates that follow it are told, each with its place", () => {
  const { desk, news } = begun();

  desk.socket.update(TICKER, ["5-0", "6-0"], { last: "2" });
  desk.socket.update(TICKER, ["6-0", "6-1"], { last: "3" });

  expect(news).toEqual([
    ["snapshot", { last: "1" }, "5-0"],
    ["update", { last: "2" }, "6-0"],
    ["update", { last: "3" }, "6-1"],
  ]);
});

test("money that comes as a JSON number is text to the last digit", () => {
  const { desk, news } = begun();
  const head = `{"type":"update","channel":"${TICKER}","seq":"6-0","prev":"5-0","time":1`;

  desk.socket.raw(`${head},"data":{"last":0.1000000000000000000001,"time":7}}`);

  expect(news[1]).toEqual(["update", { last: "0.1000000000000000000001", time: 7 }, "6-0"]);
});

test("an update that was told is dropped when it comes again, and so is an older one", () => {
  const { desk, news } = begun();
  desk.socket.update(TICKER, ["5-0", "10-0"], { last: "2" });

  desk.socket.update(TICKER, ["5-0", "10-0"], { last: "2" });
  desk.socket.update(TICKER, ["3-0", "9-5"], { last: "0" });
  desk.socket.snapshot(TICKER, "4-0", { last: "0" });

  expect(news).toHaveLength(2);
  expect(desk.socket.said).toHaveLength(1);
});

test("a gap is told to no subscriber: the channel is asked for again from where it stood", () => {
  const { desk, news } = begun();

  desk.socket.update(TICKER, ["6-0", "7-0"], { last: "3" });
  desk.socket.update(TICKER, ["7-0", "8-0"], { last: "4" });

  const asked = { op: "subscribe", channel: TICKER, from: "5-0", log: "log1", id: 2 };
  expect(desk.socket.said.slice(1)).toEqual([asked]);
  desk.socket.accept(TICKER, { resumed: true });
  desk.socket.update(TICKER, ["5-0", "6-0"], { last: "2" });
  desk.socket.update(TICKER, ["6-0", "7-0"], { last: "3" });
  expect(news.map(([kind, , seq]) => `${kind} ${seq}`)).toEqual([
    ...["snapshot 5-0", "update 6-0", "update 7-0"],
  ]);
});

test("what is missing even then is not to be had: the channel begins anew", () => {
  const { desk, news } = begun();
  desk.socket.update(TICKER, ["6-0", "7-0"], { last: "3" });
  desk.socket.accept(TICKER, { resumed: true });

  desk.socket.update(TICKER, ["6-0", "7-0"], { last: "3" });

  expect(desk.socket.last("subscribe")).toEqual({ op: "subscribe", channel: TICKER, id: 3 });
  desk.socket.accept(TICKER);
  desk.socket.snapshot(TICKER, "7-0", { last: "3" });
  expect(news.slice(1)).toEqual([
    ["resync", "too_old"],
    ["snapshot", { last: "3" }, "7-0"],
  ]);
});

test("a snapshot after the first is announced, also where the server did not", () => {
  const { desk, news } = begun();
  desk.socket.update(TICKER, ["6-0", "7-0"], { last: "3" });

  desk.socket.accept(TICKER);
  desk.socket.snapshot(TICKER, "7-0", { last: "3" });

  expect(news.slice(1)).toEqual([
    ["resync", "too_old"],
    ["snapshot", { last: "3" }, "7-0"],
  ]);
});

test("a resync out of the blue is followed by asking for the snapshot", () => {
  const { desk, news } = begun();

  desk.socket.say({ type: "resync", channel: TICKER, reason: "too_old" });
  expect(desk.socket.last("subscribe")).toEqual({ op: "subscribe", channel: TICKER, id: 2 });
  desk.socket.accept(TICKER);
  desk.socket.snapshot(TICKER, "7-0", { last: "3" });

  expect(news.map(([kind]) => kind)).toEqual(["snapshot", "resync", "snapshot"]);
});

test("two subscriptions to a channel share it, and the later one begins with what the first knows", async () => {
  const { desk } = begun("depth:BTCUSDT");
  const first = desk.listen("tickers");
  desk.socket.accept("tickers");
  desk.socket.snapshot("tickers", "5-0", { tickers: [{ name: "A", last: "1" }] });
  desk.socket.update("tickers", ["5-0", "6-0"], { tickers: [{ name: "B", last: "2" }] });

  const second = desk.listen("tickers");
  expect(second.news).toEqual([]);
  await settle();
  desk.socket.update("tickers", ["6-0", "7-0"], { tickers: [{ name: "A", last: "3" }] });

  const both = [
    { name: "A", last: "1" },
    { name: "B", last: "2" },
  ];
  expect(second.news).toEqual([
    ["snapshot", { tickers: both }, "6-0"],
    ["update", { tickers: [{ name: "A", last: "3" }] }, "7-0"],
  ]);
  expect(first.news).toHaveLength(3);
  expect(desk.socket.said.filter(({ channel }) => channel === "tickers")).toHaveLength(1);
});

test("an update that comes before the later one was told is in its snapshot, and told once", async () => {
  const { desk } = begun();

  const second = desk.listen(TICKER);
  desk.socket.update(TICKER, ["5-0", "6-0"], { last: "2" });
  await settle();

  expect(second.news).toEqual([["snapshot", { last: "2" }, "6-0"]]);
});

test("the last to close a channel leaves it, and a subscriber that comes back at once begins anew", () => {
  const { desk, subscription } = begun();
  const second = desk.listen(TICKER);

  subscription.close();
  subscription.close();
  expect(desk.socket.said).toHaveLength(1);
  second.subscription.close();
  expect(desk.socket.last("unsubscribe")).toEqual({ op: "unsubscribe", channel: TICKER, id: 2 });
  const third = desk.listen(TICKER);
  expect(desk.socket.last("subscribe")).toEqual({ op: "subscribe", channel: TICKER, id: 3 });

  // What the server had sent before it heard of it is for no subscriber.
  desk.socket.update(TICKER, ["5-0", "6-0"], { last: "2" });
  desk.socket.say({ type: "unsubscribed", channel: TICKER, id: 2 });
  desk.socket.accept(TICKER);
  desk.socket.snapshot(TICKER, "6-0", { last: "2" });
  expect(third.news).toEqual([["snapshot", { last: "2" }, "6-0"]]);
  expect(second.news).toEqual([]);
});

test("an answer to an older request is not taken for the one that is awaited", () => {
  const { desk, news } = begun();
  desk.socket.update(TICKER, ["6-0", "7-0"], { last: "3" });

  desk.socket.say({ type: "subscribed", channel: TICKER, id: 1 });
  desk.socket.snapshot(TICKER, "4-0", { last: "0" });

  expect(news).toHaveLength(1);
});

test("a channel that is refused is over, with the service's words; the others go on", () => {
  const { desk, news } = begun();
  const { news: told } = desk.listen("depth:NOPE");

  desk.socket.say({ type: "error", code: -1121, msg: "There is no such channel.", id: 2 });
  desk.socket.update(TICKER, ["5-0", "6-0"], { last: "2" });

  expect(told).toMatchObject([["error", { name: "BAD_SYMBOL", kind: "malformed", code: -1121 }]]);
  expect(news).toHaveLength(2);
  expect(desk.socket.isOver).toBe(false);
});

test("a delisted market ends its channels, and they are not asked for again", async () => {
  const { desk, news } = begun();

  desk.socket.say({ type: "unsubscribed", channel: TICKER, reason: "delisted" });
  desk.socket.end(1_006);
  await desk.time.pass(60_000);

  expect(news.slice(1)).toEqual([["ended", "delisted"]]);
  expect(desk.sockets).toHaveLength(1);
});

test("what has not the form of a message is no message", () => {
  const { desk, news } = begun();

  for (const garbage of ["", "[]", "{}", '{"type":"update"}', "nonsense", '"text"', "null"]) {
    desk.socket.raw(garbage);
  }
  desk.socket.raw(new Uint8Array(4));
  desk.socket.say({ type: "update", channel: TICKER, seq: "6-0", prev: "5-0", time: 1 });
  desk.socket.say({ type: "constructor", channel: TICKER });

  expect(news).toHaveLength(1);
});

test("a subscriber that closes while being told is told nothing more, and the other is", () => {
  const desk = new StreamDesk();
  const told: string[] = [];
  const first = desk.stream.subscribe(TICKER, {
    snapshot: () => {
      told.push("first");
      first.close();
      second.close();
    },
    update: () => told.push("update"),
  });
  const second = desk.stream.subscribe(TICKER, {
    snapshot: () => told.push("second"),
    update: () => told.push("update"),
  });
  const third = desk.listen(TICKER);
  desk.socket.hello();
  desk.socket.accept(TICKER);

  desk.socket.snapshot(TICKER, "5-0", {});
  desk.socket.update(TICKER, ["5-0", "6-0"], {});

  expect([told, third.news.length]).toEqual([["first"], 2]);
});

test("200 channels are the most, and an open one is none more", () => {
  const desk = new StreamDesk();
  for (let count = 1; count <= 200; count++) desk.listen(`ticker:S${count}`);

  expect(() => desk.listen("ticker:S201")).toThrow(
    expect.objectContaining({ kind: "limit", code: -1003 }),
  );
  desk.listen("ticker:S200");
});

test("a channel has at most 1,000 subscriptions, and a stream 1,000 status listeners", () => {
  const channel = new FollowedChannel(TICKER);
  const listener = { snapshot: () => undefined, update: () => undefined };
  const { stream } = new StreamDesk();
  for (let count = 1; count <= 1_000; count++) channel.add(listener);
  // The desk is one of them.
  for (let count = 2; count <= 1_000; count++) stream.onStatus(() => undefined);

  expect(() => channel.add(listener)).toThrow(RangeError);
  expect(() => stream.onStatus(() => undefined)).toThrow(RangeError);
});

test("200 channels are asked for at a pace that the server allows", async () => {
  const desk = new StreamDesk();
  for (let count = 1; count <= 200; count++) desk.listen(`ticker:S${count}`);

  desk.socket.hello();

  expect(desk.socket.said).toHaveLength(90);
  for (const { channel } of [...desk.socket.said]) acceptNow(desk, `${channel}`);
  await desk.time.pass(2_000);
  expect(desk.socket.said).toHaveLength(180);
  for (const { channel } of desk.socket.said.slice(90)) acceptNow(desk, `${channel}`);
  await desk.time.pass(2_000);
  expect(new Set(desk.socket.said.map(({ channel }) => channel)).size).toBe(200);
});

test("a channel that is left while it waits to be mended is left on the server, too", async () => {
  const { desk, subscription } = begun();
  for (let count = 1; count < 90; count++) desk.listen(`ticker:S${count}`);
  for (const { channel } of [...desk.socket.said].slice(1)) acceptNow(desk, `${channel}`);
  desk.socket.update(TICKER, ["6-0", "7-0"], { last: "3" });
  expect(desk.socket.said).toHaveLength(90);

  subscription.close();
  await desk.time.pass(2_000);

  expect(desk.socket.said.slice(90)).toEqual([{ op: "unsubscribe", channel: TICKER, id: 91 }]);
});

function acceptNow({ socket }: StreamDesk, channel: string): void {
  socket.accept(channel);
  socket.snapshot(channel, "1-0", {});
}

test("without a WebSocket the error says where to get one", () => {
  const client = new BourseClient({ baseUrl: "http://desk" });
  const before = Object.getOwnPropertyDescriptor(globalThis, "WebSocket");
  Reflect.deleteProperty(globalThis, "WebSocket");
  try {
    expect(() => client.stream()).toThrow(/^There is no WebSocket here .* package "ws"/);
  } finally {
    if (before) Object.defineProperty(globalThis, "WebSocket", before);
  }
});
