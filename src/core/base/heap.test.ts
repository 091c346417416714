/** The heap of owners: against a list that is searched from end to end, and never much larger. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { Heap } from "./heap.ts";

/** An owner enters anew (all it had is void), enters once more beside it, or some are taken. */
const move = fc.record({
  what: fc.constantFrom(...Array.from({ length: 12 }, () => "anew"), "beside", "few", "many"),
  owner: fc.integer({ min: 1, max: 40 }),
  key: fc.bigInt({ min: 0n, max: 100n }),
});

interface Entry {
  readonly key: bigint;
  readonly owner: number;
  readonly mark: number;
}

test("MARG-WATCH-1 every owner below is taken, and no other, whatever has been before", () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 400, size: "max" }), (moves) => {
      const marks = new Map<number, number>();
      const isCurrent = (owner: number, mark: number) => marks.get(owner) === mark;
      const heap = new Heap(isCurrent);
      let naive: Entry[] = [];

      for (const { what, owner, key } of moves) {
        if (what === "few" || what === "many") {
          const limit = what === "few" ? key / 10n : key;
          const taken: number[] = [];
          heap.takeBelow(limit, (each) => taken.push(each));

          const current = naive.filter((entry) => isCurrent(entry.owner, entry.mark));
          const below = current.filter((entry) => entry.key < limit).map((entry) => entry.owner);
          expect(taken.sort(byNumber)).toEqual(below.sort(byNumber));
          naive = current.filter((entry) => entry.key >= limit);
          continue;
        }
        if (what === "anew") marks.set(owner, (marks.get(owner) ?? 0) + 1);
        const mark = marks.get(owner) ?? 0;
        marks.set(owner, mark);
        heap.push(key, owner, mark);
        naive.push({ key, owner, mark });
      }
    }),
    { seed: 51, numRuns: runs(150, 150) },
  );
});

function byNumber(a: number, b: number): number {
  return a - b;
}

test("MARG-WATCH-1 a key that is reached is not left: takeBelow takes what is below, not at", () => {
  const heap = new Heap(() => true);
  for (const key of [5n, 3n, 4n, 3n]) heap.push(key, Number(key), 0);
  const taken: number[] = [];
  const take = (owner: number) => taken.push(owner);

  heap.takeBelow(3n, take);
  expect(taken).toEqual([]);
  heap.takeBelow(4n, take);
  expect(taken).toEqual([3, 3]);
  heap.takeBelow(100n, take);
  expect([taken, heap.size]).toEqual([[3, 3, 4, 5], 0]);
});

test("CORE-BOUND-1 what is void goes as others come: never more than twice what counts", () => {
  const marks: number[] = [];
  const heap = new Heap((owner, mark) => marks[owner] === mark);
  const owners = 1000;
  let largest = 0;

  for (let round = 0; round < 50; round++) {
    for (let owner = 0; owner < owners; owner++) {
      marks[owner] = round;
      heap.push(BigInt((owner * 7919) % 1000), owner, round);
      largest = Math.max(largest, heap.size);
    }
  }

  expect(largest).toBeLessThanOrEqual(2 * owners);
  const taken: number[] = [];
  heap.takeBelow(1000n, (owner) => taken.push(owner));
  expect(taken.length).toBe(owners);
  expect(new Set(taken).size).toBe(owners);
});

test("CORE-BOUND-1 a heap that was large and is all void shrinks as others come", () => {
  let current = 1;
  const heap = new Heap((_, mark) => mark === current);
  for (let owner = 0; owner < 5000; owner++) heap.push(BigInt(owner), owner, 1);
  current = 2;

  for (let owner = 0; owner < 5000; owner++) heap.push(BigInt(owner), 0, 2 - (owner % 2));

  expect(heap.size).toBeLessThanOrEqual(5000);
  const kept: number[] = [];
  heap.takeBelow(10_000n, (owner) => kept.push(owner));
  expect(kept.length).toBe(2500);
});

test("MARG-WATCH-1 many are taken at once as one by one, and what stays is in order", () => {
  const keys = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 64, maxLength: 300 });
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 200 }), (all, limit) => {
      const heap = new Heap<number, number>((owner) => owner % 3 > 0);
      for (const [owner, key] of all.entries()) heap.push(key, owner, 0);
      const takenBelow = (value: number) => {
        const taken: number[] = [];
        heap.takeBelow(value, (owner) => taken.push(owner));
        return taken.sort(byNumber);
      };
      const between = (low: number, high: number) =>
        [...all.keys()].filter((owner) => {
          const key = all[owner] ?? 0;
          return owner % 3 > 0 && key >= low && key < high;
        });

      expect(takenBelow(limit)).toEqual(between(0, limit));
      // One by one now: fewer than one in 32 at a time.
      for (let value = limit; value < 201; value++) {
        expect(takenBelow(value + 1)).toEqual(between(value, value + 1));
      }
    }),
    { seed: 20, numRuns: runs(300, 300) },
  );
});
