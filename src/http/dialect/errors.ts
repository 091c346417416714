/**
 * How this service says no: one table of codes with name, HTTP status and message, and one total map from
 * the reasons of the commands that users send to it. A reason that is left out does not compile. Messages may
 * improve, codes are stable; no message repeats what was sent. Behind the plain message stands what
 * only a sandbox says: the range, the numbers, what to do next. Rules USER-REFUSE-1, USER-REFUSE-2.
 */

import type { Rejected } from "../../base/outcome.ts";
import type { RejectOf, UserCommand } from "../../engine/outcomes.ts";

interface CodeRow {
  readonly code: number;
  readonly status: number;
  readonly msg: string;
}

export const CODES = {
  UNKNOWN: { code: -1000, status: 500, msg: "An unexpected failure." },
  DISCONNECTED: { code: -1001, status: 503, msg: "Not accepting requests now; not executed." },
  UNAUTHORIZED: { code: -1002, status: 401, msg: "Header X-CH-APIKEY is missing." },
  TOO_MANY_REQUESTS: { code: -1003, status: 429, msg: "Too many requests." },
  TIMEOUT: { code: -1007, status: 504, msg: "No outcome in time; it may have been executed." },
  UNKNOWN_ORDER_COMPOSITION: { code: -1014, status: 400, msg: "Unsupported order combination." },
  TOO_MANY_ORDERS: { code: -1015, status: 400, msg: "Too many open orders." },
  ILLEGAL_CONTENT_TYPE: { code: -1017, status: 400, msg: "Content type must be application/json." },
  UNSUPPORTED_OPERATION: { code: -1020, status: 400, msg: "This operation is not supported." },
  INVALID_TIMESTAMP: { code: -1021, status: 400, msg: "Timestamp is outside of the recvWindow." },
  INVALID_SIGNATURE: { code: -1022, status: 401, msg: "Signature for this request is not valid." },
  NO_TIMESTAMP: { code: -1023, status: 401, msg: "Header X-CH-TS is missing." },
  NO_SIGNATURE: { code: -1024, status: 401, msg: "Header X-CH-SIGN is missing." },
  ILLEGAL_CHARS: { code: -1100, status: 400, msg: "Illegal characters in a parameter." },
  TOO_MANY_PARAMETERS: { code: -1101, status: 400, msg: "Too many parameters." },
  MANDATORY_PARAM_EMPTY_OR_MALFORMED: {
    code: -1102,
    status: 400,
    msg: "A mandatory parameter is missing, empty or malformed.",
  },
  BAD_PRECISION: { code: -1111, status: 400, msg: "Too many decimals for this symbol." },
  NO_DEPTH: { code: -1112, status: 400, msg: "No orders on the other side of the book." },
  BAD_ORDER_TYPE: { code: -1116, status: 400, msg: "Invalid type; LIMIT or MARKET." },
  BAD_SIDE: { code: -1117, status: 400, msg: "Invalid side; BUY or SELL." },
  BAD_SYMBOL: { code: -1121, status: 400, msg: "Invalid symbol." },
  BELOW_MINIMUM: { code: -1136, status: 400, msg: "Below the minimum of this symbol." },
  ABOVE_MAXIMUM: { code: -1137, status: 400, msg: "Above the maximum of this symbol." },
  ORDER_PRICE_WAVE_EXCEED: { code: -1138, status: 400, msg: "Price is outside the price band." },
  POSITION_LIMIT: { code: -1140, status: 400, msg: "Beyond the tier of this leverage." },
  ORDER_NOT_SUPPORT_CANCELLATION: { code: -1145, status: 400, msg: "Order is already final." },
  CONTRACT_HALTED: { code: -1146, status: 400, msg: "The contract cannot be traded now." },
  CLOSE_ABOVE_POSITION: { code: -1156, status: 400, msg: "More than can be closed." },
  POSITION_FROZEN: { code: -1157, status: 400, msg: "The position is in liquidation." },
  VALUE_BELOW_MINIMUM: { code: -1160, status: 400, msg: "The value is below the minimum." },
  VALUE_ABOVE_MAXIMUM: { code: -1161, status: 400, msg: "The value is above the maximum." },
  LEVERAGE_LOCKED: { code: -1163, status: 400, msg: "Not while orders are open." },
  MARGIN_MODE_DIFFERS: { code: -1165, status: 400, msg: "Against the margin mode in use." },
  DUPLICATE_CLIENT_ORDER_ID: { code: -2010, status: 400, msg: "Client order id is in use." },
  NO_SUCH_ORDER: { code: -2013, status: 400, msg: "Order does not exist." },
  REJECTED_CH_KEY: { code: -2015, status: 401, msg: "API key is not valid for this request." },
  EXCHANGE_LOCK: { code: -2016, status: 400, msg: "Trading is halted." },
  BALANCE_NOT_ENOUGH: { code: -2017, status: 400, msg: "Balance is not enough." },
} as const satisfies Readonly<Record<string, CodeRow>>;

export type CodeName = keyof typeof CODES;

/** What a sandbox says behind the plain message, where no more exact words are given. */
const HINTS: Readonly<Partial<Record<CodeName, string>>> = {
  UNAUTHORIZED: "A signed request has three headers: X-CH-APIKEY, X-CH-TS and X-CH-SIGN.",
  NO_TIMESTAMP:
    "It is the time of the request in ms since 1970, and the first part of what is signed.",
  NO_SIGNATURE: "It is the HMAC-SHA256 of X-CH-TS, method, path and body, in hex.",
  TIMEOUT: "Before you send an order again, ask for it by its client id.",
  BAD_ORDER_TYPE: "In capital letters.",
  BAD_SIDE: "In capital letters.",
  NO_SUCH_ORDER: "An order of another user, symbol or area counts as none.",
  TOO_MANY_REQUESTS: "Wait as many seconds as Retry-After says.",
};

export type More = string | (() => string | undefined) | undefined;

/** The parts of a refusal that may differ from the row of the table. */
interface Variation {
  readonly msg?: string;
  /** What a sandbox says besides. Made only when it is sent. */
  readonly more?: More;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The rest of the request is not worth reading: the connection ends with the reply. */
  readonly isClosing?: boolean;
}

/** Not executed now; nothing speaks against trying again. */
const RETRY_SOON = { "Retry-After": "1" };

/** A refusal on its way to the client. Thrown anywhere in the API, ended in one place. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly isClosing: boolean;
  readonly #codeName: CodeName;
  readonly #more: More;

  constructor(name: CodeName, variation: Variation = {}) {
    const row = CODES[name];
    super(variation.msg ?? row.msg);
    this.#codeName = name;
    this.code = row.code;
    this.status = variation.status ?? row.status;
    const isForNow = this.status === 503 || this.status === 429;
    const again: Readonly<Record<string, string>> = isForNow ? RETRY_SOON : {};
    this.headers = { ...again, ...variation.headers };
    this.isClosing = variation.isClosing ?? false;
    this.#more = variation.more ?? (variation.msg === undefined ? HINTS[name] : undefined);
  }

  /** The same refusal, said of one item of a request. */
  about(item: string): Refusal {
    const { status, headers, isClosing } = this;
    const msg = `${item}: ${this.message}`;
    return new Refusal(this.#codeName, { msg, more: this.#more, status, headers, isClosing });
  }

  /** USER-REFUSE-2: the plain message, and behind it what only a sandbox says. */
  get talk(): string {
    const more = typeof this.#more === "function" ? this.#more() : this.#more;
    return more === undefined ? this.message : `${this.message} ${more}`;
  }

  /** USER-REFUSE-1: the code is the same in every mode. */
  body(isTalkative = false): string {
    const msg = JSON.stringify(isTalkative ? this.talk : this.message);
    // The signed string is the client's own text: no browser is to take it for a page.
    return `{"code":${this.code},"msg":${msg.replaceAll("<", "\\u003c")}}`;
  }
}

interface Numbers {
  readonly had: string;
  readonly needed: string;
}

/** Words that may need the numbers behind the refusal. */
type Words = string | ((numbers: Numbers) => string);

interface Saying {
  readonly name: CodeName;
  readonly msg?: Words;
  /** What a sandbox says besides. */
  readonly more?: Words;
}

function malformed(msg: string, more?: Words): Saying {
  const saying: Saying = { name: "MANDATORY_PARAM_EMPTY_OR_MALFORMED", msg };
  return more === undefined ? saying : { ...saying, more };
}

function imprecision(parameter: string): Saying {
  const more = ({ had, needed }: Numbers) =>
    `${had} has ${decimalsIn(had)}; at most ${needed} are taken here.`;
  return { name: "BAD_PRECISION", msg: `Too many decimals in ${parameter}.`, more };
}

function decimalsIn(plain: string): number {
  return plain.split(".")[1]?.length ?? 0;
}

const atLeast = ({ had, needed }: Numbers) => `It is ${had}; at least ${needed} is needed.`;
const atMost = ({ had, needed }: Numbers) => `It is ${had}; at most ${needed} is allowed.`;

/** Why the engine may refuse what users send: the reasons that this API needs words for, and no others. */
export type ApiReject = RejectOf<UserCommand>;

const SAYINGS: Readonly<Record<ApiReject, Saying>> = {
  rules_too_old: {
    name: "UNSUPPORTED_OPERATION",
    msg: "This exchange has not adopted the rules that it came with.",
    more: "The operator adopts them: bourse rules adopt.",
  },
  pair_not_found: { name: "BAD_SYMBOL" },
  self_trade_not_allowed: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "This symbol does not allow selfTrade NONE.",
  },
  trigger_in_margin: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "There are no stops in margin.",
    more: "Leave triggerPrice out, or place the order in spot.",
  },
  no_last_price: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "A stop needs a last price, and this symbol has not traded yet.",
  },
  pair_halted: { name: "EXCHANGE_LOCK", msg: "Trading in this symbol is halted." },
  user_frozen: { name: "EXCHANGE_LOCK", msg: "This account is frozen." },
  price_missing: malformed("Parameter price is mandatory for LIMIT."),
  price_not_positive: malformed("Parameter price must be above zero."),
  quantity_not_positive: malformed("Parameter volume must be above zero."),
  price_too_precise: imprecision("price"),
  quantity_too_precise: imprecision("volume"),
  quantity_below_min: {
    name: "BELOW_MINIMUM",
    msg: ({ had, needed }) => `Volume ${had} is below the minimum of ${needed}.`,
  },
  notional_below_min: {
    name: "BELOW_MINIMUM",
    msg: "The order's value is below the minimum.",
    more: atLeast,
  },
  quantity_above_max: {
    name: "ABOVE_MAXIMUM",
    msg: "Volume is above the maximum.",
    more: atMost,
  },
  notional_above_max: {
    name: "ABOVE_MAXIMUM",
    msg: "The order's value is above the maximum.",
    more: atMost,
  },
  price_out_of_band: {
    name: "ORDER_PRICE_WAVE_EXCEED",
    more: ({ had, needed }) => `It is ${had}; allowed now is ${needed}.`,
  },
  client_id_malformed: {
    name: "ILLEGAL_CHARS",
    msg: "Malformed parameter newClientOrderId.",
    more: "It has 1 to 64 of A-Z, a-z, 0-9 and . _ : / - and is not bourse: with digits.",
  },
  client_id_used: {
    name: "DUPLICATE_CLIENT_ORDER_ID",
    msg: ({ had }) => `Client order id is in use by order ${had}.`,
  },
  too_many_open_orders: {
    name: "TOO_MANY_ORDERS",
    more: ({ had, needed }) => `${had} are open; at most ${needed} may be.`,
  },
  no_opposite_orders: { name: "NO_DEPTH" },
  insufficient_balance: {
    name: "BALANCE_NOT_ENOUGH",
    msg: ({ had, needed }) => `Balance is not enough: ${had} free, ${needed} needed.`,
  },
  loan_pool_short: {
    name: "BALANCE_NOT_ENOUGH",
    msg: ({ had, needed }) => `The loan pool is too small: ${had} in it, ${needed} needed.`,
  },
  loan_cap_reached: {
    name: "BALANCE_NOT_ENOUGH",
    msg: ({ had, needed }) => `The loan cap is reached: ${had} may be borrowed, ${needed} needed.`,
  },
  index_not_known: {
    name: "BALANCE_NOT_ENOUGH",
    msg: "An index price is missing or stale: no borrowing and no transfer out until it is back.",
  },
  index_from_trades: {
    name: "BALANCE_NOT_ENOUGH",
    msg: "An index price that only follows trades carries no loan here.",
    more: "An asset whose index has no source counts nothing: neither what you have of it nor what you would buy.",
  },
  level_too_low: {
    name: "BALANCE_NOT_ENOUGH",
    msg: "The margin level would be too low.",
    more: ({ had, needed }) => `It would be ${had}; needed is ${needed}.`,
  },
  account_in_liquidation: {
    name: "EXCHANGE_LOCK",
    msg: "This margin account is in liquidation.",
  },
  order_not_open: { name: "NO_SUCH_ORDER" },
  countdown_out_of_range: malformed(
    "Parameter countdownTime is out of range.",
    "It is 0, which ends the countdown, or 1000 to 86400000 ms.",
  ),
  too_many_countdowns: {
    name: "TOO_MANY_REQUESTS",
    msg: "Too many countdowns are running on this exchange.",
  },
  contract_not_found: { name: "BAD_SYMBOL" },
  contract_halted: { name: "CONTRACT_HALTED" },
  trigger_price_not_positive: malformed("Parameter triggerPrice must be above zero."),
  trigger_opens: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "Stop loss and stop gain only close.",
  },
  time_in_force_with_market: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "A MARKET order takes no timeInForce but GTC or IOC.",
  },
  trigger_price_too_precise: imprecision("triggerPrice"),
  position_frozen: { name: "POSITION_FROZEN" },
  margin_mode_differs: {
    name: "MARGIN_MODE_DIFFERS",
    msg: "A position or an open order has the other positionType.",
  },
  value_below_min: { name: "VALUE_BELOW_MINIMUM", more: atLeast },
  value_above_max: { name: "VALUE_ABOVE_MAXIMUM", more: atMost },
  close_above_position: {
    name: "CLOSE_ABOVE_POSITION",
    msg: ({ had, needed }) => `More than can be closed: ${had} can, ${needed} wanted.`,
  },
  position_limit: {
    name: "POSITION_LIMIT",
    more: ({ had, needed }) =>
      `Position and orders would be worth ${had}; at this leverage at most ${needed} is allowed.`,
  },
  born_in_liquidation: {
    name: "BALANCE_NOT_ENOUGH",
    msg: "The position would be liquidated at once.",
    more: "Take less leverage, or a price nearer to the mark price.",
  },
  leverage_out_of_range: malformed(
    "Parameter nowLevel is not a leverage of this contract.",
    ({ needed }) => `It is a whole number from 1 to ${needed}.`,
  ),
  leverage_above_tier: {
    name: "POSITION_LIMIT",
    msg: "The position is too large for it.",
    more: ({ needed }) => `At its size the leverage is at most ${needed}.`,
  },
  orders_open: {
    name: "LEVERAGE_LOCKED",
    more: "Cancel the open orders of the contract first.",
  },
  position_not_found: { name: "NO_SUCH_ORDER", msg: "Position does not exist." },
  position_is_cross: { name: "MARGIN_MODE_DIFFERS", msg: "The position has no margin of its own." },
  batch_empty: malformed("The batch is empty."),
  batch_too_large: { name: "TOO_MANY_PARAMETERS", msg: "The batch has too many items." },
  key_not_allowed: { name: "REJECTED_CH_KEY" },
  signature_used: {
    name: "INVALID_SIGNATURE",
    msg: "This signature was accepted before.",
    more: "The key takes each signature once; the request that had it first was carried out.",
  },
  signatures_full: {
    name: "TOO_MANY_REQUESTS",
    msg: "Too many requests by keys that take each signature once.",
    more: "Try again within two minutes.",
  },
  request_id_used: {
    name: "DUPLICATE_CLIENT_ORDER_ID",
    msg: "Client request id is in use by another request.",
    more: "Within 24 hours the same id stands for the same request with the same parameters.",
  },
  too_many_request_ids: {
    name: "TOO_MANY_ORDERS",
    msg: "Too many client request ids in 24 hours.",
    more: "Without one the request is taken; it must not be sent twice then.",
  },
  directory_not_open: { name: "DISCONNECTED" },
  amount_not_positive: malformed("Parameter amount must be above zero."),
  area_is_the_same: malformed("Parameters fromAccount and toAccount must differ."),
  asset_not_found: malformed("There is no such asset."),
};

/** NUM-SCALE-1: a number with more decimals than are taken; `needed` is how many are. */
export function tooPrecise(parameter: string, numbers: Numbers): Refusal {
  return sayingOf(imprecision(parameter), numbers);
}

/** The engine's refusal in the words of this dialect. SPOT-BATCH-6: one about an item of a batch names it. */
export function refusalOf({ reason, had, needed, item }: Rejected<ApiReject>): Refusal {
  const hasNumbers = had !== undefined && needed !== undefined;
  const refusal = sayingOf(SAYINGS[reason], hasNumbers ? { had, needed } : undefined);
  return item === undefined ? refusal : refusal.about(`orders[${item}]`);
}

function sayingOf({ name, msg, more }: Saying, numbers: Numbers | undefined): Refusal {
  const [plain, besides] = [sayWith(msg, numbers), sayWith(more, numbers)];
  return new Refusal(name, { ...(plain !== undefined && { msg: plain }), more: besides });
}

/** Words that need numbers stay unsaid without them. */
function sayWith(words: Words | undefined, numbers: Numbers | undefined): string | undefined {
  if (typeof words !== "function") return words;
  return numbers && words(numbers);
}
