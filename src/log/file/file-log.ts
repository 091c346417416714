/**
 * The log on a disk. An append is one durable write of one batch into a segment that was filled
 * with zeros before. A write that failed is never tried again: what is on the disk is unknown,
 * so from then on every append answers "unknown" and the process must start again from disk.
 */

import { assert } from "../../core/base/assert.ts";
import type { Timer } from "../../core/base/timer.ts";
import { BATCH_HEADER_BYTES, BatchEncoder, batchBytesOf, hashOf } from "../batch.ts";
import type { Disk } from "../disk.ts";
import type { Appended, Batch, BatchDraft, Cursor, Log } from "../log.ts";
import { SegmentSupply } from "../segment/segment-supply.ts";
import { SegmentWriter } from "../segment/segment-writer.ts";
import {
  findSegmentBytes,
  inlineSegmentMaker,
  LOG_DIRECTORY,
  listSegments,
  removeDrafts,
  removeUnusedOfOtherSize,
  SEGMENT_BYTES,
  type SegmentMaker,
  segmentPath,
} from "../segment/segments.ts";
import { systemTimer } from "../system-timer.ts";
import { checkIsNoCopy } from "./copy-mark.ts";
import { readBetween } from "./read-chain.ts";
import { type Recovered, recover } from "./recover.ts";
import { TailRepair } from "./tail-repair.ts";
import type { TornTail } from "./torn-tail.ts";
import type { Witness } from "./witness.ts";

export interface FileLogOptions {
  readonly disk: Disk;
  /** Without it, the size of the newest segment that is there. */
  readonly segmentBytes?: number;
  /** Closed together with the log. */
  readonly segmentMaker?: SegmentMaker;
  /** The cursor of the snapshot that was loaded; without one the oldest segment is the start. */
  readonly from?: Cursor | undefined;
  /** LOG-WITNESS-1: the witnesses of the log; a log that does not bear them out is not opened. */
  readonly witnesses?: readonly Witness[] | undefined;
  /** Changes nothing on the disk and never appends. */
  readonly readOnly?: boolean;
  readonly timer?: Timer;
  /** Told why the log is short of space when it begins to be, and undefined when that is over. */
  readonly onSpace?: (error: Error | undefined) => void;
  /** LOG-LOCK-3: told once; from then on every append is fenced. */
  readonly onForeign?: OnForeign;
}

/** Called with the place of bytes that this log did not write. */
type OnForeign = (file: string, offset: number) => void;

export async function openFileLog(options: FileLogOptions): Promise<FileLog> {
  const { disk, from, witnesses } = options;
  if (!options.readOnly) checkIsNoCopy(disk);
  const recovered = recover(disk, { from, isRepairing: !options.readOnly, witnesses });
  if (options.readOnly) return new FileLog(disk, recovered);

  const segmentBytes = options.segmentBytes ?? findSegmentBytes(disk) ?? SEGMENT_BYTES;
  assert(segmentBytes >= BATCH_HEADER_BYTES, "a segment holds at least an empty batch");
  const maker = options.segmentMaker ?? inlineSegmentMaker(disk);
  disk.makeDirectory(LOG_DIRECTORY);
  disk.syncDirectory(".");
  removeDrafts(disk);
  disk.syncDirectory(LOG_DIRECTORY);
  removeUnusedOfOtherSize(disk, recovered.end, segmentBytes);
  if (listSegments(disk, LOG_DIRECTORY).length === 0) {
    await maker.make(recovered.end.segment, segmentBytes);
  }

  const { timer = systemTimer, onSpace = () => {}, onForeign } = options;
  const { tornTail } = recovered;
  const repair = tornTail && new TailRepair(tornTail, { disk, timer, onSpace });
  repair?.begin();
  const supply = new SegmentSupply({ disk, maker, segmentBytes, timer, onSpace });
  const writer = new SegmentWriter(disk, supply, recovered.end);
  return new FileLog(disk, recovered, { writer, repair, onForeign });
}

/** The parts of a log that can be appended to. */
interface Appending {
  readonly writer?: SegmentWriter;
  readonly repair?: TailRepair | undefined;
  readonly onForeign?: OnForeign | undefined;
}

export class FileLog implements Log {
  /** What was found at the start; a torn tail is repaired unless the log is read-only. */
  readonly recovery: { readonly tornTail?: TornTail };
  readonly #disk: Disk;
  readonly #writer: SegmentWriter | undefined;
  /** LOG-TAIL-2: of the torn tail that was found. */
  readonly repair: TailRepair | undefined;
  readonly #onForeign: OnForeign;
  readonly #encoder = new BatchEncoder();
  #end: Cursor;
  #lastBatch: Uint8Array = new Uint8Array(0);
  #lastTimeMs: number;
  #endsEmpty: boolean;
  #epochLast: number;
  #epochClaimed: number | undefined;
  #isAppending = false;
  #isBroken = false;
  #isClosed = false;

  constructor(disk: Disk, recovered: Recovered, { writer, repair, onForeign }: Appending = {}) {
    this.#disk = disk;
    this.#writer = writer;
    this.repair = repair;
    this.#onForeign = onForeign ?? (() => {});
    this.#end = recovered.end;
    this.#lastTimeMs = recovered.lastTimeMs;
    this.#endsEmpty = recovered.lastCount === 0;
    this.#epochLast = recovered.lastEpoch;
    this.recovery = recovered.tornTail ? { tornTail: recovered.tornTail } : {};
  }

  get end(): Cursor {
    return this.#end;
  }

  get lastBatch(): Uint8Array {
    return this.#lastBatch;
  }

  get lastTimeMs(): number {
    return this.#lastTimeMs;
  }

  get endsEmpty(): boolean {
    return this.#endsEmpty;
  }

  /** Of the last batch; 0 when there is none. Whoever appends has this one or a later one. */
  get lastEpoch(): number {
    return this.#epochLast;
  }

  get isShortOfSpace(): boolean {
    return this.spaceError !== undefined;
  }

  /** Why a torn tail cannot be repaired or the next segment cannot be made, while that is so. */
  get spaceError(): Error | undefined {
    return this.repair?.error ?? this.#writer?.spaceError;
  }

  claim(epoch: number): boolean {
    assert(this.#writer !== undefined, "a read-only log is not claimed");
    if (epoch < Math.max(this.#epochLast, this.#epochClaimed ?? 0)) return false;
    this.#epochClaimed = epoch;
    return true;
  }

  async append(expectedPosition: number, epoch: number, batch: BatchDraft): Promise<Appended> {
    const writer = this.#writer;
    assert(writer !== undefined && !this.#isClosed, "the log is open for appending");
    assert(!this.#isAppending, "one append is outstanding at a time");
    if (this.#isBroken) return "unknown";
    assert(expectedPosition === this.#end.position + 1, "the next position is appended");
    if (epoch !== this.#epochClaimed) return "fenced";
    if (this.repair && !this.repair.isDone) return "full";

    const bytes = batchBytesOf(batch);
    assert(bytes <= writer.bytesMax, "a batch fits into a segment");
    this.#isAppending = true;
    try {
      if (!writer.hasRoom(bytes) && !(await writer.roll())) return "full";
      if (!writer.isOwnEnd()) return this.#fence(writer);
      return await this.#write(writer, epoch, batch);
    } finally {
      this.#isAppending = false;
      if (this.#isClosed) writer.closeFile();
    }
  }

  /** LOG-LOCK-3: for ever: the other writer may go on writing. */
  #fence({ segment, offset }: SegmentWriter): Appended {
    this.#epochClaimed = undefined;
    this.#onForeign(segmentPath(segment), offset);
    return "fenced";
  }

  read(from: Cursor): Iterable<Batch> {
    return readBetween(this.#disk, from, this.#end);
  }

  /** An append that is outstanding still gets its answer. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.repair?.stop();
    this.#writer?.stop();
    if (!this.#isAppending) this.#writer?.closeFile();
  }

  async #write(writer: SegmentWriter, epoch: number, batch: BatchDraft): Promise<Appended> {
    const { segment } = writer;
    const firstPosition = this.#end.position + 1;
    const place = { firstPosition, epoch, segment, hashBefore: this.#end.hash };
    const bytes = this.#encoder.encode(batch, place);
    this.#isBroken = true; // Until the disk says otherwise, also if this call throws.
    const written = writer.write(bytes);
    const hash = hashOf(bytes);
    if (await written) return "unknown";

    this.#isBroken = false;
    this.#lastBatch = bytes;
    const position = this.#end.position + batch.count;
    this.#end = { position, segment, offset: writer.offset, hash };
    this.#lastTimeMs = batch.timeMs;
    this.#endsEmpty = batch.count === 0;
    this.#epochLast = epoch;
    return "durable";
  }
}
