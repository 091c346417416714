import fc from "fast-check";
import { expect, test } from "vitest";
import { Draws } from "./draws.ts";

function drawn(seed: number, step: number): number[] {
  const draws = new Draws(seed, step);
  return Array.from({ length: 20 }, () => draws.below(1_000));
}

test("a seed and a step give the same numbers again, another seed or step gives others", () => {
  const step = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 2 ** 33 });
  fc.assert(
    fc.property(fc.integer(), step, (seed, at) => {
      expect(drawn(seed, at)).toEqual(drawn(seed, at));
      expect(drawn(seed + 1, at)).not.toEqual(drawn(seed, at));
      expect(drawn(seed, at + 1)).not.toEqual(drawn(seed, at));
      expect(drawn(seed, at + 2 ** 32)).not.toEqual(drawn(seed, at));
    }),
    { seed: 61 },
  );
});

/** How far the counts of equally likely values are from equal, for a given number of values. */
function unevenness(values: readonly number[], kinds: number): number {
  const counts = new Array<number>(kinds).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const expected = values.length / kinds;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

test("every number is as likely, in the first draw of many steps and in many draws of one", () => {
  const steps = Array.from({ length: 64_000 }, (_, step) => step);
  const one = new Draws(7, 7);

  const ofSteps = steps.map((step) => new Draws(1, step).below(64));
  const ofDraws = steps.map(() => one.below(64));
  const pairs = steps.map((step) => {
    const draws = new Draws(3, step);
    return draws.below(8) * 8 + draws.below(8);
  });

  // With 63 degrees of freedom chance alone goes beyond 120 once in a hundred thousand times.
  expect(unevenness(ofSteps, 64)).toBeLessThan(120);
  expect(unevenness(ofDraws, 64)).toBeLessThan(120);
  expect(unevenness(pairs, 64)).toBeLessThan(120);
});
