/** Chips beside their lines, and never over one another. */
import { expect, test } from "vitest";
import { spreadChips } from "./spread-chips.ts";

const ROOM = { height: 200, taken: 0, chipHeight: 20, edgeMax: 2 };

function spread(...ys: readonly number[]) {
  return spreadIn(ROOM, ys);
}

function spreadIn(room: typeof ROOM, ys: readonly number[]) {
  const chips = spreadChips(
    ys.map((y) => ({ id: `${y}`, y })),
    room,
  );
  return chips.map(({ id, top, beyond = "" }) => `${id} ${top} ${beyond}`.trim());
}

test("with room enough each stands at its line", () => {
  expect(spread(150, 50)).toEqual(["50 50", "150 150"]);
});

test("two of one height stand beneath each other, also at the edges", () => {
  expect(spread(100, 100, 110)).toEqual(["100 100", "100 120", "110 140"]);
  expect(spread(0, 3)).toEqual(["0 10", "3 30"]);
  expect(spread(195, 200)).toEqual(["195 170", "200 190"]);
});

test("the nearest of those out of sight stand at the edge", () => {
  expect(spread(-300, -10, -20, 100, 250, 900, 300)).toEqual([
    "-20 10 above",
    "-10 30 above",
    "100 100",
    "250 170 below",
    "300 190 below",
  ]);
});

test("none stands over what is at the top", () => {
  expect(spreadIn({ ...ROOM, taken: 30 }, [-5, 12, 100])).toEqual([
    "-5 40 above",
    "12 60",
    "100 100",
  ]);
});
