/**
 * `npx tsx test/simulation/choose-seeds.ts [COUNT]`: plays the seeds from 1 to COUNT and prints a few of
 * them that together meet everything that is wanted, each in two seeds where two have it. The tests play
 * those; a change of the crowd or of its commands needs them chosen again.
 */
import { CRASH_POINTS } from "../support/crashing-disk.ts";
import { OCCURRENCES, simulateService } from "./service-simulation.ts";
import { simulate } from "./simulate.ts";
import { INTERESTING } from "./tally.ts";

const COMMANDS = 275;
const WANTED_TWICE = 2;

type Met = ReadonlyMap<string, number>;

/** The seed that meets most of what is missing, again and again. */
function choose(played: ReadonlyMap<number, Met>, wanted: readonly string[]): number[] {
  const metBy = (what: string) => [...played.values()].filter((met) => met.has(what)).length;
  const owed = new Map(wanted.map((what) => [what, Math.min(WANTED_TWICE, metBy(what))]));
  const missed = wanted.filter((what) => owed.get(what) === 0);
  if (missed.length > 0) console.log("no seed meets:", missed.join(", "));
  const chosen: number[] = [];
  const worth = (seed: number) =>
    wanted.filter((what) => (owed.get(what) ?? 0) > 0 && played.get(seed)?.has(what)).length;
  while ([...owed.values()].some((count) => count > 0)) {
    const left = [...played.keys()].filter((seed) => !chosen.includes(seed));
    const best = left.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    chosen.push(best);
    for (const [what, count] of owed) {
      if (count > 0 && played.get(best)?.has(what)) owed.set(what, count - 1);
    }
  }
  return chosen.sort((one, other) => one - other);
}

const count = Number(process.argv[2] ?? 120);
const engine = new Map<number, Met>();
const service = new Map<number, Met>();
for (let seed = 1; seed <= count; seed++) {
  engine.set(seed, simulate(seed, COMMANDS).counts);
  service.set(seed, await simulateService(seed));
}
console.log("engine:", choose(engine, INTERESTING).join(", "));
console.log("service:", choose(service, [...CRASH_POINTS, ...OCCURRENCES]).join(", "));
