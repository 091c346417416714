/**
 * A sandbox with fault rules for the client: the real API with its limits over the real engine,
 * reached through a `fetch`, on a clock that moves when a wait begins: the client's between two tries,
 * or a request's that a latency holds back. What the engine did is written down apart from what the client
 * was told.
 */
import type { ClientOptions, Fetch, FetchInit } from "../../src/client/client.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { FaultRules } from "../../src/edge/sandbox/fault-rules.ts";
import { CREDENTIALS, HttpDesk } from "../support/http-client.ts";
import { settle } from "../support/virtual-time.ts";
import { answer } from "./client-desk.ts";

/** An order as the engine took it. */
export interface TakenOrder {
  readonly id: number;
  readonly clientId: string;
  readonly quantity: string;
}

interface Due {
  readonly atMs: number;
  readonly ring: () => void;
}

/** How long a request and its reply are on their way. */
const TRIP_MS = 60;
const BASE = "http://desk";

export class FaultyDesk {
  readonly rules = new FaultRules({
    routes: ROUTES,
    timer: (ms, ring) => void this.#due.push({ atMs: this.nowMs + ms, ring }),
  });
  readonly taken: TakenOrder[] = [];
  readonly canceled: number[] = [];
  #http: HttpDesk | undefined;
  #due: Due[] = [];

  static async open(): Promise<FaultyDesk> {
    const desk = new FaultyDesk();
    const http = await HttpDesk.open({ faults: desk.rules, hasLimits: true });
    desk.#http = http;
    const apply = http.exchange.do.bind(http.exchange);
    http.exchange.do = (command) => {
      const outcome = apply(command);
      if (outcome.ok && "orderId" in outcome.answer) desk.#note(command, outcome.answer.orderId);
      return outcome;
    };
    return desk;
  }

  get http(): HttpDesk {
    if (!this.#http) throw new Error("the desk is not open");
    return this.#http;
  }

  get nowMs(): number {
    return this.http.exchange.nowMs;
  }

  /** What a client of demo1 is made with. */
  options(): ClientOptions {
    return {
      baseUrl: BASE,
      ...CREDENTIALS.demo1,
      fetch: this.fetch,
      now: () => this.nowMs,
      sleep: (ms, signal) => (signal ? this.#wake(ms, signal) : this.pass(ms)),
    };
  }

  readonly fetch: Fetch = async (url, init) => {
    await this.pass(TRIP_MS);
    const replied = this.#dispatch(url.slice(BASE.length), init);
    let isOver = false;
    const over = replied.finally(() => {
      isOver = true;
    });
    await settle();
    // Nothing else moves the clock while a latency holds the request, until the client gives up.
    while (!isOver && !init.signal.aborted) await this.#goToNext();
    return over;
  };

  /** The time goes on, and what is due on the way happens at its time. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    while ((this.#next()?.atMs ?? Number.POSITIVE_INFINITY) <= untilMs) await this.#goToNext();
    this.http.exchange.nowMs = Math.max(this.nowMs, untilMs);
  }

  #note(command: Command, id: number): void {
    if (command.type === "CancelOrder") this.canceled.push(id);
    if (command.type !== "PlaceOrder") return;
    const { clientId, quantity } = command;
    this.taken.push({ id, clientId, quantity });
  }

  async #dispatch(target: string, { method, headers: sent, body = "" }: FetchInit) {
    const named = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), [value]]);
    const headers = Object.fromEntries(named);
    const head = { method, target, headers, address: "127.0.0.1" };
    const reply = await this.http.api.dispatch(head, Buffer.from(body));
    return answer(reply.status, reply.body, reply.headers);
  }

  /** Rings after a while, unless it is called off before. */
  #wake(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const due = { atMs: this.nowMs + ms, ring: resolve };
      this.#due.push(due);
      signal.addEventListener("abort", () => {
        this.#due = this.#due.filter((other) => other !== due);
        resolve();
      });
    });
  }

  #next(): Due | undefined {
    return this.#due.toSorted((a, b) => a.atMs - b.atMs)[0];
  }

  async #goToNext(): Promise<void> {
    const next = this.#next();
    if (!next) throw new Error("a request waits for nothing");
    this.#due = this.#due.filter((due) => due !== next);
    this.http.exchange.nowMs = Math.max(this.nowMs, next.atMs);
    next.ring();
    await settle();
  }
}
