/**
 * HTTP by hand over one kept connection, one request at a time: a client library would cost more
 * than the server that is measured, and could not be made to read or write slowly.
 */
import { connect } from "node:net";

const SIP_MS = 10;
const NOTHING = Buffer.alloc(0);
const HEAD_END = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** @typedef {{ status: number, head: string, body: Buffer }} Reply */

export class Connection {
  /**
   * `localAddress`: limits are counted by address, and all of 127.0.0.0/8 is this machine. `sipBytes`:
   * so few bytes are read at a time.
   */
  constructor({ port, localAddress, sipBytes }) {
    this.unread = NOTHING;
    this.answered = undefined;
    this.socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true });
    if (sipBytes) this.sip(sipBytes);
    else this.socket.on("data", (piece) => this.take(piece));
    this.socket.on("error", (error) => this.fail(error));
    this.socket.on("close", () => this.fail(new Error("the connection was closed")));
  }

  /** @returns {Promise<Reply>} */
  ask(bytes) {
    return new Promise((resolve, reject) => {
      this.send(bytes, (reply, error) => (reply ? resolve(reply) : reject(error)));
    });
  }

  /** The same without a promise: the load is not to cost more than it must. */
  send(bytes, answered) {
    this.answered = answered;
    this.socket.write(bytes, "latin1");
  }

  sip(sipBytes) {
    const timer = setInterval(() => {
      const piece = this.socket.read(sipBytes) ?? this.socket.read();
      if (piece) this.take(piece);
    }, SIP_MS);
    this.socket.on("close", () => clearInterval(timer));
  }

  take(piece) {
    this.unread = this.unread.length === 0 ? piece : Buffer.concat([this.unread, piece]);
    const found = replyIn(this.unread);
    if (!found) return;
    this.unread = this.unread.subarray(found.end);
    const { answered } = this;
    if (!answered) throw new Error("a reply that nobody asked for");
    this.answered = undefined;
    answered(found);
  }

  fail(error) {
    const { answered } = this;
    this.answered = undefined;
    answered?.(undefined, error);
  }

  close() {
    this.socket.destroy();
  }
}

/** The first reply in what has come, when it is whole. @returns {(Reply & { end: number }) | undefined} */
function replyIn(bytes) {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.latin1Slice(0, headEnd);
  const start = headEnd + HEAD_END.length;
  const end = start + Number(LENGTH.exec(head)?.[1] ?? 0);
  if (bytes.length < end) return undefined;
  return { status: Number(head.slice(9, 12)), head, body: bytes.subarray(start, end), end };
}
