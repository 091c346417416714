/**
 * What can go wrong, as a caller sees it: one class for every refusal and every silence of the service,
 * with a kind to switch on. The table is the client's own copy of the codes; a test holds it against
 * the server's.
 */

export type ErrorKind =
  /** The request is malformed, or asks for something that does not exist. */
  | "malformed"
  /** The rules of the market do not allow this order now: size, price, band, halt, limits. */
  | "not_allowed"
  /** There is not enough money for it. */
  | "funds"
  /** There is no such order, or it is over, or its client id is taken. */
  | "order"
  /** The key or the signature was refused. */
  | "credentials"
  /** The time of the request was outside of the window, also after asking for the server's time. */
  | "clock"
  /** Too many requests: `retryAfterMs` says when to go on. With status 418 the address is banned. */
  | "limit"
  /** The service takes no requests now; this one was not executed. */
  | "unavailable"
  /** The service failed. */
  | "failure"
  /** No reply came to a request that changes nothing. */
  | "no_answer"
  /** A lost request that surely was not executed, given up after the allowed number of tries. */
  | "not_executed"
  /** Whether the request was executed is unknown: an `OutcomeUnknown`. */
  | "outcome_unknown";

interface CodeRow {
  readonly code: number;
  readonly kind: ErrorKind;
}

export const CODES = {
  UNKNOWN: { code: -1000, kind: "failure" },
  DISCONNECTED: { code: -1001, kind: "unavailable" },
  UNAUTHORIZED: { code: -1002, kind: "credentials" },
  TOO_MANY_REQUESTS: { code: -1003, kind: "limit" },
  TIMEOUT: { code: -1007, kind: "failure" },
  UNKNOWN_ORDER_COMPOSITION: { code: -1014, kind: "malformed" },
  TOO_MANY_ORDERS: { code: -1015, kind: "not_allowed" },
  ILLEGAL_CONTENT_TYPE: { code: -1017, kind: "malformed" },
  UNSUPPORTED_OPERATION: { code: -1020, kind: "malformed" },
  INVALID_TIMESTAMP: { code: -1021, kind: "clock" },
  INVALID_SIGNATURE: { code: -1022, kind: "credentials" },
  NO_TIMESTAMP: { code: -1023, kind: "credentials" },
  NO_SIGNATURE: { code: -1024, kind: "credentials" },
  ILLEGAL_CHARS: { code: -1100, kind: "malformed" },
  TOO_MANY_PARAMETERS: { code: -1101, kind: "malformed" },
  MANDATORY_PARAM_EMPTY_OR_MALFORMED: { code: -1102, kind: "malformed" },
  BAD_PRECISION: { code: -1111, kind: "malformed" },
  NO_DEPTH: { code: -1112, kind: "not_allowed" },
  BAD_ORDER_TYPE: { code: -1116, kind: "malformed" },
  BAD_SIDE: { code: -1117, kind: "malformed" },
  BAD_SYMBOL: { code: -1121, kind: "malformed" },
  BELOW_MINIMUM: { code: -1136, kind: "not_allowed" },
  ABOVE_MAXIMUM: { code: -1137, kind: "not_allowed" },
  ORDER_PRICE_WAVE_EXCEED: { code: -1138, kind: "not_allowed" },
  POSITION_LIMIT: { code: -1140, kind: "not_allowed" },
  ORDER_NOT_SUPPORT_CANCELLATION: { code: -1145, kind: "order" },
  CONTRACT_HALTED: { code: -1146, kind: "not_allowed" },
  CLOSE_ABOVE_POSITION: { code: -1156, kind: "not_allowed" },
  POSITION_FROZEN: { code: -1157, kind: "not_allowed" },
  VALUE_BELOW_MINIMUM: { code: -1160, kind: "not_allowed" },
  VALUE_ABOVE_MAXIMUM: { code: -1161, kind: "not_allowed" },
  LEVERAGE_LOCKED: { code: -1163, kind: "not_allowed" },
  MARGIN_MODE_DIFFERS: { code: -1165, kind: "not_allowed" },
  DUPLICATE_CLIENT_ORDER_ID: { code: -2010, kind: "order" },
  NO_SUCH_ORDER: { code: -2013, kind: "order" },
  REJECTED_CH_KEY: { code: -2015, kind: "credentials" },
  EXCHANGE_LOCK: { code: -2016, kind: "not_allowed" },
  BALANCE_NOT_ENOUGH: { code: -2017, kind: "funds" },
} as const satisfies Readonly<Record<string, CodeRow>>;

export type CodeName = keyof typeof CODES;

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
