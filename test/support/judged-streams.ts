/**
 * Every message that a stream of this process sends, held against the contract on its way to the socket, once for all clients that
 * get the same. What breaks it fails the test that is running, by the channel and the field.
 */
import { gunzipSync } from "node:zlib";
import { Connection } from "../../src/edge/ws/socket/connection.ts";
import { judgeText } from "./judge-stream.ts";

const TEXT = 0x81;
const BINARY = 0x82;

const seen = new WeakSet<Buffer>();

/** The server does not mask, and sends no pieces: a head of 2, 4 or 10 bytes, and the message. */
function messageIn(frame: Buffer): Buffer {
  const short = frame.readUInt8(1);
  return frame.subarray(short < 126 ? 2 : short === 126 ? 4 : 10);
}

function look(frame: Buffer): void {
  const kind = frame[0];
  if (seen.has(frame) || (kind !== TEXT && kind !== BINARY)) return;
  seen.add(frame);
  const message = messageIn(frame);
  if (kind === TEXT) judgeText("/ws", message.toString());
  else judgeText("/kline-api/ws", gunzipSync(message).toString());
}

const { send, owe } = Connection.prototype;

Object.assign(Connection.prototype, {
  send(this: Connection, frame: Buffer) {
    look(frame);
    send.call(this, frame);
  },
  owe(this: Connection, frames: readonly Buffer[]) {
    for (const frame of frames) look(frame);
    owe.call(this, frames);
  },
});
