/**
 * How to get each refusal that the edge gives to every route of a kind: public or signed, GET or POST.
 * All of them are provoked at one desk with limits, whose clock goes on between them.
 */
import type { CodeName } from "../../src/contract/codes.ts";
import { Refusal } from "../../src/contract/refusal.ts";
import type { PlannedFault } from "../../src/edge/http/fault.ts";
import type { Route } from "../../src/edge/http/route.ts";
import { type Answer, type Change, HttpDesk } from "../support/http-client.ts";

const BANNED = "203.0.113.9";

interface Next {
  fault: PlannedFault | Error | undefined;
}

/** A desk at which the next request can be made to fail. */
export class FaultyDesk {
  readonly http: HttpDesk;
  readonly #next: Next;

  private constructor(http: HttpDesk, next: Next) {
    this.http = http;
    this.#next = next;
  }

  static async open(): Promise<FaultyDesk> {
    const next: Next = { fault: undefined };
    const faults = {
      next() {
        const { fault } = next;
        next.fault = undefined;
        if (fault instanceof Error) throw fault;
        return fault;
      },
      remembers: false,
    };
    return new FaultyDesk(await HttpDesk.open({ hasLimits: true, faults }), next);
  }

  /** Asks with nothing but what is told, after every window has ended. */
  async ask(route: Route, { query = "", body = "", ...change }: Asked = {}): Promise<Answer> {
    this.http.exchange.nowMs += 10_000;
    return this.http.send(route.method, route.path + query, body, change);
  }

  async askFaulty(route: Route, fault: PlannedFault | Error): Promise<Answer> {
    this.#next.fault = fault;
    return this.ask(route);
  }

  /** Once more than it may be asked, all at one moment. */
  async askTooOften(route: Route): Promise<Answer> {
    let answer = await this.ask(route);
    const weight = route.security === "NONE" ? route.weight : 1;
    for (let asked = 0; asked < route.limit.count / weight; asked++) {
      answer = await this.http.send(route.method, route.path, "");
    }
    return answer;
  }

  askBanned({ method, path }: Route): Promise<Answer> {
    this.http.exchange.nowMs += 10_000;
    this.http.must({ type: "BanAddress", block: BANNED, request: 0 });
    return this.http.send(method, path, "", { address: BANNED });
  }
}

interface Asked extends Change {
  readonly query?: string;
  readonly body?: string;
}

export interface Provocation {
  readonly name: CodeName;
  readonly status: number;
  /** Of which routes; of all without it. */
  readonly kind?: (route: Route) => boolean;
  provoke(desk: FaultyDesk, route: Route): Promise<Answer>;
}

const isSigned = ({ security }: Route) => security !== "NONE";
const isPost = ({ method }: Route) => method === "POST";
const isOpen = ({ security, parameters }: Route) =>
  security === "NONE" && Object.keys(parameters).length > 0;

/** A signed request with one header changed. */
function header(name: CodeName, status: number, change: Change): Provocation {
  return { name, status, kind: isSigned, provoke: (desk, route) => desk.ask(route, change) };
}

export const EDGE: readonly Provocation[] = [
  {
    name: "ILLEGAL_CHARS",
    status: 400,
    provoke: (desk, route) => desk.ask(route, isPost(route) ? { body: "[" } : { query: "?a=%zz" }),
  },
  {
    name: "TOO_MANY_PARAMETERS",
    status: 400,
    provoke: (desk, route) =>
      desk.ask(
        route,
        isPost(route) ? { body: '{"recvWindow":1,"recvwindow":1}' } : { query: "?a=1&a=1" },
      ),
  },
  {
    name: "TOO_MANY_PARAMETERS",
    status: 413,
    provoke: (desk, route) => desk.ask(route, { headers: { "content-length": ["65537"] } }),
  },
  {
    name: "TOO_MANY_REQUESTS",
    status: 418,
    provoke: (desk, route) => desk.askBanned(route),
  },
  {
    name: "TOO_MANY_REQUESTS",
    status: 429,
    provoke: (desk, route) => desk.askTooOften(route),
  },
  {
    name: "UNKNOWN",
    status: 500,
    provoke: (desk, route) => desk.askFaulty(route, new Error("on purpose")),
  },
  {
    name: "DISCONNECTED",
    status: 503,
    provoke: (desk, route) =>
      desk.askFaulty(route, { kind: "refuse", refusal: new Refusal("DISCONNECTED") }),
  },
  {
    name: "TIMEOUT",
    status: 504,
    provoke: (desk, route) =>
      desk.askFaulty(route, { kind: "conceal", refusal: new Refusal("TIMEOUT") }),
  },
  header("ILLEGAL_CONTENT_TYPE", 415, { headers: { "content-encoding": ["gzip"] } }),
  {
    name: "ILLEGAL_CONTENT_TYPE",
    status: 400,
    kind: (route) => isSigned(route) && isPost(route),
    provoke: (desk, route) =>
      desk.ask(route, { body: "{}", headers: { "content-type": ["text/plain"] } }),
  },
  header("UNAUTHORIZED", 401, { headers: { "x-ch-apikey": undefined } }),
  header("NO_TIMESTAMP", 401, { headers: { "x-ch-ts": undefined } }),
  header("NO_SIGNATURE", 401, { headers: { "x-ch-sign": undefined } }),
  header("REJECTED_CH_KEY", 401, { headers: { "x-ch-apikey": ["nobody"] } }),
  header("INVALID_SIGNATURE", 401, { secret: "another" }),
  header("INVALID_TIMESTAMP", 400, { ts: "1" }),
  {
    name: "MANDATORY_PARAM_EMPTY_OR_MALFORMED",
    status: 400,
    kind: isSigned,
    provoke: (desk, route) =>
      desk.ask(
        route,
        isPost(route) ? { body: '{"recvWindow":60001}' } : { query: "?recvWindow=60001" },
      ),
  },
  {
    name: "MANDATORY_PARAM_EMPTY_OR_MALFORMED",
    status: 400,
    kind: isOpen,
    provoke: (desk, route) => desk.ask(route),
  },
];
