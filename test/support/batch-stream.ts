/** The log of a disk as if it were sent: what a cluster's log is when it is proved. */

import type { Disk } from "../../src/log/disk.ts";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { listSnapshots, readSnapshot } from "../../src/log/file/snapshot-files.ts";
import { type Batch, type Cursor, GENESIS } from "../../src/log/log.ts";
import type { BatchStream } from "../../src/tools/audit/verify-stream.ts";

/** From the beginning, or from a snapshot on, with what stands in its segment before it. */
export async function streamOf(disk: Disk, startName?: string): Promise<BatchStream> {
  const sound = listSnapshots(disk).flatMap((name) => {
    const read = readSnapshot(disk, name);
    return read.ok && (startName === undefined || name >= startName)
      ? [{ name, snapshot: read.snapshot }]
      : [];
  });
  const start = sound.find(({ name }) => name === startName);
  const log = await openFileLog({ disk, readOnly: true });
  const segment = start?.snapshot.cursor.segment ?? GENESIS.segment;
  const all = [...log.read(GENESIS)].filter(({ after }) => after.segment >= segment);
  return { start, sound, damaged: [], end: log.end.position, read: () => sent(all) };
}

async function* sent(batches: readonly Batch[]): AsyncGenerator<Batch> {
  yield* batches;
}

/** Somewhere else. */
export function moved(cursor: Cursor): Cursor {
  return { ...cursor, offset: cursor.offset + 1 };
}
