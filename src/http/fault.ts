/**
 * What a sandbox may do to a request instead of answering it should. The edge declares here
 * what it needs of whoever decides that; the rules themselves are made elsewhere and handed in.
 */
import type { Answer } from "./dialect/endpoint.ts";
import { Refusal } from "./dialect/errors.ts";
import type { Route } from "./route.ts";

/** The rule that struck is named in a refusal, so that nobody looks for another cause. */
export const RULE_HEADER = "X-Fault-Rule";

export type PlannedFault =
  /** It is answered as always, but later; its time window goes on. */
  | { readonly kind: "delay"; wait(): Promise<void> }
  /** It is refused before anything is done. */
  | { readonly kind: "refuse"; readonly refusal: Refusal }
  /** It is done, and the refusal is all that anybody is told. */
  | { readonly kind: "conceal"; readonly refusal: Refusal };

export interface FaultSource {
  /** What befalls this request, which every check has let in; `user` is 0 where none is asked for. */
  next(route: Route, user: number): PlannedFault | undefined;
}

/** Answers a request in the way its fault has it. */
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

/** Whatever it came to, also a no, stays unsaid; a failure of our own does not. */
async function settle(answer: () => Answer): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
