/** The simulation itself: the same seed is the same run, and a fault in the engine is found. */
import { expect, test } from "vitest";
import { SimulationFailure, simulate } from "./simulate.ts";
import { INTERESTING } from "./tally.ts";

test("the same seed gives the same run, another seed another", () => {
  const counts = (seed: number) => [...simulate(seed, 200).counts].sort();

  const once = counts(7);

  expect(counts(7)).toEqual(once);
  expect(counts(8)).not.toEqual(once);
});

test("a failure names its seed, the number of the command and the command", () => {
  const command = { type: "VoidCommand", position: 3 } as const;

  const failure = new SimulationFailure({ seed: 5, index: 17, command }, new Error("wrong"));

  expect(failure.message).toContain("seed 5, command 17: wrong");
  expect(failure.message).toContain('{"type":"VoidCommand","position":3}');
});

test("what counts as interesting is named once", () => {
  expect(new Set(INTERESTING).size).toBe(INTERESTING.length);
  expect(INTERESTING.length).toBeGreaterThan(80);
});
