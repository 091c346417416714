/**
 * The seeds of the engine's simulation that every run of the suite plays: so few, and these, because
 * together they meet everything interesting, nearly all of it in two seeds or more, a month in one.
 * Where a change of the crowd makes them miss something, `npm run simulate` plays as many as one likes.
 */
import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const SEEDS = [
  3, 5, 6, 8, 13, 16, 17, 22, 32, 41, 49, 56, 57, 61, 64, 75, 98, 104, 105, 120, 129, 137,
];
const COMMANDS = 275;

test(`CORE-REPLAY-1 MARG-WATCH-1 FUT-WATCH-1 MARG-LIQ-8 the invariants of spot, margin and futures hold after each of ${COMMANDS} random commands, and three other engines do the same: ${SEEDS.length} seeds`, () => {
  const tally = new Tally();

  for (const seed of SEEDS) tally.add(simulate(seed, COMMANDS));

  expect(tally.missing()).toEqual([]);
});
