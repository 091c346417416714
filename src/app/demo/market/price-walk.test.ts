import fc from "fast-check";
import { expect, test } from "vitest";
import { Draws } from "../../../core/base/draws.ts";
import { PriceWalk } from "./price-walk.ts";

const TERMS = { centre: 5_000_000, strideMax: 120 };

function walked(seed: number, steps: number, from?: number): PriceWalk {
  const walk = new PriceWalk(TERMS, from);
  const draws = new Draws(seed, 0);
  for (let step = 0; step < steps; step++) walk.go(draws);
  return walk;
}

test("a walk begins where it is told, within a fifth of its centre, and goes in whole ticks", () => {
  const terms = fc.record({
    centre: fc.integer({ min: 1, max: 10 ** 9 }),
    strideMax: fc.integer({ min: 0, max: 10 ** 9 }),
  });
  const from = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(fc.integer(), terms, from, (seed, { centre, strideMax }, start) => {
      const walk = new PriceWalk({ centre, strideMax }, start);
      const isFar = Math.abs(start - centre) > Math.trunc(centre / 5);
      expect(walk.ticks === start).toBe(!isFar);
      for (let step = 0; step < 50; step++) {
        const before = walk.ticks;
        walk.go(new Draws(seed, step));
        const isStep = Number.isInteger(walk.ticks) && Math.abs(walk.ticks - before) <= strideMax;
        const isWithin = Math.abs(walk.ticks - centre) <= Math.trunc(centre / 5);
        if (!isStep || !isWithin) expect.fail(`from ${before} to ${walk.ticks}`);
      }
    }),
    { seed: 62 },
  );
});

test("the same seed walks the same way, another seed another", () => {
  expect(walked(1, 1_000).ticks).toBe(walked(1, 1_000).ticks);
  expect(walked(2, 1_000).ticks).not.toBe(walked(1, 1_000).ticks);
});

test("from either bound the way leads back, and from the centre it leads away", () => {
  const STEPS = 1_000_000;

  const fromTop = walked(1, STEPS, 6_000_000).ticks;
  const fromBottom = walked(1, STEPS, 4_000_000).ticks;
  const fromCentre = walked(1, 10_000).ticks;

  // Two in a thousand more steps go back than away: a fifth of the way, give or take a third of it.
  expect(fromTop).toBeLessThan(5_900_000);
  expect(fromBottom).toBeGreaterThan(4_100_000);
  expect(Math.abs(fromCentre - TERMS.centre)).toBeGreaterThan(100);
});
