/** What tests of the archivist ask: its options, the snapshots on a disk, their hashes. */

import type { Disk } from "../../src/log/disk.ts";
import { listSnapshots, readSnapshot } from "../../src/log/file/snapshot-files.ts";
import type { ArchivistOptions } from "../../src/runtime/archivist/archivist.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";

export function optionsOn(disk: Disk, changes: Partial<ArchivistOptions> = {}): ArchivistOptions {
  const never = { snapshotEvery: 1e9, snapshotEveryMs: 1e15 };
  return {
    disk,
    history: historyOf(disk),
    ...never,
    keepsArchive: (kind) => kind !== "sandbox",
    ...changes,
  };
}

const histories = new WeakMap<Disk, HistoryStore>();

/** The history store that lies on a disk, in memory. */
export function historyOf(disk: Disk): HistoryStore {
  const history = histories.get(disk) ?? new HistoryStore(new MemoryStore());
  histories.set(disk, history);
  return history;
}

export function positionsOf(disk: Disk): number[] {
  return listSnapshots(disk).map((name) => Number.parseInt(name, 10));
}

export function hashIn(disk: Disk, name: string | undefined): string {
  const read = readSnapshot(disk, name ?? "");
  return read.ok ? Buffer.from(read.snapshot.stateHash).toString("hex") : read.damaged;
}
