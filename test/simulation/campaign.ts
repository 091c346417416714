/**
 * A share of the seeds that `npm test` runs. The shares stand in files of their own so that two
 * cores work side by side; more of them would only compile the same engine once more each. Each has
 * to meet everything interesting by itself.
 */
import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const SEEDS = 100;
const COMMANDS = 275;

export function campaign(share: number): void {
  const first = share * SEEDS + 1;
  const seeds = `seeds ${first} to ${first + SEEDS - 1}`;

  test(`CORE-REPLAY-1 MARG-WATCH-1 FUT-WATCH-1 MARG-LIQ-8 the invariants of spot, margin and futures hold after each of ${COMMANDS} random commands, and three other engines do the same: ${seeds}`, () => {
    const tally = new Tally();

    for (let seed = first; seed < first + SEEDS; seed++) tally.add(simulate(seed, COMMANDS));

    expect(tally.missing()).toEqual([]);
  });
}
