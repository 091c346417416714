/**
 * Some seeds of the simulated cluster, and controls: with a rule turned off from outside the same simulation must find what the
 * rule is there for. `npm run simulate -- --cluster-seeds N` plays as many seeds as one likes.
 */
import { expect, test } from "vitest";
import { IS_LONG } from "../../support/runs.ts";
import { CLUSTER_OCCURRENCES, ClusterFailure, simulateCluster } from "./cluster-simulation.ts";
import type { ClusterChanges } from "./simulated-cluster.ts";

const SEEDS = 24;
const LONG_MS = 400_000;

test(`LOG-PG-3 LOG-PG-4 CLUSTER-CLAIM-1 CLUSTER-READ-1 CLUSTER-SUBMIT-1 LOG-COPY-1 ${SEEDS} seeds of a cluster in which everything breaks keep every promise`, async () => {
  const together = new Set<string>();

  for (let seed = 1; seed <= SEEDS; seed++) {
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

/** What is found when a rule is off, and how many seeds may be played for it: most are found in a few. */
const CONTROLS: readonly (readonly [string, ClusterChanges, string, number])[] = [
  ["CLUSTER-READ-1 a leader answers reads for ever", { ignoresLease: true }, "was told before", 40],
  ["LOG-PG-2 warnings are not heeded", { ignoresWarnings: true }, "", 80],
  ["LOG-PG-4 no barrier is made", { hasNoBarrier: true }, "", 120],
];

/** What the first seed says that finds something. */
async function problemWith(changes: ClusterChanges, seedsMax: number): Promise<string> {
  for (let seed = 1; seed <= seedsMax; seed++) {
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
  async (_, changes, problem, seedsMax) => {
    const found = await problemWith(changes, seedsMax);

    expect(found).toContain(problem);
    expect(found).not.toBe("nothing");
  },
);

test.skipIf(!IS_LONG)(
  "control: CLUSTER-SUBMIT-1 nodes are not let go, and the simulation sees it",
  async () => {
    const found = await problemWith({ keepsNodes: true }, 400);

    expect(found).toContain("was told unavailable, and is in the log");
  },
  LONG_MS,
);
