/**
 * `npx tsx test/simulation/choose-seeds.ts [COUNT] [engine|service|cluster]`: plays the seeds from 1 to COUNT and prints a few of
 * them that together meet everything that is wanted, and more with which each is met by two seeds where two have it. The
 * tests play those; a change of the crowd or of its commands needs them chosen again.
 */
import { CRASH_POINTS } from "../support/crashing-disk.ts";
import { CLUSTER_OCCURRENCES, simulateCluster } from "./cluster/cluster-simulation.ts";
import { OCCURRENCES, simulateService } from "./service-simulation.ts";
import { simulate } from "./simulate.ts";
import { INTERESTING } from "./tally.ts";

const COMMANDS = 275;

type Met = ReadonlyMap<string, number>;

/** Of seeds that are not chosen yet the one that meets most of what is missing, again and again. */
function choose(
  played: ReadonlyMap<number, Met>,
  wanted: readonly string[],
  { times, chosen }: { times: number; chosen: readonly number[] },
): number[] {
  const seedsOf = (what: string) => [...played].filter(([, met]) => met.has(what));
  const owed = new Map(
    wanted.map((what) => {
      const all = seedsOf(what).map(([seed]) => seed);
      const had = all.filter((seed) => chosen.includes(seed)).length;
      return [what, Math.min(times, all.length) - had];
    }),
  );
  const further: number[] = [];
  const worth = (seed: number) =>
    wanted.filter((what) => (owed.get(what) ?? 0) > 0 && played.get(seed)?.has(what)).length;
  while ([...owed.values()].some((count) => count > 0)) {
    const left = [...played.keys()].filter((seed) => ![...chosen, ...further].includes(seed));
    const best = left.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    further.push(best);
    for (const [what, count] of owed) {
      if (count > 0 && played.get(best)?.has(what)) owed.set(what, count - 1);
    }
  }
  return further.sort((one, other) => one - other);
}

/** A seed whose every meeting another one has, too, is one too many. */
function pruned(played: ReadonlyMap<number, Met>, wanted: readonly string[], chosen: number[]) {
  const isMetBy = (seeds: readonly number[]) => (what: string) =>
    seeds.some((seed) => played.get(seed)?.has(what));
  const met = wanted.filter(isMetBy(chosen));
  return chosen.reduce((kept, seed) => {
    const others = kept.filter((other) => other !== seed);
    return met.every(isMetBy(others)) ? others : kept;
  }, chosen);
}

function tell(title: string, played: ReadonlyMap<number, Met>, wanted: readonly string[]): void {
  const missed = wanted.filter((what) => [...played.values()].every((met) => !met.has(what)));
  if (missed.length > 0) console.log(`${title}: no seed meets`, missed.join(", "));
  const few = pruned(played, wanted, choose(played, wanted, { times: 1, chosen: [] }));
  console.log(`${title}, few:`, few.join(", "));
  console.log(`${title}, more:`, choose(played, wanted, { times: 2, chosen: few }).join(", "));
}

const count = Number(process.argv[2] ?? 120);
const only = process.argv[3];

type Play = (seed: number) => Met | Promise<Met>;

async function play(title: string, wanted: readonly string[], run: Play): Promise<void> {
  if (only !== undefined && only !== title) return;
  const played = new Map<number, Met>();
  for (let seed = 1; seed <= count; seed++) played.set(seed, await run(seed));
  tell(title, played, wanted);
}

await play("engine", INTERESTING, (seed) => simulate(seed, COMMANDS).counts);
await play("service", [...CRASH_POINTS, ...OCCURRENCES], simulateService);
await play("cluster", CLUSTER_OCCURRENCES, simulateCluster);
