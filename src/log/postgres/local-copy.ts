/**
 * A node's copy of the log: the batches that PostgreSQL has made durable, in the same segments as on a machine of its own, to
 * the byte. It is written without being synced, since what is missing is fetched again: a start cuts it at the first batch
 * that is not sound (LOG-COPY-1). Everything that reads a log's files (archivist, followers, verify, backup) reads these.
 */
import { assert } from "../../core/base/assert.ts";
import type { Timer } from "../../core/base/timer.ts";
import type { Disk, DiskFile } from "../disk.ts";
import { COPY_MARK, isCopy } from "../file/copy-mark.ts";
import { ChainReader, LogCorrupt } from "../file/read-chain.ts";
import { type Batch, type Cursor, isOrigin } from "../log.ts";
import { SegmentSupply } from "../segment/segment-supply.ts";
import {
  LOG_DIRECTORY,
  listSegments,
  removeDrafts,
  type SegmentMaker,
  segmentPath,
} from "../segment/segments.ts";

import { NotOurs } from "./schema.ts";

export interface LocalCopyOptions {
  readonly disk: Disk;
  /** Where the log of the cluster begins. */
  readonly origin: Cursor;
  /** Of every node alike: segments are to be the same. */
  readonly segmentBytes: number;
  readonly maker: SegmentMaker;
  readonly timer: Timer;
  readonly onSpace: (error: Error | undefined) => void;
}

/** What is known of the last batch. */
export type LastBatch = Pick<Batch, "timeMs" | "count" | "epoch" | "after">;

/** CORE-BOUND-1: with so much that waits for a segment, no more is to be brought. */
export const KEPT_BYTES_MAX = 4 * 1024 * 1024;

const ZEROS = new Uint8Array(64 * 1024);

export class LocalCopy {
  readonly #options: LocalCopyOptions;
  readonly #supply: SegmentSupply;
  #last: LastBatch;
  #file: DiskFile;
  #segment: number;
  /** Batches that wait for their segment, in their order. */
  #kept: { readonly bytes: Uint8Array; readonly batch: LastBatch }[] = [];
  #keptBytes = 0;
  #writing: Promise<void> | undefined;
  #isClosed = false;

  private constructor(options: LocalCopyOptions, last: LastBatch) {
    const { segment } = last.after;
    this.#options = options;
    const onSpace = (error: Error | undefined) => {
      options.onSpace(error);
      if (!error) void this.whole();
    };
    this.#supply = new SegmentSupply({ ...options, mode: "cached", onSpace });
    this.#last = last;
    this.#segment = segment;
    this.#file = options.disk.open(segmentPath(segment), "cached");
    this.#supply.prepare(segment + 1);
  }

  /** Opens it at the end of what is sound, and forgets the rest. */
  static async open(options: LocalCopyOptions): Promise<LocalCopy> {
    const { disk, origin, maker, segmentBytes } = options;
    disk.makeDirectory(LOG_DIRECTORY);
    markAsCopy(disk);
    removeDrafts(disk);
    const last = lastSound(disk, origin);
    const { segment } = last.after;
    cutBehind(disk, last.after);
    if (!listSegments(disk, LOG_DIRECTORY).includes(segment)) {
      await maker.make(segment, segmentBytes);
    }
    return new LocalCopy(options, last);
  }

  /** Of a log without batches, nothing but where it begins. */
  get last(): LastBatch {
    return this.#last;
  }

  /** Behind the last batch that was put into it. */
  get end(): Cursor {
    return this.#last.after;
  }

  get spaceError(): Error | undefined {
    return this.#supply.error;
  }

  /** The segment for a batch of so many bytes, open; undefined when there is no space for one now. */
  async segmentFor(bytes: number): Promise<number | undefined> {
    const { segment, offset } = this.end;
    assert(bytes <= this.#options.segmentBytes, "a batch fits into a segment");
    if (offset + bytes <= this.#options.segmentBytes) return segment;
    return (await this.stepInto(segment + 1)) ? segment + 1 : undefined;
  }

  /** Opens the segment that a batch goes into, unless it is open; false when it cannot be had now. */
  async stepInto(segment: number): Promise<boolean> {
    if (segment === this.#segment) return true;
    const file = await this.#supply.take(segment);
    if (!file) return false;
    this.#file.close();
    this.#file = file;
    this.#segment = segment;
    this.#supply.prepare(segment + 1);
    return true;
  }

  /** Puts a batch behind the last one; its segment is open. */
  put(bytes: Uint8Array, batch: LastBatch): void {
    const { after } = batch;
    this.#file.write(after.offset - bytes.length, bytes);
    this.#last = batch;
  }

  /** Puts a batch behind the last one, at once or when its segment is there; the bytes may change afterwards. */
  keep(bytes: Uint8Array, batch: LastBatch): void {
    if (this.#kept.length === 0 && batch.after.segment === this.#segment) {
      this.put(bytes, batch);
      return;
    }
    this.#kept.push({ bytes: bytes.slice(), batch });
    this.#keptBytes += bytes.length;
    void this.whole();
  }

  /** Whether more may be brought: too much waits for a segment otherwise. */
  get hasRoom(): boolean {
    return this.#keptBytes <= KEPT_BYTES_MAX;
  }

  /** Writes what waits for a segment; true when nothing waits any more, false while there is no space. */
  async whole(): Promise<boolean> {
    this.#writing ??= this.#writeKept().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
    return this.#kept.length === 0;
  }

  async #writeKept(): Promise<void> {
    for (let next = this.#kept[0]; next; next = this.#kept[0]) {
      const { bytes, batch } = next;
      if (!(await this.stepInto(batch.after.segment)) || this.#isClosed) return;
      this.put(bytes, batch);
      this.#kept.shift();
      this.#keptBytes -= bytes.length;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#supply.close();
    this.#file.close();
  }
}

/**
 * Only what can be fetched again may be cut: a directory with a log of its own has the only one there is. The mark is
 * durable before the first byte of a copy.
 */
export function markAsCopy(disk: Disk): void {
  if (isCopy(disk)) return;
  if (listSegments(disk, LOG_DIRECTORY).length > 0) {
    throw new NotOurs("The directory has a log of its own, which is not a copy of a cluster's.");
  }
  disk.open(COPY_MARK, "create").close();
  disk.syncDirectory(".");
}

/** The last of the chain of sound batches, from the oldest segment on. */
function lastSound(disk: Disk, origin: Cursor): LastBatch {
  const nothing = { timeMs: 0, count: 0, epoch: 0, after: origin };
  const oldest = listSegments(disk, LOG_DIRECTORY)[0];
  if (oldest === undefined) return nothing;
  const isFirst = oldest === origin.segment;
  const reader = new ChainReader(disk, isFirst ? origin : { segment: oldest, offset: 0 });
  let last: Batch | undefined;
  try {
    for (let found = next(reader); found; found = next(reader)) last = found;
  } finally {
    reader.close();
  }
  if (last) return last;
  if (isFirst) return nothing;
  throw new LogCorrupt(segmentPath(oldest), 0, "expected a sound batch, found none");
}

function next(reader: ChainReader): Batch | undefined {
  try {
    const found = reader.next();
    return found && "after" in found ? found : undefined;
  } catch (error) {
    if (error instanceof LogCorrupt) return undefined;
    throw error;
  }
}

/** What lies behind the end is gone with the name of its segment, or is zeros. */
function cutBehind(disk: Disk, end: Cursor): void {
  const behind = listSegments(disk, LOG_DIRECTORY).filter((id) => id > end.segment);
  for (const id of behind.toReversed()) {
    disk.remove(segmentPath(id));
    disk.syncDirectory(LOG_DIRECTORY);
  }
  if (!listSegments(disk, LOG_DIRECTORY).includes(end.segment)) {
    assert(isOrigin(end), "a batch lies in a segment");
    return;
  }
  const file = disk.open(segmentPath(end.segment), "cached");
  try {
    const size = file.size();
    for (let at = end.offset; at < size; at += ZEROS.length) {
      file.write(at, ZEROS.subarray(0, Math.min(ZEROS.length, size - at)));
    }
    file.sync();
  } finally {
    file.close();
  }
}
