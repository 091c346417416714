/**
 * The operator's API from the first moment on. While the log is replayed, which may take minutes,
 * there is no exchange to ask; but a monitor must be able to tell a start from a crash. So the
 * listener is there at once with this API: it answers the probes, refuses the rest with 503, and
 * only passes requests on once the real API is set. Rule OPER-API-5.
 */

import { Refusal } from "../../contract/refusal.ts";
import { assert } from "../../core/base/assert.ts";
import { type AdmittedRequest, type Api, RequestNumbers } from "../http/api.ts";
import { asRefusal, type Reply, replyOf } from "../http/reply.ts";
import type { RequestHead } from "../http/request.ts";
import { checkCaller, type ListenerHosts, LOCAL_HOSTS } from "./caller.ts";
import { probe } from "./health.ts";
import { headersOf } from "./operator-api.ts";

export class StartingApi<E extends AdmittedRequest> implements Api<E> {
  #api: Api<E> | undefined;
  readonly #numbers = new RequestNumbers();
  readonly #hosts: ListenerHosts;

  constructor(hosts: ListenerHosts = LOCAL_HOSTS) {
    this.#hosts = hosts;
  }

  /** From now on this API decides. */
  use(api: Api<E>): void {
    this.#api = api;
  }

  nextRequest(): number {
    return this.#api ? this.#api.nextRequest() : this.#numbers.next();
  }

  admit(head: RequestHead): E | Reply {
    if (this.#api) return this.#api.admit(head);
    const request = this.nextRequest();
    try {
      checkCaller(head.headers, this.#hosts);
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
    const refusal = asRefusal(error, request, () => undefined);
    return replyOf(refusal, { ...refusal.headers, ...headersOf(request) });
  }
}
