/**
 * An API that leads to the present exchange instance. While a sandbox goes back to another state there
 * is none: a request that comes then is answered 503, and no client loses its connection.
 */

import { Refusal } from "../../contract/refusal.ts";
import type { AdmittedRequest, Api } from "../http/api.ts";
import type { Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request.ts";

export class SwitchableApi<E extends AdmittedRequest> implements Api<E> {
  /** The API of the present instance, or of the last one. */
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

  /** A request that was let in before is served by the present instance; it is plain data. */
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
