/**
 * A client of the streams without a port: a pair of pipes in memory takes the place of its socket, so the
 * server does all that it does on a real one. Every message goes to `hear` as text, unpacked if it was packed.
 */
import { Duplex } from "node:stream";
import { gunzipSync } from "node:zlib";
import type { Streams } from "../../src/edge/ws/streams.ts";
import { BINARY, CLOSE, frame, handshake, TEXT } from "../support/raw-stream.ts";

const NO_BYTES = Buffer.alloc(0);
/** The address that the crowd's keys may be used from. */
export const ADDRESS = "::1";

export class StreamClient {
  isOver = false;
  readonly #hear: (text: string) => void;
  readonly #socket: Duplex;
  #isGreeted = false;
  #unread: Buffer = NO_BYTES;

  constructor(streams: Streams, path: string, hear: (text: string) => void) {
    this.#hear = hear;
    this.#socket = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        this.#take(chunk);
        done();
      },
    });
    const [, ...lines] = handshake(path).trimEnd().split("\r\n");
    const rawHeaders = lines.flatMap((line) => line.split(": "));
    const socket = this.#socket;
    const refused = streams.take({ path, address: ADDRESS, rawHeaders, socket, head: NO_BYTES });
    if (refused) throw new Error(`${path} was not opened: ${refused}`);
  }

  say(message: unknown): void {
    this.#socket.push(frame(TEXT, JSON.stringify(message)));
  }

  /** The first bytes are the reply to the handshake; a frame may come in pieces. */
  #take(bytes: Buffer): void {
    if (!this.#isGreeted) {
      this.#isGreeted = true;
      return;
    }
    this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, bytes]) : bytes;
    for (let next = frameIn(this.#unread); next; next = frameIn(this.#unread)) {
      const { kind, payload, end } = next;
      this.#unread = this.#unread.subarray(end);
      if (kind === TEXT) this.#hear(payload.toString("utf8"));
      else if (kind === BINARY) this.#hear(gunzipSync(payload).toString("utf8"));
      else if (kind === CLOSE) this.#close(payload);
    }
  }

  #close(payload: Buffer): void {
    this.isOver = true;
    const reason = payload.toString("utf8", 2);
    this.#hear(JSON.stringify({ closed: payload.readUInt16BE(0), reason }));
    this.#socket.push(null);
  }
}

/** The first frame, when all of it has come. */
function frameIn(bytes: Buffer) {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1);
  const head = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < head) return undefined;
  const long = () => Number(bytes.readBigUInt64BE(2));
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : long();
  const end = head + length;
  if (bytes.length < end) return undefined;
  return { kind: bytes.readUInt8(0) & 0xf, payload: bytes.subarray(head, end), end };
}
