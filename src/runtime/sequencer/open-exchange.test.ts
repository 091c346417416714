/** A start: what it restores, what it refuses, what it says; and the directory it opens. */
import { expect, test } from "vitest";
import {
  ALICE,
  appendByHand,
  cancel,
  deposit,
  draftBehind,
  HOUR_MS,
  hashOfSequencer,
  MARKET,
  mustDo,
  OPENING_MS,
  openMarketOn,
  openOn,
  order,
  SEGMENT_BYTES,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { settle, VirtualTime } from "../../../test/support/virtual-time.ts";
import { decodeCommands } from "../../core/engine/codec.ts";
import { RULES } from "../../core/engine/rule-versions.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import { GENESIS } from "../../log/log.ts";
import { DigestDiffers } from "../replica/replay.ts";
import { ClockBehind, openDirectoryAs } from "./open-exchange.ts";

const FIRST = "log/00000001.log";

/** A closed directory with a market and some trades. */
async function directory(count = 20) {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  await trade(sequencer, count);
  await sequencer.stop();
  return { disk, time, hash: hashOfSequencer(sequencer), state: sequencer.state };
}

function contentOf(disk: SimulatedDisk): Buffer {
  return Buffer.concat(
    disk.list("log").map((name) => disk.sectorsOf(`log/${name}`).read(0, SEGMENT_BYTES)),
  );
}

/** Where the batches of the first segment end. */
async function endsOf(disk: SimulatedDisk): Promise<number[]> {
  const log = await openFileLog({ disk, readOnly: true });
  return [...log.read(GENESIS)].map(({ after }) => after.offset);
}

test("CORE-REPLAY-1 a start after a stop has the state that was live, hash for hash", async () => {
  const { disk, time, hash } = await directory(200);

  const { sequencer, reports } = await openOn(disk, time);

  expect(hashOfSequencer(sequencer)).toBe(hash);
  expect(reports).toEqual([]);
  await mustDo(sequencer, deposit(ALICE, "goes-on"));
});

test("LOG-DUR-1 what was done is there after a power cut at any later moment", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  await trade(sequencer, 20);
  const hash = hashOfSequencer(sequencer);

  disk.crash(() => 0); // Nothing that was not synced survives.
  const again = await openOn(disk, time);

  expect(hashOfSequencer(again.sequencer)).toBe(hash);
});

test("LOG-TAIL-1 a torn last batch is zeroed and reported, and what was done before it is there", async () => {
  const { disk, time } = await directory();
  const ends = await endsOf(disk);
  const [before = 0, last = 0] = ends.slice(-2);
  disk.sectorsOf(FIRST).damage(last - 10, new Uint8Array(10));

  const { sequencer, reports } = await openOn(disk, time);

  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(
    new RegExp(
      `^a torn tail of \\d+ bytes at ${FIRST} offset ${before} was zeroed; a copy is torn/\\S+$`,
    ),
  );
  expect(sequencer.state.position).toBe(MARKET.length + 20);
  await sequencer.stop();
  expect((await openOn(disk, time)).reports).toEqual([]);
});

test("LOG-CORRUPT-1 a bad batch with a valid one behind it: no start, file and offset named, nothing changed", async () => {
  const { disk, time } = await directory();
  const ends = await endsOf(disk);
  const offset = ends[4] ?? 0;
  disk.sectorsOf(FIRST).damage(offset + 90, Uint8Array.of(0xaa));
  const before = contentOf(disk);

  const start = openOn(disk, time);

  await expect(start).rejects.toThrow(LogCorrupt);
  await expect(start).rejects.toThrow(`${FIRST} at offset ${offset}`);
  expect(contentOf(disk).equals(before)).toBe(true);
});

test("LOG-IDLE-1 LOG-CORRUPT-1 once the idle log is closed, damage to the last real batch is corruption", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  await mustDo(sequencer, deposit(ALICE, "last"));
  await time.pass(1_000);
  const [offset = 0] = (await endsOf(disk)).slice(-3);

  disk.sectorsOf(FIRST).damage(offset + 95, Uint8Array.of(0xaa));

  await expect(openOn(disk, time)).rejects.toThrow(`${FIRST} at offset ${offset}`);
});

test("LOG-WITNESS-1 a snapshot later than the log, even a damaged one, is no start", async () => {
  const { disk, time, state } = await directory();
  disk.makeDirectory("snapshots");
  disk.open(`snapshots/${`${state.position + 1}`.padStart(12, "0")}.snap`, "create").close();

  await expect(openOn(disk, time)).rejects.toThrow(`found its end at position ${state.position}`);
});

test("LOG-DIGEST-1 a start whose replay differs from the digest is refused, and everything is kept", async () => {
  const { disk, time, state } = await directory();
  await appendByHand(disk, (replica) =>
    draftBehind(replica, [deposit(ALICE, "x")], { digest: { high: 1, low: 2 } }),
  );
  const before = contentOf(disk);

  const start = openOn(disk, time);

  await expect(start).rejects.toThrow(DigestDiffers);
  await expect(start).rejects.toThrow(`position ${state.position}`);
  expect(contentOf(disk).equals(before)).toBe(true);
});

test("CORE-TIME-1 a wall clock more than 10 s behind the log: no start, and both times are named", async () => {
  const { disk, state } = await directory();
  const behind = new VirtualTime(state.timeMs - 10_001);

  const start = openOn(disk, behind);

  await expect(start).rejects.toThrow(ClockBehind);
  await expect(start).rejects.toThrow(new Date(state.timeMs).toISOString());
  await expect(start).rejects.toThrow(new Date(state.timeMs - 10_001).toISOString());
});

test("CORE-TIME-1 10 s behind is still a start, and engine time stands until it is reached", async () => {
  const { disk, state } = await directory();
  const { sequencer, time } = await openOn(disk, new VirtualTime(state.timeMs - 10_000));

  const first = await sequencer.submit(deposit(ALICE, "at-once"));
  await time.pass(10_500);
  const second = await sequencer.submit(deposit(ALICE, "later"));

  expect(first).toMatchObject({ kind: "done", timeMs: state.timeMs });
  expect(second).toMatchObject({ kind: "done", timeMs: state.timeMs + 500 });
});

test("CORE-TIME-1 told to go on, it starts behind, and engine time stands still until it is reached", async () => {
  const { disk, state } = await directory();
  const time = new VirtualTime(state.timeMs - HOUR_MS);
  const { sequencer } = await openOn(disk, time, { acceptsClockBehind: true });

  const first = await sequencer.submit(deposit(ALICE, "at-once"));
  await time.pass(HOUR_MS - 1);
  const second = await sequencer.submit(deposit(ALICE, "just-before"));
  await time.pass(2);
  const third = await sequencer.submit(deposit(ALICE, "reached"));

  expect(sequencer.now()).toBe(time.wallMs());
  expect(first).toMatchObject({ kind: "done", timeMs: state.timeMs });
  expect(second).toMatchObject({ kind: "done", timeMs: state.timeMs });
  expect(third).toMatchObject({ kind: "done", timeMs: state.timeMs + 1 });
});

test("CORE-TIME-1 a jump of the wall clock is reported and not followed until told", async () => {
  const { sequencer, clock, time, reports } = await openOn(new SimulatedDisk());
  const before = sequencer.now();

  time.jump(60_000);
  clock.correct();

  expect(reports).toEqual(["the wall clock jumped by 60000 ms; it is not followed"]);
  expect(sequencer.now()).toBe(before);
  clock.follow();
  expect(sequencer.now()).toBe(before + 60_000);
});

test("CORE-TICK-1 hours missed while the service was down tick before the first request, each once", async () => {
  const { disk, time } = await directory();
  time.jump(3 * HOUR_MS);

  const { sequencer } = await openOn(disk, time);
  await sequencer.catchUp();
  expect(sequencer.state.hourMs).toBe(OPENING_MS + 3 * HOUR_MS);
  await mustDo(sequencer, deposit(ALICE, "first-request"));
  await sequencer.stop();

  const log = await openFileLog({ disk, readOnly: true });
  const commands = [...log.read(GENESIS)].flatMap((batch) => [
    ...decodeCommands(batch.payload, batch.count),
  ]);
  expect(commands.slice(-4)).toMatchObject([
    { type: "HourTick", hourMs: OPENING_MS + HOUR_MS },
    { type: "HourTick", hourMs: OPENING_MS + 2 * HOUR_MS },
    { type: "HourTick", hourMs: OPENING_MS + 3 * HOUR_MS },
    { type: "Deposit", id: "first-request" },
  ]);
});

test.each(["production", "sandbox"] as const)(
  "CORE-DIR-1 the first record says that a directory is %s, for ever",
  async (kind) => {
    const other = kind === "production" ? "sandbox" : "production";
    const disk = new SimulatedDisk();
    const { sequencer, time } = await openOn(disk);
    expect(await sequencer.submit(deposit(ALICE, "too-early"))).toMatchObject({
      outcome: { ok: false, reason: "directory_not_open" },
    });

    await openDirectoryAs(sequencer, kind);
    await openDirectoryAs(sequencer, other);
    const second = await sequencer.submit({
      type: "OpenDirectory",
      kind: other,
      format: 1,
      rules: 1,
    });
    await sequencer.stop();
    const again = await openOn(disk, time);
    await openDirectoryAs(again.sequencer, other);

    expect(second).toMatchObject({ outcome: { ok: false, reason: "directory_already_open" } });
    expect(again.sequencer.state).toMatchObject({ kind, format: 1, rules: RULES });
  },
);

test("CORE-DIR-1 a format that is not known is not opened, and the start says so", async () => {
  const { sequencer } = await openOn(new SimulatedDisk());

  const opened = await sequencer.submit({
    type: "OpenDirectory",
    kind: "sandbox",
    format: 2,
    rules: 1,
  });

  expect(opened).toMatchObject({ outcome: { ok: false, reason: "format_not_supported" } });
  await sequencer.stop();
  await expect(openDirectoryAs(sequencer, "sandbox")).rejects.toThrow("could not be opened");
});

test("LOG-FULL-1 on a full disk the segment in use is filled, cancels go on, and service resumes", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  for (let i = 0; i < 40; i++) await mustDo(sequencer, order(ALICE, "buy 1 @ 1", `rests-${i}`));
  disk.spaceBytes = 0;
  const accepted: string[] = [];
  let isFull = false;
  for (let i = 0; !isFull && i < 2_000; i++) {
    const submitted = await sequencer.submit(order(ALICE, "buy 1 @ 1", `fills-${i}`));
    isFull = submitted.kind === "unavailable";
    if (!isFull) accepted.push(`fills-${i}`);
  }
  expect(accepted.length).toBeGreaterThan(50); // The segment made ahead has been used.

  const canceled = await sequencer.submit(cancel(ALICE, 1));
  const refused = await sequencer.submit(order(ALICE, "buy 1 @ 1", "refused"));
  disk.spaceBytes = Number.POSITIVE_INFINITY;
  await time.pass(1_000);
  const resumed = await sequencer.submit(order(ALICE, "buy 1 @ 1", "resumed"));
  const hash = hashOfSequencer(sequencer);
  await sequencer.stop();

  expect(isFull).toBe(true);
  expect(canceled).toMatchObject({ kind: "done", outcome: { ok: true } });
  expect(refused).toEqual({ kind: "unavailable" });
  expect(resumed).toMatchObject({ kind: "done", outcome: { ok: true } });
  const again = await openOn(disk, time);
  expect(hashOfSequencer(again.sequencer)).toBe(hash);
  const open = again.sequencer.state.orders.byId.sorted().map(({ clientId }) => clientId);
  expect(open.filter((id) => id.startsWith("fills"))).toEqual(accepted);
  expect(open).not.toContain("refused");
});

test("LOG-FULL-1 cancels that find no more room are unavailable, and nothing is lost", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  for (let i = 0; i < 500; i++) await mustDo(sequencer, order(ALICE, "buy 1 @ 1", `rests-${i}`));
  disk.spaceBytes = 0;
  let done = 0;
  for (let i = 1; i <= 500; i++) {
    const submitted = await sequencer.submit(cancel(ALICE, i));
    if (submitted.kind === "unavailable") break;
    done++;
  }

  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(500);
  disk.spaceBytes = Number.POSITIVE_INFINITY;
  await time.pass(1_000);
  await mustDo(sequencer, cancel(ALICE, done + 1));
  const hash = hashOfSequencer(sequencer);
  await sequencer.stop();
  const again = await openOn(disk, time);
  expect(hashOfSequencer(again.sequencer)).toBe(hash);
  expect(again.sequencer.state.orders.byId.size).toBe(500 - done - 1);
});

test("LOG-DUR-1 a write error of the disk is unknown, the process must stop, and the start decides", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time, broken } = await openMarketOn(disk);
  disk.nextWriteError = new Error("EIO");

  const submitted = await sequencer.submit(deposit(ALICE, "who-knows"));
  await settle();

  expect(submitted).toEqual({ kind: "unknown" });
  expect(broken).toHaveLength(1);
  expect(await sequencer.submit(deposit(ALICE, "after"))).toEqual({ kind: "unavailable" });
  disk.crash(() => 0);
  const again = await openOn(disk, time);
  expect(again.sequencer.state.movements.byId.has("after")).toBe(false);
  await mustDo(again.sequencer, deposit(ALICE, "who-knows")); // Once, whatever happened before.
});

test("LOG-IDLE-1 after a kill the last batch of before is closed too, once the sequencer is idle", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  await mustDo(sequencer, deposit(ALICE, "acknowledged"));

  const again = await openOn(disk, time);
  await again.sequencer.catchUp();
  await time.pass(1_500);

  const log = await openFileLog({ disk, readOnly: true });
  const counts = [...log.read(GENESIS)].map(({ count }) => count);
  expect(counts.slice(-2)).toEqual([1, 0]);
  await time.pass(5_000);
  expect([...(await openFileLog({ disk, readOnly: true })).read(GENESIS)]).toHaveLength(
    counts.length,
  );
});
