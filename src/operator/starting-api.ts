/**
 * The operator's API from the first moment on. While the log is replayed, which may take minutes,
 * there is no exchange to ask; but a monitor must be able to tell a start from a crash. So the
 * listener is there at once with this API: it answers the probes, refuses the rest with 503, and
 * only passes requests on once the real API is set. Rule OPER-API-5.
 */
import { assert } from "../base/assert.ts";
import { Refusal } from "../http/dialect/errors.ts";
import type { Reply } from "../http/public-api.ts";
import type { RequestHead } from "../http/request.ts";
import type { AdmittedRequest, Api } from "../http/server.ts";
import { checkCaller } from "./caller.ts";
import { probe } from "./health.ts";
import { headersOf } from "./operator-api.ts";

export class StartingApi<E extends AdmittedRequest> implements Api<E> {
  #api: Api<E> | undefined;
  /** Counts as the public API does: from the clock, so that the numbers of the two do not meet. */
  #requestLast = Date.now() * 1024;

  /** From now on this API decides. */
  use(api: Api<E>): void {
    this.#api = api;
  }

  nextRequest(): number {
    if (this.#api) return this.#api.nextRequest();
    this.#requestLast++;
    return this.#requestLast;
  }

  admit(head: RequestHead): E | Reply {
    if (this.#api) return this.#api.admit(head);
    const request = this.nextRequest();
    try {
      checkCaller(head.headers);
      const probed = probe(head, () => "starting");
      if (probed) return { ...probed, headers: headersOf(request), isClosing: false };
      throw new Refusal("DISCONNECTED", { msg: "The exchange is starting; not executed." });
    } catch (error) {
      return this.refuse(request, error);
    }
  }

  /** Requests are admitted by the real API only. */
  answer(admitted: E, body: Uint8Array): Reply | Promise<Reply> {
    assert(this.#api !== undefined, "no request is admitted before the exchange has started");
    return this.#api.answer(admitted, body);
  }

  refuse(request: number, error: unknown, head?: RequestHead): Reply {
    if (this.#api) return this.#api.refuse(request, error, head);
    const refusal = error instanceof Refusal ? error : new Refusal("UNKNOWN");
    const headers = { ...refusal.headers, ...headersOf(request) };
    const { status, isClosing } = refusal;
    return { status, headers, body: refusal.body(), isClosing };
  }
}
