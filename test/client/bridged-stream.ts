/**
 * A stream of the client whose other end is the real `/ws` over the real engine, without a port: a socket
 * that can lose a call, its reply, or deliver it when the client is long gone.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { BourseClient, BourseStream, StreamSocket } from "../../src/client/client.ts";
import { CallDesk } from "../support/call-desk.ts";
import type { StreamDeskClient } from "../support/stream-desk.ts";
import type { ClientDesk } from "./client-desk.ts";

/** What becomes of a call: as with HTTP, and `late` is cut at once and arrives so many ms later. */
export type CallFate = "answered" | "cut-before" | "cut-after" | { readonly late: number };

type SocketListener = Parameters<StreamSocket["addEventListener"]>[1];

/** Shorter ones pass at once; longer ones are those of a patience that no test uses up. */
const ALARM_MAX_MS = 1_000;

export class Bridge {
  readonly #desk: ClientDesk;
  readonly #calls: CallDesk;
  /** Each call that the client sent, as `path`. */
  readonly sent: string[] = [];
  /** All that it said. */
  readonly ops: string[] = [];
  fateOf: (path: string) => CallFate = () => "answered";
  isThere = true;
  /** Whether a server is at the address. */
  isAt: (url: string) => boolean = () => this.isThere;
  /** Where the client tried to connect. */
  readonly tried: string[] = [];
  connections = 0;
  /** The newest connection. */
  cut: () => void = () => undefined;

  constructor(desk: ClientDesk) {
    this.#desk = desk;
    this.#calls = new CallDesk(desk.http);
  }

  stream(client: BourseClient): BourseStream {
    const open = (socket: BridgedSocket, url: string) => this.#open(socket, url);
    const webSocket = class extends BridgedSocket {
      constructor(url: string) {
        super((socket) => open(socket, url));
      }
    };
    const alarm = (ms: number, ring: () => void) => {
      const timer = ms < ALARM_MAX_MS ? setImmediate(ring) : undefined;
      return () => clearImmediate(timer);
    };
    return client.stream({ webSocket, alarm, random: () => 0 });
  }

  /** Gives each call the next fate; behind the last all are answered. */
  fates(...fates: readonly CallFate[]): void {
    const left = [...fates];
    this.fateOf = () => left.shift() ?? "answered";
  }

  #open(socket: BridgedSocket, url: string): void {
    this.tried.push(url);
    if (!this.isAt(url)) {
      setImmediate(() => socket.end());
      return;
    }
    this.connections++;
    this.cut = () => socket.end();
    const peer = this.#calls.streams.connect();
    socket.onEnd = () => peer.connection.ended();
    socket.onSend = (text) => this.#take(socket, peer, text);
    // As bytes do: what comes of a message is not done while it is being sent.
    peer.onText = (text) => queueMicrotask(() => socket.tell(text));
    setImmediate(() => peer.connection.flush());
  }

  #take(socket: BridgedSocket, peer: StreamDeskClient, text: string): void {
    const { op, path = "" } = JSON.parse(text);
    this.ops.push(op);
    if (op === "call") this.sent.push(path);
    const fate = op === "call" ? this.fateOf(path) : "answered";
    if (fate === "cut-before") socket.end();
    else if (typeof fate === "object") {
      socket.end();
      this.#desk.late(fate.late, () => arrive(peer, text));
    } else {
      if (fate === "cut-after") socket.isDeaf = true;
      void arrive(peer, text).then(() => fate === "cut-after" && socket.end());
    }
  }
}

/** The server reads it, and all that follows from it is done. */
async function arrive(peer: StreamDeskClient, text: string): Promise<void> {
  peer.say(text);
  await turn();
  peer.connection.flush();
}

class BridgedSocket implements StreamSocket {
  readonly #listeners: { readonly type: string; readonly listener: SocketListener }[] = [];
  #isOver = false;
  isDeaf = false;
  onEnd: () => void = () => undefined;
  onSend: (text: string) => void = () => undefined;

  constructor(open: (socket: BridgedSocket) => void) {
    open(this);
  }

  addEventListener(type: string, listener: SocketListener): void {
    this.#listeners.push({ type, listener });
  }

  send(text: string): void {
    if (!this.#isOver) this.onSend(text);
  }

  tell(data: string): void {
    if (!this.#isOver && !this.isDeaf) this.#ring("message", { data });
  }

  close(): void {
    this.end();
  }

  terminate(): void {
    this.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onEnd();
    this.#ring("close", { code: 1_006 });
  }

  #ring(type: string, event: object): void {
    for (const one of this.#listeners) if (one.type === type) one.listener({ type, ...event });
  }
}
