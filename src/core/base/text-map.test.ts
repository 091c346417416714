/** A map of texts against a plain one, and how evenly its texts lie. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TextMap } from "./text-map.ts";

test("a map of texts holds what a plain one holds, however it was filled", () => {
  const text = fc.oneof(
    fc.constantFrom("", "a", "b", "__proto__"),
    fc.string({ unit: "grapheme" }),
  );
  const step = fc.record({ text, value: fc.option(fc.nat(), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const map = new TextMap<number>();
      const model = new Map<string, number>();
      for (const { text: key, value } of steps) {
        if (value === undefined) {
          map.delete(key);
          model.delete(key);
        } else {
          map.set(key, value);
          model.set(key, value);
        }
        expect(map.size).toBe(model.size);
      }

      for (const { text: key } of steps) {
        expect(map.get(key)).toBe(model.get(key));
        expect(map.has(key)).toBe(model.has(key));
      }
    }),
    { seed: 208, numRuns: 300 },
  );
});

test.each([
  ["counted at the end", (number: number) => `user-${number}`],
  ["counted in front", (number: number) => `${number}:funds:BTC`],
  ["counted with zeros", (number: number) => `${number}`.padStart(12, "0")],
  ["counted in steps of 256", (number: number) => `key${number * 256}`],
])("no small map has many more texts than the others: %s", (_, textOf) => {
  const map = new TextMap<number>();
  for (let number = 0; number < 51_200; number++) map.set(textOf(number), number);

  const sizes = map["parts"].map((part) => part?.size ?? 0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(51_200);
  // 200 each if they lay evenly.
  expect(Math.max(...sizes)).toBeLessThan(400);
});
