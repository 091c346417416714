/**
 * One client of the streams on a raw socket, as cheap as can be: of every frame the head is read, of
 * `/ws` also the numbers behind which the chain of a channel is seen. All clients of a process read into
 * the same bytes, so that nothing is made for what only has to be counted.
 */
import { connect } from "node:net";
import { FrameCheck } from "./frame-check.mjs";

const READ_BYTES = 256 * 1024;
const HEAD_END = "\r\n\r\n";
const TEXT = 0x81;
const BINARY = 0x82;
const CLOSE = 0x88;
const PING = 0x89;
const MASKED = 0x80;
const NO_BYTES = Buffer.alloc(0);

const shared = Buffer.alloc(READ_BYTES);

export class Watcher {
  /** `isSample`: every message is read as a client would. */
  constructor({ port, localAddress, dialect, pattern, isSample }) {
    this.dialect = dialect;
    this.pattern = pattern;
    this.messages = dialect.subscribe(pattern);
    this.check = new FrameCheck({ dialect, isSample, subscriptions: this.messages.length });
    this.frames = 0;
    this.bytes = 0;
    this.closed = undefined;
    this.isUpgraded = false;
    /** What came of a frame that is not whole yet. */
    this.rest = NO_BYTES;
    /** Called when something came, or the end. */
    this.onTalk = () => undefined;
    const onread = { buffer: shared, callback: (length) => this.take(length) };
    this.socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true, onread });
    this.socket.on("error", (error) => this.end(error.code));
    this.socket.on("close", () => this.end("closed"));
    this.socket.write(handshake(dialect.path));
  }

  end(why) {
    this.closed ??= why;
    this.onTalk();
  }

  /** Sends what subscribes, and waits until all of it is answered. */
  async subscribe() {
    this.socket.write(Buffer.concat(this.messages.map((text) => maskedFrame(text))));
    while (this.check.answers < this.messages.length) {
      if (this.closed) throw new Error(`a stream was closed: ${this.closed}`);
      await new Promise((resolve) => {
        this.onTalk = () => resolve(undefined);
      });
    }
    this.onTalk = () => undefined;
  }

  take(length) {
    this.bytes += length;
    const piece = shared.subarray(0, length);
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    const read = this.isUpgraded ? this.readFrames(bytes, 0) : this.readReply(bytes);
    // The buffer is shared by all watchers: what is kept of its bytes is copied.
    this.rest = read === bytes.length ? NO_BYTES : Buffer.from(bytes.subarray(read));
    this.onTalk();
    return true;
  }

  readReply(bytes) {
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) return 0;
    if (!bytes.latin1Slice(0, end).startsWith("HTTP/1.1 101")) {
      throw new Error(`no stream: ${bytes.latin1Slice(0)}`);
    }
    this.isUpgraded = true;
    return this.readFrames(bytes, end + HEAD_END.length);
  }

  /** How far whole frames go. */
  readFrames(bytes, from) {
    let at = from;
    for (;;) {
      if (at + 2 > bytes.length) return at;
      const short = bytes[at + 1];
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (at + head > bytes.length) return at;
      const length =
        short < 126
          ? short
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : Number(bytes.readBigUInt64BE(at + 2));
      const end = at + head + length;
      if (end > bytes.length) return at;
      this.takeFrame(bytes, { kind: bytes[at], begin: at + head, end });
      at = end;
    }
  }

  takeFrame(bytes, { kind, begin, end }) {
    this.frames++;
    if (kind === TEXT || kind === BINARY) this.check.take(bytes, begin, end);
    else if (kind === PING) this.socket.write(frameHead(0x8a, 0));
    else if (kind === CLOSE) this.end(`closed with ${bytes.readUInt16BE(begin)}`);
  }

  close() {
    this.socket.destroy();
  }
}

function handshake(path) {
  return [
    ...[`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade"],
    ...["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""],
  ].join("\r\n");
}

/** Clients must mask; a mask of zeros is one. */
export function maskedFrame(text) {
  const payload = Buffer.from(text);
  return Buffer.concat([frameHead(TEXT, payload.length), payload]);
}

function frameHead(kind, length) {
  if (length < 126) return Buffer.of(kind, MASKED | length, 0, 0, 0, 0);
  return Buffer.of(kind, MASKED | 126, length >> 8, length & 255, 0, 0, 0, 0);
}
