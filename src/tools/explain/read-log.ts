/**
 * Reads the log and applies nothing: stretches of it where the index says that they stand, and whole segments, the newest first, since
 * what is asked about is mostly recent, and the commands of a request lie together. What stands in a stretch must be what the index was
 * made of: a log whose files are others than then is searched as if there were no index. Rules EXPLAIN-FIND-1, EXPLAIN-FIND-2.
 */
import type { Disk } from "../../log/disk.ts";
import { ChainReader } from "../../log/file/read-chain.ts";
import type { Batch } from "../../log/log.ts";
import { findSegment } from "../../log/segment/segments.ts";
import type { LogPlace } from "../../runtime/history/places/place.ts";
import type { Sources } from "./sources.ts";
import { chainOf, firstPositionOf } from "./starts.ts";
import type { LoggedCommand } from "./words/say-command.ts";

/** The commands of one request lie no further apart than the sequencer is long. */
const APART_MAX = 8_192;

export interface SearchedLog extends Pick<Sources, "disk" | "durablePosition" | "meter"> {
  /** What is looked for in a batch. */
  readonly find: (batch: Batch) => readonly LoggedCommand[];
}

export function* searchSegments(searched: SearchedLog): Generator<undefined, LoggedCommand[]> {
  let found: LoggedCommand[] = [];
  for (const segment of chainOf(searched.disk)) {
    const { placed, firstPosition } = yield* searchSegment(searched, segment);
    found = [...placed, ...found];
    const [first] = found;
    if (first && first.position - firstPosition > APART_MAX) break;
    if (found.length > placed.length) break;
  }
  return found;
}

function* searchSegment(
  searched: SearchedLog,
  segment: number,
): Generator<undefined, { placed: LoggedCommand[]; firstPosition: number }> {
  const placed: LoggedCommand[] = [];
  let firstPosition = Number.POSITIVE_INFINITY;
  for (const batch of batchesIn(searched, segment)) {
    firstPosition = Math.min(firstPosition, batch.firstPosition);
    if (searched.meter) searched.meter.read += batch.count;
    placed.push(...searched.find(batch));
    yield;
  }
  return { placed, firstPosition };
}

/** The batches in the segment itself, up to the durable position. */
function* batchesIn({ disk, durablePosition }: SearchedLog, segment: number): Generator<Batch> {
  const reader = new ChainReader(disk, { segment, offset: 0 });
  try {
    for (let last = 0; last < durablePosition; ) {
      const batch = reader.next();
      if (!batch || !("after" in batch) || batch.after.segment !== segment) return;
      last = batch.after.position;
      if (last <= durablePosition) yield batch;
    }
  } finally {
    reader.close();
  }
}

/** The index is not one of these files. */
export class PlaceMoved extends Error {
  override readonly name = "PlaceMoved";
}

type Begin = Pick<LogPlace, "segment" | "offset" | "first">;

/** The batches from a place on, up to a position; where the log begins later, those that are left. */
export function* batchesFrom(disk: Disk, place: Begin, to: number): Generator<Batch> {
  const { segment, offset, first } = beginIn(disk, place);
  if (first > to) return;
  const reader = new ChainReader(disk, { segment, offset });
  let next = first;
  try {
    while (next <= to) {
      const batch = reader.next();
      if (!batch || !("after" in batch)) throw new PlaceMoved(`no batch with position ${next}`);
      if (batch.count > 0 && batch.firstPosition !== next) {
        throw new PlaceMoved(`position ${batch.firstPosition} where ${next} should be`);
      }
      next += batch.count;
      yield batch;
    }
  } finally {
    reader.close();
  }
}

/** LOG-KEEP-1: a sandbox deletes segments, and a place may have begun in one of them. */
function beginIn(disk: Disk, place: Begin): Begin {
  if (findSegment(disk, place.segment)) return place;
  const oldest = chainOf(disk).at(-1) ?? 0;
  if (oldest <= place.segment) throw new PlaceMoved(`no segment ${place.segment}`);
  return { segment: oldest, offset: 0, first: firstPositionOf(disk) };
}
