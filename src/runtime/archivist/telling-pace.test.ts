/** How often the archivist is told of a log that moves slowly, and when at once. */
import { expect, test } from "vitest";
import { TellingPace, WORTH_TELLING } from "./telling-pace.ts";

/** At which of the positions, a tick each, it is told. */
function toldAt(pace: TellingPace, positions: readonly number[], isAwaited = false): number[] {
  return positions.filter((position) => {
    const isDue = pace.isDue(position, isAwaited);
    if (isDue) pace.told(position);
    return isDue;
  });
}

function begun(position: number): TellingPace {
  const pace = new TellingPace();
  pace.told(position);
  return pace;
}

test("while the log moves by little it is told at every fourth tick", () => {
  expect(toldAt(begun(1), [2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([5, 9]);
});

test("it is told at once of much, and of a page that is waited for", () => {
  expect(toldAt(begun(1), [2, WORTH_TELLING, WORTH_TELLING + 1, WORTH_TELLING + 2])).toEqual([
    WORTH_TELLING + 1,
  ]);
  expect(toldAt(begun(1), [2, 3], true)).toEqual([2, 3]);
});

test("a log that rests for two ticks is told, and again until it is archived", () => {
  expect(toldAt(begun(1), [2, 2, 2, 2])).toEqual([2, 2]);
});
