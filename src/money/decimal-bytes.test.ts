import fc from "fast-check";
import { expect, test } from "vitest";
import { formatUnits } from "./decimal.ts";
import { STEPS_TEXT_MAX, writeSteps } from "./decimal-bytes.ts";

const UNTOUCHED = 0xff;

/** What is written from the fifth byte on, and whether the bytes around it were left alone. */
function written(steps: number, precision: number): { text: string; isInBounds: boolean } {
  const at = 5;
  const bytes = Buffer.alloc(at + STEPS_TEXT_MAX + 5, UNTOUCHED);
  const end = writeSteps(bytes, at, { steps, precision });
  const around = [...bytes.subarray(0, at), ...bytes.subarray(at + STEPS_TEXT_MAX)];
  const isInBounds = around.every((byte) => byte === UNTOUCHED);
  return { text: bytes.toString("latin1", at, end), isInBounds };
}

test.each([
  [0, 0, "0"],
  [0, 18, "0"],
  [7, 0, "7"],
  [100, 0, "100"],
  [100, 2, "1"],
  [150, 2, "1.5"],
  [5, 2, "0.05"],
  [1, 18, "0.000000000000000001"],
  [999_999_999, 9, "0.999999999"],
  [1_000_000_000, 9, "1"],
  [1_000_000_001, 9, "1.000000001"],
  [1_700_000_000_123, 0, "1700000000123"],
  [2_147_483_648, 5, "21474.83648"],
  [Number.MAX_SAFE_INTEGER, 0, "9007199254740991"],
  [Number.MAX_SAFE_INTEGER, 8, "90071992.54740991"],
  [Number.MAX_SAFE_INTEGER, 18, "0.009007199254740991"],
])("NUM-DEC-1 %d steps with %d decimals are %s", (steps, precision, text) => {
  expect(written(steps, precision)).toEqual({ text, isInBounds: true });
});

test("NUM-DEC-1 the bytes of any steps are the canonical text of the same units", () => {
  const steps = fc.oneof(
    fc.maxSafeNat(),
    fc.nat(),
    fc.tuple(fc.nat({ max: 9_007 }), fc.nat({ max: 12 })).map(([n, zeros]) => n * 10 ** zeros),
    // Around the place where a number is taken apart, and just below its multiples.
    fc
      .tuple(fc.nat({ max: 9_000_000 }), fc.integer({ min: -2, max: 2 }))
      .map(([billions, more]) => Math.max(billions * 1_000_000_000 + more, 0)),
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 18 }), (some, precision) => {
      const text = formatUnits(BigInt(some), precision);

      expect(written(some, precision)).toEqual({ text, isInBounds: true });
    }),
    { seed: 41, numRuns: 3_000 },
  );
});
