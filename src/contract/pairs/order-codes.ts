/** What an order of spot or margin can be refused for. */
import type { CodeName } from "../codes.ts";

/** For its form, also that of an item of a batch. */
export const FORM_CODES = [
  "BAD_SYMBOL",
  "BAD_SIDE",
  "BAD_ORDER_TYPE",
  "UNSUPPORTED_OPERATION",
  "UNKNOWN_ORDER_COMPOSITION",
  "EXCHANGE_LOCK",
  "BAD_PRECISION",
  "BELOW_MINIMUM",
  "ABOVE_MAXIMUM",
  "ORDER_PRICE_WAVE_EXCEED",
] as const satisfies readonly CodeName[];

/** Before its money is counted. */
export const STANDING_CODES = [
  ...FORM_CODES,
  "DUPLICATE_CLIENT_ORDER_ID",
  "TOO_MANY_ORDERS",
  "NO_DEPTH",
] as const satisfies readonly CodeName[];
