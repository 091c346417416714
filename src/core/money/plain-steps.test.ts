import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { normaliseDecimal, stepsOf, TOO_LARGE } from "./decimal.ts";
import { plainStepsOf } from "./plain-steps.ts";

const figures = fc.oneof(
  fc.stringMatching(/^[0-9]{1,12}(\.[0-9]{1,9})?$/),
  fc.stringMatching(/^0{0,3}[0-9]{0,4}\.?[0-9]{0,4}0{0,3}$/),
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    "",
    ".",
    "1.",
    ".5",
    "1.2.3",
    "1e5",
    "-1",
    "+1",
    " 1",
    "1 ",
    "０",
    "9".repeat(15),
  ),
);

test("NUM-DEC-1 NUM-SCALE-1 plain figures have the steps that any figure has", () => {
  fc.assert(
    fc.property(figures, fc.nat(8), (written, precision) => {
      const steps = plainStepsOf(written, precision);
      if (steps === undefined) return;
      const plain = normaliseDecimal(written);

      expect(plain).toBeDefined();
      expect(steps).toBe(stepsOf(plain ?? "", precision));
    }),
    { seed: 41, numRuns: runs(500, 20_000) },
  );
});

test("NUM-DEC-1 what is plain and short is not left to others", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9]{1,7}(\.[0-9]{1,5})?$/),
      fc.nat(5),
      (written, precision) => {
        expect(plainStepsOf(written, precision)).toBeDefined();
      },
    ),
    { seed: 42, numRuns: runs(200, 2_000) },
  );
  expect(plainStepsOf("999999999999999", 8)).toBeUndefined();
  expect(stepsOf("999999999999999", 8)).toBe(TOO_LARGE);
});
