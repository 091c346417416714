/**
 * The seeds of the engine's simulation that every run of the suite plays: so few, and these, because
 * together they meet everything interesting. `npm run simulate` plays as many as one likes.
 */
import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const FIRST = 33;
const SEEDS = 40;
const COMMANDS = 275;

test(`CORE-REPLAY-1 MARG-WATCH-1 FUT-WATCH-1 MARG-LIQ-8 the invariants of spot, margin and futures hold after each of ${COMMANDS} random commands, and three other engines do the same: ${SEEDS} seeds from ${FIRST} on`, () => {
  const tally = new Tally();

  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) tally.add(simulate(seed, COMMANDS));

  expect(tally.missing()).toEqual([]);
});
