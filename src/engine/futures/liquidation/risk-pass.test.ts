/** Who takes part in a round of looking for risk, and when. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinQueue, RiskPass } from "./risk-pass.ts";

test("FUT-RISK-4 a round is about whom the command has touched, in order, and begins with nobody touched", () => {
  const touched = new Set([5, 3, 9]);

  const pass = new RiskPass(touched);

  expect([...pass.users]).toEqual([3, 5, 9]);
  expect(touched.size).toBe(0);
});

test("FUT-RISK-4 who is touched meanwhile joins once, and everyone touched comes again", () => {
  const touched = new Set([3, 5]);
  const pass = new RiskPass(touched);

  touched.add(5).add(4);
  expect(pass.joining()).toEqual([4]);
  touched.add(4);
  expect(pass.joining()).toEqual([]);

  expect(pass.end()).toEqual([3]);
  expect([...touched].sort()).toEqual([4, 5]);
});

test("FUT-RISK-4 whoever joins stands in his place behind the present one, or not at all", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 12 });
  const keyOf = (item: number) => item;
  fc.assert(
    fc.property(numbers, fc.nat(), (all, pick) => {
      const [joined = 0, ...rest] = all;
      const queue = rest.sort((a, b) => a - b);
      const at = pick % queue.length;
      const present = queue[at] ?? 0;

      joinQueue(queue, joined, { at, keyOf });

      const expected = joined > present ? [...rest, joined] : rest;
      expect(queue).toEqual([...new Set(expected)].sort((a, b) => a - b));
    }),
    { seed: 4, numRuns: 500 },
  );
});
