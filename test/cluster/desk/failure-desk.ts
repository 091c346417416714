/**
 * A cluster of real servers and nodes to which something is done under traffic, and the checker of the kill tests, which knows
 * only what clients sent and got. Every way between two processes can be cut.
 */
import {
  LocalCluster,
  type LocalClusterOptions,
} from "../../../scripts/local-cluster/local-cluster.ts";
import type { LocalNode } from "../../../scripts/local-cluster/local-node.ts";
import { awaitEarlierCommands } from "../../crash/asking.ts";
import { type Crowd, gather } from "../../crash/load/crowd.ts";
import { IndexMover } from "../../crash/load/index-mover.ts";
import { listens } from "../../support/listens.ts";
import { POSTGRES_PROGRAMS } from "../../support/postgres.ts";
import { seededRandom } from "../../support/random.ts";
import { type Credentials, SignedClient } from "../../support/signed-client.ts";
import { untilSeen } from "../../support/until.ts";
import { ClusterTraffic } from "./cluster-traffic.ts";
import { ClusterWays } from "./cluster-ways.ts";
import { OrderHistories } from "./order-histories.ts";
import { problemsOf } from "./proofs.ts";
import { WatchedClaims } from "./watched-claims.ts";

export interface DeskPlan extends Partial<LocalClusterOptions> {
  readonly seed: number;
  /** The nodes that are to serve, by their indexes; all without it. */
  readonly sound?: readonly number[];
}

/** Acknowledged before something is done, and after it. */
const BEFORE = 40;
const AFTER = 40;

export class FailureDesk {
  readonly cluster: LocalCluster;
  readonly ways: ClusterWays;
  readonly claims = new WatchedClaims();
  readonly histories = new OrderHistories();
  readonly seed: number;
  readonly sound: readonly number[];
  readonly #random: () => number;
  readonly #index: IndexMover;
  #crowd: Crowd | undefined;
  #round = 0;
  /** Of all rounds. */
  readonly reads = { current: 0, refused: 0, stale: 0 };
  acknowledged = 0;
  readonly allBroken: string[] = [];

  private constructor(cluster: LocalCluster, ways: ClusterWays, plan: DeskPlan) {
    const { seed, sound = [...cluster.nodes.keys()] } = plan;
    this.cluster = cluster;
    this.ways = ways;
    this.seed = seed;
    this.sound = sound;
    this.#random = seededRandom(seed);
    this.#index = new IndexMover(this.#random);
  }

  static async start(plan: DeskPlan): Promise<FailureDesk> {
    const ways = new ClusterWays();
    const size = { postgres: 3, nodes: 3, programs: POSTGRES_PROGRAMS };
    const cluster = await LocalCluster.start({ ...size, ways, ...plan });
    const desk = new FailureDesk(cluster, ways, plan);
    try {
      await desk.allReady();
      desk.#crowd = await gather(desk.venueOf(0), desk.claims);
      await desk.check();
      return desk;
    } catch (error) {
      await desk.end();
      throw error;
    }
  }

  get crowd(): Crowd {
    if (!this.#crowd) throw new Error("nobody trades yet");
    return this.#crowd;
  }

  get #soundNodes(): readonly LocalNode[] {
    return this.sound.map((index) => this.cluster.node(index));
  }

  /** Of BTC, as far as is known. */
  get indexPrice(): number {
    return this.#index.price;
  }

  venueOf(index: number) {
    const { port, operatorPort, directory } = this.cluster.node(index).plan;
    return { port, operatorPort, directory, keys: () => this.cluster.logins() };
  }

  clientAt(index: number, user = "demo1"): SignedClient {
    return new SignedClient(
      this.cluster.node(index).plan.port,
      this.crowd.keys[user] as Credentials,
    );
  }

  /** The index of the node that leads, by the database; waits until one does, other than a given one. */
  async leader(otherThan?: number): Promise<number> {
    return await untilSeen(`a node leads, and not ${otherThan}`, async () => {
      const seen = await this.cluster.look();
      const index = this.cluster.nodes.findIndex(({ plan }) => plan.name === seen?.leader);
      return index >= 0 && index !== otherThan ? index : undefined;
    });
  }

  /** Whoever leads resigns until this one does. */
  async letLead(index: number): Promise<void> {
    while ((await this.leader()) !== index) {
      await this.cluster.bourse("cluster", "resign", this.cluster.urlFile);
    }
  }

  async epoch(): Promise<number> {
    return (await untilSeen("the database says the epoch", () => this.cluster.look())).epoch;
  }

  /** All nodes that run take orders. */
  async allReady(indexes = this.sound): Promise<void> {
    await untilSeen("all nodes are ready", async () => {
      const said = await Promise.all(indexes.map((index) => this.#isServing(index)));
      return said.includes(false) ? undefined : true;
    }).catch(async (error: Error) => {
      const said = await Promise.all(this.cluster.nodes.map((node) => node.readiness()));
      const last = this.cluster.nodes.map(({ output }) => output.slice(-1_500));
      throw new Error(`${error.message}: ${said.join(", ")}\n${last.join("\n---\n")}`);
    });
  }

  /** Its gateways, if it has any, come later than the node itself. */
  async #isServing(index: number): Promise<boolean> {
    const node = this.cluster.node(index);
    return (await node.readiness()) === "ready" && (await listens(node.plan.port));
  }

  /** Does something in the middle of traffic; the traffic goes on for a while, ends, and what clients were told is checked. */
  async underTraffic<T>(
    work: (traffic: ClusterTraffic) => Promise<T>,
    options: { readonly patienceMs?: number } = {},
  ): Promise<T> {
    const traffic = this.traffic(options);
    try {
      await traffic.more(BEFORE);
      const done = await work(traffic);
      await traffic.more(AFTER);
      return done;
    } finally {
      await traffic.stop();
      this.#note(traffic);
    }
  }

  traffic(options: { readonly patienceMs?: number } = {}): ClusterTraffic {
    const prefix = `s${this.seed}-${++this.#round}`;
    const { claims, crowd, histories } = this;
    const [index, random, nodes] = [this.#index, this.#random, this.#soundNodes];
    return new ClusterTraffic({
      nodes,
      claims,
      crowd,
      index,
      random,
      histories,
      prefix,
      ...options,
    });
  }

  #note({ reads, acknowledged }: ClusterTraffic): void {
    this.acknowledged += acknowledged;
    for (const kind of ["current", "refused", "stale"] as const) this.reads[kind] += reads[kind];
  }

  /** All nodes run again: what clients were told is held against what every one of them says. Throws what is broken. */
  async check(): Promise<void> {
    await this.allReady();
    const settledMs = Date.now();
    for (const index of this.sound) {
      await this.#withClients(index, async (clients) => {
        for (const client of clients.values()) await awaitEarlierCommands(client);
      });
    }
    const at = this.sound[this.#round % this.sound.length] ?? 0;
    await this.#withClients(at, (clients) => this.claims.check(clients, { settledMs }));
    this.claims.broken.push(...this.histories.takeProblems());
    this.#throwBroken();
  }

  /** The same, all of it again at another node; then all are stopped, and their logs and states compared. */
  async prove(): Promise<void> {
    await this.check();
    const problems = await problemsOf(this.cluster, this.#soundNodes);
    this.claims.broken.push(...problems);
    this.#throwBroken();
  }

  /** Starts the nodes again that were stopped to prove what they have. */
  async again(): Promise<void> {
    for (const node of this.#soundNodes) node.begin();
    await this.allReady();
  }

  /** Each is thrown once: the next test begins anew. */
  #throwBroken(): void {
    const broken = this.claims.broken.splice(0);
    this.allBroken.push(...broken);
    if (broken.length > 0) throw new Error(`seed ${this.seed}: ${broken.slice(0, 20).join("\n")}`);
  }

  async #withClients<T>(
    index: number,
    work: (clients: Map<string, SignedClient>) => Promise<T>,
  ): Promise<T> {
    const users = Object.keys(this.#crowd?.keys ?? {});
    const clients = new Map(users.map((user) => [user, this.clientAt(index, user)]));
    try {
      return await work(clients);
    } finally {
      for (const client of clients.values()) client.close();
    }
  }

  async end(): Promise<void> {
    await this.cluster.stop();
    await this.ways.close();
  }
}
