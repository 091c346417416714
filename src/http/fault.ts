/**
 * What a sandbox may do to a request in place of the normal answer. The public API declares here
 * what it needs; the rules themselves are made elsewhere and handed in.
 */
import type { Answer } from "./dialect/endpoint.ts";
import { Refusal } from "./dialect/errors.ts";
import type { Route } from "./route.ts";

/** Names the rule in a refusal that it made, so that the client looks for no other cause. */
export const RULE_HEADER = "X-Fault-Rule";

export type PlannedFault =
  /** The request is answered as always, but later; its time window goes on. */
  | { readonly kind: "delay"; wait(): Promise<void> }
  /** The request is refused before anything is done. */
  | { readonly kind: "refuse"; readonly refusal: Refusal }
  /** The request is carried out, and the refusal is all that the client is told. */
  | { readonly kind: "conceal"; readonly refusal: Refusal };

export interface FaultSource {
  /** What happens to this request, which passed every check; `user` is 0 where none is needed. */
  next(
    route: Route,
    user: number,
    request: number,
  ): PlannedFault | undefined | Promise<PlannedFault | undefined>;
}

/** Answers a request in the way that its fault demands. */
export async function answerWith(fault: PlannedFault, answer: () => Answer): Promise<string> {
  switch (fault.kind) {
    case "delay":
      await fault.wait();
      return answer();
    case "refuse":
      throw fault.refusal;
    case "conceal":
      await settle(answer);
      throw fault.refusal;
  }
}

/** The outcome, also a refusal, stays unsaid; a failure of our own does not. */
async function settle(answer: () => Answer): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
