/**
 * `bourse rebuild-history`: makes the history store anew from the log, as far back as the log goes.
 * What ended before that is kept as it is. Rule HIST-REBUILD-1.
 */

import type { OnProgress } from "../../core/base/progress.ts";
import { type Disk, DiskFull } from "../../log/disk.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { listSnapshots, readSnapshot, type Snapshot } from "../../log/file/snapshot-files.ts";
import { GENESIS } from "../../log/log.ts";
import { findSegment } from "../../log/segment/segments.ts";
import { HistoryWriter } from "../../runtime/archivist/history-writer.ts";
import { PlaceTaker } from "../../runtime/history/places/place-taker.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";
import { chooseSnapshot, restore } from "../../runtime/replica/restore.ts";

const FREE_BYTES_MIN = 1024 * 1024;

export interface Rebuilt {
  /** Records up to here were kept. */
  readonly from: number;
  readonly to: number;
}

export async function rebuildHistory(
  disk: Disk,
  store: HistoryStore,
  onProgress: OnProgress = () => undefined,
): Promise<Rebuilt> {
  const newest = chooseSnapshot(disk).snapshot;
  const log = await openFileLog({ disk, readOnly: true, from: newest?.cursor });
  try {
    const start = oldestStart(disk);
    const from = start?.cursor.position ?? 0;
    store.forgetAfter(from);
    const writer = new HistoryWriter(store, () => true);
    const places = new PlaceTaker((place) => writer.notePlace(place));
    const replica = restore(log, start, (replica, batch) => {
      if (batch) {
        places.follow(replica);
        writer.confirm(replica.state.position - batch.count);
      } else {
        writer.restart();
        places.begin(replica, store.places.known);
        replica.onCommand = places.see;
        replica.onEvent((event) => writer.note(event, replica.state.position));
        replica.onPosted((posted) => writer.note(posted, posted.position));
        replica.views.onClosed = (closed) =>
          writer.note({ type: "CandlesClosed", ...closed }, replica.state.position);
      }
      // LOG-FULL-1: the archivist would wait for space; the operator is told at once.
      if (writer.problem !== undefined) throw storeError(disk, writer.problem);
      onProgress(replica.state.position - from, log.end.position - from);
    });
    const { position } = replica.state;
    places.end(replica);
    writer.writeUpTo(position);
    return { from, to: position };
  } finally {
    log.close();
  }
}

/** On a full disk the store itself reports an error of the device. */
function storeError(disk: Disk, problem: string): Error {
  const sentence = `the history store takes no more (${problem})`;
  const free = disk.freeBytes?.() ?? Number.POSITIVE_INFINITY;
  return free < FREE_BYTES_MIN ? new DiskFull(sentence) : new Error(sentence);
}

/** The beginning, or when the log no longer goes back to it the oldest sound snapshot. */
function oldestStart(disk: Disk): Snapshot | undefined {
  if (findSegment(disk, GENESIS.segment)) return undefined;
  for (const name of listSnapshots(disk)) {
    const read = readSnapshot(disk, name);
    if (read.ok) return read.snapshot;
  }
  return undefined;
}
