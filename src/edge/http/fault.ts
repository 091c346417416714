/**
 * What a sandbox may do to a request in place of the normal answer. The public API declares here
 * what it needs; the rules themselves are made elsewhere and handed in.
 */

import { Refusal } from "../../contract/refusal.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import { CrossingExchange } from "./crossing-exchange.ts";
import type { Answer } from "./dialect/endpoint.ts";
import { EarlierReplies, type ReadRequest } from "./earlier-replies.ts";
import type { Route } from "./route.ts";

/** Names the rule in a refusal that it made, so that the client looks for no other cause. */
export const RULE_HEADER = "X-Fault-Rule";

export type PlannedFault =
  /** The request is answered as always, but later; its time window goes on. */
  | { readonly kind: "delay"; wait(): Promise<void> }
  /** The request is refused before anything is done. */
  | { readonly kind: "refuse"; readonly refusal: Refusal }
  /** The request is carried out, and the refusal is all that the client is told. */
  | { readonly kind: "conceal"; readonly refusal: Refusal }
  /** The request is carried out at once, and its reply comes later. */
  | { readonly kind: "hold"; wait(): Promise<void> }
  /** The request is answered as it was the last time; `unasked` where it was not asked before. */
  | { readonly kind: "stale"; readonly unasked: Refusal }
  /** Another user trades with the order before it is cancelled; `told` takes what came of it. */
  | { readonly kind: "cross"; readonly by: number; told(note: string): void };

export interface FaultSource {
  /**
   * What happens to this request, which passed every check; `user` is 0 where none is needed. `hasEarlier`: there is
   * something stale that it could be answered with.
   */
  next(
    route: Route,
    user: number,
    request: number,
    hasEarlier: boolean,
  ): PlannedFault | undefined | Promise<PlannedFault | undefined>;
  /** SANDBOX-FAULT-14: whether replies may be asked for again. */
  readonly remembers: boolean;
}

/** A request that may be struck. */
export interface StruckRequest {
  readonly route: Route;
  readonly user: number;
  readonly request: number;
  /** As it came; empty for a call over a stream. */
  readonly query: string;
}

/** Lets an order of another user trade with the one that is about to be cancelled; says what came of it. */
export type CrossFill = (exchange: Exchange, cancel: Command, by: number) => Promise<string>;

type Run = (exchange: Exchange) => Answer;

export class FaultyAnswers {
  readonly #faults: FaultSource;
  readonly #exchange: Exchange;
  readonly #crossFill: CrossFill;
  readonly #earlier = new EarlierReplies();

  constructor(faults: FaultSource, exchange: Exchange, crossFill: CrossFill) {
    this.#faults = faults;
    this.#exchange = exchange;
    this.#crossFill = crossFill;
  }

  /** Answers a request as its fault demands; without one as always. */
  answer(struck: StruckRequest, run: Run): Answer {
    const { route, user, request, query } = struck;
    const read = route.method === "GET" ? { path: route.path, query, user } : undefined;
    const earlier = this.#earlierOf(read);
    const hasEarlier = read !== undefined && (earlier !== undefined || isOrderQuery(route));
    const fault = this.#faults.next(route, user, request, hasEarlier);
    if (!(fault instanceof Promise)) return this.#with(fault, read, earlier, run);
    return fault.then((planned) => this.#with(planned, read, earlier, run));
  }

  #earlierOf(read: ReadRequest | undefined): string | undefined {
    if (this.#faults.remembers) return read && this.#earlier.find(read);
    if (this.#earlier.count > 0) this.#earlier.clear();
    return undefined;
  }

  #with(
    fault: PlannedFault | undefined,
    read: ReadRequest | undefined,
    earlier: string | undefined,
    run: Run,
  ): Answer {
    if (fault?.kind === "stale") {
      if (earlier === undefined) throw fault.unasked;
      return earlier;
    }
    const answer = fault ? this.#struck(fault, run) : run(this.#exchange);
    return read && this.#faults.remembers ? this.#keep(read, answer) : answer;
  }

  #keep(read: ReadRequest, answer: Answer): Answer {
    const keep = (reply: string) => {
      this.#earlier.keep(read, reply);
      return reply;
    };
    return typeof answer === "string" ? keep(answer) : answer.then(keep);
  }

  async #struck(fault: Exclude<PlannedFault, { kind: "stale" }>, run: Run): Promise<string> {
    const answer = () => run(this.#exchange);
    switch (fault.kind) {
      case "delay":
        await fault.wait();
        return answer();
      case "refuse":
        throw fault.refusal;
      case "conceal":
        await settle(answer);
        throw fault.refusal;
      case "hold":
        try {
          return await answer();
        } finally {
          await fault.wait();
        }
      case "cross":
        return run(this.#crossed(fault));
    }
  }

  #crossed({ by, told }: Extract<PlannedFault, { kind: "cross" }>): Exchange {
    return new CrossingExchange(this.#exchange, async (exchange, cancel) => {
      told(await this.#crossFill(exchange, cancel, by));
    });
  }
}

/** SANDBOX-FAULT-14: one that was not asked for before is not found. */
function isOrderQuery({ method, codes }: Route): boolean {
  return method === "GET" && (codes?.includes("NO_SUCH_ORDER") ?? false);
}

/** The outcome, also a refusal, stays unsaid; a failure of our own does not. */
async function settle(answer: () => Answer): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
