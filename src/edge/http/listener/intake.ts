/**
 * A body on its way in, kept in one buffer: a body sent byte by byte takes no more room
 * than its bytes. Most bodies come in one piece, which is not copied.
 */
const NOTHING = Buffer.alloc(0);

export class Intake {
  readonly #bytesMax: number;
  #bytes: Buffer = NOTHING;
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The bytes that have come so far. */
  get bytes(): Uint8Array {
    const bytes = this.#bytes;
    return bytes.length === this.#length ? bytes : bytes.subarray(0, this.#length);
  }

  /** False when it is too much; then nothing is taken. */
  take(piece: Buffer): boolean {
    const length = this.#length + piece.length;
    if (length > this.#bytesMax) return false;
    if (this.#length === 0) this.#bytes = piece;
    else this.#append(piece, length);
    this.#length = length;
    return true;
  }

  #append(piece: Buffer, length: number): void {
    // Twice as large each time, so that few bytes are copied often. The first piece is not ours.
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(2 * length, this.#bytesMax));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
  }
}
