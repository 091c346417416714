/**
 * A WebSocket by hand, over a real socket: frames as no good client sends them, and what comes back. It
 * says how a connection began and how it ended, and can leave off reading.
 */
import { connect, type Socket } from "node:net";
import { judgeText } from "./judge-stream.ts";
import { textsIn } from "./stream-desk.ts";

export const TEXT = 0x1;
export const BINARY = 0x2;
export const CLOSE = 0x8;
export const PING = 0x9;
const PONG = 0xa;
const FINAL = 0x80;
const MASKED = 0x80;
const NO_BYTES = Buffer.alloc(0);

export interface RawStreamOptions {
  readonly path?: string;
  /** All of 127.0.0.0/8 is this machine; limits are counted by address. */
  readonly localAddress?: string;
  /** Bytes behind the handshake, in the same write. */
  readonly behind?: Buffer;
}

export class RawStream {
  readonly socket: Socket;
  /** The socket is gone. */
  readonly gone: Promise<void>;
  /** Of the reply to the handshake. */
  status: number | undefined;
  /** Of the closing frame that the server sent. */
  closedWith: number | undefined;
  readonly texts: string[] = [];
  /** How many of its pings were answered. */
  pongs = 0;
  /** Whether it answers when it is asked. */
  isAlive = true;
  #unread = NO_BYTES;
  #onTalk: () => void = () => undefined;

  constructor(port: number, { path = "/ws", localAddress, behind }: RawStreamOptions = {}) {
    const from = localAddress === undefined ? {} : { localAddress };
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true, ...from });
    this.socket.on("error", () => undefined);
    this.gone = new Promise((resolve) => {
      this.socket.on("close", () => {
        resolve();
        this.#onTalk();
      });
    });
    this.socket.on("data", (piece) => this.#take(piece));
    this.socket.write(Buffer.concat([Buffer.from(handshake(path)), behind ?? NO_BYTES]));
  }

  /** A stream that was taken; its hello has come. */
  static async open(port: number, options: RawStreamOptions = {}): Promise<RawStream> {
    const stream = new RawStream(port, options);
    await stream.until(() => stream.texts.length > 0);
    return stream;
  }

  /** All that was said to a client that was not let in. */
  get refusal(): string {
    return this.status === 101 ? "" : this.#unread.toString("latin1");
  }

  say(message: unknown): void {
    this.socket.write(frame(TEXT, JSON.stringify(message)));
  }

  send(bytes: Buffer): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Waits for something that has come; what did not come before the end will not. */
  async until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.socket.destroyed)
        throw new Error(`the stream is gone: ${this.status} ${this.closedWith}`);
      await new Promise<void>((resolve) => {
        this.#onTalk = resolve;
      });
    }
  }

  #take(piece: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, piece]);
    if (this.status === 101 || this.#takeReply()) this.#takeFrames();
    this.#onTalk();
  }

  #takeFrames(): void {
    const end = endOfFrames(this.#unread);
    const frames = this.#unread.subarray(0, end);
    this.#unread = this.#unread.subarray(end);
    for (const text of textsIn(frames)) {
      judgeText("/ws", text);
      this.texts.push(text);
    }
    this.closedWith ??= closingIn(frames);
    this.pongs += countKind(frames, PONG);
    if (this.isAlive && countKind(frames, PING) > 0) this.send(frame(PONG));
    if (this.closedWith !== undefined) this.socket.end();
  }

  #takeReply(): boolean {
    const end = this.#unread.indexOf("\r\n\r\n");
    if (end < 0) return false;
    this.status = Number(this.#unread.toString("latin1", 9, 12));
    if (this.status !== 101) return false;
    this.#unread = this.#unread.subarray(end + 4);
    return true;
  }

  close(): void {
    this.socket.destroy();
  }
}

export function handshake(path = "/ws", ...more: string[]): string {
  const lines = [`GET ${path} HTTP/1.1`, "Host: x", "Connection: Upgrade", "Upgrade: websocket"];
  const key = ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="];
  return `${[...lines, ...key, ...more].join("\r\n")}\r\n\r\n`;
}

/** As a client sends it, if nothing else is said: final and masked, with zeros. */
export function frame(
  kind: number,
  payload: string | Buffer = "",
  { isFinal = true, isMasked = true, reserved = 0 } = {},
): Buffer {
  const bytes = Buffer.from(payload as string);
  const first = (isFinal ? FINAL : 0) | reserved | kind;
  const mask = isMasked ? MASKED : 0;
  const { length } = bytes;
  const head =
    length < 126
      ? Buffer.of(first, mask | length)
      : Buffer.of(first, mask | 126, length >> 8, length & 255);
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), bytes]);
}

function endOfFrames(bytes: Buffer): number {
  let end = 0;
  for (const next of framesIn(bytes)) end = next.end;
  return end;
}

function countKind(bytes: Buffer, sought: number): number {
  return [...framesIn(bytes)].filter(({ kind }) => kind === sought).length;
}

function closingIn(bytes: Buffer): number | undefined {
  for (const { kind, begin } of framesIn(bytes)) {
    if (kind === CLOSE) return bytes.readUInt16BE(begin);
  }
  return undefined;
}

function* framesIn(bytes: Buffer) {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = bytes.readUInt8(at + 1);
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + head > bytes.length) return;
    const long = () => Number(bytes.readBigUInt64BE(at + 2));
    const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : long();
    const end = at + head + length;
    if (end > bytes.length) return;
    yield { kind: bytes.readUInt8(at) & 0xf, begin: at + head, end };
    at = end;
  }
}
