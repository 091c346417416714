/**
 * The requests of each connection in their order. Replies are told apart by that order alone, so what
 * is said on the bare socket waits for those before it. And a client may send on before it is
 * answered: only so many of its requests wait at a time, then its connection is not read for a while.
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
}

export class ReplyQueue {
  readonly #running = new WeakMap<object, Running>();

  /** A request has come. */
  note(incoming: IncomingMessage, response: ServerResponse): void {
    const { socket } = incoming;
    const running = this.#running.get(socket);
    if (!running) {
      const first = { incoming, response, before: undefined, unanswered: 1, isWatched: false };
      this.#running.set(socket, first);
      return;
    }
    running.before = running.response;
    running.incoming = incoming;
    running.response = response;
    running.unanswered++;
    if (running.unanswered === UNANSWERED_MAX) hold(socket, running);
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
    const isWhole = running?.incoming.complete ?? true;
    // A request that was refused midway has had its answer, and the connection ends with that.
    if (!isWhole && running?.response.headersSent) return;
    // A request that broke off midway gets no answer of its own.
    const due = isWhole ? running?.response : running?.before;
    if (due && !due.writableFinished) due.once("finish", act);
    else act();
  }
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
