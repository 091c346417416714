/**
 * The place where the next batch goes: an open segment and an offset in it. It steps into the next
 * segment when a batch does not fit, and has the one after made while the disk is at work.
 */
import { assert } from "../../core/base/assert.ts";
import { BATCH_HEADER_BYTES } from "../batch.ts";
import type { Disk, DiskFile } from "../disk.ts";
import type { Cursor } from "../log.ts";
import type { SegmentSupply } from "./segment-supply.ts";
import { segmentPath } from "./segments.ts";

/** So much before the end is looked at before every write. */
const TAIL_BYTES = 4_096;
const UNWRITTEN = new Uint8Array(BATCH_HEADER_BYTES);

export class SegmentWriter {
  readonly #supply: SegmentSupply;
  #segment: number;
  #offset: number;
  #file: DiskFile;
  #size: number;
  /** What stands right before the offset: the front of one piece of memory, so that no batch makes a new one. */
  readonly #tailRoom = new Uint8Array(TAIL_BYTES);
  #tail = this.#tailRoom.subarray(0, 0);

  constructor(disk: Disk, supply: SegmentSupply, end: Cursor) {
    this.#supply = supply;
    this.#segment = end.segment;
    this.#offset = end.offset;
    this.#file = disk.open(segmentPath(end.segment), "write");
    this.#size = this.#file.size();
    const tailBytes = Math.min(end.offset, TAIL_BYTES);
    this.#remember(this.#file.read(end.offset - tailBytes, tailBytes));
    supply.prepare(end.segment + 1);
  }

  get segment(): number {
    return this.#segment;
  }

  get offset(): number {
    return this.#offset;
  }

  get spaceError(): Error | undefined {
    return this.#supply.error;
  }

  /** The most bytes that a batch can have, in this segment or in the next. */
  get bytesMax(): number {
    return this.#supply.segmentBytes;
  }

  hasRoom(bytes: number): boolean {
    return this.#offset + bytes <= this.#size;
  }

  /** Steps into the next segment; false, and nothing has changed, when there is none now. */
  async roll(): Promise<boolean> {
    const id = this.#segment + 1;
    const file = await this.#supply.take(id);
    if (!file) return false;
    this.#file.close();
    this.#file = file;
    this.#size = file.size();
    this.#segment = id;
    this.#offset = 0;
    this.#tail = this.#tailRoom.subarray(0, 0);
    return true;
  }

  /** LOG-LOCK-3: whether no other process has written shortly before the end, or where we will write next. */
  isOwnEnd(): boolean {
    const tail = this.#tail;
    const found = this.#file.read(this.#offset - tail.length, tail.length + BATCH_HEADER_BYTES);
    if (Buffer.compare(found.subarray(0, tail.length), tail) !== 0) return false;
    const ahead = found.subarray(tail.length);
    return Buffer.compare(ahead, UNWRITTEN.subarray(0, ahead.length)) === 0;
  }

  /** One durable write; answers the error, if any. The offset moves on only when it succeeded. */
  write(bytes: Uint8Array): Promise<Error | undefined> {
    assert(this.hasRoom(bytes.length), "a batch fits into its segment");
    const written = new Promise<Error | undefined>((resolve, reject) => {
      this.#file.writeDurable(this.#offset, bytes, (error) => {
        if (error) return reject(error);
        this.#remember(bytes);
        this.#offset += bytes.length;
        resolve(undefined);
      });
    }).catch((error: Error) => error);
    this.#supply.prepare(this.#segment + 1);
    return written;
  }

  /** The tail, with bytes that stand behind it now. */
  #remember(bytes: Uint8Array): void {
    const added = Math.min(bytes.length, TAIL_BYTES);
    const { length } = this.#tail;
    const kept = Math.min(length, TAIL_BYTES - added);
    this.#tailRoom.copyWithin(0, length - kept, length);
    this.#tailRoom.set(bytes.subarray(bytes.length - added), kept);
    this.#tail = this.#tailRoom.subarray(0, kept + added);
  }

  /** Ends the wait for a segment; the file must not be closed under a write that is under way. */
  stop(): void {
    this.#supply.close();
  }

  closeFile(): void {
    this.#file.close();
  }
}
