/**
 * The kinds of fault, and what each does to the request or the message that it strikes. The two kinds of 504 give
 * the same reply to the letter: which of them it was, a client finds out by asking for the order.
 */
import {
  type FaultKind,
  MESSAGE_KINDS,
  type MessageKind,
  REQUEST_KINDS,
  type RequestKind,
} from "../../contract/operator/sandbox/fault-words.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type PlannedFault, RULE_HEADER } from "../http/fault.ts";
import type { MessageFault } from "../ws/message-fault.ts";
import type { NamedRoute } from "./fault-target.ts";

export function isRequestKind(kind: string): kind is RequestKind {
  return REQUEST_KINDS.some((known) => known === kind);
}

export function isMessageKind(kind: string): kind is MessageKind {
  return MESSAGE_KINDS.some((known) => known === kind);
}

/** The kinds that have a length. */
export function hasDelay(kind: FaultKind): boolean {
  return kind === "latency" || kind === "late-reply";
}

/** SANDBOX-FAULT-15: the cancels of one order. */
const CROSSED = ["/sapi/v1/cancel", "/sapi/v1/margin/cancel", "/fapi/v1/cancel"];

/** SANDBOX-FAULT-14, SANDBOX-FAULT-15: some kinds are about some routes only. */
export function fitsRoute(kind: FaultKind, { method, path }: NamedRoute): boolean {
  if (kind === "stale") return method === "GET";
  return kind !== "fill-before-cancel" || CROSSED.includes(path);
}

/** How long the limit's window lasts at most. */
const RETRY_LIMITED = "2";
/** How long a first ban lasts (USER-BAN-2). */
const RETRY_BANNED = "120";

/** What is known of a rule that strikes. */
interface Struck<Kind> {
  readonly id: number;
  readonly kind: Kind;
  readonly delayMs?: number | undefined;
  readonly by?: number | undefined;
}

/** What a strike needs besides the rule. */
export interface StrikeTools {
  readonly wait: (delayMs: number) => Promise<void>;
  /** Takes what came of it, where only that is worth a note. */
  readonly told: (note: string) => void;
}

/** SANDBOX-FAULT-1 */
export function faultOf(
  { id, kind, delayMs = 0, by = 0 }: Struck<RequestKind>,
  { wait, told }: StrikeTools,
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
    case "late-reply": // SANDBOX-FAULT-13
      return { kind: "hold", wait: () => wait(delayMs) };
    case "stale":
      return { kind: "stale", unasked: new Refusal("NO_SUCH_ORDER", { headers: rule }) };
    case "fill-before-cancel":
      return { kind: "cross", by, told };
  }
}

/** SANDBOX-FAULT-9 */
export function messageFaultOf({
  kind,
  delayMs = 0,
}: Omit<Struck<MessageKind>, "id">): MessageFault {
  return kind === "latency" ? { kind: "delay", ms: delayMs } : { kind };
}
