/**
 * The log in memory, for an exchange inside another program and for tests. It makes the same bytes
 * and the same hash chain as the log on a disk, in one segment that never ends, and forgets all of
 * it with the process.
 */
import { assert } from "../../core/base/assert.ts";
import { BatchEncoder, hashOf } from "../batch.ts";
import {
  type Appended,
  type Batch,
  type BatchDraft,
  type Cursor,
  GENESIS,
  type Log,
} from "../log.ts";

export interface MemoryLogOptions {
  /** Where the log begins. */
  readonly origin?: Cursor;
  /** Of payloads; beyond it the oldest batches are forgotten, and cannot be read any more. */
  readonly bytesMax?: number;
}

export function memoryLog(options: MemoryLogOptions = {}): Log {
  return new MemoryLog(options);
}

class MemoryLog implements Log {
  readonly #batches: Batch[] = [];
  readonly #encoder = new BatchEncoder();
  #epochClaimed: number | undefined;
  #isAppending = false;
  #isClosed = false;
  readonly #bytesMax: number;
  #bytes = 0;
  lastBatch: Uint8Array = new Uint8Array(0);
  /** Where the oldest batch that is kept begins. */
  #start: Cursor;
  readonly isShortOfSpace = false;

  constructor({ origin = GENESIS, bytesMax = Number.POSITIVE_INFINITY }: MemoryLogOptions) {
    this.#start = origin;
    this.#bytesMax = bytesMax;
  }

  get end(): Cursor {
    return this.#batches.at(-1)?.after ?? this.#start;
  }

  get lastTimeMs(): number {
    return this.#batches.at(-1)?.timeMs ?? 0;
  }

  get endsEmpty(): boolean {
    return (this.#batches.at(-1)?.count ?? 0) === 0;
  }

  claim(epoch: number): boolean {
    if (epoch < (this.#epochClaimed ?? 0)) return false;
    this.#epochClaimed = epoch;
    return true;
  }

  async append(expectedPosition: number, epoch: number, draft: BatchDraft): Promise<Appended> {
    assert(!this.#isClosed, "the log is open for appending");
    assert(!this.#isAppending, "one append is outstanding at a time");
    assert(expectedPosition === this.end.position + 1, "the next position is appended");
    if (epoch !== this.#epochClaimed) return "fenced";

    const batch = this.#batchOf(draft, epoch);
    this.#isAppending = true;
    await Promise.resolve(); // As on a disk, the end moves on only after the call has returned.
    this.#isAppending = false;
    this.#batches.push(batch);
    this.#bytes += batch.payload.length;
    if (this.#bytes > this.#bytesMax) this.#forgetHalf();
    return "durable";
  }

  /** Half of it at once, so that moving the rest up costs little for each batch. */
  #forgetHalf(): void {
    let count = 0;
    while (this.#bytes > this.#bytesMax / 2 && count < this.#batches.length - 1) {
      this.#bytes -= this.#batches[count]?.payload.length ?? 0;
      count += 1;
    }
    this.#start = this.#batches[count - 1]?.after ?? this.#start;
    this.#batches.splice(0, count);
  }

  *read(from: Cursor): Generator<Batch> {
    const count = this.#batches.length;
    for (let index = this.#indexAfter(from); index < count; index += 1) {
      const batch = this.#batches[index];
      if (batch) yield batch;
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  #batchOf(draft: BatchDraft, epoch: number): Batch {
    const { position, segment, offset, hash } = this.end;
    const firstPosition = position + 1;
    const place = { firstPosition, epoch, segment, hashBefore: hash };
    const bytes = this.#encoder.encode(draft, place);
    this.lastBatch = bytes;
    const after: Cursor = {
      position: position + draft.count,
      segment,
      offset: offset + bytes.length,
      hash: hashOf(bytes),
    };
    return {
      timeMs: draft.timeMs,
      count: draft.count,
      digestPosition: draft.digestPosition,
      digest: { high: draft.digest.high, low: draft.digest.low },
      payload: new Uint8Array(draft.payload), // A Buffer's slice would be a view.
      firstPosition,
      epoch,
      after,
    };
  }

  /** The number of batches that end at or before a cursor, which must lie between two batches. */
  #indexAfter(cursor: Cursor): number {
    let low = 0;
    let high = this.#batches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isBefore = (this.#batches[middle]?.after.offset ?? 0) <= cursor.offset;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    const place = this.#batches[low - 1]?.after ?? this.#start;
    assert(place.offset === cursor.offset, "a cursor lies between two batches");
    return low;
  }
}
