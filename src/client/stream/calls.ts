/**
 * Requests that go over a stream in place of HTTP: each is sent once, on one connection, and answered there
 * or not at all. One that was sent and whose connection ended is a lost reply, and is never sent again from
 * here; one that was not sent has surely not arrived. docs/client.md tells what follows from that.
 */
import { type CarriedRequest, NoReply, type WireReply } from "../session/transport.ts";
import type { Connection } from "./connection.ts";
import type { ServerMessage } from "./messages.ts";
import type { StreamTimer } from "./stream-options.ts";

interface Waiting {
  readonly request: CarriedRequest;
  readonly resolve: (reply: WireReply) => void;
  readonly reject: (error: unknown) => void;
  readonly callOff: () => void;
  /** It was handed to the socket: from then on it may have arrived. */
  isSent: boolean;
}

/** The server refuses more of a connection: they wait here for their turn. */
const UNDER_WAY_MAX = 64;
/** More than a caller can sensibly have under way; one more is refused here, and not sent. */
const WAITING_MAX = 1_000;

export class StreamCalls {
  readonly #alarm: StreamTimer;
  /** Not sent yet, in their order. */
  readonly #waiting = new Set<Waiting>();
  readonly #sent = new Map<number, Waiting>();

  constructor(alarm: StreamTimer) {
    this.#alarm = alarm;
  }

  /** Whether something is to be sent. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  add(request: CarriedRequest): Promise<WireReply> {
    if (this.#waiting.size >= WAITING_MAX) {
      return Promise.reject(unsent(`more than ${WAITING_MAX} calls wait to be sent`));
    }
    return new Promise((resolve, reject) => {
      const callOff = this.#alarm(request.timeoutMs, () => this.#giveUp(waiting));
      const waiting: Waiting = { request, resolve, reject, callOff, isSent: false };
      this.#waiting.add(waiting);
    });
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    for (const [id, sent] of this.#sent) if (sent === waiting) this.#sent.delete(id);
    waiting.reject(
      waiting.isSent ? new NoReply("no answer in time") : unsent("no connection in time"),
    );
  }

  /** The client has logged in: sends what waits, as much as there is room for. */
  flush(connection: Connection): void {
    for (const waiting of this.#waiting) {
      if (this.#sent.size >= UNDER_WAY_MAX) return;
      const { path, ts, body } = waiting.request;
      // Before it is: a socket may end while it is written to.
      waiting.isSent = true;
      const id = connection.call({ op: "call", path, ts, body });
      waiting.isSent = id !== undefined;
      if (id === undefined) return;
      if (this.#waiting.delete(waiting)) this.#sent.set(id, waiting);
    }
  }

  /** Whether the message answers a call. */
  heard(message: Extract<ServerMessage, { type: "reply" | "error" }>): boolean {
    const { id } = message;
    const waiting = this.#sent.get(id);
    if (!waiting) return false;
    this.#sent.delete(id);
    waiting.callOff();
    waiting.resolve(message.type === "reply" ? replyOf(message) : refusalOf(message));
    return true;
  }

  /** The connection has ended. */
  lost(): void {
    const all = [...this.#sent.values(), ...this.#waiting];
    this.#sent.clear();
    this.#waiting.clear();
    for (const { callOff, reject, isSent } of all) {
      callOff();
      reject(
        isSent ? new NoReply("the stream ended before the reply") : unsent("the stream ended"),
      );
    }
  }

  /** What waits cannot be sent. */
  fail(error: unknown): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const { callOff, reject } of all) {
      callOff();
      reject(error);
    }
  }
}

/** It surely did not arrive. */
export function unsent(message: string): NoReply {
  return new NoReply(message, undefined, true);
}

function replyOf(message: Extract<ServerMessage, { type: "reply" }>): WireReply {
  const { status, requestId, headers, body } = message;
  const all: Readonly<Record<string, unknown>> = { ...headers, "X-Request-Id": requestId };
  const header = (name: string) => (typeof all[name] === "string" ? all[name] : undefined);
  return { status, text: JSON.stringify(body), header };
}

/** A message that was no call to the server: nothing was done. */
function refusalOf({ code, msg }: Extract<ServerMessage, { type: "error" }>): WireReply {
  return { status: 400, text: JSON.stringify({ code, msg }), header: () => undefined };
}
