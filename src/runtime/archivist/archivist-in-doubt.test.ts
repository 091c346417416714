/** The archivist where something is wrong: it confirms, halts, and changes nothing as an orphan. */
import { expect, test } from "vitest";
import { hashIn, optionsOn, positionsOf } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  appendByHand,
  deposit,
  draftBehind,
  hashOfSequencer,
  mustDo,
  openMarketOn,
  openOn,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { Fault } from "../../core/base/assert.ts";
import { DiskFull } from "../../log/disk.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import { listSnapshots } from "../../log/file/snapshot-files.ts";
import { hexHashOf } from "../../log/hash.ts";
import { verify } from "../../tools/audit/verify.ts";
import { CommandFault, DigestDiffers } from "../replica/replay.ts";
import { Archivist, isDifference } from "./archivist.ts";
import { Orphaned } from "./guarded-disk.ts";

test("LOG-DIGEST-1 a log that differs from its replay surfaces as DigestDiffers", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const { position } = sequencer.state;
  const archivist = new Archivist(optionsOn(disk), position);
  await sequencer.stop();
  await appendByHand(disk, (replica) =>
    draftBehind(replica, [deposit(ALICE, "x")], { digest: { high: 1, low: 2 } }),
  );

  expect(() => archivist.advance(position + 1)).toThrow(DigestDiffers);
  expect(archivist.position).toBe(position);
  expect(() => new Archivist(optionsOn(disk), position + 1)).toThrow(DigestDiffers);
});

test("LOG-DUR-1 it never reads past the position it was told, though more is on the disk", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const { position } = sequencer.state;
  await trade(sequencer, 5);

  const archivist = new Archivist(optionsOn(disk), position);
  archivist.advance(position);

  expect(archivist.position).toBe(position);
});

test("LOG-DIGEST-1 a snapshot is made when the batch behind it confirms its state, not before", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const { position } = sequencer.state;
  const archivist = new Archivist(optionsOn(disk, { snapshotEvery: position }), 0);

  archivist.advance(position);
  const before = positionsOf(disk);
  await mustDo(sequencer, deposit(ALICE, "behind"));
  archivist.advance(position + 1);

  expect(before).toEqual([]);
  expect(positionsOf(disk)).toEqual([position]);
  await sequencer.stop();
  expect((await verify(disk)).snapshotsCompared).toEqual(listSnapshots(disk));
});

test("LOG-DIGEST-1 a state that the batch behind it contradicts never becomes a snapshot", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const { position } = sequencer.state;
  const archivist = new Archivist(optionsOn(disk, { snapshotEvery: position }), 0);
  sequencer.halt(); // So no empty batch closes the log, as one otherwise would.
  await sequencer.stop();
  await appendByHand(disk, (replica) =>
    draftBehind(replica, [deposit(ALICE, "x")], { digest: { high: 1, low: 2 } }),
  );

  expect(() => archivist.advance(position + 1)).toThrow(DigestDiffers);

  expect(positionsOf(disk)).toEqual([]);
});

test("LOG-DIGEST-1 after a difference nothing is written, removed or retired, not even at the end", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const { position } = sequencer.state;
  const archivist = new Archivist(optionsOn(disk), position);
  await sequencer.stop();
  await appendByHand(disk, (replica) =>
    draftBehind(replica, [deposit(ALICE, "x")], { digest: { high: 1, low: 2 } }),
  );
  expect(() => archivist.advance(position + 1)).toThrow(DigestDiffers);

  archivist.advance(position + 1);
  archivist.takeSnapshot();
  archivist.finish(position + 1);

  expect(archivist.position).toBe(position);
  expect(disk.list("snapshots")).toEqual([]);
});

test("LOG-SNAP-1 at a clean stop the closing batch confirms the end, and it becomes a snapshot", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), 0);
  await sequencer.stop();

  archivist.finish(sequencer.state.position);

  expect(hashIn(disk, listSnapshots(disk)[0])).toBe(hashOfSequencer(sequencer));
  expect(hashOfSequencer((await openOn(disk, time)).sequencer)).toBe(hashOfSequencer(sequencer));
});

test("LOG-DIGEST-1 an end that no batch closes, or that one contradicts, becomes none", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const { position } = sequencer.state;
  const archivist = new Archivist(optionsOn(disk), position);

  archivist.finish(position);
  const open = disk.list("snapshots");
  sequencer.halt();
  await sequencer.stop();
  await appendByHand(disk, (replica) => draftBehind(replica, [], { digest: { high: 1, low: 2 } }));

  expect(open).toEqual([]);
  expect(() => archivist.finish(position)).toThrow(DigestDiffers);
  expect(disk.list("snapshots")).toEqual([]);
});

test("LOG-CORRUPT-1 what says that the log cannot be followed is told from what another may do better", () => {
  const digest = { high: 0, low: 0 };
  const unreadable = new Error("it cannot be read", { cause: new Fault("broken: its bytes") });

  const halting = [
    new DigestDiffers(7),
    new LogCorrupt("log/00000001.log", 0, "expected a batch, found none"),
    new CommandFault(8, { position: 7, timeMs: 0, digest }, new Fault("broken: a balance")),
    unreadable,
  ];
  const passing = [new Error("EIO"), new DiskFull("ENOSPC", { cause: new Error("ENOSPC") })];

  expect(halting.map(isDifference)).toEqual([true, true, true, true]);
  expect(passing.map(isDifference)).toEqual([false, false]);
});

/** Everything there is on a disk, by name and content. */
function contentOf(disk: SimulatedDisk): string[] {
  return ["log", "archive", "snapshots"].flatMap((directory) =>
    disk.list(directory).map((name) => {
      const sectors = disk.sectorsOf(`${directory}/${name}`);
      return `${directory}/${name} ${hexHashOf([sectors.read(0, sectors.size)])}`;
    }),
  );
}

test("LOG-LOCK-1 an archivist whose server is gone changes nothing more, whatever it was about to do", async () => {
  const full = new SimulatedDisk();
  const { sequencer } = await openMarketOn(full);
  await trade(sequencer, 230);
  let changes = 0;
  for (let isOver = false; !isOver; changes++) {
    const disk = full.copy();
    const left: string[][] = [];
    let asked = 0;
    const isMine = () => {
      if (asked++ < changes) return true;
      left.push(contentOf(disk));
      return false;
    };
    const options = { snapshotEvery: 60, keepsArchive: () => true, isMine };
    const archivist = new Archivist(optionsOn(disk, options), 0);

    try {
      archivist.advance(sequencer.state.position);
      isOver = true;
    } catch (error) {
      expect(error).toBeInstanceOf(Orphaned);
      archivist.finish(sequencer.state.position);
      expect(contentOf(disk)).toEqual(left[0]);
    }
  }
  expect(changes).toBeGreaterThan(20); // Drafts, names, removals, retirements.
});
