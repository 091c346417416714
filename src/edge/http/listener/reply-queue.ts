/**
 * The requests of each connection in their order. Replies are told apart by that order alone, so what
 * is said on the bare socket waits for those before it. And a client may send on before it is
 * answered: only so many of its requests wait at a time, then its connection is not read for a while. Each is
 * served when the one before it is handed on: behind a reply that ends the connection nothing is carried out (USER-CLOSE-1).
 */
import type { IncomingMessage, ServerResponse } from "node:http";

export type Socket = IncomingMessage["socket"];

/**
 * From so many requests without an answer on, a connection is not read. What was read already is
 * still taken: at most one piece of 64 KiB.
 */
export const UNANSWERED_MAX = 64;

/** The newest request of a connection, the reply to the one before it, and how many wait. */
interface Running {
  incoming: IncomingMessage;
  response: ServerResponse;
  before: ServerResponse | undefined;
  unanswered: number;
  /** Whether the connection is watched, so that it stays paused. */
  isWatched: boolean;
  /** Whether a request is being read or looked at, and what serves those behind it. */
  isServing: boolean;
  readonly behind: (() => void)[];
  isInTurn: boolean;
  /** Whether nothing is taken behind the newest request. */
  isLast: boolean;
  /** Whether a reply that was given ends the connection. */
  isClosing: boolean;
}

export class ReplyQueue {
  readonly #running = new WeakMap<object, Running>();

  /** A request has come. */
  note(incoming: IncomingMessage, response: ServerResponse): void {
    const { socket } = incoming;
    const running = this.#running.get(socket);
    if (!running) {
      this.#running.set(socket, firstOf(incoming, response));
      return;
    }
    running.before = running.response;
    running.incoming = incoming;
    running.response = response;
    running.unanswered++;
    if (running.unanswered === UNANSWERED_MAX) hold(socket, running);
  }

  /** Serves a request in its turn, or never: then the connection ends with a reply before it. */
  serve(socket: Socket, serve: () => void): void {
    const running = this.#running.get(socket);
    if (!running || running.isClosing || running.isLast) return;
    running.behind.push(serve);
    serveBehind(running);
  }

  /** The request that has come is the last of its connection. */
  takeNoMore(socket: Socket): void {
    const running = this.#running.get(socket);
    if (running) running.isLast = true;
  }

  /** What was being read is handed on, or refused. */
  handedOn(socket: Socket): void {
    const running = this.#running.get(socket);
    if (!running) return;
    running.isServing = false;
    serveBehind(running);
  }

  /** USER-CLOSE-1: the reply that is given ends the connection. */
  close(socket: Socket): void {
    const running = this.#running.get(socket);
    if (running) running.isClosing = true;
  }

  /** The reply to a request of this connection is given. If it is not its turn, Node bounds its bytes. */
  answered(socket: Socket): void {
    const running = this.#running.get(socket);
    if (!running) return;
    running.unanswered--;
    if (running.unanswered === UNANSWERED_MAX - 1) socket.resume();
  }

  /** Acts when whatever came whole on this connection has been answered. */
  after(socket: object, act: () => void): void {
    const running = this.#running.get(socket);
    if (running?.isClosing) return;
    const isWhole = running?.incoming.complete ?? true;
    // A request that was refused midway has had its answer, and the connection ends with that.
    if (!isWhole && running?.response.headersSent) return;
    // A request that broke off midway gets no answer of its own.
    const due = isWhole ? running?.response : running?.before;
    if (due && !due.writableFinished) due.once("finish", act);
    else act();
  }
}

function firstOf(incoming: IncomingMessage, response: ServerResponse): Running {
  return {
    incoming,
    response,
    before: undefined,
    unanswered: 1,
    isWatched: false,
    isServing: false,
    behind: [],
    isInTurn: false,
    isLast: false,
    isClosing: false,
  };
}

/** One after the other, and not one within the other: a piece of a connection may hold thousands. */
function serveBehind(running: Running): void {
  if (running.isInTurn) return;
  running.isInTurn = true;
  while (!running.isServing && !running.isClosing) {
    const serve = running.behind.shift();
    if (!serve) break;
    running.isServing = true;
    serve();
  }
  if (running.isClosing) running.behind.length = 0;
  running.isInTurn = false;
}

/** Node resumes a connection after each request and for each body, so that is undone at once. */
function hold(socket: Socket, running: Running): void {
  socket.pause();
  if (running.isWatched) return;
  running.isWatched = true;
  socket.on("resume", () => {
    if (running.unanswered >= UNANSWERED_MAX) socket.pause();
  });
}
