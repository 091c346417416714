/**
 * The frames that one end sends: collected until this turn of the loop is over, then handed to the wire in one
 * piece of work, so that a hundred commands or tickets cost one write. A batch is the same bytes for every
 * follower and is never copied for one.
 */
import { ByteWriter } from "../../core/base/records/bytes.ts";
import { LENGTH_BYTES } from "./frame-reader.ts";
import type { MakeWay, WireEnd } from "./wire.ts";

const CAPACITY = 4 * 1024;

export class FrameQueue {
  readonly #wire: WireEnd;
  readonly #makeWay: MakeWay;
  readonly #out = new ByteWriter(CAPACITY);
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #isCalled = false;

  constructor(wire: WireEnd, makeWay: MakeWay) {
    this.#wire = wire;
    this.#makeWay = makeWay;
  }

  /** What was not sent yet: what waits here, and what waits in the wire. */
  get waiting(): number {
    return this.#bytes + this.#out.length + this.#wire.waiting;
  }

  add(kind: number, write: (out: ByteWriter) => void): void {
    beginFrame(this.#out, kind);
    const start = this.#out.length - LENGTH_BYTES - 1;
    write(this.#out);
    this.#out.patchUint32(start, this.#out.length - start - LENGTH_BYTES);
    this.#call();
  }

  /** A whole frame that others send, too. */
  addShared(frame: Uint8Array): void {
    this.#cut();
    this.#pieces.push(frame);
    this.#bytes += frame.length;
    this.#call();
  }

  /** Sends now what would be sent at the end of the turn. */
  flush(): void {
    this.#cut();
    const pieces = this.#pieces;
    if (pieces.length === 0) return;
    this.#pieces = [];
    this.#bytes = 0;
    this.#wire.send(pieces);
  }

  #cut(): void {
    if (this.#out.length === 0) return;
    this.#pieces.push(this.#out.view().slice());
    this.#bytes += this.#out.length;
    this.#out.reset();
  }

  #call(): void {
    if (this.#isCalled) return;
    this.#isCalled = true;
    this.#makeWay(() => {
      this.#isCalled = false;
      this.flush();
    });
  }
}

function beginFrame(out: ByteWriter, kind: number): void {
  for (let count = 0; count < LENGTH_BYTES; count++) out.byte(0);
  out.byte(kind);
}

/** A frame by itself, of bytes that are copied into it. */
export function frameOf(kind: number, body: Uint8Array): Uint8Array {
  const frame = new Uint8Array(LENGTH_BYTES + 1 + body.length);
  new DataView(frame.buffer).setUint32(0, body.length + 1, true);
  frame[LENGTH_BYTES] = kind;
  frame.set(body, LENGTH_BYTES + 1);
  return frame;
}
