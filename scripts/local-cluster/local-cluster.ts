/**
 * A whole cluster on this machine, on loopback and in a temporary directory: PostgreSQL servers and nodes, each of which can be
 * killed, paused and brought back. It has no screen and decides nothing by itself; whoever has it does.
 */
import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { builtFile } from "../../src/package/package.ts";
import { freePorts } from "./free-ports.ts";
import { LocalNode, type NodePlan } from "./local-node.ts";
import { PostgresSet } from "./postgres-set.ts";
import type { Report } from "./postgres-supervisor.ts";
import { neededPrograms } from "./programs.ts";
import { readCluster, type SeenCluster } from "./read-cluster.ts";

const LOOK_MS = 100;
/** For nodes that hang: on a busy machine a start takes its time. */
const READY_MS = 300_000;
/** What all nodes must have alike. */
const SHARED_FILES = ["master-key", "demo-keys.json"];
const NODE_FLAGS = ["--no-traders", "--no-limits"];

export interface LocalClusterOptions {
  readonly postgres: number;
  readonly nodes: number;
  /** Where the programs of PostgreSQL are; without it, as they are found. */
  readonly programs?: string | undefined;
  /** What its first PostgreSQL server begins with; without it, it is made. */
  readonly template?: string | undefined;
  /** The size of a file of the log; 4 without it. */
  readonly segmentMib?: number;
  /** Where its directory is made; without it among the system's temporary ones. */
  readonly place?: string | undefined;
  /** Flags of every node, beside those that make it one. */
  readonly nodeFlags?: readonly string[];
  /** What stands between the nodes, and between them and the servers; without it nothing. */
  readonly ways?: Ways;
  /** How a node is started that is not started as usual, by its index. */
  readonly launchOf?: (index: number) => Partial<Pick<NodePlan, "command" | "directory">>;
  /** The keys that all nodes have, by the names of their files; with them all are started at once. */
  readonly keyFiles?: Readonly<Record<string, string>>;
  /** Ends a start half-way. */
  readonly signal?: AbortSignal;
  /** Told what is done. */
  readonly report?: Report;
}

/** Ports that lead to other ports, so that a way can be cut or slowed down. */
export interface Ways {
  /** What a node dials to reach a PostgreSQL server. */
  toServer(node: number, server: number, port: number): Promise<number>;
  /** What others dial to reach a node that listens at a port. */
  toNode(node: number, port: number): Promise<number>;
}

export interface DemoLogin {
  readonly apiKey: string;
  readonly secret: string;
}

export class LocalCluster {
  readonly directory: string;
  readonly postgres: PostgresSet;
  readonly #options: LocalClusterOptions;
  #nodes: readonly LocalNode[] = [];
  #isOver = false;

  private constructor(options: LocalClusterOptions) {
    const programs = neededPrograms(options.programs);
    this.#options = options;
    this.directory = mkdtempSync(join(options.place ?? tmpdir(), "bourse-cluster-"));
    const { directory } = this;
    const { postgres: count, template } = options;
    const check = () => this.#check();
    this.postgres = new PostgresSet({ directory, count, programs, template, check });
  }

  /** All servers and nodes are started, and one node takes orders. Whatever fails, nothing is left. */
  static async start(options: LocalClusterOptions): Promise<LocalCluster> {
    const cluster = new LocalCluster(options);
    const abandon = () => void cluster.#abandon();
    options.signal?.addEventListener("abort", abandon);
    try {
      await cluster.#start();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    } finally {
      options.signal?.removeEventListener("abort", abandon);
    }
  }

  async #start(): Promise<void> {
    this.#check();
    this.#say(`starting ${this.#options.postgres} PostgreSQL servers`);
    await this.postgres.start();
    writeFileSync(this.urlFile, this.url, { mode: 0o600 });
    this.#check();
    this.#say("making the cluster");
    const size = ["--segment-mib", `${this.#options.segmentMib ?? 4}`];
    await this.bourse("cluster", "init", this.urlFile, ...size, ...this.#single);
    this.#nodes = await this.#planNodes();
    this.#say(`starting ${this.#nodes.length} nodes`);
    const { keyFiles } = this.#options;
    if (keyFiles) this.#beginAtOnce(keyFiles);
    else await this.#beginWithFirst();
    await this.whenReady();
  }

  #beginAtOnce(keyFiles: Readonly<Record<string, string>>): void {
    for (const { plan } of this.#nodes) {
      mkdirSync(plan.directory, { recursive: true, mode: 0o700 });
      for (const [name, text] of Object.entries(keyFiles))
        writeFileSync(join(plan.directory, name), text, { mode: 0o600 });
    }
    for (const node of this.#nodes) node.begin();
  }

  /** The first makes the keys, and the demo's users with them. */
  async #beginWithFirst(): Promise<void> {
    const [first, ...others] = this.#nodes;
    if (!first) return;
    first.begin();
    await this.whenReady([first]);
    for (const node of others) {
      this.#check();
      this.#shareFiles(first, node);
      node.begin();
    }
  }

  get #single(): readonly string[] {
    return this.#options.postgres === 1 ? ["--single-postgres"] : [];
  }

  async #planNodes(): Promise<readonly LocalNode[]> {
    const { nodes: count, nodeFlags = [], launchOf } = this.#options;
    const ports = await freePorts(3 * count);
    const flags = [...NODE_FLAGS, ...this.#single, ...nodeFlags];
    const plans = Array.from({ length: count }, async (_, index) => {
      const [port = 0, operatorPort = 0, listenPort = 0] = ports.slice(3 * index);
      const name = `n${index + 1}`;
      const directory = join(this.directory, name);
      const urlFile = await this.#urlFileOf(index);
      const advertisedPort = (await this.#options.ways?.toNode(index, listenPort)) ?? listenPort;
      const places = { directory, urlFile, port, operatorPort, listenPort, advertisedPort };
      const onEnd = (why: string) => this.#say(`node ${name} has ended by itself: ${why}`);
      return new LocalNode({ name, ...places, flags, onEnd, ...launchOf?.(index) });
    });
    return Promise.all(plans);
  }

  /** The one of all, or one with the ways that this node has to the servers. */
  async #urlFileOf(index: number): Promise<string> {
    const { ways } = this.#options;
    if (!ways) return this.urlFile;
    const { servers } = this.postgres;
    const ports = await Promise.all(
      servers.map(({ port }, server) => ways.toServer(index, server, port)),
    );
    const file = `${this.urlFile}-of-n${index + 1}`;
    writeFileSync(file, this.postgres.urlThrough(ports), { mode: 0o600 });
    return file;
  }

  #shareFiles(from: LocalNode, to: LocalNode): void {
    mkdirSync(to.plan.directory, { recursive: true, mode: 0o700 });
    for (const name of SHARED_FILES) {
      const [file, copy] = [from, to].map(({ plan }) => join(plan.directory, name));
      if (file && copy && existsSync(file) && !existsSync(copy)) copyFileSync(file, copy);
    }
  }

  /** Throws when nobody wants it any more. */
  #check(): void {
    this.#options.signal?.throwIfAborted();
    if (this.#isOver) throw new Error("the cluster was stopped");
  }

  #say(sentence: string): void {
    this.#options.report?.(sentence);
  }

  /** Of all its PostgreSQL servers. */
  get url(): string {
    return this.postgres.url;
  }

  /** The file that has it, as nodes and the command line want it. */
  get urlFile(): string {
    return join(this.directory, "url");
  }

  get nodes(): readonly LocalNode[] {
    return this.#nodes;
  }

  /** Where the nodes take orders. */
  get ports(): readonly number[] {
    return this.#nodes.map(({ plan }) => plan.port);
  }

  /** The demo's users, by their names. */
  logins(): Readonly<Record<string, DemoLogin>> {
    return JSON.parse(readFileSync(join(this.node(0).plan.directory, "demo-keys.json"), "utf8"));
  }

  node(index: number): LocalNode {
    const node = this.#nodes[index];
    if (!node) throw new RangeError(`there is no node ${index}`);
    return node;
  }

  /** Waits until one of these takes orders. */
  async whenReady(nodes: readonly LocalNode[] = this.#nodes): Promise<void> {
    const end = Date.now() + READY_MS;
    for (;;) {
      this.#check();
      const said = await Promise.all(nodes.map((node) => node.readiness()));
      if (said.includes("ready")) return;
      if (said.every((each) => each === "down") || Date.now() > end) {
        const last = nodes.map(({ output }) => output.slice(-2_000)).join("\n");
        throw new Error(`no node takes orders (${said.join(", ")}): ${last}`);
      }
      await sleep(LOOK_MS);
    }
  }

  killNode(index: number): Promise<void> {
    return this.node(index).kill();
  }

  pauseNode(index: number): void {
    this.node(index).pause();
  }

  resumeNode(index: number): void {
    this.node(index).resume();
  }

  /** Starts one that was killed, without waiting until it is ready. */
  reviveNode(index: number): void {
    this.#check();
    this.node(index).begin();
  }

  killPostgres(index: number): Promise<void> {
    return this.postgres.kill(index);
  }

  promote(index: number): Promise<void> {
    return this.postgres.promote(index);
  }

  revivePostgres(index: number): Promise<void> {
    this.#check();
    return this.postgres.revive(index);
  }

  /** Who leads, as the database has it. */
  look(): Promise<SeenCluster | undefined> {
    return readCluster(this.postgres.primary);
  }

  /** Runs `bourse ...`; answers what it said, and throws that when it fails. */
  async bourse(...args: string[]): Promise<string> {
    const program = fileURLToPath(builtFile("cli/bourse.js"));
    try {
      return (await promisify(execFile)(process.execPath, [program, ...args])).stdout.trim();
    } catch (error) {
      const { stderr = "", message } = error as Error & { readonly stderr?: string };
      throw new Error(stderr.trim() || message, { cause: error });
    }
  }

  async #abandon(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.kill()));
    await this.postgres.abandon();
  }

  /** Ends everything that runs and removes the directory. May be called twice. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#abandon();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
