/**
 * The operator's door from the first moment on. While the log is replayed, which may take minutes,
 * there is no exchange to ask; but whoever watches must be able to tell a start from a crash. So the
 * listener is there at once with this door: it answers the probes, refuses the rest with 503, and
 * from the moment the real door is hung it only passes on. Rule OPER-API-5.
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
  /** As the public edge begins: from the clock, so that the numbers of the two do not meet. */
  #requestLast = Date.now() * 1024;

  /** From now on this one decides. */
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

  /** Whoever was let in was let in by the real one. */
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
