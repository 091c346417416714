/**
 * The seeds of the engine's simulation that every run of the suite plays: so few, and these, because
 * together they meet everything interesting, nearly all of it in two seeds or more, a month in one.
 * Where a change of the crowd makes them miss something, `npm run simulate` plays as many as one likes.
 */
import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const SEEDS = [
  4, 5, 8, 10, 12, 13, 17, 18, 20, 24, 27, 31, 33, 39, 40, 42, 46, 48, 49, 50, 54, 55, 68, 72, 75,
  79, 86, 92, 100, 109, 118, 131, 135,
];
const COMMANDS = 275;

test(`CORE-REPLAY-1 MARG-WATCH-1 FUT-WATCH-1 MARG-LIQ-8 the invariants of spot, margin and futures hold after each of ${COMMANDS} random commands, and three other engines do the same: ${SEEDS.length} seeds`, () => {
  const tally = new Tally();

  for (const seed of SEEDS) tally.add(simulate(seed, COMMANDS));

  expect(tally.missing()).toEqual([]);
});
