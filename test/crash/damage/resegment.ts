/**
 * The same log in small segments, and in the hands of an archivist that keeps what is retired: batches
 * that end or begin where a file does, an archive, and snapshots with segments on both sides.
 */

import { openFileLog } from "../../../src/log/file/file-log.ts";
import { type Batch, GENESIS, type Log } from "../../../src/log/log.ts";
import { realDisk } from "../../../src/log/real-disk.ts";
import { Archivist } from "../../../src/runtime/archivist/archivist.ts";
import { HistoryStore } from "../../../src/runtime/history/store/history-store.ts";
import { MemoryStore } from "../../../src/runtime/history/store/memory-store.ts";
import { EPOCH } from "../../../src/runtime/replica/open-log.ts";

const SEGMENT_BYTES = 8 * 1024;
const SNAPSHOT_EVERY = 130;
const SECOND_MS = 1_000;

/** The last batch is the one that was never answered: the archivist has not seen it. */
export async function resegment(from: string, to: string): Promise<void> {
  const source = await openFileLog({ disk: realDisk(from), readOnly: true });
  const batches = [...source.read(GENESIS)];
  source.close();
  const disk = realDisk(to);
  const target = await openFileLog({ disk, segmentBytes: SEGMENT_BYTES });
  target.claim(EPOCH);
  const last = batches.pop();
  for (const batch of batches) await append(target, batch);
  archive(to, target.end.position);
  if (last) await append(target, last);
  target.close();
}

async function append(log: Log, batch: Batch): Promise<void> {
  const appended = await log.append(log.end.position + 1, EPOCH, batch);
  if (appended !== "durable") throw new Error(`the batch is ${appended}`);
}

function archive(directory: string, position: number): void {
  let nowMs = 0;
  const options = {
    disk: realDisk(directory),
    history: new HistoryStore(new MemoryStore()),
    snapshotEvery: SNAPSHOT_EVERY,
    snapshotEveryMs: Number.POSITIVE_INFINITY,
    keepsArchive: () => true,
    now: () => (nowMs += SECOND_MS),
  };
  const archivist = new Archivist(options, 1);
  archivist.advance(position);
}
