/** Decimal text against an exact model: what comes in is what was meant, whatever its form. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { areEqual, digitsOf, rationalOf } from "../../../test/support/rational.ts";
import { runs } from "../../../test/support/runs.ts";
import {
  DIGITS_MAX,
  formatSteps,
  formatUnits,
  isPositive,
  normaliseDecimal,
  stepsOf,
  TOO_LARGE,
  TOO_PRECISE,
  unitsOf,
} from "./decimal.ts";

const RUN = { seed: 21, numRuns: runs(1000, 1000) };

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0012345678900"), minLength: 1, maxLength });

/** Numbers as people and programs write them. */
const written = fc
  .record({
    sign: fc.constantFrom("", "", "-"),
    whole: digits(45),
    fraction: fc.option(digits(45)),
    exponent: fc.option(fc.integer({ min: -60, max: 60 })),
    e: fc.constantFrom("e", "E", "e+"),
  })
  .map(({ sign, whole, fraction, exponent, e }) => {
    const tail = exponent === null ? "" : `${exponent < 0 ? "e" : e}${exponent}`;
    return `${sign}${whole}${fraction === null ? "" : `.${fraction}`}${tail}`;
  })
  .filter((text) => text.length <= 120);

test("NUM-DEC-1 NUM-DEC-2 a number keeps its exact value, or has more than 40 digits on a side", () => {
  fc.assert(
    fc.property(written, (text) => {
      const value = rationalOf(text);
      const { whole, after } = digitsOf(value);

      const plain = normaliseDecimal(text);

      expect(plain === undefined).toBe(whole > DIGITS_MAX || after > DIGITS_MAX);
      if (plain !== undefined) expect(areEqual(rationalOf(plain), value)).toBe(true);
    }),
    RUN,
  );
});

test("NUM-DEC-1 what we write has no exponent, no plus sign, no needless zero; zero is 0", () => {
  fc.assert(
    fc.property(written, (text) => {
      const plain = normaliseDecimal(text);

      if (plain === undefined) return;
      expect(plain).toMatch(/^(?:0|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?)$/);
      expect(plain).not.toBe("-0");
      expect(normaliseDecimal(plain)).toBe(plain);
    }),
    RUN,
  );
});

test.each([
  ["1.50", "1.5"],
  ["15e-1", "1.5"],
  ["1e3", "1000"],
  ["1E+3", "1000"],
  ["-0.0", "0"],
  ["007", "7"],
  ["0e999999999", "0"],
])("NUM-DEC-1 %s is read as %s", (text, plain) => {
  expect(normaliseDecimal(text)).toBe(plain);
});

test.each([
  "",
  " 1",
  "1 ",
  "+1",
  ".5",
  "1.",
  "1e",
  "1e1.5",
  "0x10",
  "1_000",
  "1,5",
  "NaN",
  "Infinity",
  "--1",
  "１",
])("NUM-DEC-1 '%s' is not a number", (text) => {
  expect(normaliseDecimal(text)).toBeUndefined();
});

test.each([
  ["40 digits before the point are a number", "9".repeat(40), true],
  ["41 are not", "9".repeat(41), false],
  ["40 after the point are a number", `0.${"0".repeat(39)}1`, true],
  ["41 are not", `0.${"0".repeat(40)}1`, false],
  ["the same by exponent", "1e39", true],
  ["one more", "1e40", false],
  ["the same downwards", "1e-40", true],
  ["one more downwards", "1e-41", false],
  ["digits that an exponent takes away again", `${"1".repeat(41)}e-1`, true],
])("NUM-DEC-2 %s", (_, text, isNumber) => {
  expect(normaliseDecimal(text) !== undefined).toBe(isNumber);
});

test("NUM-DEC-2 1e999999999 is refused from its exponent, without being written out", () => {
  // So many digits are more than a text may have, or a bigint: written out, they would be thrown at us.
  expect(() => "0".repeat(999_999_999)).toThrow(RangeError);
  expect(() => 10n ** 999_999_999_999n).toThrow(RangeError);

  for (const text of ["1e999999999", "1e-999999999", "1e999999999999", "1e-999999999999"]) {
    expect(normaliseDecimal(text)).toBeUndefined();
  }
});

const plain = written.map((text) => normaliseDecimal(text)).filter((text) => text !== undefined);
const scale = fc.integer({ min: 0, max: 40 });

/** Whole numbers that a double holds, those around a power of ten among them. */
const steps = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(10 ** 6),
  fc.tuple(fc.nat(15), fc.constantFrom(-1, 0, 1)).map(([power, more]) => 10 ** power + more),
);

/** Whether a text is the canonical one of a number of units. */
function expectShown(text: string, units: bigint, decimals: number): void {
  expect(unitsOf(text, decimals)).toBe(units);
  expect(areEqual(rationalOf(text), rationalOf(`${units}e-${decimals}`))).toBe(true);
  // What has more digits than a request may have is not read back.
  expect(normaliseDecimal(text) ?? text).toBe(text);
}

test("NUM-DEC-1 NUM-SCALE-1 text and whole units are each other's inverse", () => {
  const large = fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n });
  const units = fc.oneof(
    large,
    steps.map(BigInt),
    steps.map(BigInt).map((one) => -one),
  );
  fc.assert(
    fc.property(units, scale, (number, decimals) => {
      expectShown(formatUnits(number, decimals), number, decimals);
    }),
    RUN,
  );
});

test("NUM-SCALE-1 a decimal is a whole number of units, or has more decimals than the scale", () => {
  fc.assert(
    fc.property(plain, scale, (text, decimals) => {
      const value = rationalOf(text);

      const units = unitsOf(text, decimals);

      expect(units === undefined).toBe(digitsOf(value).after > decimals);
      if (units === undefined) return;
      expect(areEqual(rationalOf(`${units}e-${decimals}`), value)).toBe(true);
    }),
    RUN,
  );
});

test("NUM-DEC-1 steps of a price are exact below 2^53 and say so from there on", () => {
  const short = fc
    .tuple(fc.maxSafeNat(), fc.integer({ min: 0, max: 20 }))
    .map(([units, decimals]) => formatUnits(BigInt(units), decimals));
  const unsigned = fc.oneof(
    short,
    plain.filter((text) => !text.startsWith("-")),
  );
  fc.assert(
    fc.property(unsigned, fc.integer({ min: 0, max: 18 }), (text, precision) => {
      const units = unitsOf(text, precision);
      const limit = BigInt(Number.MAX_SAFE_INTEGER);

      const steps = stepsOf(text, precision);

      if (units === undefined) expect(steps).toBe(TOO_PRECISE);
      else if (units > limit) expect(steps).toBe(TOO_LARGE);
      else expect(BigInt(steps)).toBe(units);
    }),
    RUN,
  );
});

test.each([
  ["9007199254740991", 0, Number.MAX_SAFE_INTEGER],
  ["9007199254740992", 0, TOO_LARGE],
  ["90071992547409.91", 2, Number.MAX_SAFE_INTEGER],
  ["90071992547409.92", 2, TOO_LARGE],
  ["1.500", 1, 15],
  ["1.501", 2, TOO_PRECISE],
  ["0.000000000000000001", 18, 1],
])("NUM-DEC-1 %s has at %d decimals %d steps", (text, precision, steps) => {
  expect(stepsOf(text, precision)).toBe(steps);
});

test("NUM-DEC-1 a decimal is above zero when its value is", () => {
  fc.assert(
    fc.property(plain, (text) => {
      expect(isPositive(text)).toBe(rationalOf(text).numerator > 0n);
    }),
    RUN,
  );
  expect(isPositive("")).toBe(false);
  expect(isPositive("0.000")).toBe(false);
});

test("NUM-DEC-1 steps are shown in their canonical form, at every precision", () => {
  fc.assert(
    fc.property(steps, fc.nat(18), (number, precision) => {
      expectShown(formatSteps(number, precision), BigInt(number), precision);
    }),
    RUN,
  );
  expect(formatSteps(-15, 1)).toBe("-1.5");
});

test("NUM-DEC-1 steps are shown without a trailing zero", () => {
  expect(formatSteps(150, 2)).toBe("1.5");
  expect(formatSteps(0, 2)).toBe("0");
  expect(formatUnits(-5n, 1)).toBe("-0.5");
  expect(formatUnits(12n, 0)).toBe("12");
});
