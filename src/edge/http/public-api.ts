/**
 * From a request to a reply, without a socket: the checks of the contract in their order, then the
 * endpoint. Every refusal ends here; anything else that is thrown is our own failure, answered
 * without a word about it and reported to the operator.
 */

import type { Fields } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import type { BanTable } from "../auth/bans.ts";
import type { KeyTable } from "../auth/keys.ts";
import {
  checkBodySize,
  dispatch,
  fieldsOf,
  misplacedFields,
  RequestNumbers,
  type RoutedRequest,
} from "./api.ts";
import type { Counted } from "./counts-exchange.ts";
import type { Answer, Call, SignedCall } from "./dialect/endpoint.ts";
import { isInWindow, outsideWindow, readMessageTime, readWindow } from "./dialect/time-window.ts";
import { type CrossFill, type FaultSource, FaultyAnswers } from "./fault.ts";
import { type LimitedRequest, RateLimiter } from "./rate-limiter.ts";
import { asRefusal, type Reply, replyOf } from "./reply.ts";
import {
  checkEncoding,
  checkLength,
  queryFields,
  type RequestHead,
  requestIdOf,
} from "./request.ts";
import { noSuchMethod, type Route, RouteTable, targetOf } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { type SignedIn, type SignedRequest, signIn, stillIn } from "./sign-in.ts";
import { findPage, type Shown, type Site, showPage } from "./site.ts";
import {
  type CallableRoute,
  callFields,
  headOf,
  isCallable,
  notCallable,
  type StreamCall,
  tooManyCalls,
} from "./stream-call.ts";
import type { Traffic } from "./traffic.ts";

export type PublicRequest = RoutedRequest<Route>;

/** A request on its way to its reply, and what has become known of it. */
interface RequestContext extends LimitedRequest {
  readonly head: RequestHead | undefined;
  readonly route: Route | undefined;
  readonly arrivedMs: number;
  /** 0 until the request is signed in. */
  user: number;
}

export interface PublicApiOptions {
  readonly exchange: Exchange;
  readonly keys: KeyTable;
  readonly history: Call["history"];
  /** Called with an error that is neither a reply nor a refusal, and the id of the request. */
  readonly report: (error: unknown, request: string) => void;
  readonly routes?: readonly Route[];
  /** Without it no client asks too often, and no address is banned: for a sandbox. */
  readonly limits?: { readonly bans: BanTable } | undefined;
  /** For a sandbox: a refusal says all that may help, not only the plain message. */
  readonly isTalkative?: boolean;
  /** For a sandbox: what goes wrong on purpose. */
  readonly faults?: FaultSource | undefined;
  /** SANDBOX-FAULT-15: only where there are faults. */
  readonly crossFill?: CrossFill | undefined;
  /** Called with every reply. */
  readonly traffic?: Traffic | undefined;
  /** Pages beside the API. */
  readonly site?: Site | undefined;
  /** FOLLOW-LIMIT-1: other processes count for the same users. */
  readonly isShared?: boolean | undefined;
  /** Draws the numbers of requests. */
  readonly numbers?: RequestNumbers | undefined;
}

export class PublicApi {
  readonly #options: PublicApiOptions;
  readonly #routes: RouteTable;
  readonly #limiter: RateLimiter | undefined;
  readonly #numbers: RequestNumbers;
  readonly #faulty: FaultyAnswers | undefined;

  constructor(options: PublicApiOptions) {
    const { routes = ROUTES, limits, exchange, faults, crossFill = notCrossed } = options;
    this.#options = options;
    this.#numbers = options.numbers ?? new RequestNumbers();
    this.#routes = new RouteTable(routes);
    this.#faulty = faults && new FaultyAnswers(faults, exchange, crossFill);
    this.#limiter = limits && new RateLimiter({ ...options, ...limits, routes });
  }

  nextRequest(): number {
    return this.#numbers.next();
  }

  /** FOLLOW-LIMIT-1: what was counted here and not told to other processes yet. */
  takeCounts(): readonly Counted[] {
    return this.#limiter?.takeNews() ?? [];
  }

  /** FOLLOW-LIMIT-1: what another process has counted. */
  addCounts(counts: readonly Counted[]): void {
    this.#limiter?.addNews(counts);
  }

  dispatch(head: RequestHead, body: Uint8Array): Promise<Reply> {
    return dispatch(this, head, body);
  }

  /** The checks that need no body: the ban, the route, then what the head says about the body. */
  admit(head: RequestHead): PublicRequest | Reply {
    const request = this.nextRequest();
    const arrivedMs = this.#options.traffic?.clock?.() ?? 0;
    try {
      this.#limiter?.checkBan(head.address);
      const target = targetOf(head.target);
      const page = findPage(this.#options.site, target.path, head);
      if (page && head.method !== "GET") throw noSuchMethod(["GET"]);
      if (page) return this.#show(showPage(page, head), contextOf({ head, request, arrivedMs }));
      const route = this.#routes.find(head.method, target);
      checkLength(head.headers);
      if (route.security !== "NONE") checkEncoding(head.headers);
      return { head, target, route, request, arrivedMs };
    } catch (error) {
      return this.#refuse(contextOf({ head, request, arrivedMs }), error);
    }
  }

  #show(shown: Shown, context: RequestContext): Reply {
    this.#limiter?.countAddress(context);
    const headers = { ...context.headers, ...shown.headers };
    return { ...this.#found(shown.body, context), ...shown, headers };
  }

  /** A reply that is known at once is given at once: most reads wait for nothing. */
  answer(admitted: PublicRequest, body: Uint8Array): Reply | Promise<Reply> {
    const context = contextOf(admitted);
    return this.#settle(context, () => {
      checkBodySize(body);
      return this.#whenCurrent(admitted.route, () => this.#run(admitted, body, context));
    });
  }

  /** FOLLOW-READ-1: what a user is told, and who a user is, is said of a state that has what the user was told before. */
  #whenCurrent({ security }: Route, run: () => Answer): Answer {
    const current = security === "NONE" ? undefined : this.#options.exchange.current();
    if (current === undefined) return run();
    return current.then((isCurrent) => {
      if (!isCurrent) throw new Refusal("DISCONNECTED");
      return run();
    });
  }

  #settle(context: RequestContext, run: () => Answer): Reply | Promise<Reply> {
    const refuse = (error: unknown) => this.#refuse(context, error);
    const found = (text: string) => this.#found(text, context);
    try {
      const text = run();
      return typeof text === "string" ? found(text) : text.then(found, refuse);
    } catch (error) {
      return refuse(error);
    }
  }

  /**
   * STREAM-ORDER-1: a call over a stream. Its checks, limits, faults and counts are those of a request: only
   * the login stands for the signature.
   */
  call(call: StreamCall): Reply | Promise<Reply> {
    const request = this.nextRequest();
    const arrivedMs = this.#options.traffic?.clock?.() ?? 0;
    const head = headOf(call);
    try {
      this.#limiter?.checkBan(call.address);
      const route = this.#routes.find("POST", { signed: call.path, path: call.path, query: "" });
      if (!isCallable(route)) throw notCallable();
      const context = contextOf({ head, request, route, arrivedMs });
      return this.#settle(context, () =>
        this.#whenCurrent(route, () => this.#runCall(call, route, context)),
      );
    } catch (error) {
      return this.#refuse(contextOf({ head, request, arrivedMs }), error);
    }
  }

  #runCall(call: StreamCall, route: CallableRoute, context: RequestContext): Answer {
    const signed = this.#letIn(() => this.#readCall(call, route, context), context);
    this.#limiter?.countUser(route, signed.user, context);
    return this.#orFault(route, context, (through) => route.answer(via(signed, through)));
  }

  #readCall(call: StreamCall, { security }: CallableRoute, context: RequestContext): SignedCall {
    const { exchange, keys } = this.#options;
    if (!call.hasRoom) throw tooManyCalls(); // STREAM-ORDER-6
    // STREAM-ORDER-5: a call that says no time has the time at which it came.
    const ts = call.ts === undefined ? exchange.now() : Number(readMessageTime(call.ts));
    const key = stillIn(keys, { apiKey: call.apiKey, security, address: call.address });
    context.user = key.user;
    return this.#inTime({ key, ts, signature: "" }, callFields(call), context);
  }

  #found(body: string, context: RequestContext): Reply {
    this.#note(context, 200, undefined);
    return { status: 200, headers: context.headers, body, isClosing: false };
  }

  #note(context: RequestContext, status: number, refusal: Refusal | undefined): void {
    const { traffic } = this.#options;
    if (!traffic) return;
    const { route, request, head, user, arrivedMs } = context;
    const code = refusal?.code ?? 0;
    traffic.note({ route, request, status, code, refusal, head, user, arrivedMs });
  }

  #run(admitted: PublicRequest, body: Uint8Array, context: RequestContext): Answer {
    const { head, target, route, request } = admitted;
    const { exchange, history } = this.#options;
    if (route.security === "NONE") {
      this.#limiter?.countAddress(context, route.weight);
      const fields = queryFields(target.query);
      const open = { exchange, history, fields, request };
      return this.#orFault(route, context, () => route.answer(open), target.query);
    }
    const { security } = route;
    const signed = { head, target, security, body };
    const call = this.#letIn(() => this.#readSigned(signed, context), context);
    this.#limiter?.countUser(route, call.user, context);
    return this.#orFault(
      route,
      context,
      (through) => route.answer(via(call, through)),
      target.query,
    );
  }

  #orFault(
    route: Route,
    { user, request }: RequestContext,
    run: (exchange: Exchange) => Answer,
    query = "",
  ): Answer {
    if (!this.#faulty) return run(this.#options.exchange);
    return this.#faulty.answer({ route, user, request, query }, run);
  }

  /** USER-LIMIT-4: a request that does not get as far as its user's limit counts in its address's. */
  #letIn(read: () => SignedCall, context: RequestContext): SignedCall {
    try {
      return read();
    } catch (error) {
      if (error instanceof Refusal) this.#limiter?.countAddress(context);
      throw error;
    }
  }

  #readSigned(signed: SignedRequest, context: RequestContext): SignedCall {
    const signedIn = signIn(this.#options.keys, signed);
    context.user = signedIn.key.user;
    const call = this.#inTime(signedIn, fieldsOf(signed, signed.body), context);
    if (!call.isStrict) return call;
    return { ...call, elsewhere: () => misplacedFields(signed, signed.body) };
  }

  /** The call, if it came within its time window. */
  #inTime({ key, ts, signature: sent }: SignedIn, fields: Fields, context: RequestContext) {
    const { exchange, history } = this.#options;
    const windowMs = readWindow(fields);
    const timing = { nowMs: exchange.now(), ts, windowMs };
    if (!isInWindow(timing)) throw outsideWindow(timing);
    const notAfterMs = ts + windowMs;
    const { request } = context;
    const { user, id, isOnce, isStrict } = key;
    const signature = isOnce ? sent : undefined;
    return {
      exchange,
      history,
      request,
      fields,
      user,
      key: id,
      ts,
      notAfterMs,
      signature,
      isStrict,
    };
  }

  /** For input that does not get as far as a route: bytes that are no request, a body that is too long. */
  refuse(request: number, error: unknown, head?: RequestHead): Reply {
    return this.#refuse(contextOf({ head, request, arrivedMs: 0 }), error);
  }

  #refuse(context: RequestContext, error: unknown): Reply {
    const { report, isTalkative } = this.#options;
    const refusal = asRefusal(error, context.request, report);
    this.#note(context, refusal.status, refusal);
    return replyOf(refusal, { ...context.headers, ...refusal.headers }, isTalkative);
  }
}

/** The call on another exchange; mostly it is the same. */
function via(call: SignedCall, exchange: Exchange): SignedCall {
  return call.exchange === exchange ? call : { ...call, exchange };
}

async function notCrossed(): Promise<string> {
  return "nobody can trade here";
}

function contextOf(known: {
  readonly head: RequestHead | undefined;
  readonly request: number;
  readonly route?: Route;
  readonly arrivedMs: number;
}): RequestContext {
  const { head, request, route, arrivedMs } = known;
  const headers = { "X-Request-Id": requestIdOf(request) };
  return { address: head?.address ?? "", request, headers, head, route, arrivedMs, user: 0 };
}
