/**
 * A whole cluster in one process, from a seed: three real nodes with real feeders, a primary PostgreSQL and its standby, and clients,
 * on virtual time, while everything goes wrong that the failure table knows. The same seed is the same run. What clients
 * were told is held against the log in the end, and every read against what was told before it.
 */
import { brokenEpochs, brokenPromises, differences } from "./checker.ts";
import { Clients, type Sent } from "./clients.ts";
import { FAULTS, Faults } from "./faults.ts";
import { type ClusterChanges, SimulatedCluster } from "./simulated-cluster.ts";
import type { SimulatedNode } from "./simulated-node.ts";
import type { World } from "./world.ts";

const OPENING_MS = 10_000;
const TROUBLE_MS = 30_000;
/** So long after all is healed every node serves. */
const BACK_MS = 10_000;
const PROBE_MS = 300;
/** Of a node: for the log, and to watch. */
const SESSIONS = 2;
/** All that waits has an answer. */
const ANSWERED_MS = 11_000;

/** Everything that the seeds together must have met. */
export const CLUSTER_OCCURRENCES = [
  ...FAULTS,
  "answered done",
  "answered late",
  "answered unavailable",
  "answered unknown",
  "never answered",
  "a read",
  "no read",
  "a warning",
  "commits lost",
  "a primary of before that is back",
  "a start that failed",
  "a claim",
] as const;

export class ClusterFailure extends Error {
  override readonly name = "ClusterFailure";

  constructor(seed: number, problems: readonly string[]) {
    super(`seed ${seed}: ${problems.join("; ")}`);
  }
}

/** Plays a seed; what happened how often. Throws `ClusterFailure` when a promise was broken. */
export async function simulateCluster(
  seed: number,
  changes: ClusterChanges = {},
): Promise<ReadonlyMap<string, number>> {
  const simulation = new ClusterSimulation(seed, changes);
  await simulation.run();
  const { problems } = simulation.world;
  if (problems.length > 0) throw new ClusterFailure(seed, problems);
  return simulation.happened;
}

class ClusterSimulation {
  readonly happened = new Map<string, number>();
  readonly world: World;
  readonly #cluster: SimulatedCluster;
  readonly #nodes: readonly SimulatedNode[];
  readonly #clients: Clients;
  readonly #faults: Faults;

  constructor(seed: number, changes: ClusterChanges) {
    const onCounted = (what: string) => {
      this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
    };
    this.#cluster = new SimulatedCluster(seed, { ...changes, onCounted });
    const { world, nodes } = this.#cluster;
    this.world = world;
    this.#nodes = nodes;
    this.#clients = new Clients(world, nodes);
    this.#faults = new Faults(this.#cluster);
  }

  async run(): Promise<void> {
    const { world } = this;
    const cluster = this.#cluster;
    cluster.start();
    if (!(await world.passUntil(() => cluster.isServing, OPENING_MS))) {
      world.fail("the cluster does not begin");
    }
    this.#clients.begin();
    this.#faults.begin();
    await world.pass(TROUBLE_MS);
    this.#faults.heal();
    world.tell("--- healed");
    await this.#comeBack();
    this.#clients.isSending = false;
    await world.pass(ANSWERED_MS);
    if (world.problems.length === 0) await this.#check();
  }

  /** Through every node something is done within ten seconds. */
  async #comeBack(): Promise<void> {
    const { world } = this;
    const probes = new Map<SimulatedNode, Sent[]>(this.#nodes.map((node) => [node, []]));
    const isDone = (sent: readonly Sent[]) => sent.some(({ answer }) => answer?.kind === "done");
    const untilMs = world.nowMs + BACK_MS;
    while (world.nowMs < untilMs && world.problems.length === 0) {
      const missing = [...probes].filter(([, sent]) => !isDone(sent));
      if (missing.length === 0) return;
      for (const [node, sent] of missing) {
        const probe = this.#clients.send(node);
        if (probe) sent.push(probe);
      }
      await world.pass(PROBE_MS);
    }
    if (world.problems.length > 0) return;
    for (const [{ name, node }, sent] of probes) {
      const { role, epoch, leader } = node?.standing ?? {};
      const how = `${node?.notReady}, ${role} ${leader} ${epoch}`;
      if (!isDone(sent)) world.fail(`${name} is not back within ${BACK_MS} ms (${how})`);
    }
  }

  async #check(): Promise<void> {
    const { world } = this;
    const rows = () => this.#faults.primary.tables.rows;
    const isAlike = () => differences(this.#nodes, rows()).length === 0;
    await world.passUntil(isAlike, BACK_MS);
    for (const problem of [
      ...differences(this.#nodes, rows()),
      ...brokenPromises(this.#clients.sent, rows()),
      ...brokenEpochs(rows()),
    ])
      world.fail(problem);
    if (this.#clients.sent.some(({ answer }) => !answer)) world.count("never answered");
    for (const { name, sessionCount } of this.#nodes) {
      if (sessionCount > SESSIONS) world.fail(`${name} has ${sessionCount} sessions open`);
    }
  }
}
