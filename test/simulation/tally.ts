/**
 * What happened in a run, counted: a simulation in which nothing interesting happens proves nothing.
 * Commands and reasons are those of the declarations: a new one must be reached here too.
 */
import { ENTRY_KINDS } from "../../src/core/engine/ledger/entry-kinds.ts";
import { LIST_KINDS } from "../../src/core/engine/orders/order-lists.ts";
import type { Reject } from "../../src/core/engine/outcomes.ts";
import { COMMAND_TYPES, REASONS } from "../support/declarations.ts";

/** The reasons that no run can meet. */
const NEVER_MET: ReadonlySet<Reject> = new Set([
  // FUT-LIQ-1: a liquidation is over before the next command can ask.
  "position_frozen",
  // The directory of a run is a sandbox.
  "not_a_sandbox",
]);

/** Each of these in a linear contract and in an inverse one. */
const OF_BOTH_KINDS = [
  "contract trade",
  "isolated liquidation",
  "cross liquidation",
  "tier reduction",
  "takeover",
  "netting",
  "deleveraging",
  "deleveraging of several",
  "fund exhausted",
  "deficit insured",
  "bad debt",
  "longs pay funding",
  "shorts pay funding",
  "condition that set off another",
  "stale index delays a liquidation",
  "halt delays a liquidation",
];

/** Of orders with instructions, and of their management. */
const OF_THE_ORDER_SET = [
  ...["gtc new", "gtc traded, filled", "gtc traded, partially_filled"].map(inSpot),
  ...["ioc traded, canceled", "post_only canceled"].map(inSpot),
  ...["fok canceled", "fok traded, filled", "post_only new"].flatMap(inBothAreas),
  ...["ioc canceled", "ioc traded, filled"].flatMap(inBothAreas),
  "spot market ioc traded, filled",
  "spot market ioc canceled",
  ...["expire_taker", "expire_maker", "expire_both", "none", "decrement"].map(
    (mode) => `own order met: ${mode}`,
  ),
  ...["expire_taker", "expire_maker", "expire_both", "decrement"].map(
    (mode) => `match prevented: ${mode}`,
  ),
  "next slice",
  "maker goes on with less",
  "maker ends with what it lost",
  "fok killed for an own order",
  "stop waits: limit buy",
  "stop waits: limit sell",
  "stop waits: market buy",
  "stop waits: market sell",
  "stop triggered at once",
  "stop triggered by a taker of spot",
  "stop triggered by a taker of margin",
  "stop triggered by a stop",
  "stop triggered by a batch",
  "stop triggered by a replacement",
  "stop triggered by a forced trade",
  "several stops triggered at once",
  ...["buy base", "sell quote"].flatMap((what) => [`${what} filled`, `${what} canceled`]),
  ...["new", "partially_filled", "filled", "canceled"].map((status) => `stop limit ${status}`),
  ...["buy", "sell"].flatMap((side) => [
    `trailing stop triggered: ${side}`,
    `trailing stop triggered where it had moved: ${side}`,
    `stop began to trail at its trigger: ${side}`,
  ]),
  "stop market filled",
  "stop market canceled",
  "stop replaced",
  "delisted with open stops",
  "amended in spot",
  "amended in margin",
  "amended to the same",
  "amended before another",
  "replaced in spot",
  "replaced in margin",
  "replacement rejected in spot",
  "replacement rejected in margin",
  "placed for what was gone in spot",
  ...["CancelAllOrders", "EndCountdown"].flatMap((type) =>
    ["spot", "margin", "a stop of spot"].map((what) => `${type} cancels ${what}`),
  ),
  "countdown renewed",
  "countdown ended by its user",
];

/** Of order lists. */
const OF_LISTS = [
  ...LIST_KINDS.map((kind) => `list placed: ${kind}`),
  "leg ended for the other: by a trade",
  "leg ended for the other: by a trigger",
  "trailing leg worked",
  "leg went live",
  "legs went live",
  "legs rejected",
  "gap over a leg",
  "several lists go live in one command",
  "list ended with its first order filled in part",
  "list of a frozen user goes on",
  "list canceled by its id",
  "list canceled by its name",
  "stop triggered by a leg",
  ...["CancelOrder", "CancelBatch", "CancelAllOrders", "CancelOrderList", "CancelByOperator"].map(
    listEnded,
  ),
  ...["DelistPair", "countdown", "self_trade", "post_only", "fill_or_kill"].map(listEnded),
  ...["immediate_or_cancel", "out_of_range", "empty_book"].map(listEnded),
];

function listEnded(by: string): string {
  return `list ended: ${by}`;
}

function inSpot(outcome: string): string {
  return `spot limit ${outcome}`;
}

function inBothAreas(outcome: string): string[] {
  return [inSpot(outcome), `margin limit ${outcome}`];
}

/** Everything that each campaign has to meet at least once. */
export const INTERESTING: readonly string[] = [
  // No contract of the crowd settles its profits.
  ...ENTRY_KINDS.filter((kind) => kind !== "settlement").map((kind) => `entry ${kind}`),
  ...REASONS.filter((reason) => !NEVER_MET.has(reason)).map((reason) => `reject ${reason}`),
  ...COMMAND_TYPES.map((type) => `done ${type}`),
  "trade",
  "trade at a better price",
  "trade of an order with itself allowed",
  "trade above 2^53",
  "rebate paid",
  "rebate capped by FEE",
  "fee of everything received",
  "maker partially filled",
  "maker filled",
  "taker limit new",
  "taker limit partially_filled",
  "taker limit filled",
  "taker limit canceled",
  "taker market filled",
  "taker market canceled",
  "market order that traded nothing",
  "stopped by own_order: limit",
  "stopped by own_order: market",
  "stopped by range",
  "batch with a rejected item",
  "batch cancel with a failure",
  "client id used again",
  "client id of an ended order",
  "client id reused at once",
  "movement repeated",
  "request repeated",
  "request mixed",
  "request spent",
  "request id forgotten",
  "several trades in one command",
  "delisted with open orders",
  "level beyond 2^53",
  "ban repeated",
  "ban of what is banned",
  "ban pushed out by another",
  "loan",
  "loan refused",
  "margin call",
  "margin call repeated",
  "stale index protects an account",
  "liquidation",
  "liquidation recovered",
  "liquidation repaid",
  "liquidation bad_debt",
  "liquidation that waits",
  "liquidation repeated on a thin book",
  "several victims of one command",
  "forced trade",
  "forced trade with an own order",
  "forced trade with a margin order",
  "forced sale through USDT",
  "bad debt",
  "insurance pays a part of a loss",
  "spot taker fills a margin maker who repays",
  ...OF_THE_ORDER_SET,
  ...OF_LISTS,
  "a month of hours",
  ...OF_BOTH_KINDS.flatMap((what) => [`${what}: linear`, `${what}: inverse`]),
  "futures liquidation orders_canceled",
  "futures liquidation netted",
  "futures liquidation reduced",
  "futures liquidation taken_over",
  "futures order gtc filled",
  "futures order gtc canceled",
  "futures order ioc filled",
  "futures order ioc canceled",
  "futures order fok filled",
  "futures order fok canceled",
  "futures order post_only filled",
  "futures order post_only canceled",
  "condition order filled",
  "condition order canceled",
  "condition order rejected",
  "position ended",
  "a month of funding",
];

export class Tally {
  readonly counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  add(other: Tally): void {
    for (const [what, times] of other.counts) this.count(what, times);
  }

  missing(): string[] {
    return INTERESTING.filter((what) => !this.counts.has(what));
  }
}
