import { expect, test } from "vitest";
import { CODES } from "../../../contract/codes.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type {
  CancelAllFutures,
  CancelFuturesOrder,
  MovePositionMargin,
  PlaceFuturesOrder,
  SetLeverage,
  SetMarginMode,
} from "../../../core/engine/futures/futures-commands.ts";
import type { RejectOf } from "../../../core/engine/outcomes.ts";
import type { REPEATABLE_REJECTS } from "../../../core/engine/requests/requests.ts";
import { type ApiReject, refusalOf } from "./errors.ts";

test("no two names share a code, and each has a status and a sentence", () => {
  const rows = Object.values(CODES);

  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  for (const { code, status, msg } of rows) {
    expect(code).toBeLessThanOrEqual(-1000);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(msg).toMatch(/\.$/);
  }
});

test.each([
  ["pair_not_found", -1121, "Invalid symbol."],
  ["order_not_open", -2013, "Order does not exist."],
  ["price_too_precise", -1111, "Too many decimals in price."],
  ["no_opposite_orders", -1112, "No orders on the other side of the book."],
  ["key_not_allowed", -2015, "API key is not valid for this request."],
] satisfies [ApiReject, number, string][])("%s is %i %s", (reason, code, msg) => {
  const refusal = refusalOf({ ok: false, reason });

  expect(JSON.parse(refusal.body())).toEqual({ code, msg });
});

test("a reason of the operator's commands has no words here, and does not compile", () => {
  // @ts-expect-error no command of a user is rejected for this reason
  expect(() => refusalOf({ ok: false, reason: "user_exists" })).toThrow(TypeError);
});

type FuturesCommand =
  | (PlaceFuturesOrder | CancelFuturesOrder | CancelAllFutures)
  | (SetLeverage | SetMarginMode | MovePositionMargin);
type OfEveryCommand = "directory_not_open" | (typeof REPEATABLE_REJECTS)[number];

/** Every reason of futures, with its code. */
const FUTURES: Readonly<Record<Exclude<RejectOf<FuturesCommand>, OfEveryCommand>, number>> = {
  contract_not_found: -1121,
  contract_halted: -1146,
  user_frozen: -2016,
  price_missing: -1102,
  price_not_positive: -1102,
  quantity_not_positive: -1102,
  trigger_price_not_positive: -1102,
  trigger_opens: -1014,
  time_in_force_with_market: -1014,
  price_too_precise: -1111,
  trigger_price_too_precise: -1111,
  quantity_too_precise: -1111,
  position_frozen: -1157,
  margin_mode_differs: -1165,
  quantity_below_min: -1136,
  quantity_above_max: -1137,
  value_below_min: -1160,
  value_above_max: -1161,
  price_out_of_band: -1138,
  client_id_malformed: -1100,
  client_id_used: -2010,
  too_many_open_orders: -1015,
  close_above_position: -1156,
  position_limit: -1140,
  no_opposite_orders: -1112,
  insufficient_balance: -2017,
  born_in_liquidation: -2017,
  order_not_open: -2013,
  leverage_out_of_range: -1102,
  leverage_above_tier: -1140,
  orders_open: -1163,
  position_not_found: -2013,
  position_is_cross: -1165,
};

test.each(Object.entries(FUTURES))("%s is %i", (reason, code) => {
  const refusal = refusalOf({ ok: false, reason: reason as ApiReject });

  expect(refusal).toMatchObject({ code, status: 400, message: expect.stringMatching(/\.$/) });
});

test("a reason with numbers says them", () => {
  const no = { ok: false, reason: "insufficient_balance", had: "1.5", needed: "2" } as const;

  expect(refusalOf(no)).toBeInstanceOf(Refusal);
  expect(refusalOf(no).message).toBe("Balance is not enough: 1.5 free, 2 needed.");
});
