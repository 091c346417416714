import { expect, test } from "vitest";
import type { Reject } from "../../engine/events.ts";
import { CODES, Refusal } from "../../http/dialect/errors.ts";
import { OperatorRefusal, outcomeUnknown, refusalOf, unavailable } from "./refusals.ts";

/** Wrong is 400, missing 404, in the way 409; 500 is what no command of the operator can cause. */
const STATUSES = {
  account_in_liquidation: 500,
  address_malformed: 400,
  amount_not_positive: 400,
  amount_too_large: 400,
  area_is_the_same: 500,
  asset_exists: 409,
  asset_not_found: 404,
  ban_not_found: 404,
  batch_empty: 500,
  batch_too_large: 500,
  born_in_liquidation: 500,
  client_id_malformed: 500,
  client_id_used: 500,
  close_above_position: 500,
  contract_exists: 409,
  contract_halted: 500,
  contract_not_found: 404,
  directory_already_open: 500,
  directory_not_open: 503,
  fees_below_zero: 400,
  format_not_supported: 500,
  index_is_fixed: 400,
  index_not_known: 500,
  insufficient_balance: 409,
  key_exists: 409,
  key_not_allowed: 500,
  key_not_found: 404,
  index_from_trades: 500,
  level_too_low: 500,
  leverage_above_tier: 500,
  leverage_out_of_range: 500,
  loan_cap_reached: 500,
  loan_pool_short: 500,
  margin_mode_differs: 500,
  movement_id_malformed: 400,
  movement_id_used: 409,
  name_malformed: 400,
  no_opposite_orders: 500,
  notional_above_max: 500,
  notional_below_min: 500,
  order_not_open: 404,
  orders_open: 500,
  pair_exists: 409,
  pair_halted: 500,
  pair_not_found: 404,
  position_frozen: 500,
  position_is_cross: 500,
  position_limit: 500,
  position_not_found: 500,
  positions_open: 409,
  precision_too_fine: 400,
  price_missing: 500,
  price_not_positive: 500,
  price_out_of_band: 500,
  price_out_of_range: 400,
  price_too_precise: 500,
  quantity_above_max: 500,
  quantity_below_min: 500,
  quantity_not_positive: 500,
  quantity_too_precise: 500,
  rate_out_of_range: 400,
  rules_contradict: 400,
  scale_out_of_range: 400,
  signature_used: 500,
  signatures_full: 500,
  source_not_found: 404,
  request_id_used: 500,
  rules_not_known: 400,
  rules_not_newer: 409,
  tick_not_due: 500,
  advance_too_far: 400,
  clock_frozen: 409,
  clock_running: 409,
  not_a_sandbox: 409,
  time_not_ahead: 400,
  candles_wrong: 400,
  candles_out_of_order: 409,
  candles_not_past: 409,
  market_has_trades: 409,
  tiers_out_of_order: 400,
  time_in_force_with_market: 500,
  too_many_assets: 409,
  too_many_contracts: 409,
  too_many_keys: 409,
  too_many_open_orders: 500,
  too_many_pairs: 409,
  too_many_request_ids: 500,
  too_many_sources: 409,
  too_many_users: 409,
  trigger_opens: 500,
  trigger_price_not_positive: 500,
  trigger_price_too_precise: 500,
  user_exists: 409,
  user_frozen: 500,
  user_not_found: 404,
  value_above_max: 500,
  value_below_min: 500,
  weight_out_of_range: 400,
} satisfies Record<Reject, number>;

const CASES = Object.entries(STATUSES) as [Reject, number][];

test.each(CASES)("%s is said in a sentence, with %i and a code", (reason, status) => {
  const refusal = refusalOf({ ok: false, reason, had: "1", needed: "2" });

  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.status).toBe(status);
  expect(refusal.message).toMatch(/^[A-Z].{10,}\.$/);
  // Our own failure names the reason; what the operator can mend is said in words.
  expect(refusal.message.includes(reason)).toBe(status === 500);
  expect(JSON.parse(refusal.body())).toEqual({ code: refusal.code, msg: refusal.message });
});

test("the operator's own codes are none of the public ones", () => {
  const taken = new Set<number>(Object.values(CODES).map(({ code }) => code));
  const own = CASES.map(([reason]) => refusalOf({ ok: false, reason })).filter(
    (refusal) => refusal instanceof OperatorRefusal,
  );

  expect(own.length).toBeGreaterThan(5);
  expect(own.filter(({ code }) => taken.has(code))).toEqual([]);
});

test("a no without its numbers is a sentence all the same", () => {
  const { message } = refusalOf({ ok: false, reason: "insufficient_balance" });

  expect(message).toBe("Only what is free can be withdrawn: less is, more is needed.");
});

test("a command may say in its own words what a reason means to it", () => {
  const no = { ok: false, reason: "rate_out_of_range" } as const;

  const usual = refusalOf(no, { rules_contradict: "Something else." });
  const own = refusalOf(no, { rate_out_of_range: "Too dear." });

  expect(usual.message).toMatch(/^A fee rate is below 1/);
  expect(own.message).toBe("Too dear.");
  expect([own.code, own.status]).toEqual([usual.code, usual.status]);
});

test("LOG-DUR-1 503 and 504 say in words what they promise", () => {
  expect(unavailable()).toMatchObject({ code: -1001, status: 503 });
  expect(unavailable().message).toContain("was not carried out");
  expect(outcomeUnknown()).toMatchObject({ code: -1007, status: 504 });
  expect(outcomeUnknown().message).toContain("once or not at all");
});
