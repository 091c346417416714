/** What a preview told and what the exchange then did, in the same words, and how often what was met. */
import type { Done } from "./previewed-exchange.ts";

export interface Compared {
  readonly told: unknown;
  readonly done: unknown;
}

/** How often what was met, so that a run can prove that it met enough. */
export class Met {
  readonly counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.counts.set(what, this.of(what) + times);
  }

  of(what: string): number {
    return this.counts.get(what) ?? 0;
  }
}

/** Through text and back: what a preview is given is plain data, and holds nothing of the live state. */
export function throughText<View>(view: View): View {
  return JSON.parse(JSON.stringify(view)) as View;
}

/** These come before the order itself is looked at. */
const OF_THE_KEY: ReadonlySet<string> = new Set([
  ...["key_not_allowed", "signature_used", "signatures_full"],
]);

/** Whether the command was refused for its key or signature, which are no part of an order. */
export function isOfTheKey({ outcome }: Done): boolean {
  return !outcome.ok && OF_THE_KEY.has(outcome.reason);
}

/** CORE-BOUND-1: no number of the user's orders is told when the exchange itself is full. */
export function isExchangeFull({ outcome }: Done): boolean {
  return !outcome.ok && outcome.reason === "too_many_open_orders" && outcome.had === undefined;
}

/** The state of a new order after matching. */
export interface PlacedAnswer {
  readonly orderId: number;
  readonly status: unknown;
  readonly executed: number;
  /** SPOT-STOP-2 */
  readonly isWaiting: boolean;
}

export function placedIn(answer: object): PlacedAnswer {
  if ("orderId" in answer && "status" in answer && "executed" in answer) {
    const { orderId, status, executed } = answer;
    const isWaiting = "isWaiting" in answer && answer.isWaiting === true;
    return { orderId: Number(orderId), status, executed: Number(executed), isWaiting };
  }
  throw new Error("placing answers with the state after matching");
}
