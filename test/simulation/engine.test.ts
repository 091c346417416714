/**
 * The seeds of the engine's simulation that every run of the suite plays: so few, and these, because
 * together they meet everything interesting. CI plays more beside them, with which nearly all of it is met by two seeds.
 * Where a change of the crowd makes them miss something, `npm run simulate` plays as many as one likes.
 */
import { expect, test } from "vitest";
import { seeds } from "../support/runs.ts";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const FEW = [24, 25, 30, 52, 86, 99, 107, 108, 156, 209, 211, 226, 237, 251, 360, 372];
const MORE = [31, 38, 51, 55, 56, 58, 62, 64, 74, 119, 128, 140, 342, 384];
const SEEDS = seeds(FEW, MORE);
const COMMANDS = 275;

test(`CORE-REPLAY-1 MARG-WATCH-1 FUT-WATCH-1 MARG-LIQ-8 the invariants of spot, margin and futures hold after each of ${COMMANDS} random commands, and three other engines do the same: ${SEEDS.length} seeds`, () => {
  const tally = new Tally();

  for (const seed of SEEDS) tally.add(simulate(seed, COMMANDS));

  expect(tally.missing()).toEqual([]);
});
