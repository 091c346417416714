/**
 * Where the log of a directory begins when it becomes a cluster's: at the empty exchange, or with the segment that the oldest
 * sound snapshot lies in. A segment goes in whole, so cursors stay what they are; what stands in it before the snapshot
 * is never replayed (CLUSTER-INIT-2).
 */
import { decodeBatch } from "../../../log/batch.ts";
import type { Disk } from "../../../log/disk.ts";
import { LogCorrupt } from "../../../log/file/read-chain.ts";
import { listSnapshots, readSnapshot } from "../../../log/file/snapshot-files.ts";
import { type Cursor, GENESIS, isOrigin } from "../../../log/log.ts";
import { SegmentWindow } from "../../../log/segment/segment-window.ts";
import { findSegment, segmentPath } from "../../../log/segment/segments.ts";

/** A snapshot in a directory. */
export interface SnapshotFile {
  readonly name: string;
  readonly cursor: Cursor;
}

export interface DirectoryOrigin {
  readonly origin: Cursor;
  /** The state that replay begins at; none where that is the empty exchange. */
  readonly snapshot: SnapshotFile | undefined;
}

export function originOf(disk: Disk): DirectoryOrigin {
  if (findSegment(disk, GENESIS.segment)) return { origin: GENESIS, snapshot: undefined };
  const snapshot = soundSnapshots(disk)[0];
  if (!snapshot)
    throw new LogCorrupt(segmentPath(GENESIS.segment), 0, "expected it, or a snapshot");
  const { cursor } = snapshot;
  const origin = isOrigin(cursor) ? cursor : beginningOf(disk, cursor.segment);
  return { origin, snapshot };
}

/** Oldest first. */
export function soundSnapshots(disk: Disk): readonly SnapshotFile[] {
  return listSnapshots(disk).flatMap((name) => {
    const read = readSnapshot(disk, name);
    return read.ok ? [{ name, cursor: read.snapshot.cursor }] : [];
  });
}

/** The place before the first batch of a segment, as that batch tells it. */
function beginningOf(disk: Disk, segment: number): Cursor {
  const path = findSegment(disk, segment) ?? segmentPath(segment);
  const window = new SegmentWindow(disk, path);
  try {
    const first = decodeBatch(window.from(0));
    if (!first.ok) throw new LogCorrupt(path, 0, `expected a batch, found ${first.problem}`);
    const { firstPosition, hashBefore } = first.batch;
    return { position: firstPosition - 1, segment, offset: 0, hash: hashBefore.slice() };
  } finally {
    window.close();
  }
}
