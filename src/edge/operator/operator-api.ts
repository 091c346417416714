/**
 * The operator's API, without a socket: the caller, its host and its route, checked in this order, first
 * failure wins; then the endpoint. All but the parameters is checked before a byte of the body is
 * read, so a caller without a token costs nothing. Rules OPER-API-2, OPER-API-3, OPER-API-7,
 * OPER-API-9.
 */

import type { Readiness } from "../../contract/not-ready.ts";
import { codeRowOf } from "../../contract/operator/codes.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import { isBearerOf } from "../auth/operator-token.ts";
import { type Api, checkBodySize, dispatch, fieldsOf, type RoutedRequest } from "../http/api.ts";
import { asRefusal, type Reply, replyOf } from "../http/reply.ts";
import { checkEncoding, checkLength, type RequestHead, requestIdOf } from "../http/request.ts";
import { noSuchMethod, RouteTable, targetOf } from "../http/route.ts";
import { findPage, type Page, type Site, showPage } from "../http/site.ts";
import type { AnsweredRequest, Traffic } from "../http/traffic.ts";
import { checkCaller, type ListenerHosts } from "./caller.ts";
import { isScrape, probe } from "./health.ts";
import { LISTENER_ROUTES } from "./routes.ts";
import type { OperatorRoute, OperatorTools } from "./v1/operator.ts";

export interface OperatorApiOptions extends OperatorTools {
  readonly exchange: Exchange;
  readonly token: string;
  /** OPER-API-9: opens all that the token opens. */
  readonly givenToken?: string | undefined;
  /** OPER-API-10: by which hosts the listener is called; without it, as one on loopback. */
  readonly hosts?: ListenerHosts | undefined;
  /** OPER-API-6: opens the metrics and nothing else. */
  readonly metricsToken?: string | undefined;
  /** The answer of `/readyz`; without it, that all is well. */
  readonly notReady?: Readiness;
  /** The next number of a request; both listeners count as one. */
  readonly nextRequest: () => number;
  /** Called with an error that is neither a reply nor a refusal, and the id of the request. */
  readonly report: (error: unknown, request: string) => void;
  /** Called with every reply. */
  readonly traffic?: Traffic | undefined;
  /** OPER-API-7: what is shown without a token, by path; without it there is none. */
  readonly site?: Site | undefined;
}

export type OperatorRequest = RoutedRequest<OperatorRoute>;

export class OperatorApi implements Api<OperatorRequest> {
  readonly #options: OperatorApiOptions;
  readonly #routes = new RouteTable(LISTENER_ROUTES);

  constructor(options: OperatorApiOptions) {
    this.#options = options;
  }

  nextRequest(): number {
    return this.#options.nextRequest();
  }

  dispatch(head: RequestHead, body: Uint8Array): Promise<Reply> {
    return dispatch(this, head, body);
  }

  admit(head: RequestHead): OperatorRequest | Reply {
    const request = this.nextRequest();
    const arrivedMs = this.#options.traffic?.clock?.() ?? 0;
    try {
      checkCaller(head.headers, this.#options.hosts);
      const probed = probe(head, this.#options.notReady ?? (() => undefined));
      if (probed) return { ...probed, headers: headersOf(request), isClosing: false };
      const page = findPage(this.#options.site, head.target, head);
      if (page) return this.#show(page, { head, request, arrivedMs });
      checkToken(this.#tokensFor(head), head.headers);
      const target = targetOf(head.target);
      const route = this.#routes.find(head.method, target);
      checkLength(head.headers);
      checkEncoding(head.headers);
      return { head, target, route, request, arrivedMs };
    } catch (error) {
      return this.refuse(request, error, head, arrivedMs);
    }
  }

  /** OPER-API-7: the page holds no secret; the page for people asks for the token itself. */
  #show(page: Page, request: Omit<OperatorRequest, "target" | "route">): Reply {
    if (request.head.method !== "GET") throw noSuchMethod(["GET"]);
    this.#note({ ...request, status: 200, code: 0 });
    const shown = showPage(page, request.head);
    const headers = { ...headersOf(request.request), ...shown.headers };
    return { status: 200, ...shown, headers, isClosing: false };
  }

  #tokensFor(head: RequestHead): readonly string[] {
    const { token, givenToken, metricsToken } = this.#options;
    const offered = [token, givenToken, isScrape(head) ? metricsToken : undefined];
    return offered.filter((each) => each !== undefined);
  }

  async answer(admitted: OperatorRequest, body: Uint8Array): Promise<Reply> {
    const { head, route, request, arrivedMs } = admitted;
    try {
      checkBodySize(body);
      const fields = fieldsOf(admitted, body);
      const text = await route.answer({ ...this.#options, fields, request });
      this.#note({ request, status: 200, code: 0, head, arrivedMs });
      const reply = { status: 200, headers: headersOf(request), body: text, isClosing: false };
      return route.type === undefined ? reply : { ...reply, type: route.type };
    } catch (error) {
      return this.refuse(request, error, head, arrivedMs);
    }
  }

  refuse(request: number, error: unknown, head?: RequestHead, arrivedMs = 0): Reply {
    const refusal = asRefusal(error, request, this.#options.report);
    const { status, code } = refusal;
    this.#note({ request, status, code, refusal, head, arrivedMs });
    return replyOf(refusal, { ...refusal.headers, ...headersOf(request) });
  }

  /** The routes of this API are not those of the public one. */
  #note(answered: Omit<AnsweredRequest, "route">): void {
    this.#options.traffic?.note({ ...answered, route: undefined });
  }
}

/** A reply may hold a secret: no cache keeps it. */
export function headersOf(request: number): Readonly<Record<string, string>> {
  return { "X-Request-Id": requestIdOf(request), "Cache-Control": "no-store" };
}

/** OPER-API-2 */
function checkToken(tokens: readonly string[], headers: RequestHead["headers"]): void {
  const [authorization = "", ...more] = headers["authorization"] ?? [];
  const isShown = tokens.some((token) => isBearerOf(token, authorization));
  if (isShown && more.length === 0) return;
  const { msg } = codeRowOf("UNAUTHORIZED");
  throw new Refusal("UNAUTHORIZED", { msg, headers: { "WWW-Authenticate": "Bearer" } });
}
