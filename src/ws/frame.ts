/**
 * Messages as the bytes that go over the wire: a frame is made once and sent to everybody who listens.
 * Servers do not mask, and nothing is fragmented, so a frame is a short head and the message.
 */
import { gzipSync } from "node:zlib";

const TEXT = 0x1;
const BINARY = 0x2;
const PING = 0x9;
const PONG = 0xa;
/** The last frame of its message: they all are. */
const FINAL = 0x80;

/** Of a head: the length as it is, in two bytes behind 126, in eight behind 127. */
const SHORT_MAX = 125;
const TWO_BYTES_MAX = 65_535;

export function textFrame(text: string): Buffer {
  return frameOf(TEXT, Buffer.from(text));
}

/** As quick as can be: what a higher level saves is not worth the time. */
export function gzipFrame(text: string): Buffer {
  return frameOf(BINARY, gzipSync(text, { level: 1 }));
}

export const PING_FRAME = frameOf(PING, Buffer.alloc(0));

export function pongFrame(payload: Buffer): Buffer {
  return frameOf(PONG, payload);
}

function frameOf(kind: number, payload: Buffer): Buffer {
  const head = headOf(payload.length);
  head[0] = FINAL | kind;
  return Buffer.concat([head, payload]);
}

function headOf(length: number): Buffer {
  if (length <= SHORT_MAX) return Buffer.of(0, length);
  if (length <= TWO_BYTES_MAX) {
    const head = Buffer.of(0, 126, 0, 0);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
