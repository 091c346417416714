import { expect, test } from "vitest";
import { ABSENT, isBehind, OrderHistories, type Shown } from "./order-histories.ts";

const open = (executed = 0n): Shown => ({ isPlaced: true, executed, end: undefined });
const ended = (end: string, executed = 0n): Shown => ({ isPlaced: true, executed, end });

/** Each as when it was asked, when answered, and what it showed. */
function problemsIn(...seen: readonly (readonly [number, number, Shown])[]): string[] {
  const histories = new OrderHistories();
  for (const [askedMs, answeredMs, shown] of seen) {
    histories.note("a", { askedMs, answeredMs, shown, what: `the one at ${askedMs}` });
  }
  return histories.takeProblems();
}

test("who asks when a placement was answered is shown it; who asked before may not be", () => {
  expect(problemsIn([0, 10, open()], [5, 20, ABSENT], [11, 12, open()])).toEqual([]);
  expect(problemsIn([0, 10, open()], [11, 12, ABSENT])).toEqual([
    "order a went back: the one at 11 showed nothing, and the one at 0 had shown open with 0 traded before",
  ]);
});

test("what a slow answer showed binds only those who ask behind it", () => {
  expect(problemsIn([0, 100, open(5n)], [1, 2, ABSENT], [50, 60, open(1n)])).toEqual([]);
  expect(problemsIn([0, 100, open(5n)], [101, 102, open(4n)])).toHaveLength(1);
});

test("the furthest counts, not the last", () => {
  const all = [
    [0, 1, ended("FILLED", 9n)],
    [0, 2, open(3n)],
    [3, 4, open(3n)],
  ] as const;

  expect(problemsIn(...all)).toHaveLength(1);
});

test("an end stays what it is", () => {
  expect(problemsIn([0, 1, ended("CANCELED", 2n)], [2, 3, ended("CANCELED", 2n)])).toEqual([]);
  expect(isBehind(ended("FILLED", 2n), ended("CANCELED", 2n))).toBe(true);
  expect(isBehind(open(2n), ended("CANCELED", 2n))).toBe(true);
});
