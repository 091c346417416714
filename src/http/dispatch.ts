/**
 * From a request to a reply, without a socket: the checks of the contract in their order, then the
 * endpoint. Every refusal ends here; anything else that is thrown is our own failure, answered
 * without a word about it and reported to whoever runs the service.
 */
import type { BanTable } from "../auth/bans.ts";
import type { KeyTable } from "../auth/keys.ts";
import type { Exchange } from "../service/submission.ts";
import type { Answer, Questions, SignedCall } from "./dialect/endpoint.ts";
import { Refusal } from "./dialect/errors.ts";
import { isInWindow, outsideWindow, readWindow } from "./dialect/time-window.ts";
import { answerWith, type FaultSource } from "./fault.ts";
import { Gate, type Passing } from "./gate.ts";
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
import { type SignedRequest, signIn } from "./sign-in.ts";
import type { Page, Site } from "./site.ts";
import type { Traffic } from "./traffic.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isClosing: boolean;
  /** The content type, where it is not JSON. */
  readonly type?: string;
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
  /** Without it nobody asks too often, and nobody is banned: for a sandbox. */
  readonly limits?: { readonly bans: BanTable } | undefined;
  /** For a sandbox: a refusal says all that may help, not only the plain message. */
  readonly isTalkative?: boolean;
  /** For a sandbox: what goes wrong on purpose. */
  readonly faults?: FaultSource | undefined;
  /** Told of every reply. */
  readonly traffic?: Traffic | undefined;
  /** Pages beside the API. */
  readonly site?: Site | undefined;
}

export class Edge {
  readonly #options: EdgeOptions;
  readonly #routes: RouteTable;
  readonly #gate: Gate | undefined;
  /** Goes on from the clock, so that no number comes again after a restart. */
  #requestLast = Date.now() * 1024;

  constructor(options: EdgeOptions) {
    const { routes = ROUTES, limits } = options;
    this.#options = options;
    this.#routes = new RouteTable(routes);
    this.#gate = limits && new Gate({ ...options, ...limits, routes });
  }

  nextRequest(): number {
    this.#requestLast++;
    return this.#requestLast;
  }

  async dispatch(head: RequestHead, body: Uint8Array): Promise<Reply> {
    const admitted = this.admit(head);
    return "status" in admitted ? admitted : await this.answer(admitted, body);
  }

  /** The checks that need no body: the ban, the route, then what the head says about the body. */
  admit(head: RequestHead): Admitted | Reply {
    const request = this.nextRequest();
    try {
      this.#gate?.checkBan(head.address);
      const target = targetOf(head.target);
      const page = head.method === "GET" ? this.#options.site?.get(target.path) : undefined;
      if (page) return this.#show(page, { address: head.address, request, headers: {} });
      const route = this.#routes.find(head.method, target);
      checkLength(head.headers);
      if (route.security !== "NONE") checkEncoding(head.headers);
      return { head, target, route, request };
    } catch (error) {
      return this.refuse(request, error);
    }
  }

  #show({ type, body, headers: own }: Page, passing: Passing): Reply {
    this.#gate?.countAddress(passing);
    const headers = { ...passing.headers, ...own, "X-Request-Id": requestIdOf(passing.request) };
    const { request } = passing;
    this.#options.traffic?.note({ route: undefined, request, status: 200, code: 0 });
    return { status: 200, headers, body, isClosing: false, type };
  }

  /** What is known at once is answered at once: most reads wait for nothing. */
  answer(admitted: Admitted, body: Uint8Array): Reply | Promise<Reply> {
    const headers = { "X-Request-Id": requestIdOf(admitted.request) };
    const { route, request } = admitted;
    const refuse = (error: unknown) => this.refuse(request, error, headers, route);
    const found = (text: string) => this.#found(text, admitted, headers);
    try {
      if (body.length > BODY_BYTES_MAX) throw bodyTooLarge();
      const text = this.#run(admitted, body, headers);
      return typeof text === "string" ? found(text) : text.then(found, refuse);
    } catch (error) {
      return refuse(error);
    }
  }

  #found(body: string, { route, request }: Admitted, headers: Reply["headers"]): Reply {
    this.#options.traffic?.note({ route, request, status: 200, code: 0 });
    return { status: 200, headers, body, isClosing: false };
  }

  #run(admitted: Admitted, body: Uint8Array, headers: Passing["headers"]): Answer {
    const { head, target, route, request } = admitted;
    const { exchange, questions } = this.#options;
    const passing = { address: head.address, request, headers };
    if (route.security === "NONE") {
      this.#gate?.countAddress(passing);
      const fields = queryFields(target.query);
      const open = { exchange, questions, fields, request };
      return this.#orFault(route, 0, () => route.answer(open));
    }
    const { security } = route;
    const call = this.#letIn({ head, target, security, body }, passing);
    this.#gate?.countUser(route, call.user, passing);
    return this.#orFault(route, call.user, () => route.answer(call));
  }

  #orFault(route: Route, user: number, answer: () => Answer): Answer {
    const fault = this.#options.faults?.next(route, user);
    return fault ? answerWith(fault, answer) : answer();
  }

  /** USER-LIMIT-4: what does not get as far as its user's limit counts in its address's. */
  #letIn(signed: SignedRequest, passing: Passing): SignedCall {
    try {
      return this.#readSigned(signed, passing.request);
    } catch (error) {
      if (error instanceof Refusal) this.#gate?.countAddress(passing);
      throw error;
    }
  }

  #readSigned(signed: SignedRequest, request: number): SignedCall {
    const { head, target, body } = signed;
    const { exchange, questions, keys } = this.#options;
    const { key, ts } = signIn(keys, signed);
    const isPost = head.method === "POST";
    const fields = isPost ? bodyFields(head.headers, body) : queryFields(target.query);
    const windowMs = readWindow(fields);
    const timing = { nowMs: exchange.now(), ts, windowMs };
    if (!isInWindow(timing)) throw outsideWindow(timing);
    const notAfterMs = ts + windowMs;
    const { user, id } = key;
    return { exchange, questions, request, fields, user, key: id, ts, notAfterMs };
  }

  refuse(
    request: number,
    error: unknown,
    sofar: Reply["headers"] = {},
    route: Route | undefined = undefined,
  ): Reply {
    if (!(error instanceof Refusal)) this.#options.report(error);
    const refusal = error instanceof Refusal ? error : new Refusal("UNKNOWN");
    const headers = { ...sofar, ...refusal.headers, "X-Request-Id": requestIdOf(request) };
    const { status, code, message, isClosing } = refusal;
    this.#options.traffic?.note({ route, request, status, code, message });
    return { status, headers, body: refusal.body(), isClosing };
  }
}

/** The number of a request as the client sees it. */
export function requestIdOf(request: number): string {
  return request.toString(36);
}
