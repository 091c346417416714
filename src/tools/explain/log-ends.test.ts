/** Restarts, snapshots, segments that are gone, void commands: an explanation is of the log alone. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { ExplainDesk, toEnd } from "../../../test/support/explain-desk.ts";
import { draftBehind, SEGMENT_BYTES } from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { listSnapshots, readSnapshot, writeSnapshot } from "../../log/file/snapshot-files.ts";
import { LOG_DIRECTORY, listSegments, makeSegment } from "../../log/segment/segments.ts";
import { EPOCH } from "../../runtime/replica/open-log.ts";
import { Replica } from "../../runtime/replica/replay.ts";
import { explain } from "./explain.ts";
import { firstPositionOf, startsUpTo } from "./starts.ts";

/** A market of many small orders, two users, and as many commands as are asked for. */
function longStory(count: number): Desk {
  const desk = new Desk({ alice: { USDT: "1000000" }, bob: { BTC: "1000" } });
  desk.inBulk(() => {
    for (let i = 0; i < count; i++) {
      desk.advance(10);
      const at = 100 + ((i * 5) % 11);
      if (i % 3 === 0) desk.order("bob", `sell 0.${1 + (i % 7)} @ ${at}`);
      else desk.order("alice", `buy 0.${1 + (i % 5)} @ ${at}`);
    }
  });
  return desk;
}

/** Long enough for many segments; told by several tests, and changed by none. */
const LONG = longStory(600);

const HAS_TRADE = expect.stringMatching(/^history has trade \d+ at 2023-/);

/** All that can be told of a desk: every request and every order. */
function everything(desk: ExplainDesk, orders: number, from = 1): unknown[] {
  const told: unknown[] = [];
  for (let at = from; at <= desk.position; at++) told.push(desk.explained(desk.requestId(at)));
  for (let id = 1; id <= orders; id++) told.push(desk.explained(`${id}`));
  return told;
}

test("EXPLAIN-VERDICT-1 after a restart and after snapshots the same is told", async () => {
  const { sent, state } = longStory(24);
  const half = sent.length - 20;
  const plain = await ExplainDesk.of(sent);
  const kept = await ExplainDesk.of(sent.slice(0, half));
  kept.snapshot();
  kept.close();
  await kept.write(sent.slice(half, -10));
  kept.snapshot();
  kept.close();
  await kept.write(sent.slice(-10));

  const { orderIdLast } = state.orders;
  expect(everything(kept, orderIdLast)).toEqual(everything(plain, orderIdLast));
});

test("EXPLAIN-VERDICT-1 a replay begins at the nearest snapshot before the command", async () => {
  const { sent } = longStory(40);
  const desk = await ExplainDesk.of(sent.slice(0, -20));
  desk.snapshot();
  const snapshot = desk.position;
  await desk.write(sent.slice(-20));

  const nearest = (position: number) => startsUpTo(desk.disk, position).next().value?.position;

  expect([snapshot - 1, snapshot, snapshot + 1].map(nearest)).toEqual([0, snapshot, snapshot]);
});

test("EXPLAIN-LOG-1 an order older than the log: said so, with what history has", async () => {
  const { sent, state } = LONG;
  const desk = await ExplainDesk.of(sent.slice(0, 300));
  desk.snapshot(false);
  await desk.write(sent.slice(300, 550));
  desk.snapshot(false);
  await desk.write(sent.slice(550));
  desk.snapshot(false);
  const first = firstPositionOf(desk.disk);
  const older = `it is older than the log, which begins at position ${first}`;

  const past = desk.order(2);
  expect(first).toBeGreaterThan(250);
  expect(past).toMatchObject({
    created: undefined,
    life: [],
    notes: [older, HAS_TRADE, HAS_TRADE],
  });
  expect(past.now).toMatch(/^ended at 2023-.+: filled, 0\.\d executed$/);
  const open = [...state.orders.byId.sorted()].find(({ id }) => id < 200);
  expect(desk.order(open?.id ?? 0)).toMatchObject({
    created: undefined,
    now: expect.stringMatching(/^open: /),
    notes: [older],
  });
  expect(desk.explained(desk.requestId(5))).toMatchObject({
    found: "nothing",
    notes: [
      `no command of this request is in the log (positions ${first} to ${desk.position}): nothing was executed there`,
    ],
  });
});

test("EXPLAIN-LOG-1 a command that is there while the state before it is gone: no verdict", async () => {
  const { sent } = LONG;
  const desk = await ExplainDesk.of(sent.slice(0, 300));
  desk.snapshot(false);
  await desk.write(sent.slice(300, 550));
  desk.snapshot(false);
  await desk.write(sent.slice(550));
  const first = firstPositionOf(desk.disk);

  const { steps, notes } = desk.request(first);

  expect(first).toBeLessThan(300);
  expect(steps).toMatchObject([{ position: first, verdict: { result: "unknown" } }]);
  expect(steps[0]?.asked).toMatch(/^(buy|sell) 0\.\d BTCUSDT at 1\d\d$/);
  expect(notes).toEqual([
    `the log begins at position ${first}, the oldest state that is kept is that of position 300`,
  ]);
});

test("EXPLAIN-FIND-1 a request is found in whichever segment it is, archive included", async () => {
  const { sent } = LONG;
  const desk = await ExplainDesk.of(sent.slice(0, 300));
  desk.snapshot();
  await desk.write(sent.slice(300));
  desk.snapshot();

  expect(listSegments(desk.disk, LOG_DIRECTORY)[0]).toBeGreaterThan(1);
  for (const at of [2, 100, 299, 300, 301, 450, desk.position]) {
    expect(desk.step(at).position).toBe(at);
  }
});

test("EXPLAIN-ID-1 digits are an order first, then a request; what is neither is nothing", async () => {
  const { sent, state } = longStory(10);
  const desk = await ExplainDesk.of(sent);

  expect(desk.explained("1").found).toBe("order");
  expect(desk.explained(`${state.orders.orderIdLast + 1}`)).toMatchObject({
    found: "nothing",
    notes: [expect.stringMatching(/^neither such an order nor request is in the log/)],
  });
  expect(desk.explained("zzz").found).toBe("nothing");
});

test("EXPLAIN-LOG-1 a log that begins at a loaded state is explained from there", async () => {
  const story = longStory(20);
  const before = await ExplainDesk.of(story.sent);
  before.snapshot();
  const read = readSnapshot(before.disk, listSnapshots(before.disk)[0] ?? "");
  if (!read.ok) throw new Error(read.damaged);
  const { snapshot } = read;
  const origin = { ...snapshot.cursor, segment: 7, offset: 0 };
  const disk = new SimulatedDisk();
  writeSnapshot(disk, { ...snapshot, cursor: origin }, [snapshot.body]);
  disk.makeDirectory(LOG_DIRECTORY);
  makeSegment(disk, origin.segment, SEGMENT_BYTES);
  const log = await openFileLog({ disk, from: origin, segmentBytes: SEGMENT_BYTES });
  log.claim(EPOCH);
  const replica = Replica.start({ ...snapshot, cursor: origin });
  const { stateHash } = snapshot;
  const first = [
    { type: "LoadState", name: "saved", stateHash, request: 4_242 } as const,
    { ...story.placing("bob", "sell 1 @ 500"), request: 4_243 },
  ];
  await log.append(origin.position + 1, EPOCH, draftBehind(replica, first));
  const sources = { disk, durablePosition: log.end.position, history: undefined };
  const ask = (id: string) => toEnd(explain(sources, id));

  const made = story.state.orders.orderIdLast + 1;
  const older = `it is older than the log, which begins at position ${origin.position + 1}`;
  expect(ask((4_242).toString(36))).toMatchObject({ steps: [{ asked: "load state: name saved" }] });
  expect(ask((4_243).toString(36))).toMatchObject({ steps: [{ verdict: { orders: [made] } }] });
  expect(ask(`${made}`)).toMatchObject({ found: "order", user: "bob", notes: [] });
  expect(ask("1")).toMatchObject({ found: "order", created: undefined, notes: [older] });
});
