/**
 * The seeds of the engine's simulation that every run of the suite plays: so few, and these, because
 * together they meet everything interesting. CI plays more beside them, with which nearly all of it is met by two seeds.
 * Where a change of the crowd makes them miss something, `npm run simulate` plays as many as one likes.
 */
import { expect, test } from "vitest";
import { seeds } from "../support/runs.ts";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const FEW = [3, 16, 40, 74, 80, 88, 120, 126, 140, 174, 210, 219, 257, 281, 366, 389];
const MORE = [14, 33, 39, 48, 51, 86, 98, 142, 179, 185, 245, 255, 290, 296];
const SEEDS = seeds(FEW, MORE);
const COMMANDS = 275;

test(`CORE-REPLAY-1 MARG-WATCH-1 FUT-WATCH-1 MARG-LIQ-8 the invariants of spot, margin and futures hold after each of ${COMMANDS} random commands, and three other engines do the same: ${SEEDS.length} seeds`, () => {
  const tally = new Tally();

  for (const seed of SEEDS) tally.add(simulate(seed, COMMANDS));

  expect(tally.missing()).toEqual([]);
});
