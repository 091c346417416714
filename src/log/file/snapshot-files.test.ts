/** Snapshot files: whole or damaged, and damage is always found. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../../../test/support/random.ts";
import { MachineDown, SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import {
  keepNewest,
  listSnapshots,
  readSnapshot,
  SNAPSHOT_HEADER_BYTES,
  writeSnapshot,
} from "./snapshot-files.ts";

const BODY = Buffer.from("the state of the exchange");

function headAt(position: number) {
  const cursor = { position, segment: 3, offset: 4711, hash: new Uint8Array(32).fill(9) };
  return { cursor, timeMs: 1_700_000_000_000, digest: { high: 1, low: 0xffff_ffff } };
}

function diskWithTwo() {
  const disk = new SimulatedDisk();
  const older = writeSnapshot(disk, headAt(10), [BODY]).name;
  const newer = writeSnapshot(disk, headAt(20), [BODY.subarray(0, 5), BODY.subarray(5)]).name;
  return { disk, older, newer, sectors: disk.sectorsOf(`snapshots/${newer}`) };
}

test("a snapshot is read back as it was written, whatever pieces it came in", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), fc.nat(1e9), (pieces, position) => {
      const disk = new SimulatedDisk();
      const body = Buffer.concat(pieces);

      const { name, stateHash } = writeSnapshot(disk, headAt(position), pieces);

      const read = readSnapshot(disk, name);
      expect(read.ok && Buffer.from(read.snapshot.body)).toEqual(body);
      expect(read.ok && read.snapshot).toMatchObject(headAt(position));
      expect(Buffer.from(stateHash)).toEqual(createHash("sha256").update(body).digest());
      expect(read.ok && Buffer.from(read.snapshot.stateHash)).toEqual(Buffer.from(stateHash));
    }),
    { seed: 3 },
  );
});

test("snapshots are named by their position and listed oldest first", () => {
  const { disk } = diskWithTwo();
  disk.open("snapshots/000000000030.snap.tmp", "create");

  expect(listSnapshots(disk)).toEqual(["000000000010.snap", "000000000020.snap"]);
});

test("a bit flipped in any byte of header or body is damage, and the older one is still good", () => {
  for (let at = 0; at < SNAPSHOT_HEADER_BYTES + BODY.length; at += 1) {
    const { disk, older, newer, sectors } = diskWithTwo();
    sectors.damage(at, Uint8Array.of((sectors.read(at, 1)[0] ?? 0) ^ (1 << (at & 7))));

    expect(readSnapshot(disk, newer).ok, `byte ${at}`).toBe(false);
    expect(readSnapshot(disk, older).ok).toBe(true);
  }
});

test("a snapshot cut short at any length, or empty, or too long, is damage", () => {
  for (let size = 0; size < SNAPSHOT_HEADER_BYTES + BODY.length; size += 1) {
    const { disk, newer, sectors } = diskWithTwo();
    sectors.truncate(size);
    expect(readSnapshot(disk, newer).ok, `size ${size}`).toBe(false);
  }
  const { disk, newer, sectors } = diskWithTwo();
  sectors.write(sectors.size, Uint8Array.of(0));
  expect(readSnapshot(disk, newer)).toEqual({
    ok: false,
    damaged: `${BODY.length + 1} bytes of body, expected ${BODY.length}`,
  });
});

test("a snapshot under the name of another is damage", () => {
  const { disk, older, newer } = diskWithTwo();
  disk.rename(`snapshots/${older}`, `snapshots/${newer}`);

  expect(readSnapshot(disk, newer).ok).toBe(false);
});

test("the newest snapshots are kept, the older ones removed", () => {
  const { disk } = diskWithTwo();
  writeSnapshot(disk, headAt(30), [BODY]);

  expect(keepNewest(disk, 2)).toEqual(["000000000010.snap"]);
  disk.crash(() => 0.9);

  expect(listSnapshots(disk)).toEqual(["000000000020.snap", "000000000030.snap"]);
  expect(keepNewest(disk, 2)).toEqual([]);
});

test("a snapshot that cannot be finished leaves the older ones and nothing else", () => {
  const { disk, older, newer } = diskWithTwo();
  disk.spaceBytes = 400;

  expect(() => writeSnapshot(disk, headAt(30), [new Uint8Array(300)])).toThrow("no space");
  expect(disk.list("snapshots")).toEqual([older, newer]);
});

test("a crash at any operation leaves every snapshot under its name whole", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seededRandom(seed);
    const { disk, older, newer } = diskWithTwo();
    disk.operationsLeft = Math.floor(random() * 20);

    expect(() => {
      for (let position = 30; ; position += 1) writeSnapshot(disk, headAt(position), [BODY, BODY]);
    }).toThrow(MachineDown);
    disk.crash(random);

    const names = listSnapshots(disk);
    expect(names.slice(0, 2), `seed ${seed}`).toEqual([older, newer]);
    for (const name of names) expect(readSnapshot(disk, name).ok, `seed ${seed}`).toBe(true);
  }
});
