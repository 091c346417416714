/**
 * The addresses of a service that has several, such as the nodes of a cluster, and the way of one request through them.
 * Each is tried at most once, first the one that worked last (CLIENT-ADDR-1). Whether a request may go on to the
 * next is retry-rule.ts's to say; here it is only done.
 */
import { BourseError } from "./errors.ts";
import { LostReply } from "./lost-reply.ts";
import { NoReply } from "./transport.ts";

/** What became of a request at one address. */
export interface Failing {
  readonly root: string;
  readonly error: unknown;
}

/** The request went through all addresses, was done at none, and may be sent again. */
export class NobodyAnswered extends Error {
  override readonly name = "NobodyAnswered";
  readonly failings: readonly Failing[];

  constructor(failings: readonly Failing[]) {
    super("no address answered");
    this.failings = failings;
  }
}

/** One address or several; they are written without a slash at their end. */
export type AddressList = string | readonly string[];

export function addressesIn(list: AddressList): readonly string[] {
  const all = typeof list === "string" ? [list] : list;
  return all.map((root) => root.replace(/\/+$/, ""));
}

export class Addresses {
  readonly #all: readonly string[];
  #at: number;

  constructor(all: readonly string[], at = 0) {
    this.#all = all;
    this.#at = at;
  }

  get count(): number {
    return this.#all.length;
  }

  /** The one to begin with. */
  get first(): string {
    return this.#all[this.#at] ?? "";
  }

  /** The same ones, which go their own way from here: a stream may be refused where requests are answered. */
  copy(): Addresses {
    return new Addresses(this.#all, this.#at);
  }

  worked(root: string): void {
    this.#at = Math.max(0, this.#all.indexOf(root));
  }

  /** Of many requests that fail at once only the first leads on. */
  failed(root: string): void {
    if (this.first === root) this.#at = (this.#at + 1) % this.count;
  }

  /** The reply of the first that has one. A single address throws what it did. */
  async goThrough<T>(
    attempt: (root: string) => Promise<T>,
    mayGoOn: (error: unknown) => boolean,
  ): Promise<T> {
    const failings: Failing[] = [];
    for (const root of [...this.#all.slice(this.#at), ...this.#all.slice(0, this.#at)]) {
      try {
        const reply = await attempt(root);
        this.worked(root);
        return reply;
      } catch (error) {
        this.#learnFrom(root, error);
        if (this.count === 1 || !mayGoOn(error)) throw error;
        failings.push({ root, error });
      }
    }
    throw new NobodyAnswered(failings);
  }

  #learnFrom(root: string, error: unknown): void {
    const met = error instanceof LostReply ? error.cause : error;
    if (met instanceof NoReply || isAway(met)) this.failed(root);
    else if (met instanceof BourseError && met.status > 0) this.worked(root);
  }
}

/** The service's own 503: the request is not in the log and never will be. */
export function isAway(error: unknown): boolean {
  return error instanceof BourseError && error.status === 503 && error.kind === "unavailable";
}
