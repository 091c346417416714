/**
 * A door that leads to the exchange as it is now. While a sandbox goes back to another state there is
 * none behind it: whoever comes then is told 503, and nobody loses his connection.
 */
import { Refusal } from "../http/dialect/errors.ts";
import type { Reply } from "../http/public-api.ts";
import type { RequestHead } from "../http/request.ts";
import type { AdmittedRequest, Api } from "../http/server.ts";

export class SwitchableApi<E extends AdmittedRequest> implements Api<E> {
  /** The one that leads somewhere, or did last. */
  #api: Api<E>;
  #isOpen = true;

  constructor(api: Api<E>) {
    this.#api = api;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  switchTo(api: Api<E>): void {
    this.#api = api;
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
  }

  admit(head: RequestHead): E | Reply {
    return this.#isOpen ? this.#api.admit(head) : this.#turnAway(this.nextRequest(), head);
  }

  /** Whoever was let in before is served by what is there now; what he asks is plain data. */
  answer(admitted: E, body: Uint8Array): Reply | Promise<Reply> {
    if (this.#isOpen) return this.#api.answer(admitted, body);
    return this.#turnAway(admitted.request, admitted.head);
  }

  #turnAway(request: number, head: RequestHead | undefined): Reply {
    return this.refuse(request, new Refusal("DISCONNECTED"), head);
  }

  refuse(request: number, error: unknown, head?: RequestHead): Reply {
    return this.#api.refuse(request, error, head);
  }

  nextRequest(): number {
    return this.#api.nextRequest();
  }
}
