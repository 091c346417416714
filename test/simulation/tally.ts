/**
 * What happened in a run, counted: a simulation in which nothing interesting happens proves nothing.
 * The table of reasons is complete by type: a new reject must be reached here too.
 */
import type { Command } from "../../src/engine/codec.ts";
import type { Reject } from "../../src/engine/events.ts";

const REASONS: Readonly<Record<Reject, true>> = {
  address_malformed: true,
  amount_not_positive: true,
  amount_too_large: true,
  asset_exists: true,
  asset_not_found: true,
  ban_not_found: true,
  batch_empty: true,
  batch_too_large: true,
  client_id_malformed: true,
  client_id_used: true,
  directory_already_open: true,
  directory_not_open: true,
  format_not_supported: true,
  insufficient_balance: true,
  key_exists: true,
  key_not_allowed: true,
  key_not_found: true,
  movement_id_malformed: true,
  movement_id_used: true,
  name_malformed: true,
  no_opposite_orders: true,
  notional_above_max: true,
  notional_below_min: true,
  order_not_open: true,
  pair_exists: true,
  pair_halted: true,
  pair_not_found: true,
  precision_too_fine: true,
  price_missing: true,
  price_not_positive: true,
  price_out_of_band: true,
  price_too_precise: true,
  quantity_above_max: true,
  quantity_below_min: true,
  quantity_not_positive: true,
  quantity_too_precise: true,
  rate_out_of_range: true,
  rules_contradict: true,
  scale_out_of_range: true,
  tick_not_due: true,
  too_many_assets: true,
  too_many_keys: true,
  too_many_open_orders: true,
  too_many_pairs: true,
  too_many_users: true,
  user_exists: true,
  user_frozen: true,
  user_not_found: true,
};

const DONE: Readonly<Record<Command["type"], true>> = {
  OpenDirectory: true,
  StrikeHour: true,
  VoidCommand: true,
  AddUser: true,
  FreezeUser: true,
  UnfreezeUser: true,
  AddKey: true,
  RevokeKey: true,
  BanAddress: true,
  LiftBan: true,
  AddAsset: true,
  AddPair: true,
  SetFees: true,
  HaltPair: true,
  ResumePair: true,
  Deposit: true,
  Withdraw: true,
  PlaceOrder: true,
  PlaceBatch: true,
  CancelOrder: true,
  CancelBatch: true,
  CancelByOperator: true,
  DelistPair: true,
};

/** Everything that each campaign has to meet at least once. */
export const INTERESTING: readonly string[] = [
  ...Object.keys(REASONS).map((reason) => `reject ${reason}`),
  ...Object.keys(DONE).map((type) => `done ${type}`),
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
  "movement repeated",
  "several trades in one command",
  "delisted with open orders",
  "level beyond 2^53",
  "ban repeated",
  "ban of what is banned",
  "ban pushed out by another",
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
