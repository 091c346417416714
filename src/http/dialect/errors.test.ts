import { expect, test } from "vitest";
import { CODES, Refusal, type Reject, refusalOf } from "./errors.ts";

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
  ["user_exists", -1000, "An unexpected failure."],
] satisfies [Reject, number, string][])("%s is %i %s", (reason, code, msg) => {
  const refusal = refusalOf({ ok: false, reason });

  expect(JSON.parse(refusal.body())).toEqual({ code, msg });
});

test("a reason with numbers says them", () => {
  const no = { ok: false, reason: "insufficient_balance", had: "1.5", needed: "2" } as const;

  expect(refusalOf(no)).toBeInstanceOf(Refusal);
  expect(refusalOf(no).message).toBe("Balance is not enough: 1.5 free, 2 needed.");
});
