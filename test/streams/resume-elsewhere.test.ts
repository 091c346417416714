/**
 * A client that loses one process of an exchange and goes on at another: nothing is missing, and nothing comes twice,
 * whatever was told when, by whom, and however far a process lags.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Feed } from "../../src/edge/ws/feed.ts";
import { formatSeq } from "../../src/edge/ws/seq.ts";
import type { Exchange } from "../../src/runtime/replica/submission.ts";
import { FollowerDesk } from "../support/follower-desk.ts";
import { LineDesk, Wanderer } from "../support/line-desk.ts";
import { listing, openMemberDay, play, step } from "../support/member-days.ts";
import { USERS } from "../support/member-desk.ts";
import { runs } from "../support/runs.ts";
import { ALICE, BOB, order } from "../support/service-desk.ts";
import { settle } from "../support/virtual-time.ts";

const EVENTS = [
  ...["my.orders", "my.lists", "my.trades", "my.liquidation"],
  ...["trades:BTCUSDT", "trades:E-BTC-USDT"],
];
const STATES = ["depth:BTCUSDT", "depth:E-BTC-USDT", "my.balances", "my.positions", "my.margin"];
const PROCESSES = 3;

/** Every event with its number, as a process counts them. */
function numbersAt(exchange: Pick<Exchange, "state" | "onEvent">): string[] {
  const feed = new Feed(() => exchange.state.position);
  const numbers: string[] = [];
  exchange.onEvent((event) => numbers.push(`${formatSeq(feed.fold(event))} ${event.type}`));
  return numbers;
}

test("STREAM-SEQ-1: who leads the log and who follows it number every event alike", async () => {
  const desk = await FollowerDesk.open();
  const { exchange } = await desk.following();
  const { sequencer } = desk.core;
  const [leading, following] = [numbersAt(sequencer), numbersAt(exchange)];

  await Promise.all([
    sequencer.submit(order(ALICE, "sell 0.5 @ 100")),
    sequencer.submit(order(ALICE, "sell 0.5 @ 101")),
    exchange.submit(order(BOB, "buy 0.7 @ 101")),
    exchange.submit(order(BOB, "buy 0.7 @ 1000000000000")), // Refused.
    exchange.submit(order(BOB, "buy 1 @ 101")),
  ]);
  await exchange.current();

  expect(following).toEqual(leading);
  expect(new Set(following.map((number) => number.split("-")[0])).size).toBeGreaterThan(3);
  expect(following.some((number) => /-3 /.test(number))).toBe(true);
});

/** All at one price, so that they meet: those that rest are filled piece by piece. */
const meeting = fc.record({
  do: fc.constant("spot" as const),
  who: fc.constantFrom("demo1" as const, "demo2" as const),
  asked: fc.record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    kind: fc.constant("limit" as const),
    price: fc.constant("50000"),
    lots: fc.constantFrom(1, 2, 3, 20),
  }),
});
const played = fc.oneof(
  { weight: 5, arbitrary: meeting },
  { weight: 2, arbitrary: step },
  { weight: 1, arbitrary: listing },
);
const process = fc.nat(PROCESSES - 1);
const wandering = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant("play" as const), step: played }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("come" as const), to: process }) },
  { weight: 1, arbitrary: fc.constant({ do: "lose" as const }) },
  { weight: 6, arbitrary: fc.constant({ do: "hear" as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("lag" as const), at: process }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("catch up" as const), at: process }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget" as const), at: process }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      at: process,
      ms: fc.constantFrom(5, 5, 20, 60, 500),
    }),
  },
);
type Wandering = typeof wandering extends fc.Arbitrary<infer W> ? W : never;

async function wander(desk: LineDesk, wanderer: Wanderer, one: Wandering): Promise<void> {
  switch (one.do) {
    case "play":
      play(desk.member, one.step);
      await settle();
      break;
    case "come":
      wanderer.come(desk.at(one.to));
      break;
    case "lose":
      wanderer.lose();
      break;
    case "hear":
      wanderer.hear();
      break;
    case "lag":
      desk.at(one.at).wire.isSlow = true;
      break;
    case "catch up":
      desk.at(one.at).wire.release();
      break;
    case "forget":
      desk.at(one.at).streams.channels.forgetIdle(Number.POSITIVE_INFINITY);
      break;
    case "pass":
      await desk.at(one.at).pass(one.ms);
      break;
  }
}

/** All processes come to the log's end, and tell all. */
async function comeToRest(desk: LineDesk): Promise<void> {
  for (const process of desk.processes) {
    process.wire.release();
    await settle();
    await process.pass(3_000);
  }
}

/** Rows in one order, whichever process told them. */
function sorted(state: unknown): unknown {
  const rows = (list: unknown) =>
    Array.isArray(list) ? list.map((row) => JSON.stringify(row)).sort() : list;
  return Object.fromEntries(
    Object.entries(state as object).map(([key, list]) => [key, rows(list)]),
  );
}

test("STREAM-RESUME-5 STREAM-RESUME-7 STREAM-SEQ-1: who wanders between processes is told of events what one is told that stays, and comes to the same states", async () => {
  const met = { resyncs: 0, rows: 0, lists: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(played, { minLength: 4, maxLength: 12, size: "max" }),
      fc.array(wandering, { minLength: 60, maxLength: 160, size: "max" }),
      async (before, days) => {
        const desk = await LineDesk.open(await openMemberDay(), PROCESSES);
        for (const one of before) play(desk.member, one);
        await settle();
        const stays = new Wanderer(USERS.demo1, EVENTS);
        const wanders = new Wanderer(USERS.demo1, [...EVENTS, ...STATES]);
        stays.come(desk.at(0));
        wanders.come(desk.at(1));
        stays.hear();
        wanders.hear();

        for (const one of days) await wander(desk, wanders, one);
        wanders.come(desk.at(2));
        await comeToRest(desk);
        stays.hear();
        wanders.hear();

        for (const name of EVENTS) {
          expect(wanders.of(name).resyncs, name).toEqual([]);
          expect(wanders.of(name).told, name).toEqual(stays.of(name).told);
          met.rows += stays.of(name).told.length;
        }
        met.lists += stays.of("my.lists").told.length;
        const fresh = new Wanderer(USERS.demo1, STATES);
        fresh.come(desk.at(2));
        fresh.hear();
        for (const name of STATES) {
          expect(sorted(wanders.of(name).state), name).toEqual(sorted(fresh.of(name).state));
          met.resyncs += wanders.of(name).resyncs.length;
        }
      },
    ),
    { seed: 7, numRuns: runs(60, 240) },
  );
  expect(met.rows).toBeGreaterThan(100);
  expect(met.lists).toBeGreaterThan(30);
  expect(met.resyncs).toBeGreaterThan(10);
}, 100_000);

/** Two processes beside the one that a client was told by; nothing has happened yet. */
async function openTwo(bounds?: Parameters<typeof LineDesk.open>[2]) {
  const desk = await LineDesk.open(await openMemberDay(), 2, bounds);
  const [here, there] = [desk.at(0), desk.at(1)];
  const trade = async (price = "50000") => {
    for (const [who, side] of [
      ["demo1", "sell"],
      ["demo2", "buy"],
    ] as const) {
      play(desk.member, { do: "spot", who, asked: { side, kind: "limit", price, lots: 1 } });
    }
    await settle();
  };
  return { desk, here, there, trade };
}

test("STREAM-RESUME-5: a state that another process told begins with a snapshot, though the number is one of its own", async () => {
  const { here, there, trade } = await openTwo();
  const names = ["depth:BTCUSDT", "my.balances"];
  const [client, other] = [new Wanderer(USERS.demo1, names), new Wanderer(USERS.demo1, names)];
  client.come(here);
  other.come(there);
  await trade();
  await here.pass(200);
  await there.pass(200);
  client.hear();
  other.hear();
  for (const name of names) expect(client.of(name).seq).toBe(other.of(name).seq);

  client.come(there);
  client.hear();

  for (const name of names) expect(client.of(name).resyncs).toEqual(["other_log"]);
  other.come(there);
  other.hear();
  for (const name of names) expect(other.of(name).resyncs).toEqual([]);
});

test("STREAM-RESUME-6: what is older than the newest events that are kept is too_old, and what is not goes on", async () => {
  const { here, there, trade } = await openTwo({ recentMax: 12 });
  const client = new Wanderer(USERS.demo1, ["my.trades"]);
  client.come(here);
  client.hear();
  const { seq: begin = "", log = "" } = client.of("my.trades");

  for (let count = 0; count < 3; count++) await trade(); // Each is four events: one rests, they trade, both end.
  const ids = async () => {
    const asked = there.streams.connect();
    asked.say({ op: "login", user: USERS.demo1 });
    asked.subscribe("my.trades", { from: begin, log });
    return asked.take().slice(2);
  };
  const kept = await ids();
  await trade();
  const gone = await ids();

  expect(kept).toMatchObject([{ resumed: true }, { prev: begin, data: { trades: [{}, {}, {}] } }]);
  expect(gone).toMatchObject([
    {},
    { reason: "too_old" },
    { type: "snapshot", data: { trades: [] } },
  ]);
});

test("STREAM-RESUME-7: a process that is behind is waited for, for two seconds; then a snapshot is all there is", async () => {
  const { here, there, trade } = await openTwo();
  const names = ["my.trades", "depth:BTCUSDT"];
  const client = new Wanderer(USERS.demo1, names);
  client.come(here);
  there.wire.isSlow = true;
  await trade();
  await here.pass(200);
  client.hear();
  const { seq = "", log = "" } = client.of("my.trades");
  expect(client.of("my.trades").told).toHaveLength(1);

  const asked = there.streams.connect();
  asked.say({ op: "login", user: USERS.demo1 });
  for (const channel of names) asked.subscribe(channel, { from: seq, log });
  asked.subscribe("my.trades", { from: seq, log });
  await there.pass(1_900);
  // The second asks anew, so that the first is answered.
  expect(asked.take().slice(2)).toMatchObject([{ type: "subscribed" }, { reason: "too_old" }, {}]);
  await there.pass(200);
  expect(asked.take()).toMatchObject([
    { type: "subscribed", channel: "depth:BTCUSDT" },
    { reason: "other_log" },
    { type: "snapshot" },
    { type: "subscribed", channel: "my.trades" },
    { reason: "too_old" },
    { type: "snapshot" },
  ]);

  client.come(there);
  await there.pass(1_000);
  client.hear();
  expect(client.of("my.trades").resyncs).toEqual([]);
  there.wire.release();
  await settle();
  await trade();
  await there.pass(100);
  client.hear();
  expect(client.of("my.trades")).toMatchObject({ resyncs: [], told: [{}, {}] });
});

test("STREAM-RESUME-7: who leaves while it waits is told nothing, and who gives a channel up is answered first", async () => {
  const { here, there, trade } = await openTwo();
  const client = new Wanderer(USERS.demo1, ["my.trades"]);
  client.come(here);
  there.wire.isSlow = true;
  await trade();
  await here.pass(20);
  client.hear();
  const { seq = "", log = "" } = client.of("my.trades");
  const ask = () => {
    const asked = there.streams.connect();
    asked.say({ op: "login", user: USERS.demo1 });
    asked.take();
    asked.subscribe("my.trades", { from: seq, log });
    return asked;
  };
  const [leaves, givesUp] = [ask(), ask()];
  leaves.connection.ended();
  givesUp.say({ op: "unsubscribe", channel: "my.trades", id: 2 });

  expect(givesUp.take().map(({ type }) => type)).toEqual([
    ...["subscribed", "resync", "snapshot", "unsubscribed"],
  ]);
  expect(there.streams.arrivals.isWaiting).toBe(false);
  there.wire.release();
  await there.pass(3_000);
  expect([leaves.take(), givesUp.take()]).toEqual([[], []]);
});

test("STREAM-RESUME-6: of an order that was filled in part and then amended the events do not tell, so a snapshot follows", async () => {
  const { desk, here, there } = await openTwo();
  const client = new Wanderer(USERS.demo1, ["my.orders", "my.trades"]);
  const limit = (who: "demo1" | "demo2", side: "buy" | "sell", lots: number) => {
    play(desk.member, { do: "spot", who, asked: { side, kind: "limit", price: "50000", lots } });
  };
  limit("demo1", "sell", 9);
  await settle();
  client.come(here);
  client.hear();
  limit("demo2", "buy", 2);
  const [order] = [...desk.member.words.openOrdersOf(USERS.demo1)];
  desk.member.http.must({
    type: "ReplaceOrder",
    user: USERS.demo1,
    key: USERS.demo1,
    request: 0,
    pair: 1,
    area: "spot",
    order: order?.id ?? 0,
    orderClientId: "",
    mustCancel: true,
    side: "sell",
    kind: "limit",
    quantity: "0.005",
    price: "50000",
    clientId: "",
  });
  await settle();

  client.come(there);
  client.hear();

  expect(client.of("my.orders").resyncs).toEqual(["too_old"]);
  expect(client.of("my.orders").state).toMatchObject({ orders: [{ origQty: "0.007" }] });
  expect(client.of("my.trades")).toMatchObject({ resyncs: [], told: [{}] });
});

const IMPORT = { type: "CandlesImported", sort: "pair", market: 1, candles: [] } as const;

test("STREAM-RESUME-6: an import is not gone on over, and who is told a snapshot of it goes on from there", async () => {
  const { here, there, trade } = await openTwo();
  const trades = ["trades:BTCUSDT"];
  const [first, client] = [new Wanderer(USERS.demo1, trades), new Wanderer(USERS.demo1, trades)];
  first.come(there);
  await trade();
  client.come(here);
  client.hear();
  client.come(there);
  client.hear();
  expect(client.of("trades:BTCUSDT").resyncs).toEqual([]);

  there.streams.feed.fold(IMPORT);
  await there.pass(20);
  await trade();
  await there.pass(20);
  client.hear();
  expect(client.of("trades:BTCUSDT").told).toHaveLength(1);

  const { seq = "", log = "" } = client.of("trades:BTCUSDT");
  await trade();
  there.streams.feed.fold(IMPORT);
  there.streams.channels.close("0 trades:BTCUSDT");
  const late = there.streams.connect();
  late.subscribe("trades:BTCUSDT", { from: seq, log });
  expect(late.take().slice(1)).toMatchObject([{}, { reason: "too_old" }, { type: "snapshot" }]);
});

test("STREAM-LIMIT-3 STREAM-RESUME-7: a subscription that waits counts as one", async () => {
  const { here, there, trade } = await openTwo({ subscriptionsMax: 2 });
  const client = new Wanderer(USERS.demo1, ["my.trades"]);
  client.come(here);
  there.wire.isSlow = true;
  await trade();
  await here.pass(20);
  client.hear();
  const { seq = "", log = "" } = client.of("my.trades");

  const asked = there.streams.connect();
  asked.say({ op: "login", user: USERS.demo1 });
  asked.take();
  for (const name of ["my.trades", "my.orders", "my.trades", "my.liquidation"]) {
    asked.subscribe(name, { from: seq, log });
  }

  expect(asked.take().filter(({ type }) => type === "error")).toMatchObject([{ code: -1003 }]);
});

test("STREAM-DUR-1 STREAM-RESUME-5: of what does not add up, who comes from elsewhere is told nothing", async () => {
  const { here, there, trade } = await openTwo();
  const client = new Wanderer(USERS.demo1, ["my.trades"]);
  client.come(here);
  client.hear();
  await trade();
  there.streams.isSilent = true;

  client.come(there);
  await there.pass(3_000);
  client.hear();

  expect(client.of("my.trades").told).toEqual([]);
  client.come(here);
  await here.pass(20);
  client.hear();
  expect(client.of("my.trades")).toMatchObject({ told: [{}], resyncs: [] });
});
