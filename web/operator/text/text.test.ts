import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped, sumOf } from "./amount.ts";
import { figureOf, lengthOf, millisecondsOf, momentOf, sizeOf } from "./measure.ts";

test.each([
  ["0", "0"],
  ["999", "999"],
  ["1000", "1,000"],
  ["-1234567.0001234", "−1,234,567.0001234"],
  ["90071992547.40991", "90,071,992,547.40991"],
  ["–", "–"],
  ["", ""],
])("the amount %s is shown as %s", (amount, shown) => {
  expect(grouped(amount)).toBe(shown);
});

const amounts = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

test("grouping changes no digit, and a sum is exact to the unit", () => {
  fc.assert(
    fc.property(fc.array(amounts), (units) => {
      const texts = units.map((unit) => `${unit}`);

      expect(texts.map((text) => grouped(text).replaceAll(",", "").replace("−", "-"))).toEqual(
        texts,
      );
      expect(sumOf(texts)).toBe(`${units.reduce((sum, unit) => sum + unit, 0n)}`);
    }),
    { seed: 7 },
  );
});

test("a sum of different scales has what no double could hold", () => {
  expect(sumOf(["0.1", "0.2"])).toBe("0.3");
  expect(sumOf(["9007199254740993", "0.00000001"])).toBe("9007199254740993.00000001");
  expect(sumOf(["1.5", "-1.50"])).toBe("0");
  expect(sumOf([])).toBe("0");
});

test("lengths, sizes, times and figures", () => {
  expect([0, 59.9, 60, 3_600, 3_661, 90_061, 2 * 86_400 + 5].map(lengthOf)).toEqual([
    "0 s",
    "59 s",
    "1 min",
    "1 h",
    "1 h 1 min",
    "1 d 1 h",
    "2 d",
  ]);
  expect([0, 1023, 1024, 1.5 * 1024 ** 2, 5 * 1024 ** 5].map((bytes) => sizeOf(bytes))).toEqual([
    "0 B",
    "1,023 B",
    "1 KiB",
    "1.5 MiB",
    "5,120 TiB",
  ]);
  expect([0, 0.25, 9.999, 12.34, 123.4, 1234567].map((value) => figureOf(value))).toEqual([
    "0",
    "0.25",
    "10",
    "12.3",
    "123",
    "1,234,567",
  ]);
  expect([undefined, 0.00042, 1.5].map((value) => millisecondsOf(value))).toEqual([
    "–",
    "0.42 ms",
    "1,500 ms",
  ]);
  expect(momentOf(1_700_000_000_123)).toBe("2023-11-14 22:13:20Z");
  expect([lengthOf, sizeOf, figureOf].map((write) => write(undefined))).toEqual(["–", "–", "–"]);
});
