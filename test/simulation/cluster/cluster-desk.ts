/**
 * A simulated cluster on virtual time as the tests of a node have it: who leads, what it is asked, from what it is cut off. When a
 * test is over, nothing may have gone wrong but what it has taken note of.
 */
import { expect, onTestFinished } from "vitest";
import type { Node } from "../../../src/runtime/cluster/node.ts";
import { Clients } from "./clients.ts";
import { SimulatedCluster } from "./simulated-cluster.ts";
import type { SimulatedNode } from "./simulated-node.ts";

const SEED = 2205;

export class ClusterDesk extends SimulatedCluster {
  readonly told: string[] = [];
  readonly clients: Clients;

  constructor() {
    const told: string[] = [];
    super(SEED, { onTold: (line) => void told.push(line) });
    this.told = told;
    this.clients = new Clients(this.world, this.nodes);
    onTestFinished(() => expect(this.world.problems).toEqual([]));
  }

  /** All nodes serve. */
  static async open(): Promise<ClusterDesk> {
    const desk = new ClusterDesk();
    desk.start();
    expect(await desk.world.passUntil(() => desk.isServing, 10_000)).toBe(true);
    return desk;
  }

  get leader(): SimulatedNode {
    return this.nodes.find(({ node }) => node?.leads !== undefined) ?? expect.fail("nobody leads");
  }

  get followers(): readonly [SimulatedNode, SimulatedNode] {
    const { leader } = this;
    const [one, two] = this.nodes.filter((node) => node !== leader);
    return [one ?? expect.fail("one node"), two ?? expect.fail("two nodes")];
  }

  /** Sends a command through a node; what it is answered within so long. */
  async answer(through: SimulatedNode, ms = 500): Promise<string | undefined> {
    const sent = this.clients.send(through);
    await this.world.pass(ms);
    return sent?.answer?.kind;
  }

  /** Cuts a machine off from both servers. */
  cutFromPostgres({ name }: SimulatedNode): void {
    for (const server of this.servers) this.network.cut(name, server.name);
  }

  /** Whether another than this one leads within so long. */
  isTakenOver(from: SimulatedNode, ms: number): Promise<boolean> {
    const others = this.nodes.filter((node) => node !== from);
    return this.world.passUntil(() => others.some(({ node }) => node?.leads !== undefined), ms);
  }

  run(text: string, values: readonly string[] = []): void {
    const backend = { name: "psql", isOver: false, hasLeft: false, end: () => undefined };
    this.servers[0].run({ text, values, backend, answer: () => undefined });
  }
}

export function nodeOf({ node }: SimulatedNode): Node {
  return node ?? expect.fail("it runs");
}

/** A cluster that serves, and who has which part in it at the beginning. */
export async function begin() {
  const desk = await ClusterDesk.open();
  const { world, network, leader, followers } = desk;
  return { desk, world, network, leader, followers };
}
