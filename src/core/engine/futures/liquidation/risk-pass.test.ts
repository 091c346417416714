/** Which users take part in a risk pass, and when. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinQueue, RiskPass } from "./risk-pass.ts";

test("FUT-RISK-4 a risk pass has the users that the command has touched, in order, and clears the touched", () => {
  const touched = new Set([5, 3, 9]);

  const pass = new RiskPass(touched);

  expect([...pass.users]).toEqual([3, 5, 9]);
  expect(touched.size).toBe(0);
});

test("FUT-RISK-4 a user who is touched meanwhile joins once, and every touched user comes again", () => {
  const touched = new Set([3, 5]);
  const pass = new RiskPass(touched);

  touched.add(5).add(4);
  expect(pass.joining()).toEqual([4]);
  touched.add(4);
  expect(pass.joining()).toEqual([]);

  expect(pass.end()).toEqual([3]);
  expect([...touched].sort()).toEqual([4, 5]);
});

test("FUT-RISK-4 a user who joins is put in order behind the present one, or not at all", () => {
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
