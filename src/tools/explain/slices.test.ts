/** Long work gives way every few milliseconds, and is given up at its limit. */
import { expect, test } from "vitest";
import { inSlices } from "./slices.ts";

interface Clocked {
  ms: number;
  pauses: number;
  closed: number;
}

/** Steps of a millisecond each, by a clock of the test. */
function* steps(clocked: Clocked, count: number): Generator<undefined, string> {
  try {
    for (let i = 0; i < count; i++) {
      clocked.ms++;
      yield;
    }
    return "done";
  } finally {
    clocked.closed++;
  }
}

function run(count: number, limitMs: number) {
  const clocked: Clocked = { ms: 0, pauses: 0, closed: 0 };
  const pause = async () => {
    clocked.pauses++;
  };
  const pace = { sliceMs: 5, limitMs, now: () => clocked.ms, pause };
  return { clocked, result: inSlices(steps(clocked, count), pace) };
}

test("EXPLAIN-PACE-1 other work goes on after every five milliseconds", async () => {
  const { clocked, result } = run(52, 1_000);

  expect(await result).toBe("done");
  expect(clocked).toEqual({ ms: 52, pauses: 10, closed: 1 });
});

test("EXPLAIN-PACE-1 at its limit it is given up, and closes what it has open", async () => {
  const { clocked, result } = run(1_000, 100);

  expect(await result).toBeUndefined();
  expect(clocked).toEqual({ ms: 100, pauses: 19, closed: 1 });
});
