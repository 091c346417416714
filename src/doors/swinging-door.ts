/**
 * A door that leads to the exchange as it is now. While a sandbox goes back to another state there is
 * none behind it: whoever comes then is told 503, and nobody loses his connection.
 */
import { Refusal } from "../http/dialect/errors.ts";
import type { Reply } from "../http/dispatch.ts";
import type { RequestHead } from "../http/request.ts";
import type { Door, Entrant } from "../http/server.ts";

export class SwingingDoor<E extends Entrant> implements Door<E> {
  /** The one that leads somewhere, or did last. */
  #door: Door<E>;
  #isOpen = true;

  constructor(door: Door<E>) {
    this.#door = door;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  openTo(door: Door<E>): void {
    this.#door = door;
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
  }

  admit(head: RequestHead): E | Reply {
    return this.#isOpen ? this.#door.admit(head) : this.#turnAway(this.nextRequest(), head);
  }

  /** Whoever was let in before is served by what is there now; what he asks is plain data. */
  answer(entrant: E, body: Uint8Array): Reply | Promise<Reply> {
    if (this.#isOpen) return this.#door.answer(entrant, body);
    return this.#turnAway(entrant.request, entrant.head);
  }

  #turnAway(request: number, head: RequestHead | undefined): Reply {
    return this.refuse(request, new Refusal("DISCONNECTED"), head);
  }

  refuse(request: number, error: unknown, head?: RequestHead): Reply {
    return this.#door.refuse(request, error, head);
  }

  nextRequest(): number {
    return this.#door.nextRequest();
  }
}
