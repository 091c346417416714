/**
 * A whole cluster in one process, from a seed: three real nodes with real feeders, a primary PostgreSQL and its standby, and clients,
 * on virtual time, while everything goes wrong that the failure table knows. The same seed is the same run. What clients
 * were told is held against the log in the end, and every read against what was told before it.
 */
import { GENESIS } from "../../../src/log/log.ts";
import { brokenEpochs, brokenPromises, differences } from "./checker.ts";
import { Clients, type Sent } from "./clients.ts";
import { FAULTS, Faults } from "./faults.ts";
import { Network } from "./network.ts";
import { SimulatedServer } from "./server.ts";
import { type Controls, SimulatedNode } from "./simulated-node.ts";
import { World } from "./world.ts";

/** Small, so that a run sees many. */
const SEGMENT_BYTES = 16 * 1_024;
const START_MS = 1_700_000_123_456;
const NAMES = ["node-1", "node-2", "node-3"] as const;
const OPENING_MS = 10_000;
const TROUBLE_MS = 30_000;
/** So long after all is healed every node serves. */
const BACK_MS = 10_000;
const PROBE_MS = 300;
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

/** What may be otherwise than usual: a rule turned off, or somebody who listens. */
export interface ClusterChanges extends Partial<Controls> {
  readonly onTold?: (line: string) => void;
}

const ALL_RULES: Controls = {
  claimsWithoutBeat: false,
  ignoresLease: false,
  ignoresWarnings: false,
  hasNoBarrier: false,
  keepsNodes: false,
};

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
  readonly #nodes: readonly SimulatedNode[];
  readonly #clients: Clients;
  readonly #faults: Faults;
  readonly #leaders = new Map<number, string>();

  constructor(seed: number, changes: ClusterChanges) {
    const world = new World(seed, (what) => {
      this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
    });
    this.world = world;
    world.onTold = changes.onTold;
    const controls = { ...ALL_RULES, ...changes };
    const network = new Network(world);
    const { claimsWithoutBeat } = controls;
    const terms = { origin: GENESIS, segmentBytes: SEGMENT_BYTES, startMs: START_MS };
    const serverOf = (name: string, isStandby: boolean) =>
      new SimulatedServer(world, name, isStandby, { ...terms, claimsWithoutBeat });
    const servers = [serverOf("pg-1", false), serverOf("pg-2", true)] as const;
    servers[0].attach(servers[1]);
    const onLead = (epoch: number, node: string) => this.#lead(epoch, node);
    const options = { world, network, servers, startMs: START_MS, controls, onLead };
    this.#nodes = NAMES.map((name) => new SimulatedNode({ ...options, name }));
    this.#clients = new Clients(world, this.#nodes);
    this.#faults = new Faults({ world, network, nodes: this.#nodes, servers });
  }

  /** LOG-PG-1: of an epoch there is one leader. */
  #lead(epoch: number, node: string): void {
    const other = this.#leaders.get(epoch);
    if (other) this.world.fail(`${node} and ${other} both lead in epoch ${epoch}`);
    this.#leaders.set(epoch, node);
    this.world.count("a claim");
  }

  async run(): Promise<void> {
    const { world } = this;
    for (const node of this.#nodes) node.start();
    if (!(await world.passUntil(() => this.#isServing(), OPENING_MS))) {
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

  #isServing(): boolean {
    return this.#nodes.every(
      ({ node }) => node?.notReady === undefined && node?.state.kind === "sandbox",
    );
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
  }
}
