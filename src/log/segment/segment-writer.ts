/**
 * The place where the next batch goes: an open segment and an offset in it. It steps into the next
 * segment when a batch does not fit, and has the one after made while the disk is at work.
 */
import { assert } from "../../base/assert.ts";
import { BATCH_HEADER_BYTES, CRC_END } from "../batch.ts";
import type { Disk, DiskFile } from "../disk.ts";
import type { Cursor } from "../log.ts";
import type { SegmentSupply } from "./segment-supply.ts";
import { segmentPath } from "./segments.ts";

const UNWRITTEN = new Uint8Array(BATCH_HEADER_BYTES);

export class SegmentWriter {
  readonly #supply: SegmentSupply;
  #segment: number;
  #offset: number;
  #file: DiskFile;
  #size: number;
  /** The beginning of what was written last into this segment, and where it is. */
  #last: { readonly offset: number; readonly bytes: Uint8Array } | undefined;

  constructor(disk: Disk, supply: SegmentSupply, end: Cursor) {
    this.#supply = supply;
    this.#segment = end.segment;
    this.#offset = end.offset;
    this.#file = disk.open(segmentPath(end.segment), "write");
    this.#size = this.#file.size();
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
    this.#last = undefined;
    return true;
  }

  /** LOG-LOCK-3: whether no other process has written where we wrote last, or where we will write next. */
  isOwnEnd(): boolean {
    const ahead = this.#file.read(this.#offset, BATCH_HEADER_BYTES);
    if (Buffer.compare(ahead, UNWRITTEN.subarray(0, ahead.length)) !== 0) return false;
    if (!this.#last) return true;
    const { offset, bytes } = this.#last;
    return Buffer.compare(this.#file.read(offset, bytes.length), bytes) === 0;
  }

  /** One durable write; answers the error, if any. The offset moves on only when it succeeded. */
  write(bytes: Uint8Array): Promise<Error | undefined> {
    assert(this.hasRoom(bytes.length), "a batch fits into its segment");
    const begin = bytes.slice(0, CRC_END);
    const written = new Promise<Error | undefined>((resolve, reject) => {
      this.#file.writeDurable(this.#offset, bytes, (error) => {
        if (error) return reject(error);
        this.#last = { offset: this.#offset, bytes: begin };
        this.#offset += bytes.length;
        resolve(undefined);
      });
    }).catch((error: Error) => error);
    this.#supply.prepare(this.#segment + 1);
    return written;
  }

  /** Ends the wait for a segment; the file must not be closed under a write that is under way. */
  stop(): void {
    this.#supply.close();
  }

  closeFile(): void {
    this.#file.close();
  }
}
