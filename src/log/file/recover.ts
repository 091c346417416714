/**
 * Recovery: reads the log to its first bad batch and decides what lies behind it. One append is
 * outstanding at a time, so a crash can leave at most one torn batch, at the very end: that is
 * reported, and repaired when the log is opened to append (tail-repair.ts). Anything else that is not
 * zero was durable once, and a log that has lost some of it is corrupt: it is refused, never skipped
 * and never repaired. Rules LOG-TAIL-1, LOG-CORRUPT-1.
 */

import type { ChainStart } from "../chain.ts";
import type { Disk } from "../disk.ts";
import { type Batch, type Cursor, GENESIS, isOrigin } from "../log.ts";
import {
  ARCHIVE_DIRECTORY,
  LOG_DIRECTORY,
  listSegments,
  segmentName,
  segmentPath,
} from "../segment/segments.ts";
import { type BadSpot, ChainReader, LogCorrupt } from "./read-chain.ts";
import { SNAPSHOT_DIRECTORY } from "./snapshot-files.ts";
import { examineTail, type TornTail } from "./torn-tail.ts";
import type { Witness } from "./witness.ts";
import { REMEDY, WitnessCheck } from "./witness-check.ts";

export interface Recovered {
  readonly end: Cursor;
  readonly lastTimeMs: number;
  readonly lastEpoch: number;
  /** How many commands the last batch has; 0 also when there is none. */
  readonly lastCount: number;
  readonly tornTail?: TornTail;
}

const NOTHING_FOUND: Recovered = { end: GENESIS, lastTimeMs: 0, lastEpoch: 0, lastCount: 0 };

export interface RecoverOptions {
  /** Where a snapshot ends; without one reading starts at the oldest segment in `log/`. */
  readonly from?: Cursor | undefined;
  /** Whether to write the last batch once more; without it nothing is changed. */
  readonly isRepairing: boolean;
  /** LOG-WITNESS-1: the witnesses of this log; checked before anything is repaired. */
  readonly witnesses?: readonly Witness[] | undefined;
}

export function recover(disk: Disk, options: RecoverOptions): Recovered {
  const { from, isRepairing, witnesses = [] } = options;
  const ids = listSegments(disk, LOG_DIRECTORY);
  const oldest = ids[0];
  if (oldest === undefined) return emptyLog(disk, from, witnesses);
  checkNoneMissing(ids);

  const start = startOf(from, oldest);
  const check = new WitnessCheck(witnesses, start);
  const walk = walkToEnd(disk, { start, from }, check);
  const end = walk.last?.after ?? walk.origin;
  check.end(end);
  const epoch = walk.last?.epoch ?? 0;
  const tornTail = examineTail(disk, { end, epoch }, { ids, spot: walk.spot });
  if (isRepairing) makeLastBatchSure(disk, walk);

  const { timeMs = 0, count = 0 } = walk.last ?? {};
  const found = { end, lastTimeMs: timeMs, lastEpoch: epoch, lastCount: count };
  return tornTail ? { ...found, tornTail } : found;
}

function emptyLog(disk: Disk, from: Cursor | undefined, [witness]: readonly Witness[]): Recovered {
  const trace = findTrace(disk) ?? witness?.name;
  if (isBeginning(from) && !trace) return NOTHING_FOUND;
  const why = trace ?? `a snapshot at position ${from?.position ?? 0}`;
  throw new LogCorrupt(LOG_DIRECTORY, 0, `expected a segment, since there is ${why}, found none`);
}

/** A file that only a log leaves; a snapshot says that there was one even when it is damaged. */
function findTrace(disk: Disk): string | undefined {
  const archived = listSegments(disk, ARCHIVE_DIRECTORY).map(segmentName)[0];
  if (archived) return `${ARCHIVE_DIRECTORY}/${archived}`;
  const snapshot = disk.list(SNAPSHOT_DIRECTORY)[0];
  return snapshot && `${SNAPSHOT_DIRECTORY}/${snapshot}`;
}

/** Whether reading starts where the reader has nothing yet to check a cursor against. */
function isBeginning(from: Cursor | undefined): boolean {
  return from === undefined || isOrigin(from);
}

function checkNoneMissing(ids: readonly number[]): void {
  const gap = ids.findIndex((id, index) => index > 0 && id !== (ids[index - 1] ?? 0) + 1);
  if (gap === -1) return;
  const missing = (ids[gap - 1] ?? 0) + 1;
  throw new LogCorrupt(segmentPath(missing), 0, `expected segment ${missing}, found no such file`);
}

/**
 * An origin is checked by the first batch behind it. Any other cursor is checked by walking to it from
 * the start of its segment: a cursor behind the end would otherwise find zeros and take them for the end.
 */
function startOf(from: Cursor | undefined, oldest: number): ChainStart {
  if (from && isOrigin(from)) return from;
  const segment = from?.segment ?? oldest;
  return segment === GENESIS.segment ? GENESIS : { segment, offset: 0 };
}

interface Walk {
  /** The end of a log that has no batch yet. */
  readonly origin: Cursor;
  readonly last: Batch | undefined;
  readonly lastOffset: number;
  readonly spot: BadSpot | undefined;
}

function walkToEnd(
  disk: Disk,
  { start, from }: { readonly start: ChainStart; readonly from: Cursor | undefined },
  check: WitnessCheck,
): Walk {
  const reader = new ChainReader(disk, start);
  let last: Batch | undefined;
  let lastOffset = 0;
  let isPassed = isBeginning(from);
  try {
    for (let found = reader.next(); ; found = reader.next()) {
      if (!found || !("after" in found)) {
        if (!isPassed && from) throw behindEnd(from, last?.after);
        if (!last && !isCursor(start)) throw unknownStart(start, found);
        return { origin: isCursor(start) ? start : GENESIS, last, lastOffset, spot: found };
      }
      const previous = last?.after;
      lastOffset = previous?.segment === found.after.segment ? previous.offset : 0;
      last = found;
      check.pass(found.after);
      if (!isPassed && from) isPassed = isAt(found.after, from);
    }
  } finally {
    reader.close();
  }
}

function isCursor(start: ChainStart): start is Cursor {
  return start.hash !== undefined;
}

/** Whether a cursor is this very place; it is refused when the chain passes it by. */
function isAt(place: Cursor, from: Cursor): boolean {
  if (place.segment === from.segment && place.offset < from.offset) return false;
  const isSame =
    place.segment === from.segment &&
    place.offset === from.offset &&
    place.position === from.position &&
    Buffer.compare(place.hash, from.hash) === 0;
  if (isSame) return true;
  const sentence = `expected the batch that ends at position ${from.position}, found another; ${REMEDY}`;
  throw new LogCorrupt(segmentPath(from.segment), from.offset, sentence);
}

function behindEnd(from: Cursor, end: Cursor | undefined): LogCorrupt {
  const sentence = `expected the log to reach position ${from.position}, found its end at position ${end?.position ?? 0}; ${REMEDY}`;
  return new LogCorrupt(segmentPath(from.segment), from.offset, sentence);
}

function unknownStart({ segment }: ChainStart, spot: BadSpot | undefined): LogCorrupt {
  const sentence = `expected the first batch of the oldest segment, found ${spot?.problem ?? "none"}`;
  return new LogCorrupt(segmentPath(segment), 0, sentence);
}

/**
 * The last batch may have been read from the cache of a system whose write to the disk failed or
 * never happened. Before anything is built on it, it is written once more and synced.
 */
function makeLastBatchSure(disk: Disk, { last, lastOffset }: Walk): void {
  if (!last) return;
  const file = disk.open(segmentPath(last.after.segment), "write");
  try {
    file.write(lastOffset, file.read(lastOffset, last.after.offset - lastOffset));
    file.sync();
  } finally {
    file.close();
  }
}
