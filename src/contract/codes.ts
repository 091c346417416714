/** The codes of refusals: one row each, with its name, kind, HTTP status and plain message. Messages may improve, codes are stable. Rule USER-REFUSE-1. */

/** What a refusal means to a program: what it may do about it. */
export type RefusalKind =
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
  | "failure";

interface CodeRow {
  readonly code: number;
  readonly kind: RefusalKind;
  readonly status: number;
  readonly msg: string;
}

export const CODES = {
  UNKNOWN: { code: -1000, kind: "failure", status: 500, msg: "An unexpected failure." },
  DISCONNECTED: {
    code: -1001,
    kind: "unavailable",
    status: 503,
    msg: "Not accepting requests now; not executed.",
  },
  UNAUTHORIZED: {
    code: -1002,
    kind: "credentials",
    status: 401,
    msg: "Header X-CH-APIKEY is missing.",
  },
  TOO_MANY_REQUESTS: { code: -1003, kind: "limit", status: 429, msg: "Too many requests." },
  TIMEOUT: {
    code: -1007,
    kind: "failure",
    status: 504,
    msg: "No outcome in time; it may have been executed.",
  },
  UNKNOWN_ORDER_COMPOSITION: {
    code: -1014,
    kind: "malformed",
    status: 400,
    msg: "Unsupported order combination.",
  },
  TOO_MANY_ORDERS: { code: -1015, kind: "not_allowed", status: 400, msg: "Too many open orders." },
  ILLEGAL_CONTENT_TYPE: {
    code: -1017,
    kind: "malformed",
    status: 400,
    msg: "Content type must be application/json.",
  },
  UNSUPPORTED_OPERATION: {
    code: -1020,
    kind: "malformed",
    status: 400,
    msg: "This operation is not supported.",
  },
  INVALID_TIMESTAMP: {
    code: -1021,
    kind: "clock",
    status: 400,
    msg: "Timestamp is outside of the recvWindow.",
  },
  INVALID_SIGNATURE: {
    code: -1022,
    kind: "credentials",
    status: 401,
    msg: "Signature for this request is not valid.",
  },
  NO_TIMESTAMP: {
    code: -1023,
    kind: "credentials",
    status: 401,
    msg: "Header X-CH-TS is missing.",
  },
  NO_SIGNATURE: {
    code: -1024,
    kind: "credentials",
    status: 401,
    msg: "Header X-CH-SIGN is missing.",
  },
  ILLEGAL_CHARS: {
    code: -1100,
    kind: "malformed",
    status: 400,
    msg: "Illegal characters in a parameter.",
  },
  TOO_MANY_PARAMETERS: { code: -1101, kind: "malformed", status: 400, msg: "Too many parameters." },
  MANDATORY_PARAM_EMPTY_OR_MALFORMED: {
    code: -1102,
    kind: "malformed",
    status: 400,
    msg: "A mandatory parameter is missing, empty or malformed.",
  },
  BAD_PRECISION: {
    code: -1111,
    kind: "malformed",
    status: 400,
    msg: "Too many decimals for this symbol.",
  },
  NO_DEPTH: {
    code: -1112,
    kind: "not_allowed",
    status: 400,
    msg: "No orders on the other side of the book.",
  },
  BAD_ORDER_TYPE: {
    code: -1116,
    kind: "malformed",
    status: 400,
    msg: "Invalid type; LIMIT or MARKET.",
  },
  BAD_SIDE: { code: -1117, kind: "malformed", status: 400, msg: "Invalid side; BUY or SELL." },
  BAD_SYMBOL: { code: -1121, kind: "malformed", status: 400, msg: "Invalid symbol." },
  BELOW_MINIMUM: {
    code: -1136,
    kind: "not_allowed",
    status: 400,
    msg: "Below the minimum of this symbol.",
  },
  ABOVE_MAXIMUM: {
    code: -1137,
    kind: "not_allowed",
    status: 400,
    msg: "Above the maximum of this symbol.",
  },
  ORDER_PRICE_WAVE_EXCEED: {
    code: -1138,
    kind: "not_allowed",
    status: 400,
    msg: "Price is outside the price band.",
  },
  POSITION_LIMIT: {
    code: -1140,
    kind: "not_allowed",
    status: 400,
    msg: "Beyond the tier of this leverage.",
  },
  ORDER_NOT_SUPPORT_CANCELLATION: {
    code: -1145,
    kind: "order",
    status: 400,
    msg: "Order is already final.",
  },
  CONTRACT_HALTED: {
    code: -1146,
    kind: "not_allowed",
    status: 400,
    msg: "The contract cannot be traded now.",
  },
  CLOSE_ABOVE_POSITION: {
    code: -1156,
    kind: "not_allowed",
    status: 400,
    msg: "More than can be closed.",
  },
  POSITION_FROZEN: {
    code: -1157,
    kind: "not_allowed",
    status: 400,
    msg: "The position is in liquidation.",
  },
  VALUE_BELOW_MINIMUM: {
    code: -1160,
    kind: "not_allowed",
    status: 400,
    msg: "The value is below the minimum.",
  },
  VALUE_ABOVE_MAXIMUM: {
    code: -1161,
    kind: "not_allowed",
    status: 400,
    msg: "The value is above the maximum.",
  },
  LEVERAGE_LOCKED: {
    code: -1163,
    kind: "not_allowed",
    status: 400,
    msg: "Not while orders are open.",
  },
  MARGIN_MODE_DIFFERS: {
    code: -1165,
    kind: "not_allowed",
    status: 400,
    msg: "Against the margin mode in use.",
  },
  DUPLICATE_CLIENT_ORDER_ID: {
    code: -2010,
    kind: "order",
    status: 400,
    msg: "Client order id is in use.",
  },
  NO_SUCH_ORDER: { code: -2013, kind: "order", status: 400, msg: "Order does not exist." },
  REJECTED_CH_KEY: {
    code: -2015,
    kind: "credentials",
    status: 401,
    msg: "API key is not valid for this request.",
  },
  EXCHANGE_LOCK: { code: -2016, kind: "not_allowed", status: 400, msg: "Trading is halted." },
  BALANCE_NOT_ENOUGH: { code: -2017, kind: "funds", status: 400, msg: "Balance is not enough." },
} as const satisfies Readonly<Record<string, CodeRow>>;

export type CodeName = keyof typeof CODES;
