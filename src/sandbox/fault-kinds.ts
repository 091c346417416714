/**
 * The kinds of fault, and what each does to the request that it strikes. The two kinds of 504 give
 * the same reply to the letter: which of them it was, a client finds out by asking for the order.
 */
import { Refusal } from "../http/dialect/errors.ts";
import { type PlannedFault, RULE_HEADER } from "../http/fault.ts";

export const FAULT_KINDS = [
  "latency",
  "429",
  "418",
  "503",
  "504-executed",
  "504-not-executed",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export function isLatency(kind: FaultKind): boolean {
  return kind === "latency";
}

/** How long the limit's window lasts at most. */
const RETRY_LIMITED = "2";
/** How long a first ban lasts (USER-BAN-2). */
const RETRY_BANNED = "120";

/** What is known of a rule that strikes. */
interface Struck {
  readonly id: number;
  readonly kind: FaultKind;
  readonly delayMs?: number | undefined;
}

/** SANDBOX-FAULT-1 */
export function faultOf(
  { id, kind, delayMs = 0 }: Struck,
  wait: (delayMs: number) => Promise<void>,
): PlannedFault {
  const rule = { [RULE_HEADER]: `${id}` };
  const again = (seconds: string) => ({ ...rule, "Retry-After": seconds });
  switch (kind) {
    case "latency":
      return { kind: "delay", wait: () => wait(delayMs) };
    case "429": {
      const refusal = new Refusal("TOO_MANY_REQUESTS", { headers: again(RETRY_LIMITED) });
      return { kind: "refuse", refusal };
    }
    case "418": {
      const banned = { status: 418, headers: again(RETRY_BANNED) };
      return { kind: "refuse", refusal: new Refusal("TOO_MANY_REQUESTS", banned) };
    }
    case "503":
      return { kind: "refuse", refusal: new Refusal("DISCONNECTED", { headers: rule }) };
    case "504-executed":
      return { kind: "conceal", refusal: new Refusal("TIMEOUT", { headers: rule }) };
    case "504-not-executed":
      return { kind: "refuse", refusal: new Refusal("TIMEOUT", { headers: rule }) };
  }
}
