/** What a listener needs of the API that decides, and what every API does with a request in the same way. */
import type { Fields } from "../../contract/parameter.ts";
import type { Reply } from "./reply.ts";
import {
  BODY_BYTES_MAX,
  bodyFields,
  bodyTooLarge,
  queryFields,
  type RequestHead,
} from "./request.ts";
import type { Target } from "./route.ts";

/** A request that was let in and waits for its body. What else it holds, only its API knows. */
export interface AdmittedRequest {
  readonly request: number;
  readonly head?: RequestHead;
}

/** A request that was let in to a route of a table. */
export interface RoutedRequest<R> extends AdmittedRequest {
  readonly head: RequestHead;
  readonly target: Target;
  readonly route: R;
  readonly arrivedMs: number;
}

/** The public API, or the operator's. */
export interface Api<E extends AdmittedRequest> {
  admit(head: RequestHead): E | Reply;
  answer(admitted: E, body: Uint8Array): Reply | Promise<Reply>;
  /** `head` is left out where none could be read. */
  refuse(request: number, error: unknown, head?: RequestHead): Reply;
  nextRequest(): number;
}

/** A request from its head to its reply, without a socket. */
export async function dispatch<E extends AdmittedRequest>(
  api: Pick<Api<E>, "admit" | "answer">,
  head: RequestHead,
  body: Uint8Array,
): Promise<Reply> {
  const admitted = api.admit(head);
  return "status" in admitted ? admitted : await api.answer(admitted, body);
}

/** A listener stops reading at the same bound; without one there is nothing else that does. */
export function checkBodySize(body: Uint8Array): void {
  if (body.length > BODY_BYTES_MAX) throw bodyTooLarge();
}

/** A POST has its parameters in its body, a GET in its query. */
export function fieldsOf(
  { head, target }: Pick<RoutedRequest<unknown>, "head" | "target">,
  body: Uint8Array,
): Fields {
  return head.method === "POST" ? bodyFields(head.headers, body) : queryFields(target.query);
}

/** USER-FIELD-3: what stands where a request of its method has no parameters, and would be ignored. */
export function misplacedFields(
  { head, target }: Pick<RoutedRequest<unknown>, "head" | "target">,
  body: Uint8Array,
): Fields {
  return head.method === "POST" ? queryFields(target.query) : bodyFields(head.headers, body);
}

/** How many processes may draw numbers beside each other. */
export const NUMBERING_PROCESSES = 64;

/**
 * USER-REQUEST-1: goes on from the clock, so that no number comes again after a restart. Where several
 * processes draw numbers, each draws those that leave its own remainder.
 */
export class RequestNumbers {
  readonly #step: number;
  #last: number;

  /** `process` is below NUMBERING_PROCESSES; without it there is one. */
  constructor(process?: number) {
    this.#step = process === undefined ? 1 : NUMBERING_PROCESSES;
    this.#last = Date.now() * 1024 + (process ?? 0);
  }

  next(): number {
    this.#last += this.#step;
    return this.#last;
  }
}
