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
  const headBytes = length <= SHORT_MAX ? 2 : length <= TWO_BYTES_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headBytes + length);
  frame[0] = FINAL | kind;
  if (headBytes === 2) frame[1] = length;
  else if (headBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  return frame;
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
