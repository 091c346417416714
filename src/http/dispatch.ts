/**
 * From a request to a reply, without a socket: the checks of the contract in their order, then the
 * endpoint. Every refusal ends here; anything else that is thrown is our own failure, answered
 * without a word about it and reported to whoever runs the service.
 */
import type { KeyTable } from "../auth/keys.ts";
import type { Exchange } from "../service/submission.ts";
import {
  BODY_BYTES_MAX,
  bodyFields,
  bodyTooLarge,
  checkEncoding,
  checkLength,
  queryFields,
  type RequestHead,
} from "./request.ts";
import { type Route, RouteTable, type Target, targetOf } from "./route.ts";
import { ROUTES } from "./routes.ts";
import type { Answer, Questions } from "./sapi-v1/endpoint.ts";
import { Refusal } from "./sapi-v1/errors.ts";
import { isInWindow, outsideWindow, readWindow } from "./sapi-v1/time-window.ts";
import { signIn } from "./sign-in.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isClosing: boolean;
}

/** A request whose head was let in, and which waits for its body. */
export interface Admitted {
  readonly head: RequestHead;
  readonly target: Target;
  readonly route: Route;
  readonly request: number;
}

export interface EdgeOptions {
  readonly exchange: Exchange;
  readonly keys: KeyTable;
  readonly questions: Questions;
  /** Told of what is neither a reply nor a refusal. */
  readonly report: (error: unknown) => void;
  readonly routes?: readonly Route[];
}

export class Edge {
  readonly #options: EdgeOptions;
  readonly #routes: RouteTable;
  /** Goes on from the clock, so that no number comes again after a restart. */
  #requestLast = Date.now() * 1024;

  constructor(options: EdgeOptions) {
    this.#options = options;
    this.#routes = new RouteTable(options.routes ?? ROUTES);
  }

  nextRequest(): number {
    this.#requestLast++;
    return this.#requestLast;
  }

  async dispatch(head: RequestHead, body: Uint8Array): Promise<Reply> {
    const admitted = this.admit(head);
    return "status" in admitted ? admitted : await this.answer(admitted, body);
  }

  /** The checks that need no body: the route, then what the head says about the body. */
  admit(head: RequestHead): Admitted | Reply {
    const request = this.nextRequest();
    try {
      const target = targetOf(head.target);
      const route = this.#routes.find(head.method, target);
      checkLength(head.headers);
      if (route.security !== "NONE") checkEncoding(head.headers);
      return { head, target, route, request };
    } catch (error) {
      return this.refuse(request, error);
    }
  }

  async answer(admitted: Admitted, body: Uint8Array): Promise<Reply> {
    try {
      if (body.length > BODY_BYTES_MAX) throw bodyTooLarge();
      const text = await this.#run(admitted, body);
      const headers = { "X-Request-Id": requestIdOf(admitted.request) };
      return { status: 200, headers, body: text, isClosing: false };
    } catch (error) {
      return this.refuse(admitted.request, error);
    }
  }

  #run({ head, target, route, request }: Admitted, body: Uint8Array): Answer {
    const { exchange, questions, keys } = this.#options;
    if (route.security === "NONE") {
      const fields = queryFields(target.query);
      return route.answer({ exchange, questions, fields, request });
    }
    const { security } = route;
    const { key, ts } = signIn(keys, { head, target, security, body });
    const isPost = route.method === "POST";
    const fields = isPost ? bodyFields(head.headers, body) : queryFields(target.query);
    const windowMs = readWindow(fields);
    const timing = { nowMs: exchange.now(), ts, windowMs };
    if (!isInWindow(timing)) throw outsideWindow(timing);
    const who = { user: key.user, key: key.id, ts, notAfterMs: ts + windowMs };
    return route.answer({ exchange, questions, fields, request, ...who });
  }

  refuse(request: number, error: unknown): Reply {
    if (!(error instanceof Refusal)) this.#options.report(error);
    const refusal = error instanceof Refusal ? error : new Refusal("UNKNOWN");
    const headers = { ...refusal.headers, "X-Request-Id": requestIdOf(request) };
    const { status, isClosing } = refusal;
    return { status, headers, body: refusal.body(), isClosing };
  }
}

/** The number of a request as the client sees it. */
export function requestIdOf(request: number): string {
  return request.toString(36);
}
