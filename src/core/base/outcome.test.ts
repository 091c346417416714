/** A rejection is a value with a reason; a bug is a Fault with a sentence. */
import { expect, test } from "vitest";
import { assert, Fault, present } from "./assert.ts";
import { accept, reject } from "./outcome.ts";

test("an outcome is an answer, or a reason with its numbers where it has any", () => {
  expect(accept(7)).toEqual({ ok: true, answer: 7 });
  expect(reject("too_late")).toEqual({ ok: false, reason: "too_late" });
  expect(reject("too_little", { had: "1", needed: "2" })).toEqual({
    ok: false,
    reason: "too_little",
    had: "1",
    needed: "2",
  });
});

test("what is not true and what is not there is a fault that says so", () => {
  expect(() => assert(false, "water is wet")).toThrow(new Fault("broken: water is wet"));
  expect(() => present(undefined, "the moon")).toThrow(new Fault("missing: the moon"));
  expect(present(0, "nothing")).toBe(0);
});
