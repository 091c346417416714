/**
 * Some seeds of the simulated cluster, and controls: with a rule turned off from outside the same simulation must find what the
 * rule is there for. `npm run simulate -- --cluster-seeds N` plays as many seeds as one likes.
 */
import { expect, test } from "vitest";
import { seeds } from "../../support/runs.ts";
import { CLUSTER_OCCURRENCES, ClusterFailure, simulateCluster } from "./cluster-simulation.ts";
import type { ClusterChanges } from "./simulated-cluster.ts";

/** The last of the few alone meets everything. */
const SEEDS = seeds(
  [1, 2, 3, 4, 5, 6, 62, 116],
  Array.from({ length: 18 }, (_, at) => 7 + at),
);

test(`LOG-PG-3 LOG-PG-4 CLUSTER-CLAIM-1 CLUSTER-READ-1 CLUSTER-SUBMIT-1 LOG-COPY-1 ${SEEDS.length} seeds of a cluster in which everything breaks keep every promise`, async () => {
  const together = new Set<string>();

  for (const seed of SEEDS) {
    for (const what of (await simulateCluster(seed)).keys()) together.add(what);
  }

  expect(CLUSTER_OCCURRENCES.filter((what) => !together.has(what))).toEqual([]);
});

test("CORE-REPLAY-1 the same seed is the same run of a cluster, another seed another", async () => {
  const run = async (seed: number) => {
    const told: string[] = [];
    const happened = await simulateCluster(seed, { onTold: (line) => void told.push(line) });
    return { told, happened: [...happened].sort() };
  };

  const once = await run(7);

  expect(await run(7)).toEqual(once);
  expect(await run(8)).not.toEqual(once);
});

/** What is found when a rule is off, and from which seed on: that one finds it, until a change moves what happens in it. */
const CONTROLS: readonly (readonly [string, ClusterChanges, string, number])[] = [
  ["CLUSTER-READ-1 a leader answers reads for ever", { ignoresLease: true }, "was told before", 3],
  ["CLUSTER-READ-2 one clock is trusted", { trustsOneClock: true }, "was told before", 23],
  ["LOG-PG-2 warnings are not heeded", { ignoresWarnings: true }, "lost what it had confirmed", 26],
  ["LOG-PG-4 no barrier is made", { hasNoBarrier: true }, "lost what it had confirmed", 1],
  [
    "LOG-PG-8 settings are not looked at again",
    { trustsSettings: true },
    "lost what it had confirmed",
    25,
  ],
  [
    "CLUSTER-SUBMIT-1 nodes are not let go",
    { keepsNodes: true },
    "was told unavailable, and is in the log",
    23,
  ],
];
const SEEDS_MAX = 100;

/** What the first seed says that finds something. */
async function problemWith(changes: ClusterChanges, first: number): Promise<string> {
  for (let seed = first; seed < first + SEEDS_MAX; seed++) {
    try {
      await simulateCluster(seed, changes);
    } catch (error) {
      if (error instanceof ClusterFailure) return error.message;
      throw error;
    }
  }
  return "nothing";
}

test.each(CONTROLS)(
  "control: %s, and the simulation sees it",
  async (_, changes, problem, first) => {
    expect(await problemWith(changes, first)).toContain(problem);
  },
);
