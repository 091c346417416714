/** Figures and times as people read them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatCompact,
  formatDecimal,
  formatMoment,
  formatMomentShort,
  formatPercent,
  formatPlain,
  shiftPoint,
} from "./format.ts";

test("a figure has the decimals of its market and commas between thousands", () => {
  expect(formatDecimal("49960.4", 2)).toBe("49,960.40");
  expect(formatDecimal("1234567", 0)).toBe("1,234,567");
  expect(formatDecimal("-0.5", 1)).toBe("−0.5");
  expect(formatDecimal("0.000004", 5)).toBe("0.00000");
});

test("a figure too long for a double is shown to its last digit", () => {
  expect(formatDecimal("12345678901234567.89", 2)).toBe("12,345,678,901,234,567.89");
  expect(formatPlain("-12345678901234567.8901")).toBe("−12,345,678,901,234,567.8901");
});

test("a share is shown in percent with its sign, and none for what rounds to nothing", () => {
  expect(formatPercent("0.0123")).toBe("+1.23%");
  expect(formatPercent("-0.000791")).toBe("−0.08%");
  expect(formatPercent("0.00001")).toBe("0.00%");
  expect(formatPercent("-0.00001")).toBe("0.00%");
  expect(formatPercent("0.0001", 4)).toBe("+0.0100%");
});

test("a volume is shown with four figures and a letter", () => {
  expect(formatCompact("3.75825")).toBe("3.758");
  expect(formatCompact("429160")).toBe("429.2K");
  expect(formatCompact("1234567.89")).toBe("1.235M");
  expect(formatCompact("0")).toBe("0.000");
});

test("moving the point there and back gives the same figure", () => {
  const decimals = fc.tuple(
    fc.bigInt({ min: 1n, max: 10n ** 20n }),
    fc.integer({ min: 0, max: 9 }),
  );
  fc.assert(
    fc.property(decimals, fc.integer({ min: -9, max: 9 }), ([digits, scale], places) => {
      const text = formatDecimal(`${digits}`, scale).replaceAll(",", "");
      const back = shiftPoint(shiftPoint(text, places), -places);
      expect(formatDecimal(back, scale + 9)).toBe(formatDecimal(text, scale + 9));
    }),
    { seed: 7 },
  );
});

test("times are UTC", () => {
  expect(formatMoment(Date.UTC(2026, 2, 1, 14, 5, 9))).toBe("2026-03-01 14:05:09");
});

test("a moment of today is its time, of this year its day and minute, else its day", () => {
  const now = Date.parse("2026-03-01T00:00:05Z");

  expect(formatMomentShort(now - 5_000, now)).toBe("00:00:00");
  expect(formatMomentShort(now - 6_000, now)).toBe("02-28 23:59");
  expect(formatMomentShort(Date.parse("2025-12-31T23:59:59Z"), now)).toBe("2025-12-31");
});
