/** The operator's proof: it passes on what is right, and fails on whatever is not. */

import { expect, test } from "vitest";
import { optionsOn } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  appendByHand,
  deposit,
  draftBehind,
  hashOfSequencer,
  openMarketOn,
  SEGMENT_BYTES,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { viewOf } from "../../../test/support/wallet-view.ts";
import { trade as aTrade } from "../../../test/views/trade-tape.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import { listSnapshots, readSnapshot, writeSnapshot } from "../../log/file/snapshot-files.ts";
import { type Cursor, GENESIS } from "../../log/log.ts";
import { Archivist } from "../../runtime/archivist/archivist.ts";
import { DigestDiffers, digestOf, Replica } from "../../runtime/replica/replay.ts";
import { distanceAfter, VerifyFailed, verify } from "./verify.ts";

const made = new Map<boolean, ReturnType<typeof make>>();

/** A closed directory with two snapshots over some segments. */
async function directory(keepsArchive = true) {
  const making = made.get(keepsArchive) ?? make(keepsArchive);
  made.set(keepsArchive, making);
  const { disk, sequencer } = await making;
  return { disk: disk.copy(), sequencer };
}

async function make(keepsArchive: boolean) {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const options = optionsOn(disk, { snapshotEvery: 90, keepsArchive: () => keepsArchive });
  const archivist = new Archivist(options, 0);
  for (let round = 0; round < 5; round++) {
    await trade(sequencer, 110, `r${round}`);
    archivist.advance(sequencer.state.position);
  }
  await sequencer.stop();
  return { disk, sequencer };
}

/** Puts another snapshot in the place of one: sound in itself, with another state. */
async function forge(
  disk: SimulatedDisk,
  name: string,
  change: (replica: Replica) => Partial<Cursor> | undefined,
) {
  const read = readSnapshot(disk, name);
  if (!read.ok) throw new Error(read.damaged);
  const replica = Replica.start(read.snapshot);
  const cursor = { ...replica.cursor, ...change(replica) };
  const { state } = replica;
  const head = { cursor, timeMs: state.timeMs, digest: digestOf(state) };
  disk.remove(`snapshots/${name}`);
  return writeSnapshot(disk, head, replica.write()).name;
}

function flip(disk: SimulatedDisk, path: string, offset: number): void {
  const sectors = disk.sectorsOf(path);
  const [byte = 0] = sectors.read(offset, 1);
  sectors.damage(offset, Uint8Array.of(byte ^ 1));
}

test("CORE-REPLAY-1 it passes on a good directory from the beginning, and says what it found", async () => {
  const { disk, sequencer } = await directory();

  const report = await verify(disk);

  expect(report).toMatchObject({
    startedAt: "the beginning",
    position: sequencer.state.position,
    stateHash: hashOfSequencer(sequencer),
    snapshotsCompared: listSnapshots(disk),
    damagedSnapshots: [],
    tornTail: undefined,
  });
  expect(report.batches).toBe(sequencer.state.position + 1); // One each, and the closing one.
  expect(report.snapshotsCompared).toHaveLength(2);
  expect(report.totals.map(({ asset }) => asset)).toEqual(["BTC", "USDT"]);
  for (const { users, houses } of report.totals) {
    const sum = houses.reduce((total, { held }) => total + Number(held), Number(users));
    expect(sum).toBeCloseTo(0);
    expect(houses).toContainEqual({ name: "EXTERNAL", held: "-2000000" });
  }
});

test("LOG-SNAP-1 it passes from the oldest snapshot when the beginning is gone, and says which", async () => {
  const { disk, sequencer } = await directory(false);
  expect(disk.list("log")).not.toContain("00000001.log");

  const report = await verify(disk);

  expect(report.startedAt).toBe(listSnapshots(disk)[0]);
  expect(report.stateHash).toBe(hashOfSequencer(sequencer));
  expect(report.snapshotsCompared).toEqual(listSnapshots(disk));
});

test("CORE-REPLAY-1 it changes nothing", async () => {
  const { disk } = await directory();
  const paths = ["log", "archive", "snapshots"].flatMap((directory) =>
    disk.list(directory).map((name) => `${directory}/${name}`),
  );
  const content = () => Buffer.concat(paths.map((path) => disk.sectorsOf(path).read(0, 1e6)));
  const before = content();

  await verify(disk);

  expect(content().equals(before)).toBe(true);
});

test("LOG-TAIL-1 it tells of a torn tail and leaves it", async () => {
  const { disk } = await directory();
  const log = await openFileLog({ disk, readOnly: true });
  const { segment, offset } = log.end;
  const path = `log/${String(segment).padStart(8, "0")}.log`;
  disk.sectorsOf(path).damage(offset + 3, Uint8Array.of(0xff)); // The end of the magic.

  const report = await verify(disk);

  expect(report.tornTail).toBe(`${path} offset ${offset}, 4 bytes`);
  expect(disk.sectorsOf(path).read(offset + 3, 1)).toEqual(Uint8Array.of(0xff));
});

test("LOG-CORRUPT-1 it fails on one flipped bit, wherever in the chain it is", async () => {
  const { disk } = await directory();
  const paths = [`archive/${disk.list("archive")[0]}`, `log/${disk.list("log")[0]}`];

  for (const path of paths) {
    for (const offset of [4, 40, 100, 700]) {
      flip(disk, path, offset);
      await expect(verify(disk), `${path} ${offset}`).rejects.toThrow(LogCorrupt);
      flip(disk, path, offset);
    }
  }
  await verify(disk);
});

test("LOG-CORRUPT-1 it fails when a segment of the archive is missing in the middle", async () => {
  const { disk } = await directory();
  expect(disk.list("archive").length).toBeGreaterThan(1);
  disk.remove(`archive/${disk.list("archive").at(-1)}`);

  await expect(verify(disk)).rejects.toThrow(LogCorrupt);
});

test.each([0, 1])(
  "LOG-SNAP-1 it fails on snapshot %i with a right hash of its own and a wrong state",
  async (index) => {
    const { disk } = await directory();
    const name = listSnapshots(disk)[index] ?? "";
    await forge(disk, name, ({ state }) => {
      const wallet = viewOf(state.ledger, "spot", ALICE, 1);
      wallet.free += 1n;
      return undefined;
    });

    await expect(verify(disk)).rejects.toThrow(VerifyFailed);
    await expect(verify(disk)).rejects.toThrow(`snapshot ${name} differs from replay`);
  },
);

test("LOG-SNAP-1 it fails on a snapshot whose views differ, though its state is right", async () => {
  const { disk } = await directory();
  const name = listSnapshots(disk)[1] ?? "";
  await forge(disk, name, ({ views, state: { timeMs } }) => {
    views.fold(aTrade({ timeMs, ticks: 7 }));
    return undefined;
  });

  await expect(verify(disk)).rejects.toThrow(`snapshot ${name} differs from replay`);
});

test("LOG-SNAP-1 it fails on a snapshot that lies at no place of this log", async () => {
  const { disk } = await directory();
  const name = listSnapshots(disk)[0] ?? "";
  await forge(disk, name, () => ({ hash: new Uint8Array(32).fill(7) }));

  await expect(verify(disk)).rejects.toThrow(LogCorrupt);
  await expect(verify(disk)).rejects.toThrow(`as snapshots/${name} has seen it, found another`);
});

test("LOG-SNAP-2 it names a damaged snapshot and goes on without it", async () => {
  const { disk, sequencer } = await directory();
  const name = listSnapshots(disk)[1] ?? "";
  disk.sectorsOf(`snapshots/${name}`).truncate(200);

  const report = await verify(disk);

  expect(report.damagedSnapshots).toHaveLength(1);
  expect(report.damagedSnapshots[0]).toContain(name);
  expect(report.stateHash).toBe(hashOfSequencer(sequencer));
});

test("LOG-DIGEST-1 it fails on a batch whose digest is not the one of its replay", async () => {
  const { disk, sequencer } = await directory();
  await appendByHand(disk, (replica) =>
    draftBehind(replica, [deposit(ALICE, "x")], { digest: { high: 0, low: 0 } }),
  );

  await expect(verify(disk)).rejects.toThrow(DigestDiffers);
  await expect(verify(disk)).rejects.toThrow(`position ${sequencer.state.position}`);
});

test("LOG-DIGEST-1 it fails on a broken invariant, and names position and sentence", async () => {
  const { disk } = await directory(false);
  const name = listSnapshots(disk)[0] ?? "";
  await forge(disk, name, ({ state }) => {
    const wallet = viewOf(state.ledger, "spot", ALICE, 1);
    wallet.free += 1n;
    return undefined;
  });

  const failure = verify(disk);

  await expect(failure).rejects.toThrow(VerifyFailed);
  await expect(failure).rejects.toThrow(`broken at position ${Number.parseInt(name, 10)}: I-1 BTC`);
});

test("CORE-REPLAY-1 an empty directory verifies as what it is", async () => {
  const disk = new SimulatedDisk();
  const log = await openFileLog({ disk, segmentBytes: SEGMENT_BYTES });
  log.close();

  expect(await verify(disk)).toMatchObject({ position: 0, totals: [], snapshotsCompared: [] });
  expect([...log.read(GENESIS)]).toEqual([]);
});

test("LOG-VERIFY-1 the larger the exchange, the further apart are the looks at everything", () => {
  expect([0, 500, 10_000, 32_000, 1_000_000].map(distanceAfter)).toEqual([
    ...[10_000, 10_000, 10_000],
    ...[32_000, 1_000_000],
  ]);
});
