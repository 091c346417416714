/**
 * Messages as the bytes that go over the wire: a frame is made once and sent to all listeners.
 * Servers do not mask, and nothing is fragmented, so a frame is a short head and the message. A frame may
 * be kept for long, so it has memory of its own: a piece of a pool would hold the pool.
 */
import { crc32, gzipSync } from "node:zlib";

const TEXT = 0x1;
const BINARY = 0x2;
const PING = 0x9;
const PONG = 0xa;
/** The last frame of its message: they all are. */
const FINAL = 0x80;

/** The length in a head: as it is, in two bytes behind 126, in eight behind 127. */
const SHORT_MAX = 125;
const TWO_BYTES_MAX = 65_535;

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = frameFor(TEXT, length);
  frame.write(text, frame.length - length);
  return frame;
}

/**
 * The frame of a message that leaves at once. Where every letter is a byte it is a text, which a socket takes as it is: memory of its
 * own costs more than the rest of the frame.
 */
export function passingFrame(text: string): Buffer | string {
  const isPlain = Buffer.byteLength(text) === text.length;
  return isPlain ? headOf(TEXT, text.length) + text : textFrame(text);
}

/** To compress less than this costs more than it saves. */
const COMPRESSED_MIN = 512;

/** At the fastest level: what a higher one saves is not worth the time. */
export function gzipFrame(text: string): Buffer {
  if (text.length < COMPRESSED_MIN) return framed(BINARY, stored(Buffer.from(text)));
  return framed(BINARY, gzipSync(text, { level: 1 }));
}

export const PING_FRAME = framed(PING, Buffer.alloc(0));

export function pongFrame(payload: Buffer): Buffer {
  return framed(PONG, payload);
}

function framed(kind: number, payload: Buffer): Buffer {
  const frame = frameFor(kind, payload.length);
  payload.copy(frame, frame.length - payload.length);
  return frame;
}

/** With its head, and room for the message behind it. */
function frameFor(kind: number, length: number): Buffer {
  const head = headOf(kind, length);
  const frame = Buffer.allocUnsafeSlow(head.length + length);
  frame.write(head, "latin1");
  return frame;
}

/** A letter is a byte. */
function headOf(kind: number, length: number): string {
  const first = FINAL | kind;
  if (length <= SHORT_MAX) return String.fromCharCode(first, length);
  if (length <= TWO_BYTES_MAX) {
    return String.fromCharCode(first, 126, length >> 8, length & 0xff);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return String.fromCharCode(first, 127) + bytes.toString("latin1");
}

/** gzip without compression: no name, no time, made on an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The last block, stored as it is. */
const STORED_LAST = 1;

/** A gzip file of one stored block, for what is at most 64 KiB long. */
function stored(bytes: Buffer): Buffer {
  const { length } = bytes;
  const block = Buffer.alloc(5);
  block[0] = STORED_LAST;
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(0xffff - length, 3);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(bytes), 0);
  tail.writeUInt32LE(length, 4);
  return Buffer.concat([GZIP_HEAD, block, bytes, tail]);
}
