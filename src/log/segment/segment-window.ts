/**
 * A look into one segment, read in pieces of 1 MiB: a read per batch would be slow, and a whole
 * segment at once a waste for a reader that follows the end. It also tells zeros from the rest,
 * which is how the end of the log is known.
 */
import { BATCH_BYTES_MAX, decodeBatch, type Header, headerAt, MAGIC_BYTES } from "../batch.ts";
import type { Disk, DiskFile } from "../disk.ts";

const PIECE_BYTES = 1024 * 1024;
const ZEROS = new Uint8Array(64 * 1024);

/** From the first byte that is not zero up to and without `end`, where only zeros follow. */
export interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

export class SegmentWindow {
  readonly path: string;
  readonly size: number;
  readonly #file: DiskFile;
  #piece: Uint8Array = new Uint8Array(0);
  #pieceAt = 0;

  constructor(disk: Disk, path: string) {
    this.path = path;
    this.#file = disk.open(path, "read");
    this.size = this.#file.size();
  }

  /** The bytes from an offset on: at least one batch's worth, unless the segment ends before. */
  from(offset: number): Uint8Array {
    const wanted = Math.min(offset + BATCH_BYTES_MAX, this.size);
    if (offset < this.#pieceAt || wanted > this.#pieceAt + this.#piece.length) {
      this.#piece = this.#file.read(offset, PIECE_BYTES);
      this.#pieceAt = offset;
    }
    return this.#piece.subarray(offset - this.#pieceAt);
  }

  /** Where, from an offset on, the segment is not zero; undefined when it is zero to its end. */
  findNonZero(from: number): ByteRange | undefined {
    let begin: number | undefined;
    let end = from;
    for (let offset = from; offset < this.size; offset += ZEROS.length) {
      const bytes = this.from(offset).subarray(0, ZEROS.length);
      if (isZero(bytes)) continue;
      begin ??= offset + bytes.findIndex((byte) => byte !== 0);
      end = offset + bytes.findLastIndex((byte) => byte !== 0) + 1;
    }
    return begin === undefined ? undefined : { begin, end };
  }

  /** The offset of the first whole and sound batch in a stretch, tried at every byte. */
  findBatch(stretch: ByteRange): number | undefined {
    return this.#findMagic(stretch, (bytes) => decodeBatch(bytes).ok);
  }

  /** The offset of the first header in a stretch of which this is true. */
  findHeader(stretch: ByteRange, isIt: (header: Header) => boolean): number | undefined {
    return this.#findMagic(stretch, (bytes) => {
      const header = headerAt(bytes);
      return header !== undefined && isIt(header);
    });
  }

  #findMagic({ begin, end }: ByteRange, isIt: (bytes: Uint8Array) => boolean): number | undefined {
    for (let offset = begin; offset < end; ) {
      const bytes = this.from(offset);
      const hit = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(MAGIC_BYTES);
      if (hit > 0) {
        offset += hit;
      } else if (hit === 0) {
        if (isIt(bytes)) return offset;
        offset += 1;
      } else {
        offset += Math.max(1, bytes.length - MAGIC_BYTES.length + 1);
      }
    }
    return undefined;
  }

  close(): void {
    this.#file.close();
  }
}

function isZero(bytes: Uint8Array): boolean {
  return Buffer.compare(bytes, ZEROS.subarray(0, bytes.length)) === 0;
}
