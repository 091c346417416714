/** The parts of a simulated cluster, wired: a primary PostgreSQL and its standby, three machines with nodes, and what lies between. */
import { GENESIS } from "../../../src/log/log.ts";
import { Network } from "./network.ts";
import { SimulatedServer } from "./server.ts";
import { type Controls, SimulatedNode } from "./simulated-node.ts";
import { World } from "./world.ts";

/** Small, so that a run sees many. */
const SEGMENT_BYTES = 16 * 1_024;
export const START_MS = 1_700_000_123_456;
const NAMES = ["node-1", "node-2", "node-3"] as const;

/** What may be otherwise than usual: a rule turned off, or somebody who listens. */
export interface ClusterChanges extends Partial<Controls> {
  readonly onTold?: (line: string) => void;
  readonly onCounted?: (what: string) => void;
}

const ALL_RULES: Controls = {
  claimsWithoutBeat: false,
  ignoresLease: false,
  ignoresWarnings: false,
  hasNoBarrier: false,
  trustsSettings: false,
  trustsOneClock: false,
  keepsNodes: false,
};

export class SimulatedCluster {
  readonly world: World;
  readonly network: Network;
  readonly servers: readonly [SimulatedServer, SimulatedServer];
  readonly nodes: readonly SimulatedNode[];
  readonly #controls: Controls;
  readonly #leaders = new Map<number, string>();

  constructor(seed: number, changes: ClusterChanges = {}) {
    const { onTold, onCounted } = changes;
    const world = new World(seed, (what) => onCounted?.(what));
    this.world = world;
    world.onTold = onTold;
    this.#controls = { ...ALL_RULES, ...changes };
    this.network = new Network(world);
    this.servers = [this.#server("pg-1", false), this.#server("pg-2", true)];
    this.servers[0].attach(this.servers[1]);
    this.nodes = NAMES.map((name) => this.node(name));
  }

  #server(name: string, isStandby: boolean): SimulatedServer {
    const { claimsWithoutBeat } = this.#controls;
    const terms = { origin: GENESIS, segmentBytes: SEGMENT_BYTES, startMs: START_MS };
    return new SimulatedServer(this.world, name, isStandby, { ...terms, claimsWithoutBeat });
  }

  /** Another machine, with a disk of its own. */
  node(name: string): SimulatedNode {
    const { world, network, servers } = this;
    const onLead = (epoch: number, node: string) => this.#lead(epoch, node);
    const controls = this.#controls;
    return new SimulatedNode({
      name,
      world,
      network,
      servers,
      startMs: START_MS,
      controls,
      onLead,
    });
  }

  /** LOG-PG-1: of an epoch there is one leader. */
  #lead(epoch: number, node: string): void {
    const other = this.#leaders.get(epoch);
    if (other) this.world.fail(`${node} and ${other} both lead in epoch ${epoch}`);
    this.#leaders.set(epoch, node);
    this.world.count("a claim");
  }

  start(): void {
    for (const node of this.nodes) node.start();
  }

  /** Every node takes orders. */
  get isServing(): boolean {
    return this.nodes.every(({ node }) => {
      return node?.notReady === undefined && node?.state.kind === "sandbox";
    });
  }
}
