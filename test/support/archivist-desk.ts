/** What tests of the archivist ask: its options, the snapshots on a disk, their hashes. */
import { listSnapshots, readSnapshot } from "../../src/log/snapshot-files.ts";
import type { ArchivistOptions } from "../../src/service/archivist.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";

export function optionsOn(
  disk: SimulatedDisk,
  changes: Partial<ArchivistOptions> = {},
): ArchivistOptions {
  const never = { snapshotEvery: 1e9, snapshotEveryMs: 1e15 };
  return { disk, ...never, keepsArchive: (kind) => kind !== "sandbox", ...changes };
}

export function positionsOf(disk: SimulatedDisk): number[] {
  return listSnapshots(disk).map((name) => Number.parseInt(name, 10));
}

export function hashIn(disk: SimulatedDisk, name: string | undefined): string {
  const read = readSnapshot(disk, name ?? "");
  return read.ok ? Buffer.from(read.snapshot.stateHash).toString("hex") : read.damaged;
}
