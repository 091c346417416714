/** Made by `npm run generate` from the contract: the codes of refusals, with what each means to a program. */
import type { ErrorKind } from "./errors.ts";

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
