/**
 * `npm run simulate -- [--seeds 100] [--service-seeds 50] [--cluster-seeds 20] [--seed 1]
 * [--commands 275]`: random days of the engine, each command judged, then lives of the whole service that
 * end in crashes, then clusters in which everything breaks. A failure prints its seed and comes again with it. Where so many seeds leave out what they should meet, that
 * is a failure too.
 */
import { parseArgs } from "node:util";
import { CRASH_POINTS } from "../support/crashing-disk.ts";
import { CLUSTER_OCCURRENCES, simulateCluster } from "./cluster/cluster-simulation.ts";
import { OCCURRENCES, simulateService } from "./service-simulation.ts";
import { simulate } from "./simulate.ts";
import { INTERESTING } from "./tally.ts";

/** So many seeds that did not meet everything prove less than they say: that is a failure. */
const SEEDS_ENOUGH = 100;
const SERVICE_SEEDS_ENOUGH = 80;
const CLUSTER_SEEDS_ENOUGH = 40;
const TOLD_EVERY = 50;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    "service-seeds": { type: "string", default: "50" },
    "cluster-seeds": { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    commands: { type: "string", default: "275" },
  },
});

function wholeNumber(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`--${name} is a whole number, not "${values[name]}"`);
  process.exit(2);
}

interface Campaign {
  readonly title: string;
  readonly seeds: number;
  readonly enough: number;
  /** What the seeds together are to meet. */
  readonly wanted: readonly string[];
  /** How one of its seeds is run again. */
  readonly again: (seed: number) => string;
  readonly run: (seed: number) => Promise<ReadonlyMap<string, number>>;
}

const first = wholeNumber("seed");
const seeds = wholeNumber("seeds");
const serviceSeeds = wholeNumber("service-seeds");
const clusterSeeds = wholeNumber("cluster-seeds");
const commands = wholeNumber("commands");

/** Runs all seeds; whether everything that was wanted has happened. */
async function carryOut(campaign: Campaign): Promise<boolean> {
  const { title, seeds: count, enough, wanted } = campaign;
  const happened = new Map<string, number>();
  const start = performance.now();
  for (let seed = first; seed < first + count; seed++) {
    for (const [what, times] of await runOne(campaign, seed)) {
      happened.set(what, (happened.get(what) ?? 0) + times);
    }
    const done = seed - first + 1;
    if (done % TOLD_EVERY === 0) console.log(`${title}: ${done} of ${count} seeds`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${title}: ${count} seeds from ${first} on in ${seconds} s, no failure`);
  for (const [what, times] of [...happened].sort()) console.log(`${times}`.padStart(10), what);
  const missing = wanted.filter((what) => !happened.has(what));
  if (count === 0 || missing.length === 0) return true;
  console.log(`${title}: did not happen: ${missing.join(", ")}`);
  return count < enough;
}

async function runOne(
  { run, again }: Campaign,
  seed: number,
): Promise<ReadonlyMap<string, number>> {
  try {
    return await run(seed);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`again: npm run simulate -- ${again(seed)}`);
    process.exit(1);
  }
}

const engine: Campaign = {
  title: "engine",
  seeds,
  enough: SEEDS_ENOUGH,
  wanted: INTERESTING,
  again: (seed) =>
    `--seed ${seed} --seeds 1 --service-seeds 0 --cluster-seeds 0 --commands ${commands}`,
  run: async (seed) => simulate(seed, commands).counts,
};
const service: Campaign = {
  title: "service",
  seeds: serviceSeeds,
  enough: SERVICE_SEEDS_ENOUGH,
  wanted: [...CRASH_POINTS, ...OCCURRENCES],
  again: (seed) => `--seed ${seed} --seeds 0 --service-seeds 1 --cluster-seeds 0`,
  run: (seed) => simulateService(seed),
};
const cluster: Campaign = {
  title: "cluster",
  seeds: clusterSeeds,
  enough: CLUSTER_SEEDS_ENOUGH,
  wanted: CLUSTER_OCCURRENCES,
  again: (seed) => `--seed ${seed} --seeds 0 --service-seeds 0 --cluster-seeds 1`,
  run: (seed) => simulateCluster(seed),
};

const isWhole = [await carryOut(engine), await carryOut(service), await carryOut(cluster)];
process.exitCode = isWhole.every(Boolean) ? 0 : 1;
