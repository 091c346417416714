/**
 * How this service says no: one total map from the reasons of the commands that users send to the codes of refusals. A
 * reason that is left out does not compile; no message repeats what was sent. Behind the plain message stands what
 * only a sandbox says: the range, the numbers, what to do next. Rules USER-REFUSE-1, USER-REFUSE-2.
 */

import type { CodeName } from "../../../contract/codes.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Rejected } from "../../../core/base/outcome.ts";
import type { RejectOf, UserCommand } from "../../../core/engine/outcomes.ts";

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

function composition(msg: string, more?: string): Saying {
  const saying: Saying = { name: "UNKNOWN_ORDER_COMPOSITION", msg };
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
  extras_in_margin: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "This kind of order is not for margin.",
    more: "Leave volumeUnit out, or place the order in spot.",
  },
  unit_with_limit: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "The volume of a LIMIT order counts the base asset.",
    more: "volumeUnit QUOTE goes with MARKET.",
  },
  slice_cannot_rest: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "Only a LIMIT order that may rest shows a slice at a time.",
    more: "icebergQty goes with GTC or POST_ONLY.",
  },
  slice_not_positive: malformed("Parameter icebergQty must be above zero."),
  slice_too_precise: imprecision("icebergQty"),
  slice_out_of_bounds: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "An order has at most 100 slices, and none below the minimum volume.",
    more: ({ had, needed }) => `icebergQty is ${had}; allowed is ${needed}.`,
  },
  delta_out_of_range: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "A trailing stop does not trail by so much.",
    more: ({ had, needed }) => `trailingDelta is ${had} basis points; allowed is ${needed}.`,
  },
  no_last_price: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "A stop needs a last price, and this symbol has not traded yet.",
  },
  no_range: {
    name: "UNKNOWN_ORDER_COMPOSITION",
    msg: "Such a volumeUnit needs a last price, and this symbol has not traded yet.",
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
  order_in_list: composition(
    "An order of a list is not replaced while the list can act on it.",
    "Cancel the list, and place another.",
  ),
  list_size_wrong: malformed(
    "Parameter orders has not as many items as its listType.",
    "An OCO has 2, an OTO 2, an OTOCO 3.",
  ),
  legs_differ: composition("Legs of a list have the same side and the same volume."),
  leg_counts_quote: composition(
    "The volume of a leg counts the base asset.",
    "A MARKET leg that buys says volumeUnit BASE.",
  ),
  no_leg_waits: composition(
    "One of two legs waits for a price.",
    "Give one of them a triggerPrice.",
  ),
  leg_cannot_rest: composition(
    "A leg waits for a price, or it is LIMIT and rests.",
    "Without a triggerPrice it is LIMIT with GTC or POST_ONLY.",
  ),
  leg_trails_from_price: composition(
    "A leg of a list trails from the moment at which it is live.",
    "Leave its triggerPrice out.",
  ),
  leg_prices_crossed: composition(
    "The prices of the orders do not stand in the right relation.",
    "One leg is above the last price and one below it; a LIMIT leg that sells is above, one that buys below.",
  ),
  list_id_malformed: {
    name: "ILLEGAL_CHARS",
    msg: "Malformed parameter listClientOrderId.",
    more: "It has 1 to 64 of A-Z, a-z, 0-9 and . _ : / - and is not bourse: with digits.",
  },
  list_id_used: {
    name: "DUPLICATE_CLIENT_ORDER_ID",
    msg: "An open order list has this listClientOrderId.",
  },
  list_not_open: { name: "NO_SUCH_ORDER", msg: "No such order list is open." },
  too_many_lists: {
    name: "TOO_MANY_ORDERS",
    msg: "Too many open order lists.",
    more: ({ had, needed }) => `${had} are open; at most ${needed} may be.`,
  },
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
