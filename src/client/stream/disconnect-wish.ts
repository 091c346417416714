/**
 * What the server is to cancel when the connection ends. It belongs to a connection, so it is asked for anew on
 * each: after a loss the orders of the old one are cancelled, and those that follow are protected again.
 */
import type { Connection } from "./connection.ts";

/** The names of symbols, in spot and in margin, and of contracts. */
export interface CancelNames {
  readonly spot?: readonly string[] | undefined;
  readonly margin?: readonly string[] | undefined;
  readonly futures?: readonly string[] | undefined;
}

interface Answer {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class DisconnectWish {
  #names: CancelNames | undefined;
  /** The request that asks for it on the present connection. */
  #id: number | undefined;
  /** What the callers wait for: one answer for all that asked before it came. */
  #answer: Answer | undefined;

  /** Whether a connection is needed for it. */
  get isWanted(): boolean {
    return Object.values(this.#names ?? {}).some((names) => (names?.length ?? 0) > 0);
  }

  /** Whether it is to be asked for. */
  get isWaiting(): boolean {
    return this.#names !== undefined && this.#id === undefined;
  }

  /** Takes the place of what was wanted before; ends when the server has taken the newest. */
  want(names: CancelNames): Promise<void> {
    this.#names = names;
    this.#id = undefined;
    this.#answer ??= newAnswer();
    return this.#answer.promise;
  }

  /** The client has logged in. */
  flush(connection: Connection): void {
    if (!this.#names || this.#id !== undefined) return;
    this.#id = connection.request({ op: "cancelOnDisconnect", ...this.#names });
  }

  /** Whether it is the answer that is waited for. */
  heard(id: number): boolean {
    if (id !== this.#id) return false;
    this.#answer?.resolve();
    this.#answer = undefined;
    return true;
  }

  /** Whether it was this that was refused. */
  refused(id: number, error: unknown): boolean {
    if (id !== this.#id) return false;
    this.fail(error);
    return true;
  }

  /** The connection has ended: the next one has to be asked anew, unless nothing is wanted. */
  lost(): void {
    this.#id = undefined;
    if (this.isWanted) return;
    this.#names = undefined;
    this.#answer?.resolve();
    this.#answer = undefined;
  }

  /** It cannot be had. */
  fail(error: unknown): void {
    this.#names = undefined;
    this.#id = undefined;
    this.#answer?.reject(error);
    this.#answer = undefined;
  }
}

function newAnswer(): Answer {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
