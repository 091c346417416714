/**
 * Frames out of the bytes of a connection, however they are cut: `u32 length, u8 kind, body`, the length
 * little-endian and without itself. A frame whose kind is not known here, or that is longer than its kind may
 * be, ends the connection before a byte more of it is kept (docs/wire.md).
 */
import { ByteReader } from "../../core/base/records/bytes.ts";

/** The bytes of the length. */
export const LENGTH_BYTES = 4;

/** The largest body of each kind that may come, in bytes. */
export type FrameLimits = ReadonlyMap<number, number>;

/** What came is no frame of this wire. */
export class WrongFrame extends Error {
  override readonly name = "WrongFrame";
}

/** Takes a frame; `body` is to be read before it returns. */
export type TakeFrame = (kind: number, body: ByteReader) => void;

const NOTHING = new Uint8Array(0);

export class FrameReader {
  readonly #limits: FrameLimits;
  readonly #take: TakeFrame;
  /** The bytes of a frame that has not come whole: those that are here, in the order in which they came. */
  #pieces: Uint8Array[] = [];
  #kept = 0;
  /** How many bytes that frame has, as soon as its head is here. */
  #wanted = LENGTH_BYTES + 1;

  constructor(limits: FrameLimits, take: TakeFrame) {
    this.#limits = limits;
    this.#take = take;
  }

  /** How many bytes wait for the rest of their frame. */
  get kept(): number {
    return this.#kept;
  }

  push(chunk: Uint8Array): void {
    this.#pieces.push(chunk);
    this.#kept += chunk.length;
    if (this.#kept >= this.#wanted) this.#readAll(this.#joined());
  }

  #joined(): Uint8Array {
    const [first = NOTHING] = this.#pieces;
    return this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
  }

  #readAll(bytes: Uint8Array): void {
    const body = new ByteReader(bytes);
    let start = 0;
    for (;;) {
      this.#wanted = this.#lengthAt(bytes, start);
      if (start + this.#wanted > bytes.length) break;
      const kind = bytes[start + LENGTH_BYTES] as number;
      body.offset = start + LENGTH_BYTES + 1;
      body.end = start + this.#wanted;
      start = body.end;
      this.#take(kind, body);
    }
    // A copy: what was read may be large, and the chunk belongs to the socket.
    this.#pieces = start === bytes.length ? [] : [Buffer.from(bytes.subarray(start))];
    this.#kept = bytes.length - start;
  }

  /** The whole length of the frame at `start`, or of its head while that is not here. */
  #lengthAt(bytes: Uint8Array, start: number): number {
    const head = LENGTH_BYTES + 1;
    if (start + head > bytes.length) return head;
    const length = lengthIn(bytes, start);
    const kind = bytes[start + LENGTH_BYTES] as number;
    const most = this.#limits.get(kind);
    if (most === undefined) throw new WrongFrame(`a frame of kind ${kind} is not known here`);
    if (length < 1 || length - 1 > most) {
      throw new WrongFrame(`a frame of kind ${kind} has ${length} bytes`);
    }
    return LENGTH_BYTES + length;
  }
}

/** Byte by byte: a view of its own for every frame costs more than the frame. */
function lengthIn(bytes: Uint8Array, start: number): number {
  let length = 0;
  for (let at = LENGTH_BYTES - 1; at >= 0; at--)
    length = length * 256 + (bytes[start + at] as number);
  return length;
}
