import { expect, test } from "vitest";
import { CODES } from "../../../contract/codes.ts";
import { Refusal } from "../../../contract/refusal.ts";
import {
  OperatorRefusal,
  type OperatorReject,
  outcomeUnknown,
  refusalOf,
  unavailable,
} from "./refusals.ts";

/** Wrong is 400, missing 404, in the way 409. */
const STATUSES = {
  address_malformed: 400,
  amount_not_positive: 400,
  amount_too_large: 400,
  asset_exists: 409,
  asset_not_found: 404,
  ban_not_found: 404,
  contract_exists: 409,
  contract_not_found: 404,
  directory_not_open: 503,
  fees_below_zero: 400,
  index_is_fixed: 400,
  insufficient_balance: 409,
  key_exists: 409,
  key_not_found: 404,
  movement_id_malformed: 400,
  movement_id_used: 409,
  name_malformed: 400,
  order_not_open: 404,
  pair_exists: 409,
  pair_not_found: 404,
  positions_open: 409,
  precision_too_fine: 400,
  price_out_of_range: 400,
  rate_out_of_range: 400,
  rules_contradict: 400,
  scale_out_of_range: 400,
  source_not_found: 404,
  rules_not_known: 400,
  rules_not_newer: 409,
  rules_too_old: 409,
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
  too_many_assets: 409,
  too_many_contracts: 409,
  too_many_keys: 409,
  too_many_pairs: 409,
  too_many_sources: 409,
  too_many_user_fees: 409,
  too_many_users: 409,
  user_exists: 409,
  user_fees_not_found: 404,
  user_not_found: 404,
  weight_out_of_range: 400,
} satisfies Record<OperatorReject, number>;

const CASES = Object.entries(STATUSES) as [OperatorReject, number][];

test.each(CASES)("%s is said in a sentence, with %i and a code", (reason, status) => {
  const refusal = refusalOf({ ok: false, reason, had: "1", needed: "2" });

  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.status).toBe(status);
  expect(refusal.message).toMatch(/^[A-Z].{10,}\.$/);
  expect(refusal.message).not.toContain(reason);
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
