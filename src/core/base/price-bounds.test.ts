import fc from "fast-check";
import { expect, test } from "vitest";
import { PriceBounds } from "./price-bounds.ts";

const bound = fc.record({
  owner: fc.nat(5),
  low: fc.nat(50),
  high: fc.integer({ min: 50, max: 99 }),
});

test("MARG-WATCH-1 FUT-WATCH-1 an owner is taken exactly when the price is outside its newest bounds", () => {
  fc.assert(
    fc.property(fc.array(bound, { maxLength: 20 }), fc.array(fc.nat(99)), (set, prices) => {
      const stamps = new Map<number, number>();
      const newest = new Map<number, { low: number; high: number }>();
      const bounds = new PriceBounds<number, number>((owner, stamp) => stamps.get(owner) === stamp);
      for (const { owner, low, high } of set) {
        const stamp = (stamps.get(owner) ?? 0) + 1;
        stamps.set(owner, stamp);
        newest.set(owner, { low, high });
        bounds.setLow(owner, low, stamp);
        bounds.setHigh(owner, high, stamp);
      }
      for (const price of prices) {
        const outside = [...newest].filter(([, { low, high }]) => price < low || price > high);
        const taken: number[] = [];
        bounds.takeOutside(price, (owner) => taken.push(owner));
        expect(taken.sort()).toEqual(outside.map(([owner]) => owner).sort());
        for (const owner of taken) newest.delete(owner);
        for (const owner of taken) stamps.delete(owner);
      }
    }),
    { seed: 17, numRuns: 300 },
  );
});

test("FUT-RISK-5 owners that wait are taken once, whatever the price, and bounds stay", () => {
  const bounds = new PriceBounds<string, number>(() => true);
  bounds.setLow("bound", 10, 1);
  for (const owner of ["a", "b", "a"]) bounds.wait(owner);
  const taken: string[] = [];

  expect([bounds.size, bounds.waitingCount]).toEqual([1, 2]);
  bounds.takeWaiting((owner) => taken.push(owner));
  bounds.takeWaiting((owner) => taken.push(owner));

  expect(taken).toEqual(["a", "b"]);
  expect([bounds.size, bounds.waitingCount]).toEqual([1, 0]);
});
