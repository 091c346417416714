/** What a futures order can be refused for. */
import type { CodeName } from "../codes.ts";

/** What an order can be refused for before it is placed, also one that waits for its condition. */
export const FORM_CODES = [
  "BAD_SYMBOL",
  "CONTRACT_HALTED",
  "EXCHANGE_LOCK",
  "BAD_SIDE",
  "BAD_ORDER_TYPE",
  "UNKNOWN_ORDER_COMPOSITION",
  "BAD_PRECISION",
  "BELOW_MINIMUM",
  "ABOVE_MAXIMUM",
  "VALUE_BELOW_MINIMUM",
  "VALUE_ABOVE_MAXIMUM",
  "ORDER_PRICE_WAVE_EXCEED",
  "DUPLICATE_CLIENT_ORDER_ID",
  "TOO_MANY_ORDERS",
] as const satisfies readonly CodeName[];

/**
 * What is checked at the moment of placing: of a condition order, at its trigger. No client is ever told
 * that its position is in liquidation: a liquidation begins and ends in one command.
 */
export const MOMENT_CODES = [
  "MARGIN_MODE_DIFFERS",
  "CLOSE_ABOVE_POSITION",
  "POSITION_LIMIT",
  "NO_DEPTH",
  "BALANCE_NOT_ENOUGH",
] as const satisfies readonly CodeName[];
