/**
 * Where a replay may begin: the snapshots, newest first, and the very beginning where its segment is
 * still there. A log that begins at a loaded state, or whose old segments were deleted, has no
 * beginning; then the oldest sound snapshot is all there is. Rule EXPLAIN-LOG-1.
 */
import type { Disk } from "../../log/disk.ts";
import { ChainReader } from "../../log/file/read-chain.ts";
import { listSnapshots, readSnapshot, type Snapshot } from "../../log/file/snapshot-files.ts";
import { GENESIS } from "../../log/log.ts";
import {
  ARCHIVE_DIRECTORY,
  findSegment,
  LOG_DIRECTORY,
  listSegments,
} from "../../log/segment/segments.ts";

export interface Start {
  /** Everything up to here lies before it. */
  readonly position: number;
  /** Undefined at the very beginning of the log. */
  readonly snapshot: Snapshot | undefined;
}

/** The starts at or before a position, nearest first; each is read when it is its turn. */
export function* startsUpTo(disk: Disk, position: number): Generator<Start> {
  for (const name of listSnapshots(disk).toReversed()) {
    if (Number.parseInt(name, 10) > position) continue;
    const snapshot = soundSnapshot(disk, name);
    if (snapshot) yield { position: snapshot.cursor.position, snapshot };
  }
  if (findSegment(disk, GENESIS.segment)) yield { position: 0, snapshot: undefined };
}

/** LOG-SNAP-2: a damaged one is passed over, and so is one that went while it was looked at. */
function soundSnapshot(disk: Disk, name: string): Snapshot | undefined {
  if (!listSnapshots(disk).includes(name)) return undefined;
  const read = readSnapshot(disk, name);
  const isThere = read.ok && findSegment(disk, read.snapshot.cursor.segment) !== undefined;
  return isThere ? read.snapshot : undefined;
}

/** The segments that make one chain with the newest, newest first. */
export function chainOf(disk: Disk): readonly number[] {
  const there = new Set(
    [LOG_DIRECTORY, ARCHIVE_DIRECTORY].flatMap((directory) => listSegments(disk, directory)),
  );
  const chain: number[] = [];
  for (let id = Math.max(0, ...there); there.has(id); id--) chain.push(id);
  return chain;
}

/** The first position that can still be read; 0 of a log without a command. */
export function firstPositionOf(disk: Disk): number {
  const oldest = chainOf(disk).at(-1);
  if (oldest === undefined) return 0;
  const reader = new ChainReader(disk, { segment: oldest, offset: 0 });
  try {
    const first = reader.next();
    return first && "after" in first ? first.firstPosition : 0;
  } finally {
    reader.close();
  }
}
