/**
 * What can go wrong, as a caller sees it: one class for every refusal and every silence of the service,
 * with a kind to switch on.
 */
import type { RefusalKind } from "../../contract/codes.ts";
import { CODES, type CodeName } from "./codes.ts";

export type ErrorKind =
  | RefusalKind
  /** No reply came to a request that changes nothing. */
  | "no_answer"
  /** A lost request that surely was not executed, given up after the allowed number of tries. */
  | "not_executed"
  /** Whether the request was executed is unknown: an `OutcomeUnknown`. */
  | "outcome_unknown";

const NAMES: ReadonlyMap<number, CodeName> = new Map(
  Object.entries(CODES).map(([name, { code }]) => [code, name as CodeName]),
);

/** What is known of a failure besides its sentence. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  /** 0 where no reply of the service came. */
  readonly code?: number | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The service refused, or did not answer. `name` is the name of the code, `kind` what to switch on. */
export class BourseError extends Error {
  override readonly name: CodeName | "NO_ANSWER" | "OUTCOME_UNKNOWN";
  readonly kind: ErrorKind;
  readonly code: number;
  readonly status: number;
  /** The id in the header `X-Request-Id`: the operator finds the request by it. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    const { kind, code = 0, status = 0, requestId, retryAfterMs } = facts;
    this.name = nameOf(kind, code);
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

function nameOf(kind: ErrorKind, code: number): BourseError["name"] {
  if (kind === "outcome_unknown") return "OUTCOME_UNKNOWN";
  const isSilence = kind === "no_answer" || kind === "unavailable";
  return NAMES.get(code) ?? (isSilence ? "NO_ANSWER" : "UNKNOWN");
}

/** A code that this client does not know is told apart by its number only. */
export function kindOf(code: number): ErrorKind {
  const name = NAMES.get(code);
  return name === undefined ? "failure" : CODES[name].kind;
}

export interface UnknownFacts {
  /** `POST /sapi/v1/asset/transfer` and the like. */
  readonly endpoint: string;
  /** The client ids of the orders that the request would have placed, in their order. */
  readonly clientOrderIds: readonly string[];
  /** The server's time after which the request can no longer be let in. What is not seen long after was not done. */
  readonly expiresAtMs: number;
  /** What the caller can do about it. */
  readonly remedy: string;
}

/** The request may have been executed once, and not more than once. */
export class OutcomeUnknown extends BourseError {
  readonly endpoint: string;
  readonly clientOrderIds: readonly string[];
  readonly expiresAtMs: number;
  readonly remedy: string;

  constructor(facts: UnknownFacts & { readonly cause: unknown }) {
    const { endpoint, remedy, cause } = facts;
    const known = cause instanceof BourseError ? cause : undefined;
    const { code, status, requestId } = known ?? {};
    const message = `${endpoint} may have been executed, once, or not at all. ${remedy}`;
    super(message, { kind: "outcome_unknown", code, status, requestId, cause });
    this.endpoint = endpoint;
    this.clientOrderIds = facts.clientOrderIds;
    this.expiresAtMs = facts.expiresAtMs;
    this.remedy = remedy;
  }
}
