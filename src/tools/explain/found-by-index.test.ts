/**
 * What the archivist's index finds of a random day, held against the log as a whole: after restarts and kills, after history was
 * made anew, of a store that an earlier version wrote, beside damage, and where old segments are gone.
 */
import { expect, test } from "vitest";
import { Crowd } from "../../../test/simulation/crowd/crowd.ts";
import { Dice } from "../../../test/simulation/dice.ts";
import { historyOf, optionsOn } from "../../../test/support/archivist-desk.ts";
import { Desk } from "../../../test/support/desk.ts";
import { ExplainDesk, type Sent, toEnd } from "../../../test/support/explain-desk.ts";
import { apply } from "../../core/engine/engine.ts";
import { emptyState } from "../../core/engine/state.ts";
import { Archivist } from "../../runtime/archivist/archivist.ts";
import { PLACES_KEY, placeKey } from "../../runtime/history/rows/keys.ts";
import { HistoryStore } from "../../runtime/history/store/history-store.ts";
import { MemoryStore } from "../../runtime/history/store/memory-store.ts";
import { rebuildHistory } from "../audit/rebuild-history.ts";
import { verify } from "../audit/verify.ts";
import { explain } from "./explain.ts";
import { findCommands } from "./find-commands.ts";
import type { WorkMeter } from "./sources.ts";

const PLACE_COMMANDS = 20;

/** A day of a crowd in all three areas. */
function dayOf(seed: number, count: number): readonly Sent[] {
  const state = emptyState();
  const options = { isLong: false, hasFutures: true, hasOrderSet: false };
  const crowd = new Crowd(new Dice(seed), state, options);
  const sent: Sent[] = [];
  while (crowd.drawn < count) {
    const command = crowd.next();
    const { timeMs } = crowd;
    apply(state, command, { timeMs, events: [] });
    sent.push({ command, timeMs });
  }
  return sent;
}

/** Every so many are asked for: each search of the whole log reads all of it. */
const STRIDE = 7;

const DAY = dayOf(8, 420);

interface Kept {
  readonly desk: ExplainDesk;
  readonly keyValues: MemoryStore;
  readonly history: HistoryStore;
}

/** An archivist follows in stretches; after each another one may take its place, as after a kill. */
async function kept(sent: readonly Sent[], { isKilled = false, keepsArchive = true } = {}) {
  const desk = new ExplainDesk();
  const keyValues = new MemoryStore();
  const history = new HistoryStore(keyValues);
  const begin = (at: number) => {
    const kept = { history, keepsArchive: () => keepsArchive, placeCommands: PLACE_COMMANDS };
    return new Archivist(optionsOn(desk.disk, kept), at);
  };
  let archivist: Archivist | undefined;
  for (let at = 0; at < sent.length; at += 60) {
    await desk.write(sent.slice(at, at + 60));
    desk.close();
    if (!archivist || isKilled) archivist = begin(desk.position);
    archivist.advance(desk.position);
    if (at % 120 === 0) archivist.takeSnapshot();
  }
  return { desk, keyValues, history };
}

function ask({ desk, history }: Pick<Kept, "desk" | "history">, id: string, meter?: WorkMeter) {
  const { disk, position: durablePosition } = desk;
  return toEnd(explain({ disk, history, durablePosition, meter }, id));
}

function newMeter(): WorkMeter {
  return { read: 0, replayed: 0, loaded: 0 };
}

function requestsOf({ desk }: Pick<Kept, "desk">): number[] {
  const numbers = Array.from({ length: desk.position }, (_, at) => desk.requestId(at + 1));
  return numbers.map((id) => Number.parseInt(id, 36));
}

/** Where the log as a whole has the commands of each request, and where the index says that they are. */
function compareRequests({ desk, history }: Kept): void {
  const { disk, position: durablePosition } = desk;
  const some = requestsOf({ desk }).filter((_, at) => at % STRIDE === 0 || at > desk.position - 20);
  for (const request of some) {
    const whole = toEnd(findCommands({ disk, durablePosition, request }));
    const found = toEnd(findCommands({ disk, durablePosition, request, history }));
    expect(found).toEqual(whole);
  }
}

test("EXPLAIN-FIND-2 every request of a day is found by the index where the whole log has it", async () => {
  const day = await kept(DAY);
  compareRequests(day);
  const meter = newMeter();
  const { disk, position: durablePosition } = day.desk;
  const request = requestsOf(day)[100] ?? 0;
  toEnd(findCommands({ disk, durablePosition, request, history: day.history, meter }));

  // Its own place, and what no place has yet.
  const { last = 0 } = day.history.places.span ?? {};
  expect(meter.read).toBeLessThan(3 * PLACE_COMMANDS + durablePosition - last);
  expect(last).toBeGreaterThan(durablePosition - 60);
});

test.each([
  ["an archivist that is killed again and again", { isKilled: true }],
  ["one archivist", { isKilled: false }],
] as const)("EXPLAIN-FIND-2 by the index of %s orders are told as without one", async (_, how) => {
  const day = await kept(DAY, how);
  const { desk, history } = day;
  const bare = { desk, history: new HistoryStore(new MemoryStore()) };

  compareRequests(day);
  for (let id = 1; id <= 60; id += STRIDE) {
    const told = ask(day, `${id}`);
    expect(told).toEqual(ask(bare, `${id}`));
  }
  await expect(verify(desk.disk, history)).resolves.toMatchObject({ position: desk.position });
});

test("HIST-REBUILD-1 the index that is made anew finds the same, and verify bears it out", async () => {
  const { desk, history } = await kept(DAY);
  const keyValues = new MemoryStore();
  const anew = new HistoryStore(keyValues);

  await rebuildHistory(desk.disk, anew);

  expect(anew.places.span).toEqual({ since: 0, last: desk.position });
  compareRequests({ desk, keyValues, history: anew });
  expect(ask({ desk, history: anew }, "5")).toEqual(ask({ desk, history }, "5"));
  await verify(desk.disk, anew);
});

test("HIST-PLACE-2 verify fails on a place that is missing or says something else", async () => {
  const { desk, keyValues, history } = await kept(DAY);
  const places = [...history.places.list(0, 1)];
  const [, second] = places;
  if (!second) throw new Error("no place");
  const spoilt = (change: (store: HistoryStore, copy: MemoryStore) => void) => {
    const copy = keyValues.copy();
    const store = new HistoryStore(copy);
    change(store, copy);
    return verify(desk.disk, store);
  };
  // With sound checksums: as a bug would write it, not as a disk would spoil it.
  const another = (changed: Partial<typeof second>) =>
    spoilt((store) => {
      store.forgetAfter(0);
      const all = places.map((place) => (place === second ? { ...place, ...changed } : place));
      store.add([], desk.position, all);
    });

  await expect(spoilt(() => undefined)).resolves.toMatchObject({ position: desk.position });
  await expect(spoilt((_, copy) => copy.remove(placeKey(0, second.first)))).rejects.toThrow(
    /^the history store is damaged: row 18[0-9a-f]+ has no place with it$/,
  );
  for (const changed of [
    { orders: second.orders + 1 },
    { offset: second.offset + 1 },
    { requests: second.requests.slice(1) },
  ]) {
    await expect(another(changed)).rejects.toThrow(/history store (has another|lacks)/);
  }
});

test("EXPLAIN-FIND-2 a store of an earlier version has no index: the log is searched, and gets one from there on", async () => {
  const half = DAY.length / 2;
  const { desk, keyValues } = await kept(DAY.slice(0, half));
  const rows = [
    ...keyValues.list({ from: placeKey(0, 0), to: placeKey(3, 0), isReverse: false, limit: 1e6 }),
  ];
  for (const { key } of [...rows, { key: PLACES_KEY }]) keyValues.remove(key);
  const history = new HistoryStore(keyValues);
  compareRequests({ desk, keyValues, history });

  await desk.write(DAY.slice(half));
  const options = { history, placeCommands: PLACE_COMMANDS };
  new Archivist(optionsOn(desk.disk, options), desk.position).advance(desk.position);

  const { since = 0, last = 0 } = history.places.span ?? {};
  expect(since).toBeGreaterThan(0);
  expect(last).toBeGreaterThan(desk.position - 3 * PLACE_COMMANDS);
  compareRequests({ desk, keyValues, history });
  expect(ask({ desk, history }, "3")).toMatchObject({ found: "order" });
  await verify(desk.disk, history);
});

test("HIST-SEAL-4 beside damaged rows of the index everything is found all the same", async () => {
  const { desk, keyValues, history } = await kept(DAY);
  const [, second] = [...history.places.list(0, 1)];
  keyValues.remove(placeKey(0, second?.first ?? 0));
  const day = { desk, keyValues, history };

  compareRequests(day);
  for (let id = 1; id <= 30; id += STRIDE)
    expect(ask(day, `${id}`)).toMatchObject({ found: "order" });
});

test("EXPLAIN-FIND-2 where old segments are gone what is left is found, and what is older by history", async () => {
  const day = await kept(DAY, { keepsArchive: false });
  const { desk, history } = day;
  const bare = { desk, history: undefined };
  compareRequests(day);

  const gone = toEnd(explain({ disk: desk.disk, history, durablePosition: desk.position }, "1"));
  const without = toEnd(explain({ ...bare, disk: desk.disk, durablePosition: desk.position }, "1"));
  expect([gone.found, without.found]).toEqual(["order", "order"]);
});

test("EXPLAIN-SOON-1 one state is loaded, and the log is replayed once, to the order's end", async () => {
  const { desk, history } = await kept(DAY);
  const ended = [...history.all()].filter(({ kind }) => kind === "order");
  expect(ended.length).toBeGreaterThan(5);

  for (const { record, position } of ended) {
    const meter = newMeter();
    const told = ask({ desk, history }, `${record.id}`, meter);
    if (told.found !== "order" || !told.created) continue;
    const place = history.placeOfOrder(record.id);
    if (!place) continue;
    const isForced = told.created.user === undefined;
    expect(meter.loaded).toBeLessThanOrEqual(isForced ? 2 : 1);
    // Batches are of three commands at most.
    if (!isForced) expect(meter.replayed).toBeLessThanOrEqual(position + 2);
  }
});

test("EXPLAIN-SOON-1 an order that rests as it was made is not followed to the end of the log", async () => {
  const story = new Desk({ alice: { USDT: "1000" }, bob: { BTC: "10", USDT: "100000" } });
  story.order("alice", "buy 1 @ 50");
  const made = story.sent.length;
  for (let i = 0; i < 100; i++) story.order("bob", "buy 0.001 @ 100");
  const desk = await ExplainDesk.of(story.sent);
  new Archivist(optionsOn(desk.disk, { placeCommands: PLACE_COMMANDS }), desk.position);
  const meter = newMeter();
  const { disk, history, position: durablePosition } = desk;
  const live = () => story.state;

  const told = toEnd(explain({ disk, history, durablePosition, live, meter }, "1"));

  expect(told).toEqual(desk.explained("1"));
  expect(told).toMatchObject({ now: "open: new, 0 executed, 1 left, 50 USDT locked" });
  expect(meter.replayed).toBeLessThan(made + 6);
  // What never was is known at once.
  const nothing = newMeter();
  const none = toEnd(explain({ disk, history, durablePosition, live, meter: nothing }, "999999"));
  expect(none.found).toBe("nothing");
  expect(nothing.replayed).toBe(0);
});

test("EXPLAIN-NAME-1 a client id leads to its order; of several users all are named, newest first", async () => {
  const story = new Desk({ alice: { USDT: "1000" }, bob: { USDT: "1000", BTC: "10" } });
  story.order("alice", "buy 1 @ 100 as mine");
  story.order("alice", "buy 1 @ 100 as OURS");
  story.order("bob", "sell 2 @ 100");
  story.order("bob", "buy 1 @ 90 as OURS");
  story.order("bob", "buy 1 @ 80");
  const desk = await ExplainDesk.of(story.sent);
  new Archivist(optionsOn(desk.disk), desk.position);
  const history = historyOf(desk.disk);

  expect(ask({ desk, history }, "mine")).toMatchObject({
    found: "order",
    id: "1",
    user: "alice",
    notes: ["mine is the client id of order 1"],
  });
  expect(ask({ desk, history }, "bourse:3")).toMatchObject({ found: "order", id: "3" });
  expect(ask({ desk, history }, "OURS")).toMatchObject({
    found: "orders",
    orders: [
      { order: 4, user: "bob", says: "buy 1 BTCUSDT at 90, open" },
      { order: 2, user: "alice", says: expect.stringMatching(/ended at .*: filled, 1 executed$/) },
    ],
  });
  expect(ask({ desk, history }, "Nobody's")).toMatchObject({ found: "nothing" });
  expect(ask({ desk, history }, "NOBODY")).toMatchObject({
    notes: [expect.stringMatching(/^no order with this client id is in the log/)],
  });
});

test("EXPLAIN-NAME-1 every client id leads to the newest order of each user that bore it", async () => {
  const story = new Desk({ alice: { USDT: "1000", BTC: "9" }, bob: { USDT: "1000", BTC: "9" } });
  const dice = new Dice(5);
  const newest = new Map<string, Map<string, number>>();
  for (let i = 0; i < 60; i++) {
    story.advance(61_000);
    const user = dice.pick(["alice", "bob"]);
    const name = `n${dice.between(0, 19)}`;
    const words = `${dice.pick(["buy", "sell"])} 0.0${dice.between(1, 9)} @ ${dice.between(95, 103)}`;
    const outcome = story.order(user, `${words} as ${name}`);
    if (!outcome.ok || !("orderId" in outcome.answer)) continue;
    const { orderId } = outcome.answer;
    newest.set(name, (newest.get(name) ?? new Map()).set(user, orderId));
  }
  story.order("bob", "sell 0.001 @ 900");
  const desk = await ExplainDesk.of(story.sent);
  new Archivist(optionsOn(desk.disk), desk.position);
  const history = historyOf(desk.disk);
  expect(newest.size).toBeGreaterThan(10);

  for (const [name, byUser] of newest) {
    const told = ask({ desk, history }, name);
    const ids = [...byUser.values()].sort((one, other) => other - one);
    const found =
      told.found === "orders" ? told.orders.map(({ order }) => order) : [Number(told.id)];
    // An open one may have come before one of the same user that has ended; a later one never did.
    expect(found.filter((id) => ids.includes(id))).toEqual(ids);
  }
});
