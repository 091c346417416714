import { expect, test } from "vitest";
import { PlayedSocket, StreamDesk } from "../../../test/client/stream-desk.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import { BourseClient } from "../client.ts";
import { delayBefore } from "./pace.ts";

const TRADES = "trades:BTCUSDT";

function begun() {
  const desk = new StreamDesk();
  const listening = desk.listen(TRADES);
  desk.socket.hello();
  desk.socket.accept(TRADES);
  desk.socket.snapshot(TRADES, "5-0", { trades: [] });
  return { desk, ...listening };
}

test("a lost connection is made again, and every channel goes on where it stood", async () => {
  const { desk, news } = begun();
  desk.socket.update(TRADES, ["5-0", "6-2"], { trades: [{ id: 1 }] });

  await desk.reconnect();
  expect(desk.socket.said).toEqual([
    { op: "subscribe", channel: TRADES, from: "6-2", log: "log1", id: 1 },
  ]);
  desk.socket.accept(TRADES, { resumed: true });
  desk.socket.update(TRADES, ["6-2", "7-1"], { trades: [{ id: 2 }] });

  expect(news.map(([kind]) => kind)).toEqual(["snapshot", "update", "update"]);
  expect(desk.statuses).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
});

test("what cannot be resumed is told as such, and the snapshot replaces it", async () => {
  const { desk, news } = begun();

  await desk.reconnect(1_001, "log2");
  desk.socket.accept(TRADES);
  desk.socket.say({ type: "resync", channel: TRADES, reason: "other_log" });
  desk.socket.snapshot(TRADES, "2-0", { trades: [{ id: 1 }] });
  desk.socket.update(TRADES, ["2-0", "3-1"], { trades: [{ id: 2 }] });
  await desk.reconnect(1_006, "log2");

  expect(news.slice(1)).toEqual([
    ["resync", "other_log"],
    ["snapshot", { trades: [{ id: 1 }] }, "2-0"],
    ["update", { trades: [{ id: 2 }] }, "3-1"],
  ]);
  expect(desk.socket.said).toMatchObject([{ from: "3-1", log: "log2" }]);
});

test("4001: the state is another one, so everything begins anew, at once", async () => {
  const { desk, news } = begun();

  desk.socket.end(4_001);
  await desk.time.pass(100);
  desk.socket.hello("log2");

  expect(desk.socket.said).toEqual([{ op: "subscribe", channel: TRADES, id: 1 }]);
  expect(news.slice(1)).toEqual([["resync", "other_log"]]);
});

test("the tries become rarer, up to 30 s, and after a good while the first is quick again", async () => {
  const desk = new StreamDesk();
  desk.listen(TRADES);
  const delays: number[] = [];
  for (let count = 0; count < 11; count++) {
    const before = desk.time.monotonicMs();
    desk.socket.end(1_006);
    const seen = desk.sockets.length;
    while (desk.sockets.length === seen) await desk.time.pass(50);
    delays.push(desk.time.monotonicMs() - before);
  }

  expect(delays).toEqual([
    ...[100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000],
  ]);

  desk.socket.hello();
  desk.socket.accept(TRADES);
  desk.socket.snapshot(TRADES, "5-0", { trades: [] });
  await desk.time.pass(10_000);
  const seen = desk.sockets.length;
  desk.socket.end(1_006);
  await desk.time.pass(100);
  expect(desk.sockets).toHaveLength(seen + 1);
});

test("a server that greets and hangs up is not asked ever faster", async () => {
  const desk = new StreamDesk();
  desk.listen(TRADES);

  for (let count = 0; count < 5; count++) {
    desk.socket.hello();
    await desk.reconnect();
  }

  const before = desk.sockets.length;
  desk.socket.end(1_006);
  await desk.time.pass(3_000);
  expect(desk.sockets).toHaveLength(before);
});

test("delays are jittered: between half and all of their length", () => {
  expect([delayBefore(0, () => 0), delayBefore(3, () => 0.5)]).toEqual([50, 600]);
  expect(delayBefore(1_000, () => 0.999)).toBe(29_985);
});

test("after 25 s of silence it asks whether the server is there, and gives up 10 s later", async () => {
  const { desk } = begun();
  await desk.time.pass(24_999);
  expect(desk.socket.said).toHaveLength(1);

  await desk.time.pass(1);
  expect(desk.socket.last("ping")).toEqual({ op: "ping", id: 2 });
  await desk.time.pass(9_999);
  expect(desk.socket.isOver).toBe(false);
  await desk.time.pass(1);

  expect([desk.socket.closedWith, desk.stream.status]).toEqual(["terminated", "waiting"]);
});

test("a server that answers is asked again and again, and stays", async () => {
  const { desk } = begun();

  for (let count = 0; count < 20; count++) {
    await desk.time.pass(25_000);
    desk.socket.say({ type: "pong", id: desk.socket.last("ping").id });
  }

  expect([desk.sockets.length, desk.socket.said.length]).toEqual([1, 21]);
});

test("nothing is asked while something is heard", async () => {
  const { desk } = begun();

  for (let count = 5; count < 25; count++) {
    await desk.time.pass(20_000);
    desk.socket.update(TRADES, [`${count}-0`, `${count + 1}-0`], { trades: [] });
  }

  expect(desk.socket.said).toHaveLength(1);
});

test("a clock that is set back makes it look sooner, and does not end the watch", async () => {
  const { desk } = begun();

  desk.time.jump(-3_600_000);
  await desk.time.pass(10_000);
  desk.socket.say({ type: "pong", id: desk.socket.last("ping").id });
  await desk.time.pass(24_999);
  expect(desk.socket.said).toHaveLength(2);
  await desk.time.pass(10_001);

  expect([desk.socket.said.length, desk.socket.isOver]).toEqual([3, true]);
});

test.each([
  ["a greeting", (_: StreamDesk) => undefined],
  ["an answer", ({ socket }: StreamDesk) => socket.hello()],
  [
    "a snapshot",
    ({ socket }: StreamDesk) => {
      socket.hello();
      socket.accept(TRADES);
    },
  ],
])("%s that does not come within 10 s is a loss", async (_, play) => {
  const desk = new StreamDesk();
  desk.listen(TRADES);
  play(desk);

  await desk.time.pass(9_999);
  expect(desk.socket.isOver).toBe(false);
  await desk.time.pass(1);

  expect(desk.socket.isOver).toBe(true);
});

test("close ends everything: the connection, the timers and what is told", async () => {
  const { desk, news } = begun();
  const { socket } = desk;

  desk.stream.close();
  desk.stream.close();
  socket.update(TRADES, ["5-0", "6-0"], { trades: [] });
  await settle();

  expect([socket.closedWith, desk.time.pending, news.length]).toEqual([1_000, 0, 1]);
  expect(desk.statuses.at(-1)).toBe("closed");
  expect(() => desk.listen(TRADES)).toThrow("The stream is closed.");
});

test("close while it waits for the next try leaves no timer either", async () => {
  const { desk } = begun();
  desk.socket.end(1_006);

  desk.stream.close();
  await desk.time.pass(60_000);

  expect([desk.sockets.length, desk.time.pending]).toEqual([1, 0]);
});

test("close from within what is told is as good as any", async () => {
  const desk = new StreamDesk();
  desk.stream.onStatus((status) => {
    if (status === "open") desk.stream.close();
  });
  desk.listen(TRADES);

  desk.socket.hello();
  await settle();

  expect([desk.socket.said, desk.time.pending]).toEqual([[], 0]);
});

test("close before a newcomer was told: it is told nothing", async () => {
  const { desk } = begun();
  const { news } = desk.listen(TRADES);

  desk.stream.close();
  await settle();

  expect(news).toEqual([]);
});

test("a subscriber added while the stream connects shares the connection", () => {
  const desk = new StreamDesk();
  desk.stream.onStatus((status) => {
    if (status === "connecting") desk.listen("tickers");
  });

  desk.listen(TRADES);
  desk.socket.hello();

  expect(desk.sockets).toHaveLength(1);
  expect(desk.socket.said.map(({ channel }) => channel)).toEqual([TRADES, "tickers"]);
});

test("without subscribers a lost connection stays lost, until one comes", async () => {
  const { desk, subscription } = begun();
  subscription.close();

  desk.socket.end(1_006);
  await desk.time.pass(60_000);
  expect([desk.sockets.length, desk.stream.status, desk.time.pending]).toEqual([1, "waiting", 0]);

  desk.listen(TRADES);
  expect(desk.sockets).toHaveLength(2);
});

test("a class that throws is a loss like any other", async () => {
  const client = new BourseClient({ baseUrl: "https://desk" });
  const seen: string[] = [];
  class Blocked extends PlayedSocket {
    constructor(url: string) {
      super(url);
      seen.push(url);
      throw new Error("blocked");
    }
  }
  const desk = new StreamDesk();
  const stream = client.stream({ webSocket: Blocked, alarm: desk.time.timer, random: () => 1 });

  stream.subscribe(TRADES, { snapshot: () => undefined, update: () => undefined });
  await desk.time.pass(300);
  stream.close();

  expect(seen).toEqual(["wss://desk/ws", "wss://desk/ws", "wss://desk/ws"]);
});

test("a listener that throws harms neither the stream nor the other listeners", async () => {
  const thrown: unknown[] = [];
  const before = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => thrown.push(error));
  try {
    const desk = new StreamDesk();
    desk.stream.subscribe(TRADES, {
      snapshot: () => {
        throw new Error("of the listener");
      },
      update: () => undefined,
    });
    const { news } = desk.listen(TRADES);
    desk.socket.hello();
    desk.socket.accept(TRADES);
    desk.socket.snapshot(TRADES, "5-0", { trades: [] });
    desk.socket.update(TRADES, ["5-0", "6-0"], { trades: [] });
    await settle();

    expect(news).toHaveLength(2);
    expect(thrown).toEqual([new Error("of the listener")]);
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of before) process.on("uncaughtException", listener);
  }
});
