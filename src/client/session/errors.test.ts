import { expect, test } from "vitest";
import { BourseError, kindOf, OutcomeUnknown } from "./errors.ts";

test("an error goes by the name of its code, and an unknown code is a failure", () => {
  const known = new BourseError("Order does not exist.", { kind: kindOf(-2013), code: -2013 });
  const strange = new BourseError("New.", { kind: kindOf(-7), code: -7, status: 400 });

  expect(`${known}`).toBe("NO_SUCH_ORDER: Order does not exist.");
  expect([known.kind, strange.kind, strange.code]).toEqual(["order", "failure", -7]);
});

test("an unknown outcome is a BourseError that says what to do", () => {
  const cause = new BourseError("No outcome.", { kind: "failure", code: -1007, status: 504 });
  const unknown = new OutcomeUnknown({
    endpoint: "POST /x",
    clientOrderIds: ["a"],
    expiresAtMs: 5,
    remedy: "Look.",
    cause,
  });

  expect(unknown).toBeInstanceOf(BourseError);
  expect(unknown).toMatchObject({ name: "OUTCOME_UNKNOWN", kind: "outcome_unknown", status: 504 });
  expect(unknown.message).toBe("POST /x may have been executed, once, or not at all. Look.");
});
