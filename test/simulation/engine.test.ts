/**
 * The seeds of the engine's simulation that every run of the suite plays: so few, and these, because
 * together they meet everything interesting, nearly all of it in two seeds or more, a month in one.
 * Where a change of the crowd makes them miss something, `npm run simulate` plays as many as one likes.
 */
import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const SEEDS = [
  3, 6, 20, 22, 24, 30, 31, 35, 45, 48, 57, 58, 65, 67, 68, 72, 79, 80, 81, 87, 91, 95, 105, 107,
  109, 110, 111, 120, 121, 159, 698,
];
const COMMANDS = 275;

test(`CORE-REPLAY-1 MARG-WATCH-1 FUT-WATCH-1 MARG-LIQ-8 the invariants of spot, margin and futures hold after each of ${COMMANDS} random commands, and three other engines do the same: ${SEEDS.length} seeds`, () => {
  const tally = new Tally();

  for (const seed of SEEDS) tally.add(simulate(seed, COMMANDS));

  expect(tally.missing()).toEqual([]);
});
