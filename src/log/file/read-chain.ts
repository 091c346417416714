/**
 * Reading the chain of batches from files: each must be whole and stand in its place. A batch never spans segments: when
 * only zeros are left in one, reading goes on in the next. A segment that is no longer in `log/`
 * is looked for in `archive/`, so the two are read as one chain.
 */
import { type DecodedBatch, decodeBatch } from "../batch.ts";
import { Chain, type ChainStart } from "../chain.ts";
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

export class ChainReader {
  readonly #disk: Disk;
  readonly #chain: Chain;
  #window: SegmentWindow;

  constructor(disk: Disk, start: ChainStart) {
    this.#disk = disk;
    this.#chain = new Chain(start);
    this.#window = this.#openSegment(start.segment);
  }

  /** The next batch; undefined where only zeros follow; a bad spot where something else does. */
  next(): Batch | BadSpot | undefined {
    const { segment, offset } = this.#chain;
    const here = decodeBatch(this.#window.from(offset));
    if (here.ok) return this.#take(here.batch);
    if (this.#window.findNonZero(offset)) {
      return { file: this.#window.path, offset, problem: here.problem };
    }
    if (!findSegment(this.#disk, segment + 1)) return undefined;
    return this.#firstOfNextSegment();
  }

  close(): void {
    this.#window.close();
  }

  /** Steps into the next segment only when a batch is there: until then it is merely made. */
  #firstOfNextSegment(): Batch | BadSpot | undefined {
    const window = this.#openSegment(this.#chain.segment + 1);
    const first = decodeBatch(window.from(0));
    if (!first.ok) {
      const isUnused = window.findNonZero(0) === undefined;
      window.close();
      return isUnused ? undefined : { file: window.path, offset: 0, problem: first.problem };
    }
    this.#window.close();
    this.#window = window;
    this.#chain.beginNextSegment();
    return this.#take(first.batch);
  }

  #take(found: DecodedBatch): Batch {
    const { offset } = this.#chain;
    const problem = this.#chain.problemWith(found);
    if (problem) throw new LogCorrupt(this.#window.path, offset, problem);
    return this.#chain.take(found, this.#window.from(offset));
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
