/**
 * What happens at a start: the newest snapshot that is sound, then the log behind it. The same path
 * after a clean stop, a crash and a kill. Rules LOG-SNAP-1, LOG-SNAP-2, LOG-VOID-1.
 */
import type { Disk } from "../../log/disk.ts";
import {
  listSnapshots,
  type ReadSnapshot,
  readSnapshot,
  type Snapshot,
} from "../../log/file/snapshot-files.ts";
import { type Batch, GENESIS, type Log } from "../../log/log.ts";
import { CommandFault, Replica, voidsIn } from "./replay.ts";

export interface SnapshotChoice {
  readonly snapshot: Snapshot | undefined;
  /** The newer snapshots that are damaged, and what is wrong with each. */
  readonly damaged: readonly { readonly name: string; readonly problem: string }[];
}

/**
 * LOG-SNAP-2: the newest sound snapshot; damaged ones are named, never repaired. A snapshot that goes
 * while it is read had to make room for a newer one, so the choice begins again.
 */
export function chooseSnapshot(disk: Disk): SnapshotChoice {
  const damaged: { name: string; problem: string }[] = [];
  for (const name of [...listSnapshots(disk)].reverse()) {
    const read = tryToRead(disk, name);
    if (!read) return chooseSnapshot(disk);
    if (read.ok) return { snapshot: read.snapshot, damaged };
    damaged.push({ name, problem: read.damaged });
  }
  return { snapshot: undefined, damaged };
}

/** Undefined when the snapshot is no longer there. */
function tryToRead(disk: Disk, name: string): ReadSnapshot | undefined {
  try {
    return readSnapshot(disk, name);
  } catch (error) {
    if (listSnapshots(disk).includes(name)) throw error;
    return undefined;
  }
}

/** Called at the start, without a batch, and after every batch. */
export type ReplayWatch = (replica: Replica, batch?: Batch) => void;

/**
 * Replays `log` behind the snapshot. A command that faults is passed over if it was made void: the
 * record that says so stands behind it, so the replay begins again knowing it.
 */
export function restore(
  log: Pick<Log, "read">,
  snapshot: Snapshot | undefined,
  watch: ReplayWatch = () => undefined,
): Replica {
  try {
    return replay(log, Replica.start(snapshot), watch);
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    const voids = new Set(voidsBehind(log.read(snapshot?.cursor ?? GENESIS), error.position));
    if (!voids.has(error.position)) throw error;
    return replay(log, Replica.start(snapshot, voids), watch);
  }
}

function replay(log: Pick<Log, "read">, replica: Replica, watch: ReplayWatch): Replica {
  watch(replica);
  for (const batch of log.read(replica.cursor)) {
    replica.follow(batch);
    watch(replica, batch);
  }
  return replica;
}

/** The void records behind a position: a command can be made void only after it faulted. */
function* voidsBehind(batches: Iterable<Batch>, position: number): Iterable<number> {
  for (const batch of batches) {
    if (batch.firstPosition > position) yield* voidsIn(batch);
  }
}
