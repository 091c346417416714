/**
 * The segments of a log that may be in use, held open: a process that retires one meanwhile takes its name
 * away and not its bytes. What is copied ends behind the last whole batch. Before that place nothing
 * changes any more, so the copy has no torn tail, and a batch that is being written is not in it.
 * Rule LOG-BACKUP-1.
 */
import { BATCH_BYTES_MAX } from "../../log/batch.ts";
import type { ChainStart } from "../../log/chain.ts";
import type { Disk, DiskFile } from "../../log/disk.ts";
import { type BadSpot, ChainReader, LogCorrupt } from "../../log/file/read-chain.ts";
import { type Batch, type Cursor, GENESIS, isOrigin } from "../../log/log.ts";
import { SegmentWindow } from "../../log/segment/segment-window.ts";
import {
  findSegment,
  LOG_DIRECTORY,
  listSegments,
  segmentName,
  segmentPath,
} from "../../log/segment/segments.ts";
import { copyFile, type OnBytes } from "./copy-file.ts";
import type { KeptFile } from "./manifest.ts";

/** A segment that was made ahead of need begins with zeros. */
const FIRST_BYTES = 4;

/** The place up to which a log is copied. */
export interface LogEnd extends Cursor {
  /** The time of the last batch; 0 when there is none. */
  readonly timeMs: number;
}

export class PinnedLog {
  readonly #disk: Disk;
  readonly #files = new Map<number, DiskFile>();

  private constructor(disk: Disk) {
    this.#disk = disk;
  }

  static pin(disk: Disk): PinnedLog {
    const pinned = new PinnedLog(disk);
    try {
      pinned.pinNewer();
    } catch (error) {
      pinned.close();
      throw error;
    }
    return pinned;
  }

  /** All that are in use by now: when a segment has a batch, those before it are complete. */
  pinNewer(): void {
    const newest = [...this.#files.keys()].at(-1) ?? 0;
    for (const id of listSegments(this.#disk, LOG_DIRECTORY).filter((each) => each > newest)) {
      const file = this.#disk.open(segmentPath(id), "read");
      this.#files.set(id, file);
      if (this.#files.size === 1 || !isUnused(file)) continue;
      this.#files.delete(id);
      file.close();
      return;
    }
  }

  get bytes(): number {
    return [...this.#files.values()].reduce((sum, file) => sum + file.size(), 0);
  }

  has(id: number): boolean {
    return this.#files.has(id);
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
  }

  /** The first batch of all; undefined when there is none. */
  findFirst(): Batch | undefined {
    const reader = new ChainReader(this.#view(), GENESIS);
    try {
      const found = reader.next();
      return found && "after" in found ? found : undefined;
    } finally {
      reader.close();
    }
  }

  /** Walks the chain through every one of these places, and on to where it ends. */
  findEnd(places: readonly Cursor[]): LogEnd {
    const view = this.#view();
    const { end, spot, missed } = walkThrough(view, places);
    const [place] = missed;
    if (place) {
      const sentence = `expected the place of a snapshot at position ${place.position}, found none`;
      throw new LogCorrupt(segmentPath(place.segment), place.offset, sentence);
    }
    if (spot) this.#checkNothingLost(view, end, spot);
    return end;
  }

  /**
   * LOG-CORRUPT-1: a bad batch with more of the log behind it is damage, unless it was only being
   * written when it was looked at: then it is whole by now, since what is behind it came later.
   */
  #checkNothingLost(view: Disk, end: Cursor, spot: BadSpot): void {
    const last = [...this.#files.keys()].at(-1) ?? 0;
    const isLast = spot.file === segmentPath(last);
    if (isLast && !hasMoreBehind(view, spot)) return;
    if (isLast && isWholeNow(view, end)) return;
    const sentence = `expected a batch, found ${spot.problem}, and more of the log behind it`;
    throw new LogCorrupt(spot.file, spot.offset, sentence);
  }

  copyTo(to: Disk, end: Cursor, onBytes: OnBytes): KeptFile[] {
    const used = [...this.#files].filter(([id]) => id <= end.segment);
    return used.map(([id, file]) => {
      const bytes = id === end.segment ? end.offset : file.size();
      return copyFile(file, { to, path: segmentPath(id), bytes, onBytes });
    });
  }

  /** The disk as a reader of this log should see it. */
  #view(): Disk {
    const names = [...this.#files.keys()].map(segmentName);
    const byPath = new Map([...this.#files].map(([id, file]) => [segmentPath(id), file]));
    const refuse = (): never => {
      throw new Error("a log that is copied is only read");
    };
    return {
      makeDirectory: refuse,
      rename: refuse,
      remove: refuse,
      syncDirectory: refuse,
      list: (directory) => (directory === LOG_DIRECTORY ? names : this.#disk.list(directory)),
      open: (path, mode) => {
        const file = byPath.get(path);
        return file ? keptOpen(file) : this.#disk.open(path, mode);
      },
    };
  }
}

function isUnused(file: DiskFile): boolean {
  return file.read(0, FIRST_BYTES).every((byte) => byte === 0);
}

function keptOpen(file: DiskFile): DiskFile {
  return {
    size: () => file.size(),
    read: (offset, length) => file.read(offset, length),
    write: (offset, bytes) => file.write(offset, bytes),
    sync: () => file.sync(),
    writeDurable: (offset, bytes, done) => file.writeDurable(offset, bytes, done),
    close: () => undefined,
  };
}

/** From the start of the segment of the oldest place: only walking up to it proves that it is there. */
function startFor([oldest]: readonly Cursor[], disk: Disk): ChainStart {
  if (oldest) return isOrigin(oldest) ? oldest : { segment: oldest.segment, offset: 0 };
  if (findSegment(disk, GENESIS.segment)) return GENESIS;
  const [first] = listSegments(disk, LOG_DIRECTORY);
  const found = first === undefined ? "none" : `segment ${first} and no snapshot to start it at`;
  throw new LogCorrupt(
    segmentPath(GENESIS.segment),
    0,
    `expected the first segment, found ${found}`,
  );
}

interface Walk {
  readonly end: LogEnd;
  readonly spot: BadSpot | undefined;
  /** Places that the chain did not come by. */
  readonly missed: readonly Cursor[];
}

function walkThrough(disk: Disk, places: readonly Cursor[]): Walk {
  const start = startFor(places, disk);
  const ahead = new Map(places.filter((place) => !isOrigin(place)).map((at) => [keyOf(at), at]));
  const reader = new ChainReader(disk, start);
  let last: Batch | undefined;
  try {
    for (let found = reader.next(); ; found = reader.next()) {
      if (!found || !("after" in found)) {
        const end = { ...(last?.after ?? { ...GENESIS, ...start }), timeMs: last?.timeMs ?? 0 };
        return { end, spot: found, missed: [...ahead.values()] };
      }
      if (ahead.size > 0) ahead.delete(keyOf(found.after));
      last = found;
    }
  } finally {
    reader.close();
  }
}

function keyOf({ hash }: Cursor): string {
  return Buffer.from(hash).toString("base64");
}

function hasMoreBehind(disk: Disk, { file, offset }: BadSpot): boolean {
  const window = new SegmentWindow(disk, file);
  try {
    const dirt = window.findNonZero(offset);
    if (!dirt) return false;
    return dirt.end > offset + BATCH_BYTES_MAX || window.findBatch(dirt) !== undefined;
  } finally {
    window.close();
  }
}

function isWholeNow(disk: Disk, end: Cursor): boolean {
  const reader = new ChainReader(disk, end);
  try {
    const found = reader.next();
    return found !== undefined && "after" in found;
  } finally {
    reader.close();
  }
}
