/**
 * A desk for the client: the real API over the real engine, reached through a `fetch` that a test can
 * make lose what it likes, on a clock that moves only when the client waits. No port, no sleep.
 */
import {
  BourseClient,
  type ClientOptions,
  type Fetch,
  type FetchReply,
} from "../../src/client/client.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import type { OutcomeOf } from "../../src/core/engine/outcomes.ts";
import type { Exchange, Submitted } from "../../src/runtime/replica/submission.ts";
import { CREDENTIALS, HttpDesk, type User } from "../support/http-client.ts";

/** What becomes of one request and its reply. */
export type Fate =
  | "answered"
  /** Refused by the service before anything was done. */
  | { readonly refusal: number; readonly code: number; readonly retryAfter?: number }
  /** 504 of the service itself: the command is done, is never done, or is still in the sequencer. */
  | "504-executed"
  | "504-not-executed"
  | "504-stalled"
  /** The connection breaks before the request arrives, after it was done, or long before it arrives. */
  | "cut-before"
  | "cut-after"
  | { readonly cutAndLateMs: number }
  /** It arrives twice, and the answer is that to the second. */
  | "doubled"
  /** It arrives and is done, and no answer comes. */
  | "silence"
  /** There is no server to connect to. */
  | "unreachable"
  /** Something between says something. */
  | { readonly page: number }
  /** The same, after the service has done it: a 200 with words that are not the service's. */
  | { readonly foreign: string };

/** A request as the desk saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly atMs: number;
}

interface Due {
  readonly atMs: number;
  readonly arrive: () => Promise<unknown>;
}

/** Of commands that the sequencer holds; until then what was handed on is not to be seen. */
const STALL_MS = 70_000;

export class ClientDesk {
  readonly http: HttpDesk;
  readonly seen: Seen[] = [];
  /** What the client's waits came to, in their order. */
  readonly slept: number[] = [];
  /** Every order that was ever placed. */
  readonly placed: { readonly id: number; readonly clientId: string }[] = [];
  /** Our clock is this much ahead of the server's. */
  skewMs = 0;
  /** How long a request and its reply are on their way, together. */
  tripMs = 0;
  /** Where the engine's clock stands still, as a sandbox's can. */
  engineMs: number | undefined;
  fateOf: (seen: Seen) => Fate = () => "answered";
  #due: Due[] = [];
  #stalled: { command: Command; untilMs: number } | undefined;
  #isStalling = false;
  readonly #ringing = new Set<() => void>();

  private constructor(http: HttpDesk) {
    this.http = http;
    const submit = http.tampered.exchange.submit.bind(http.exchange);
    http.exchange.submit = (command, notAfterMs) => this.#inLine(submit, command, notAfterMs);
    const apply = http.exchange.do.bind(http.exchange);
    http.exchange.do = (command) => {
      const outcome = this.#atEngineTime(() => apply(command));
      const isOrder = command.type.startsWith("Place") && "clientId" in command;
      if (isOrder && outcome.ok && "orderId" in outcome.answer) {
        this.placed.push({ id: outcome.answer.orderId, clientId: command.clientId });
      }
      return outcome;
    };
  }

  static async open(options: Parameters<typeof HttpDesk.open>[0] = {}): Promise<ClientDesk> {
    return new ClientDesk(await HttpDesk.open(options));
  }

  client(options: Partial<ClientOptions> & { readonly user?: User } = {}): BourseClient {
    return new BourseClient({
      baseUrl: "http://desk",
      ...CREDENTIALS[options.user ?? "demo1"],
      fetch: this.fetch,
      now: () => this.nowMs + this.skewMs,
      sleep: (ms, signal) => (signal ? this.#untilRung(signal) : this.#pass(ms)),
      ...options,
    });
  }

  readonly fetch: Fetch = (url, { method, headers, body = "" }) => {
    const target = url.slice("http://desk".length);
    const path = target.replace(/\?.*/, "");
    return this.#fetch({ method, path, target, body, headers, atMs: this.nowMs });
  };

  get nowMs(): number {
    return this.http.exchange.nowMs;
  }

  /** Gives each request the next fate; behind the last all are answered. */
  fates(...fates: readonly Fate[]): void {
    const left = [...fates];
    this.fateOf = ({ path }) =>
      path.endsWith("/time") ? "answered" : (left.shift() ?? "answered");
  }

  /** Something arrives so much later. */
  late(ms: number, arrive: () => Promise<unknown>): void {
    this.#due.push({ atMs: this.nowMs + ms, arrive });
  }

  /** `POST /sapi/v1/order`, one for each request but those for the time. */
  asked(): string[] {
    const asked = this.seen.filter(({ path }) => !path.endsWith("/time"));
    return asked.map(({ method, path }) => `${method} ${path}`);
  }

  /** Everything that is still on its way arrives, and what is held is let go. */
  async settle(): Promise<void> {
    await this.#pass(10 * STALL_MS);
  }

  /** The ids of the orders that were ever placed under a client id. */
  ordersNamed(clientId: string): number[] {
    return this.placed.filter((order) => order.clientId === clientId).map(({ id }) => id);
  }

  async #fetch(seen: Seen): Promise<FetchReply> {
    this.seen.push(seen);
    const fate = this.fateOf(seen);
    await this.pass(this.tripMs / 2);
    const reply = await this.#meet(seen, fate);
    await this.pass(this.tripMs / 2);
    return reply;
  }

  async #meet(seen: Seen, fate: Fate): Promise<FetchReply> {
    if (typeof fate === "object") return this.#meetRare(seen, fate);
    switch (fate) {
      case "answered":
        return this.#dispatch(seen);
      case "504-executed":
        await this.#dispatch(seen);
        return refusal(504, -1007);
      case "504-not-executed":
        return refusal(504, -1007);
      case "504-stalled":
        this.#isStalling = true;
        return await this.#dispatch(seen).finally(() => {
          this.#isStalling = false;
        });
      case "cut-before":
        throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
      case "cut-after":
        await this.#dispatch(seen);
        throw new TypeError("fetch failed", { cause: new Error("other side closed") });
      case "doubled":
        await this.#dispatch(seen);
        return this.#dispatch(seen);
      case "silence":
        await this.#dispatch(seen);
        return this.#saysNothing();
      case "unreachable": {
        const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
        throw new TypeError("fetch failed", { cause });
      }
    }
  }

  async #meetRare(seen: Seen, fate: Extract<Fate, object>): Promise<FetchReply> {
    if ("refusal" in fate) return refusal(fate.refusal, fate.code, fate.retryAfter);
    if ("page" in fate) return answer(fate.page, "<html>");
    if ("foreign" in fate) {
      await this.#dispatch(seen);
      return answer(200, fate.foreign);
    }
    const arrive = () => this.#dispatch(seen);
    this.#due.push({ atMs: this.nowMs + fate.cutAndLateMs, arrive });
    throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
  }

  async #dispatch({ method, target, body, headers: sent }: Seen): Promise<FetchReply> {
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name.toLowerCase(), [value]]),
    );
    const head = { method, target, headers, address: "127.0.0.1" };
    const reply = await this.http.api.dispatch(head, Buffer.from(body));
    return answer(reply.status, reply.body, reply.headers);
  }

  #atEngineTime<T>(apply: () => T): T {
    const { exchange } = this.http;
    const nowMs = this.nowMs;
    exchange.nowMs = this.engineMs ?? nowMs;
    const outcome = apply();
    exchange.nowMs = nowMs;
    return outcome;
  }

  /** A sequencer whose disk is slow: what is handed on meanwhile waits behind it. */
  async #inLine<C extends Command>(
    submit: Exchange["submit"],
    command: C,
    notAfterMs?: number,
  ): Promise<Submitted<OutcomeOf<C>>> {
    if (this.#isStalling) {
      this.#stalled = { command, untilMs: this.nowMs + STALL_MS };
      return { kind: "unknown" };
    }
    if (this.#stalled) await this.pass(this.#stalled.untilMs - this.nowMs);
    return submit(command, notAfterMs);
  }

  /** The time goes on without the client's doing. */
  pass(ms: number): Promise<void> {
    return this.#pass(ms, { isSlept: false });
  }

  /** What is due on the way arrives at its time. */
  async #pass(ms: number, { isSlept = true } = {}): Promise<void> {
    if (isSlept) this.slept.push(ms);
    const untilMs = this.nowMs + ms;
    for (;;) {
      const next = this.#due.toSorted((a, b) => a.atMs - b.atMs)[0];
      const stalledMs = this.#stalled?.untilMs ?? Number.POSITIVE_INFINITY;
      const nextMs = Math.min(next?.atMs ?? Number.POSITIVE_INFINITY, stalledMs);
      if (nextMs > untilMs) break;
      this.http.exchange.nowMs = Math.max(this.nowMs, nextMs);
      if (this.#stalled && stalledMs === nextMs) {
        const { command } = this.#stalled;
        this.#stalled = undefined;
        this.http.exchange.do(command);
      } else if (next) {
        this.#due = this.#due.filter((due) => due !== next);
        await next.arrive();
      }
    }
    this.http.exchange.nowMs = untilMs;
  }

  #untilRung(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#ringing.delete(end);
        resolve();
      };
      this.#ringing.add(end);
      signal.addEventListener("abort", end);
    });
  }

  /** Longer than any client waits. */
  async #saysNothing(): Promise<never> {
    await this.pass(15_000);
    for (const ring of [...this.#ringing]) ring();
    return new Promise(() => undefined);
  }
}

export function answer(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): FetchReply {
  const lower = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    status,
    headers: { get: (name) => lower.get(name.toLowerCase()) ?? null },
    text: async () => text,
  };
}

function refusal(status: number, code: number, retryAfter?: number): FetchReply {
  const headers = {
    "X-Request-Id": "r1",
    ...(retryAfter === undefined ? {} : { "Retry-After": `${retryAfter}` }),
  };
  return answer(status, JSON.stringify({ code, msg: "As ordered." }), headers);
}
