/**
 * How the operator's API says no: one total map from the reasons of the operator's commands to codes and sentences. A reason
 * that is left out does not compile. No message repeats what was sent.
 */

import {
  type AnyCodeName,
  codeRowOf,
  isOwnCode,
  type OperatorCodeName,
} from "../../../contract/operator/codes.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Rejected } from "../../../core/base/outcome.ts";
import type { OperatorCommand, RejectOf } from "../../../core/engine/outcomes.ts";

interface Variation {
  readonly msg?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that the public API does not know. */
export class OperatorRefusal extends Refusal {
  override readonly code: number;

  constructor(name: OperatorCodeName, variation: Variation = {}) {
    const { code, status, msg } = codeRowOf(name);
    super("UNKNOWN", { status, msg, ...variation });
    this.code = code;
  }
}

/** LOG-DUR-1: never in the log. */
export function unavailable(
  msg = "The exchange takes no commands now; this one was not carried out.",
): Refusal {
  return new Refusal("DISCONNECTED", { msg, headers: { "Retry-After": "1" } });
}

/** LOG-DUR-1: zero or one times. */
export function outcomeUnknown(remedy = "Look before you repeat it."): Refusal {
  return new Refusal("TIMEOUT", { msg: `${codeRowOf("TIMEOUT").msg} ${remedy}` });
}

interface Numbers {
  readonly had: string;
  readonly needed: string;
}

interface Saying {
  readonly name: AnyCodeName;
  readonly msg: string | ((numbers: Numbers) => string);
}

function malformed(msg: string): Saying {
  return { name: "MANDATORY_PARAM_EMPTY_OR_MALFORMED", msg };
}

function noRoom(what: string): Saying {
  return { name: "NO_ROOM", msg: `The exchange has as many ${what} as it can hold.` };
}

/** Why the engine may refuse what the operator sends: the reasons that need words here, and no others. */
export type OperatorReject = RejectOf<OperatorCommand>;

const SAYINGS: Readonly<Record<OperatorReject, Saying>> = {
  advance_too_far: malformed("The clock is advanced by at most 366 days at once."),
  clock_frozen: { name: "CLOCK_REFUSED", msg: "The clock is frozen already." },
  clock_running: {
    name: "CLOCK_REFUSED",
    msg: "The clock runs; freeze it first: bourse clock freeze.",
  },
  not_a_sandbox: {
    name: "SANDBOX_ONLY",
    msg: "This directory is a production one, for ever: it has no sandbox controls.",
  },
  candles_wrong: malformed(
    "A candle starts at a whole minute from 1971 on, its prices are above zero, and its high and low hold the others.",
  ),
  candles_out_of_order: {
    name: "PAST_REFUSED",
    msg: ({ had, needed }) =>
      `A candle starts at ${had}, and those before it end at ${needed}: they come in the order of time, each once.`,
  },
  candles_not_past: {
    name: "PAST_REFUSED",
    msg: ({ had, needed }) => `The last candle ends at ${had}, and it is only ${needed}.`,
  },
  market_has_trades: {
    name: "PAST_REFUSED",
    msg: "The market has traded: a past is imported before its first trade, or never.",
  },
  time_not_ahead: malformed("The clock goes forward only: the time is not ahead."),
  address_malformed: malformed("An address is IPv4 or IPv6, without a port or a name."),
  amount_not_positive: malformed("The amount must be above zero."),
  amount_too_large: malformed("The amount is larger than any ledger holds."),
  asset_exists: { name: "ALREADY_EXISTS", msg: "There is an asset of this name already." },
  asset_not_found: {
    name: "NO_SUCH_ASSET",
    msg: "There is no such asset; a symbol needs two different ones.",
  },
  ban_not_found: { name: "NO_SUCH_BAN", msg: "No ban is on this address." },
  contract_exists: {
    name: "ALREADY_EXISTS",
    msg: "There is, or was, a contract of this name; a delisted one keeps its name.",
  },
  contract_not_found: {
    name: "BAD_SYMBOL",
    msg: "There is no such contract, or it is delisted.",
  },
  directory_not_open: { name: "DISCONNECTED", msg: "The directory is not open yet." },
  insufficient_balance: {
    name: "BALANCE_NOT_ENOUGH",
    msg: ({ had, needed }) => `Only what is free can be withdrawn: ${had} is, ${needed} is needed.`,
  },
  key_exists: { name: "ALREADY_EXISTS", msg: "There is an API key of this name already." },
  key_not_found: { name: "NO_SUCH_KEY", msg: "There is no such API key." },
  movement_id_malformed: malformed(
    "An id has 1 to 64 letters, digits, dots, colons, slashes, dashes and underscores.",
  ),
  movement_id_used: {
    name: "ID_USED",
    msg: "This id was used for another movement: another user or fund, asset, amount or direction.",
  },
  name_malformed: {
    name: "ILLEGAL_CHARS",
    msg: "A name has letters, digits and ._-; that of an asset or symbol only A-Z and 0-9.",
  },
  order_not_open: { name: "NO_SUCH_ORDER", msg: "No open order has this id." },
  pair_exists: {
    name: "ALREADY_EXISTS",
    msg: "There is, or was, a symbol of this name; a delisted one keeps its name.",
  },
  pair_not_found: {
    name: "BAD_SYMBOL",
    msg: "There is no such symbol, or it is delisted.",
  },
  positions_open: {
    name: "STILL_HELD",
    msg: "Somebody holds a position in this contract; it can be delisted when nobody does.",
  },
  precision_too_fine: {
    name: "RULES_REFUSED",
    msg: "Price and quantity decimals must fit the quote's scale, quantity decimals the base's.",
  },
  fees_below_zero: {
    name: "RULES_REFUSED",
    msg: [
      "What maker and taker pay together must not be below zero,",
      "also not with the rates that open orders have kept or that users have of their own.",
    ].join(" "),
  },
  rate_out_of_range: {
    name: "RULES_REFUSED",
    msg: "A fee rate is below 1; only a maker's may be negative, and above -1.",
  },
  rules_contradict: {
    name: "RULES_REFUSED",
    msg: "A minimum or lower bound is above its maximum, or minQty or maxOpenOrders is 0.",
  },
  rules_too_old: {
    name: "NOT_NOW",
    msg: "The rules of this directory are older than this; move it to newer ones first: bourse rules adopt.",
  },
  rules_not_known: malformed("This program does not know rules of that version."),
  rules_not_newer: {
    name: "ALREADY_EXISTS",
    msg: "The directory has rules of that version, or of a newer one.",
  },
  scale_out_of_range: malformed("A scale is a whole number from 0 to 18."),
  tiers_out_of_order: {
    name: "RULES_REFUSED",
    msg: [
      "There are 1 to 20 tiers. From one to the next the value rises, the leverage does not rise,",
      "the keepRate does not fall. Of each the keepRate is above 0, the leverage from 1 to 1000,",
      "and leverage × (keepRate + maxFeeRate) is below 1.",
    ].join(" "),
  },
  too_many_assets: noRoom("assets"),
  too_many_contracts: noRoom("contracts"),
  too_many_keys: noRoom("API keys"),
  too_many_pairs: noRoom("symbols"),
  too_many_user_fees: noRoom("fee rates of users"),
  too_many_users: noRoom("users"),
  user_exists: { name: "ALREADY_EXISTS", msg: "There is a user of this name already." },
  user_fees_not_found: {
    name: "NO_SUCH_FEES",
    msg: "The user has no fee rates of its own there.",
  },
  user_not_found: { name: "NO_SUCH_USER", msg: "There is no such user." },
  index_is_fixed: { name: "RULES_REFUSED", msg: "USDT is what all prices are in; its own is 1." },
  price_out_of_range: malformed("A price is above zero and at most 10^12 USDT."),
  source_not_found: {
    name: "NO_SUCH_SOURCE",
    msg: "No index price of this asset was set by this source.",
  },
  too_many_sources: noRoom("index sources for this asset"),
  weight_out_of_range: malformed("A weight is a whole number from 1 to 1000."),
};

/** What a reason means for one command, where the usual sentence is about another. */
export type OwnWords = Readonly<Partial<Record<OperatorReject, string>>>;

/** The engine's refusal in the operator's words. */
export function refusalOf(
  { reason, had = "less", needed = "more" }: Rejected<OperatorReject>,
  own: OwnWords = {},
): Refusal {
  const { name, msg: usual } = SAYINGS[reason];
  const said = own[reason] ?? usual;
  const msg = typeof said === "string" ? said : said({ had, needed });
  const { status } = codeRowOf(name);
  return isOwnCode(name) ? new OperatorRefusal(name, { msg }) : new Refusal(name, { msg, status });
}
