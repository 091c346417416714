/**
 * Some seeds of the simulated cluster, and controls: with a rule turned off from outside the same simulation must find what the
 * rule is there for. `npm run simulate -- --cluster-seeds N` plays as many seeds as one likes.
 */
import { expect, test } from "vitest";
import { CLUSTER_OCCURRENCES, simulateCluster } from "./cluster-simulation.ts";
import type { ClusterChanges } from "./simulated-cluster.ts";

const SEEDS = 30;

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

/** Each with a seed that finds it early, and what is then found. */
const CONTROLS: readonly (readonly [string, ClusterChanges, number, string])[] = [
  ["CLUSTER-READ-1 a leader answers reads for ever", { ignoresLease: true }, 24, "was told before"],
  ["CLUSTER-CLAIM-1 a claim needs no silence", { claimsWithoutBeat: true }, 94, "was told before"],
  ["LOG-PG-2 warnings are not heeded", { ignoresWarnings: true }, 41, "lost what it had confirmed"],
  ["LOG-PG-4 no barrier is made", { hasNoBarrier: true }, 2, "lost what it had confirmed"],
  [
    "CLUSTER-SUBMIT-1 nodes are not let go",
    { keepsNodes: true },
    4,
    "was told unavailable, and is in",
  ],
];

test.each(CONTROLS)(
  "control: %s, and the simulation sees it",
  async (_, changes, seed, problem) => {
    await expect(simulateCluster(seed, changes)).rejects.toThrow(problem);
  },
);
