/**
 * `npx tsx test/simulation/service-run.ts --seeds 1000 [--seed 1]`: the simulated service for as
 * many seeds as wanted. A failure prints its seed, and comes again with it.
 */
import { parseArgs } from "node:util";
import { CRASH_POINTS } from "../support/crashing-disk.ts";
import { type Happenings, OCCURRENCES, simulateService } from "./service-simulation.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
  },
});

const first = Number(values.seed);
const seeds = Number(values.seeds);
const together: Happenings = new Map();

for (let seed = first; seed < first + seeds; seed++) {
  try {
    for (const [what, times] of await simulateService(seed)) {
      together.set(what, (together.get(what) ?? 0) + times);
    }
  } catch (error) {
    console.error(error);
    console.error(`again: npx tsx test/simulation/service-run.ts --seeds 1 --seed ${seed}`);
    process.exit(1);
  }
}

console.log(`${seeds} seeds, no failure`);
for (const what of [...CRASH_POINTS, ...OCCURRENCES]) {
  console.log(`${together.get(what) ?? 0}`.padStart(10), what);
}
