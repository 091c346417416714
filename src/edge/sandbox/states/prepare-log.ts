/**
 * Prepares a new log beside the present one: an empty one, or one that begins at a saved state and
 * whose first record names it. The log of before is closed, and stays as it is. Rules
 * SANDBOX-STATE-2, SANDBOX-STATE-5.
 */
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { FORMAT, type LoadState, type OpenDirectory } from "../../../core/engine/directory.ts";
import { RULES } from "../../../core/engine/rule-versions.ts";
import { emptyState } from "../../../core/engine/state.ts";
import { openFileLog } from "../../../log/file/file-log.ts";
import { writeSnapshot } from "../../../log/file/snapshot-files.ts";
import { type Cursor, type DigestHalves, GENESIS } from "../../../log/log.ts";
import { realDisk } from "../../../log/real-disk.ts";
import {
  findSegmentBytes,
  LOG_DIRECTORY,
  listSegments,
  makeSegment,
  SEGMENT_BYTES,
  type SegmentMaker,
  segmentName,
} from "../../../log/segment/segments.ts";
import { appendRecord } from "../../../runtime/replica/append-record.ts";
import { EPOCH } from "../../../runtime/replica/open-log.ts";
import { digestOf } from "../../../runtime/replica/replay.ts";
import { copyHistory, type SavedState } from "./saved-state.ts";
import { clearNext, makeReady } from "./swap.ts";

export interface Loading {
  readonly name: string;
  /** What `readState` found under the name. */
  readonly state: SavedState;
  /** The number of the request, which goes into the first record. */
  readonly request: number;
  /** The end of the present log. */
  readonly end: Cursor;
}

/** SANDBOX-STATE-2: from here on a start, this one or another, goes on from the saved state. */
export async function prepareLoad(directory: string, loading: Loading): Promise<void> {
  const { state } = loading;
  const next = clearNext(directory);
  const { snapshot } = state;
  // A number that the log of before has not used: a stray block of it is told by that.
  const origin = { ...snapshot.cursor, segment: loading.end.segment + 1, offset: 0 };
  writeSnapshot(realDisk(next), { ...snapshot, cursor: origin }, [snapshot.body]);
  takeSpareSegment(directory, next, { end: loading.end, as: origin.segment });
  const { name, request } = loading;
  const { stateHash, timeMs, digest } = snapshot;
  const first = { type: "LoadState", name, stateHash, request } as const;
  await writeFirstRecord(next, first, { origin, timeMs, digest });
  copyHistory(state.folder, next);
  makeReady(directory);
}

/** SANDBOX-STATE-5: the new log says at once that it is a sandbox; no setting of a start can change that. */
export async function prepareReset(
  directory: string,
  { end, timeMs }: { readonly end: Cursor; readonly timeMs: number },
): Promise<void> {
  const next = clearNext(directory);
  takeSpareSegment(directory, next, { end, as: GENESIS.segment });
  const first = { type: "OpenDirectory", kind: "sandbox", format: FORMAT, rules: RULES } as const;
  const digest = digestOf(emptyState());
  await writeFirstRecord(next, first, { origin: GENESIS, timeMs, digest });
  makeReady(directory);
}

/** A segment that was made ahead and never used saves the time to make one. */
function takeSpareSegment(
  directory: string,
  next: string,
  { end, as }: { readonly end: Cursor; readonly as: number },
): void {
  mkdirSync(join(next, LOG_DIRECTORY), { mode: 0o700 });
  const present = realDisk(directory);
  const spare = listSegments(present, LOG_DIRECTORY).findLast((id) => id > end.segment);
  if (spare === undefined) {
    makeSegment(realDisk(next), as, findSegmentBytes(present) ?? SEGMENT_BYTES);
    return;
  }
  const from = join(directory, LOG_DIRECTORY, segmentName(spare));
  renameSync(from, join(next, LOG_DIRECTORY, segmentName(as)));
}

/** Only one batch is written here: the segment behind this one is the server's to make. */
const madeByTheServer: SegmentMaker = {
  make: () => new Promise(() => undefined),
  close: () => undefined,
};

async function writeFirstRecord(
  next: string,
  first: LoadState | OpenDirectory,
  { origin, timeMs, digest }: Beginning,
): Promise<void> {
  const disk = realDisk(next);
  const log = await openFileLog({ disk, from: origin, segmentMaker: madeByTheServer });
  const place = { timeMs, digestPosition: origin.position, digest };
  await appendRecord(log, EPOCH, { command: first, place }).finally(() => log.close());
}

/** The place, time and digest at which a log begins. */
interface Beginning {
  readonly origin: Cursor;
  readonly timeMs: number;
  readonly digest: DigestHalves;
}
