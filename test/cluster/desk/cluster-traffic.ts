/**
 * Traffic through all nodes of a cluster at once: at each of them workers that send the mixed load of the kill tests, and readers
 * that ask for whatever order was acknowledged last at any node. One that a reader is not shown was a stale read.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalNode } from "../../../scripts/local-cluster/local-node.ts";
import { AREAS } from "../../crash/checker/areas.ts";
import type { Crowd } from "../../crash/load/crowd.ts";
import type { IndexMover } from "../../crash/load/index-mover.ts";
import { Operator } from "../../crash/load/operator.ts";
import type { Scene } from "../../crash/load/requests.ts";
import { sendOne } from "../../crash/load/traffic.ts";
import { listens } from "../../support/listens.ts";
import type { Credentials, SignedClient } from "../../support/signed-client.ts";
import { untilSeen } from "../../support/until.ts";
import type { OrderHistories } from "./order-histories.ts";
import { RecordedClient } from "./recorded-client.ts";
import type { WatchedClaims } from "./watched-claims.ts";

const WORKERS = 2;
const READERS = 2;
/** Between two requests of one worker: the checker looks at every order again. */
const PACE_MS = 15;
const READ_PACE_MS = 25;
/** So long an answer is waited for. */
const PATIENCE_MS = 4_000;
const READ_PATIENCE_MS = 1_500;
const NO_SUCH_ORDER = -2013;

export interface TrafficPlan {
  readonly nodes: readonly LocalNode[];
  readonly claims: WatchedClaims;
  readonly crowd: Crowd;
  readonly index: IndexMover;
  readonly random: () => number;
  /** What is seen of orders is noted there. */
  readonly histories: OrderHistories;
  /** Every order's client id begins with it. */
  readonly prefix: string;
  /** So long a worker waits for an answer; without it as long as most clients do. */
  readonly patienceMs?: number;
}

/** One request that was acknowledged. */
interface Acknowledged {
  readonly node: number;
  readonly sentMs: number;
  readonly atMs: number;
}

export class ClusterTraffic {
  readonly #plan: TrafficPlan;
  readonly #acknowledged: Acknowledged[] = [];
  readonly #clients: SignedClient[] = [];
  readonly #ended: Promise<unknown>;
  #sent = 0;
  #isOver = false;
  /** Reads that were answered with the order, refused, and answered without it. */
  readonly reads = { current: 0, refused: 0, stale: 0 };

  constructor(plan: TrafficPlan) {
    this.#plan = plan;
    const runs = plan.nodes.flatMap((_, node) => [
      ...Array.from({ length: WORKERS }, () => this.#work(node)),
      ...Array.from({ length: READERS }, () => this.#readOn(node)),
    ]);
    this.#ended = Promise.all(runs);
    // It is waited for at the end.
    this.#ended.catch(() => undefined);
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  /** Waits for so many more requests to be acknowledged, by one node or by all together. */
  async more(count: number, node?: number): Promise<void> {
    const wanted = this.#countAt(node) + count;
    await untilSeen(`${count} more are acknowledged at ${node ?? "any node"}`, async () => {
      return this.#countAt(node) >= wanted || undefined;
    });
  }

  #countAt(node: number | undefined): number {
    return this.#acknowledged.filter((it) => node === undefined || it.node === node).length;
  }

  /** From a moment to the first acknowledgement of a request that was sent after it; waits for it. */
  async firstAfter(momentMs: number): Promise<number> {
    return await untilSeen("a request is acknowledged", async () => {
      const found = this.#acknowledged.filter(({ sentMs }) => sentMs >= momentMs);
      const atMs = Math.min(...found.map((it) => it.atMs));
      return found.length > 0 ? Math.round(atMs - momentMs) : undefined;
    });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#ended.finally(() => {
      for (const client of this.#clients) client.close();
    });
  }

  async #work(node: number): Promise<void> {
    const { prefix, patienceMs = PATIENCE_MS } = this.#plan;
    const scene = this.#sceneAt(node, patienceMs);
    let isHeard = false;
    while (!this.#isOver) {
      // Of what is sent to a process that is not there nothing is learnt.
      if (isHeard || (await this.#isThere(node))) {
        const sentMs = performance.now();
        const done = await sendOne(scene, `${prefix}-${++this.#sent}`);
        if (done > 0) this.#acknowledged.push({ node, sentMs, atMs: performance.now() });
        isHeard = done > 0;
      }
      await sleep(PACE_MS);
    }
  }

  async #isThere(index: number): Promise<boolean> {
    const node = this.#plan.nodes[index];
    if (!node?.isRunning) return false;
    return (await listens(node.plan.port)) && (await listens(node.plan.operatorPort));
  }

  #sceneAt(node: number, patienceMs: number): Scene {
    const { nodes, claims, crowd, index, random } = this.#plan;
    const plan = nodes[node]?.plan;
    if (!plan) throw new RangeError(`there is no node ${node}`);
    const clients = this.#clientsOf(node, patienceMs);
    return { claims, crowd, clients, index, random, extra: {}, operator: new Operator(plan) };
  }

  #clientsOf(node: number, patienceMs?: number): ReadonlyMap<string, SignedClient> {
    const { nodes, crowd, histories } = this.#plan;
    const entries = Object.entries(crowd.keys).map(([user, key]) => {
      const { name = "", port = 0 } = nodes[node]?.plan ?? {};
      const recording = { histories, user, at: name };
      const client = new RecordedClient(port, key as Credentials, recording);
      client.patienceMs = patienceMs;
      this.#clients.push(client);
      return [user, client] as const;
    });
    return new Map(entries);
  }

  async #readOn(node: number): Promise<void> {
    const { nodes } = this.#plan;
    const clients = this.#clientsOf(node, READ_PATIENCE_MS);
    while (!this.#isOver) {
      if (nodes[node]?.isRunning) await this.#read(node, clients);
      await sleep(READ_PACE_MS);
    }
  }

  /** Asks a node for what was acknowledged last, wherever that was, and waits for its answer; stale is counted, and broken. */
  async readAt(node: number, now = () => Date.now()): Promise<void> {
    const clients = this.#clientsOf(node);
    for (const client of clients.values()) client.now = now;
    await this.#read(node, clients);
  }

  async #read(node: number, clients: ReadonlyMap<string, SignedClient>): Promise<void> {
    const placed = this.#plan.claims.lastAcknowledged;
    const client = clients.get(placed?.user ?? "");
    if (!(placed && client)) return;
    const { order, market, clientIdName } = AREAS[placed.area];
    const query = new URLSearchParams({ ...market, [clientIdName]: placed.clientId });
    const answer = await client.get(`${order}?${query}`);
    if (answer?.status === 200) this.reads.current++;
    else if (answer?.json.code !== NO_SUCH_ORDER) this.reads.refused++;
    else this.#stale(node, placed.clientId);
  }

  #stale(node: number, clientId: string): void {
    this.reads.stale++;
    const { claims, nodes } = this.#plan;
    const name = nodes[node]?.plan.name;
    claims.broken.push(
      `stale read: order ${clientId} was acknowledged, and ${name} does not know it`,
    );
  }
}
