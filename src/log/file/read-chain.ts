/**
 * Reading the chain of batches: each must be whole, stand in the segment it names, follow the
 * position before it and carry the hash of the batch before it. A batch never spans segments: when
 * only zeros are left in one, reading goes on in the next. A segment that is no longer in `log/`
 * is looked for in `archive/`, so the two are read as one chain.
 */
import { type Decoded, type DecodedBatch, decodeBatch, hashOf } from "../batch.ts";
import type { Disk } from "../disk.ts";
import type { Batch, Cursor } from "../log.ts";
import { SegmentWindow } from "../segment/segment-window.ts";
import { findSegment, segmentPath } from "../segment/segments.ts";

/** The log is damaged. It is never repaired by itself: the operator must look at file and offset. */
export class LogCorrupt extends Error {
  override readonly name = "LogCorrupt";
  readonly file: string;
  readonly offset: number;

  constructor(file: string, offset: number, sentence: string) {
    super(`${file} at offset ${offset}: ${sentence}`);
    this.file = file;
    this.offset = offset;
  }
}

/** Where reading cannot go on, and what stands there instead of a batch. */
export interface BadSpot {
  readonly file: string;
  readonly offset: number;
  readonly problem: string;
}

/** A place to read from. At the start of a segment position and hash may not be known. */
export interface ReadStart {
  readonly segment: number;
  readonly offset: number;
  readonly position?: number;
  readonly hash?: Uint8Array;
}

export class ChainReader {
  readonly #disk: Disk;
  #window: SegmentWindow;
  #segment: number;
  #offset: number;
  #position: number | undefined;
  #hash: Uint8Array | undefined;
  #epoch = 0;

  constructor(disk: Disk, start: ReadStart) {
    this.#disk = disk;
    this.#segment = start.segment;
    this.#offset = start.offset;
    this.#position = start.position;
    this.#hash = start.hash;
    this.#window = this.#openSegment(start.segment);
  }

  /** The next batch; undefined where only zeros follow; a bad spot where something else does. */
  next(): Batch | BadSpot | undefined {
    const here = decodeBatch(this.#window.from(this.#offset));
    if (here.ok) return this.#take(here.batch);
    if (this.#window.findNonZero(this.#offset)) return this.#badSpot(here);
    if (!findSegment(this.#disk, this.#segment + 1)) return undefined;
    return this.#firstOfNextSegment();
  }

  close(): void {
    this.#window.close();
  }

  /** Steps into the next segment only when a batch is there: until then it is merely made. */
  #firstOfNextSegment(): Batch | BadSpot | undefined {
    const window = this.#openSegment(this.#segment + 1);
    const first = decodeBatch(window.from(0));
    if (!first.ok) {
      const isUnused = window.findNonZero(0) === undefined;
      window.close();
      return isUnused ? undefined : { file: window.path, offset: 0, problem: first.problem };
    }
    this.#window.close();
    this.#window = window;
    this.#segment += 1;
    this.#offset = 0;
    return this.#take(first.batch);
  }

  #take(found: DecodedBatch): Batch {
    this.#checkPlace(found);
    const bytes = this.#window.from(this.#offset).subarray(0, found.length);
    this.#offset += found.length;
    this.#position = found.firstPosition - 1 + found.count;
    this.#hash = hashOf(bytes);
    this.#epoch = found.epoch;
    return {
      timeMs: found.timeMs,
      count: found.count,
      digestPosition: found.digestPosition,
      digest: found.digest,
      payload: found.payload,
      firstPosition: found.firstPosition,
      epoch: found.epoch,
      after: {
        position: this.#position,
        segment: this.#segment,
        offset: this.#offset,
        hash: this.#hash,
      },
    };
  }

  /** A sound batch in the wrong place is no torn write: nothing but damage or a hand puts it there. */
  #checkPlace(found: DecodedBatch): void {
    const expected = this.#position === undefined ? found.firstPosition : this.#position + 1;
    if (found.segment !== this.#segment) {
      this.#refuse(`a batch of segment ${this.#segment}`, `one of segment ${found.segment}`);
    }
    if (found.firstPosition !== expected) {
      this.#refuse(`position ${expected}`, `position ${found.firstPosition}`);
    }
    if (this.#hash && Buffer.compare(found.hashBefore, this.#hash) !== 0) {
      this.#refuse("the hash of the batch before", "another hash");
    }
    if (found.epoch < this.#epoch) {
      this.#refuse(`an epoch from ${this.#epoch} on`, `epoch ${found.epoch}`);
    }
  }

  #refuse(expected: string, found: string): never {
    throw new LogCorrupt(this.#window.path, this.#offset, `expected ${expected}, found ${found}`);
  }

  #badSpot(decoded: Decoded & { ok: false }): BadSpot {
    return { file: this.#window.path, offset: this.#offset, problem: decoded.problem };
  }

  #openSegment(id: number): SegmentWindow {
    const path = findSegment(this.#disk, id);
    if (path) return new SegmentWindow(this.#disk, path);
    throw new LogCorrupt(segmentPath(id), 0, `expected segment ${id}, found no such file`);
  }
}

/** The batches from one cursor to another, which is known to be durable: all must be there. */
export function* readBetween(disk: Disk, from: Cursor, until: Cursor): Generator<Batch> {
  if (isSamePlace(from, until)) return;
  if (isBehind(from, until)) demand(undefined, from);
  const reader = new ChainReader(disk, from);
  try {
    for (let last = from; !isSamePlace(last, until); ) {
      const batch = demand(reader.next(), last);
      yield batch;
      last = batch.after;
    }
  } finally {
    reader.close();
  }
}

/** The batch, which is known to be durable and so must be there. */
export function demand(found: Batch | BadSpot | undefined, last: Cursor): Batch {
  if (found && "after" in found) return found;
  const file = found?.file ?? segmentPath(last.segment);
  const offset = found?.offset ?? last.offset;
  const sentence = `expected position ${last.position + 1}, found ${found?.problem ?? "the end"}`;
  throw new LogCorrupt(file, offset, sentence);
}

/** Whether one place lies behind another. */
export function isBehind(one: Cursor, other: Cursor): boolean {
  if (one.segment !== other.segment) return one.segment > other.segment;
  return one.offset > other.offset;
}

export function isSamePlace(one: Cursor, other: Cursor): boolean {
  return one.segment === other.segment && one.offset === other.offset;
}
