/**
 * One connection from the first byte to its end: the greeting, requests and their numbers, and the
 * watch over silence. It knows no channel. It ends once: told as a loss, or closed by us and not told.
 */
import type { ValueOf } from "../../contract/field.ts";
import type {
  CALL,
  CANCEL_ON_DISCONNECT,
  LOGIN,
  PING,
  SUBSCRIBE,
  UNSUBSCRIBE,
} from "../../contract/streams/requests.ts";
import { readMessage, type ServerMessage } from "./messages.ts";
import { Pace } from "./pace.ts";
import { Patience } from "./patience.ts";
import type { StreamMeans, StreamSocket } from "./stream-options.ts";

export interface ConnectionListener {
  /** The server has said hello. */
  opened(): void;
  /** There is room for requests again. */
  reopened(): void;
  heard(message: ServerMessage): void;
  /** The connection has ended, and not by us. */
  lost(code: number): void;
}

/** What a client says; `id` is added. */
export type Request =
  | Unnumbered<typeof SUBSCRIBE>
  | Unnumbered<typeof UNSUBSCRIBE>
  | Unnumbered<typeof LOGIN>
  | Unnumbered<typeof CANCEL_ON_DISCONNECT>
  | Unnumbered<typeof PING>
  | Call;

type Unnumbered<S> = Omit<ValueOf<S>, "id">;

/** A request of the API. */
export type Call = Unnumbered<typeof CALL>;

const NORMAL = 1_000;
/** The code that browsers give when the connection ended without a closing frame. */
const NO_WORD = 1_006;
/** The number of what the server says without a request. */
const HELLO = 0;

export class Connection {
  readonly #listener: ConnectionListener;
  readonly #socket: StreamSocket;
  readonly #patience: Patience;
  readonly #pace: Pace;
  #log: string | undefined;
  #idLast = HELLO;
  #isOver = false;

  constructor(url: string, { webSocket, now, alarm }: StreamMeans, listener: ConnectionListener) {
    this.#listener = listener;
    const ask = () => this.#send({ op: "ping" });
    this.#patience = new Patience({ now, alarm, ask, giveUp: () => this.drop() });
    this.#pace = new Pace(alarm, () => this.#listener.reopened());
    this.#socket = new webSocket(url);
    this.#socket.addEventListener("message", ({ data }) => this.#hear(data));
    this.#socket.addEventListener("close", ({ code = NO_WORD }) => this.#end(code));
    // The error is followed by the end, which says all there is to know.
    this.#socket.addEventListener("error", () => undefined);
    this.#patience.expect(HELLO);
  }

  /** The log that the numbers of its messages belong to; undefined before the greeting. */
  get log(): string | undefined {
    return this.#log;
  }

  /** Asks, and says under which number; undefined when there is no room for it now. */
  request(request: Request): number | undefined {
    return !this.#isOver && this.#pace.take() ? this.#send(request) : undefined;
  }

  /** The same for a call, whose caller has a patience of its own: the connection does not end for it. */
  call(call: Call): number | undefined {
    return !this.#isOver && this.#pace.take() ? this.#write(call) : undefined;
  }

  /** The request was answered, or no caller waits for it any more. */
  met(id: number): void {
    this.#patience.met(id);
  }

  /** Ends the connection as a loss. */
  drop(): void {
    if (this.#isOver) return;
    const socket = this.#socket;
    if (socket.terminate) socket.terminate();
    else socket.close();
    this.#end(NO_WORD);
  }

  close(): void {
    this.#stop();
    this.#socket.close(NORMAL);
  }

  #send(request: Request): number {
    const id = this.#write(request);
    this.#patience.expect(id);
    return id;
  }

  #write(request: Request): number {
    const id = ++this.#idLast;
    this.#socket.send(JSON.stringify({ ...request, id }));
    return id;
  }

  #hear(text: unknown): void {
    if (this.#isOver) return;
    this.#patience.heard();
    const message = readMessage(text);
    if (message?.type === "hello") this.#greeted(message.log);
    else if (message?.type === "pong") this.met(message.id);
    else if (message && this.#log !== undefined) this.#listener.heard(message);
  }

  #greeted(log: string): void {
    if (this.#log !== undefined) return;
    this.#log = log;
    this.met(HELLO);
    this.#listener.opened();
  }

  #end(code: number): void {
    if (this.#isOver) return;
    this.#stop();
    this.#listener.lost(code);
  }

  #stop(): void {
    this.#isOver = true;
    this.#patience.stop();
    this.#pace.stop();
  }
}
