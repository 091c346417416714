/** The archivist follows the log, makes the snapshots, and retires what they make unnecessary. */

import { expect, test } from "vitest";
import { hashIn, optionsOn, positionsOf } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  BOB,
  deposit,
  HOUR_MS,
  hashOfSequencer,
  mustDo,
  openMarketOn,
  openOn,
  order,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { viewsIn } from "../../../test/support/wallet-view.ts";
import { DiskFull } from "../../log/disk.ts";
import { listSnapshots } from "../../log/file/snapshot-files.ts";
import { verify } from "../../tools/audit/verify.ts";
import { Archivist, isDifference, StateBroken } from "./archivist.ts";

test("LOG-SNAP-1 it follows the log to where it is told, and its snapshot is the live state", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), 0);
  await trade(sequencer, 40);
  const { position } = sequencer.state;

  archivist.advance(position - 7);
  expect(archivist.position).toBe(position - 7);
  archivist.advance(position);
  archivist.advance(position);
  archivist.takeSnapshot();

  expect(archivist.position).toBe(position);
  expect(archivist.snapshotPosition).toBe(position);
  expect(positionsOf(disk)).toEqual([position]);
  expect(hashIn(disk, listSnapshots(disk)[0])).toBe(hashOfSequencer(sequencer));
});

test("LOG-SNAP-1 it makes a snapshot after every so many commands, and keeps two", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const start = sequencer.state.position;
  const archivist = new Archivist(optionsOn(disk, { snapshotEvery: 25 }), start);
  const made = new Set<number>();

  for (let i = 0; i < 60; i++) {
    await mustDo(sequencer, deposit(ALICE, `d-${i}`));
    archivist.advance(sequencer.state.position);
    made.add(archivist.snapshotPosition);
  }

  expect([...made]).toEqual([0, 25, 50]);
  expect(positionsOf(disk)).toEqual([25, 50]);
  await mustDo(sequencer, deposit(ALICE, "more"));
  for (let i = 0; i < 25; i++) await mustDo(sequencer, deposit(ALICE, `e-${i}`));
  archivist.advance(sequencer.state.position);
  expect(positionsOf(disk)).toEqual([50, 75]);
});

test("LOG-SNAP-1 it makes a snapshot after an hour with changes, and none without", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const { position } = sequencer.state;
  const options = optionsOn(disk, { snapshotEveryMs: HOUR_MS });
  const archivist = new Archivist(options, position);
  await mustDo(sequencer, deposit(ALICE, "a"));
  archivist.advance(sequencer.state.position);
  expect(positionsOf(disk)).toEqual([]);

  await time.pass(HOUR_MS);
  await mustDo(sequencer, deposit(ALICE, "b"));
  archivist.advance(sequencer.state.position);
  const first = sequencer.state.position;
  await mustDo(sequencer, deposit(ALICE, "c"));
  archivist.advance(sequencer.state.position);

  expect(positionsOf(disk)).toHaveLength(1);
  expect(positionsOf(disk)[0]).toBeLessThanOrEqual(first);
  expect(positionsOf(disk)[0]).toBeGreaterThan(position);
});

test("LOG-SNAP-1 an hour that only ticked is no hour with changes", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const options = optionsOn(disk, { snapshotEveryMs: HOUR_MS });
  const archivist = new Archivist(options, sequencer.state.position);
  const hours = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await time.pass(HOUR_MS);
      sequencer.flush();
      await time.pass(0);
      archivist.advance(sequencer.state.position);
    }
    return positionsOf(disk);
  };

  const first = await hours(3);
  const idle = await hours(5);
  await mustDo(sequencer, deposit(ALICE, "changed"));
  const second = await hours(5);
  const restarted = new Archivist(
    optionsOn(disk, { snapshotEveryMs: 1 }),
    sequencer.state.position,
  );
  await hours(1);
  restarted.advance(sequencer.state.position);

  expect(first).toHaveLength(1);
  expect(idle).toEqual(first);
  expect(second).toHaveLength(2);
  expect(positionsOf(disk)).toEqual(second);
});

test("LOG-SNAP-1 with nothing new no snapshot is made again", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), sequencer.state.position);
  archivist.takeSnapshot();
  const sectors = disk.sectorsOf(`snapshots/${listSnapshots(disk)[0]}`);

  archivist.takeSnapshot();

  expect(disk.sectorsOf(`snapshots/${listSnapshots(disk)[0]}`)).toBe(sectors);
});

test("LOG-SNAP-1 one that died starts again at its newest snapshot and ends at the same state", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  new Archivist(optionsOn(disk, { snapshotEvery: 10 }), 0).advance(sequencer.state.position);
  await trade(sequencer, 30);

  const second = new Archivist(optionsOn(disk), sequencer.state.position);
  expect(second.snapshotPosition).toBe(positionsOf(disk).at(-1));
  expect(second.position).toBe(sequencer.state.position);
  second.takeSnapshot();

  expect(hashIn(disk, listSnapshots(disk).at(-1))).toBe(hashOfSequencer(sequencer));
});

test("LOG-SNAP-2 it goes on from the snapshot before a damaged one, and writes that one anew", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const { position } = sequencer.state;
  const first = new Archivist(optionsOn(disk), position);
  first.takeSnapshot();
  await trade(sequencer, 30);
  first.advance(sequencer.state.position);
  first.takeSnapshot();
  const [older, newest = ""] = listSnapshots(disk);
  disk.sectorsOf(`snapshots/${newest}`).truncate(300);

  const second = new Archivist(optionsOn(disk), sequencer.state.position);
  expect(second.snapshotPosition).toBe(position);
  second.takeSnapshot();

  expect(listSnapshots(disk)).toEqual([older, newest]);
  expect(hashIn(disk, newest)).toBe(hashOfSequencer(sequencer));

  await trade(sequencer, 10, "third");
  second.advance(sequencer.state.position);
  second.takeSnapshot();
  expect(listSnapshots(disk)[0]).toBe(newest); // It is sound now, and stays.
});

test("LOG-SNAP-2 a damaged snapshot is not one of the two that are kept", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const first = new Archivist(optionsOn(disk), 0);
  for (const name of ["sound", "damaged"]) {
    await trade(sequencer, 10, name);
    first.advance(sequencer.state.position);
    first.takeSnapshot();
  }
  const [sound = "", damaged = ""] = listSnapshots(disk);
  disk.sectorsOf(`snapshots/${damaged}`).truncate(300);

  await trade(sequencer, 10, "third");
  const second = new Archivist(optionsOn(disk), sequencer.state.position);
  second.takeSnapshot();
  await sequencer.stop();

  const [older, newest = ""] = listSnapshots(disk);
  expect(older).toBe(sound);
  expect(hashIn(disk, newest)).toBe(hashOfSequencer(sequencer));
  disk.sectorsOf(`snapshots/${newest}`).truncate(300);
  expect((await openOn(disk, time)).reports).toHaveLength(1);
});

/** Runs a directory of the given kind over several segments and snapshots. */
async function longRun(kind: "production" | "sandbox") {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openOn(disk);
  await mustDo(sequencer, { type: "OpenDirectory", kind, format: 1, rules: 1 });
  const archivist = new Archivist(optionsOn(disk, { snapshotEvery: 100 }), 0);
  for (let i = 0; i < 1_000; i++) {
    await mustDo(sequencer, { type: "AddUser", name: `user-${i}`, request: 0 });
    archivist.advance(sequencer.state.position);
  }
  await sequencer.stop();
  return { disk, sequencer, time };
}

test("LOG-SNAP-1 in production segments before the older snapshot move to the archive, none is lost", async () => {
  const { disk, sequencer, time } = await longRun("production");

  const archived = disk.list("archive");
  const inLog = disk.list("log");
  expect(archived.length).toBeGreaterThan(2);
  expect(inLog[0]).toBe(`${String(archived.length + 1).padStart(8, "0")}.log`);
  const report = await verify(disk);
  expect(report.startedAt).toBe("the beginning");
  expect(report.snapshotsCompared).toEqual(listSnapshots(disk));
  expect(report.stateHash).toBe(hashOfSequencer(sequencer));
  expect(hashOfSequencer((await openOn(disk, time)).sequencer)).toBe(hashOfSequencer(sequencer));
});

test("LOG-SNAP-1 in a sandbox they are deleted, and verify starts at the older snapshot", async () => {
  const { disk, sequencer, time } = await longRun("sandbox");

  expect(disk.list("archive")).toEqual([]);
  expect(disk.list("log")).not.toContain("00000001.log");
  const [older = "", newest = ""] = listSnapshots(disk);
  const report = await verify(disk);
  expect(report.startedAt).toBe(older);
  expect(report.snapshotsCompared).toEqual([older, newest]);
  expect(report.stateHash).toBe(hashOfSequencer(sequencer));
  disk.sectorsOf(`snapshots/${newest}`).truncate(0);
  expect(hashOfSequencer((await openOn(disk, time)).sequencer)).toBe(hashOfSequencer(sequencer)); // LOG-SNAP-2
});

test("LOG-FULL-1 on a full disk snapshots wait, the rest goes on, and then they are made", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const start = sequencer.state.position;
  const archivist = new Archivist(optionsOn(disk, { snapshotEvery: 20 }), start);
  archivist.takeSnapshot();
  disk.spaceBytes = 0;

  for (let i = 0; i < 30; i++) {
    await mustDo(sequencer, deposit(ALICE, `d-${i}`));
    archivist.advance(sequencer.state.position);
  }
  expect(archivist.position).toBe(start + 30);
  expect(positionsOf(disk)).toEqual([start]);
  expect(disk.list("snapshots")).toHaveLength(1); // No draft is left behind.
  disk.spaceBytes = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    await mustDo(sequencer, deposit(ALICE, `e-${i}`));
    archivist.advance(sequencer.state.position);
  }

  expect(positionsOf(disk)).toHaveLength(2);
  expect(positionsOf(disk)[1]).toBeGreaterThanOrEqual(start + 30);
});

test("LOG-FULL-1 after a full disk a snapshot is tried again after a minute, however few the commands", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk, { snapshotEveryMs: HOUR_MS }), 0);
  const after = async (ms: number, name: string) => {
    await time.pass(ms);
    for (const id of ["a", "b"]) await mustDo(sequencer, deposit(ALICE, `${name}-${id}`));
    archivist.advance(sequencer.state.position);
    return positionsOf(disk);
  };

  disk.spaceBytes = 0;
  const full = await after(HOUR_MS, "full");
  disk.spaceBytes = Number.POSITIVE_INFINITY;
  const early = await after(59_999, "early");
  const { position } = sequencer.state;
  const due = await after(1, "due");

  expect([full, early]).toEqual([[], []]);
  expect(due).toEqual([position + 1]);
});

/** A disk that has no room for what tidying up needs, as one that copies on write may have none. */
class NarrowDisk extends SimulatedDisk {
  isFull = true;

  override rename(from: string, to: string): void {
    if (this.isFull && to.startsWith("archive/")) throw new DiskFull("no space to rename");
    super.rename(from, to);
  }

  override remove(path: string): void {
    if (this.isFull && path.endsWith(".snap")) throw new DiskFull("no space to remove");
    super.remove(path);
  }
}

test("LOG-FULL-1 a disk too full to tidy up ends nothing: what is old goes when there is space", async () => {
  const disk = new NarrowDisk();
  const { sequencer } = await openOn(disk);
  await mustDo(sequencer, { type: "OpenDirectory", kind: "production", format: 1, rules: 1 });
  const archivist = new Archivist(optionsOn(disk, { snapshotEvery: 100 }), 0);
  const archive = async (round: number) => {
    for (let i = 0; i < 500; i++) {
      await mustDo(sequencer, { type: "AddUser", name: `user-${round}-${i}`, request: 0 });
    }
    archivist.advance(sequencer.state.position);
  };

  await archive(1);
  const crowded = { snapshots: positionsOf(disk), archived: disk.list("archive") };
  disk.isFull = false;
  await archive(2);
  await sequencer.stop();

  expect(crowded.snapshots.length).toBeGreaterThan(2);
  expect(crowded.archived).toEqual([]);
  expect(positionsOf(disk)).toHaveLength(2);
  expect(disk.list("archive")).not.toEqual([]);
  expect((await verify(disk)).snapshotsCompared).toEqual(listSnapshots(disk));
});

test("CORE-TRIP-5 a state that does not add up gets no snapshot and stops the exchange", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk, { snapshotEvery: 25 }), sequencer.state.position);
  // Money out of nothing, in a wallet that nothing touches again.
  const [wallet] = viewsIn(archivist.state.ledger, "spot");
  if (wallet) wallet.free += 1n;
  const behind = archivist.state.position;

  for (let i = 0; i < 30; i++) await mustDo(sequencer, order(BOB, "sell 0.1 @ 200", `o-${i}`));
  const said = errorOf(() => archivist.advance(sequencer.state.position));

  expect(said).toBeInstanceOf(StateBroken);
  expect([isDifference(said), `${said}`]).toEqual([
    true,
    expect.stringMatching(/broken at position 25: I-1 \w+ sums to zero, not 1$/),
  ]);
  expect(positionsOf(disk)).toEqual([]);
  archivist.advance(sequencer.state.position);
  archivist.takeSnapshot();
  expect(positionsOf(disk)).toEqual([]);
  expect(archivist.position).toBeGreaterThanOrEqual(behind);
});

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
