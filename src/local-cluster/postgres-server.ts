/**
 * A real PostgreSQL server on loopback, to try a cluster on one machine, with data of its own in a directory. What only
 * this server has (its port, small sizes) is told to the program at every start and is in no file, so that a copy of the
 * directory is a standby when it is told whom to follow.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { copyServer, writeOwned } from "./copy-server.ts";
import { freePorts } from "./free-ports.ts";
import { signalFamily, signalOne } from "./process-family.ts";
import { neededPrograms } from "./programs.ts";
import { asOwner, makeOwned } from "./server-owner.ts";

const READY_MS = 30_000;
const LOOK_MS = 50;
const CONNECT_MS = 2_000;
const PROMOTE_S = 60;
const DATABASE = "postgres";
const ROLE = "bourse";
const OUTPUT_MAX = 100_000;

/** Small, and quick to start. A test may set them otherwise. */
const SIZES = ["max_connections = 40", "shared_buffers = 16MB", "wal_keep_size = 64MB"];

/** Where it is, whatever its files say: those of a standby are its primary's. */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "logging_collector=off",
  // A standby asks for its primary, and for one that was promoted, soon.
  "wal_retrieve_retry_interval=200ms",
  // In files of the directory: a server that is killed leaves nothing elsewhere.
  "dynamic_shared_memory_type=mmap",
];

export interface ServerPlan {
  /** Where its data goes; made. */
  readonly directory: string;
  /** Where the programs are; without it, as they are found. */
  readonly programs?: string | undefined;
}

export type ServerRole = "primary" | "standby" | "down";

export class PostgresServer {
  readonly directory: string;
  readonly port: number;
  readonly #programs: string;
  #child: ChildProcess | undefined;
  output = "";

  private constructor({ directory, programs }: ServerPlan, port: number) {
    this.directory = directory;
    this.port = port;
    this.#programs = programs ?? neededPrograms();
  }

  /** A new primary. */
  static async start(plan: ServerPlan): Promise<PostgresServer> {
    const server = await PostgresServer.#planned(plan);
    makeOwned(server.directory);
    const args = ["-D", server.directory, "-U", ROLE, "--auth=trust", "--no-sync", "-E", "UTF8"];
    await server.#run("initdb", [...args, "--locale=C"]);
    await appendFile(join(server.directory, "postgresql.conf"), `${SIZES.join("\n")}\n`);
    await server.begin();
    return server;
  }

  /** A standby of another, under a name that its `synchronous_standby_names` may have. */
  static async startStandby(
    primary: PostgresServer,
    plan: ServerPlan,
    name: string,
  ): Promise<PostgresServer> {
    const server = await PostgresServer.#planned(plan);
    await server.becomeStandby(primary, name);
    return server;
  }

  static async #planned(plan: ServerPlan): Promise<PostgresServer> {
    const [port = 0] = await freePorts(1);
    return new PostgresServer(plan, port);
  }

  /** Whatever it had is replaced by a copy of the primary, which goes on meanwhile. It must not run. */
  async becomeStandby(primary: PostgresServer, name: string): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
    makeOwned(this.directory);
    await primary.#withClient(60_000, (client) => {
      return copyServer(client, primary.directory, this.directory);
    });
    const setting = `primary_conninfo = '${whereabouts(primary, name)}'\n`;
    await appendFile(join(this.directory, "postgresql.auto.conf"), setting);
    await writeOwned(join(this.directory, "standby.signal"), "");
    await this.begin();
  }

  /** A running standby turns to another primary. */
  async follow(primary: PostgresServer, name: string): Promise<void> {
    await this.set("primary_conninfo", whereabouts(primary, name));
  }

  get url(): string {
    return `postgres://${ROLE}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  get isRunning(): boolean {
    return isAlive(this.#child);
  }

  /** Starts it, also after a kill. */
  async begin(): Promise<void> {
    const settings = [...SETTINGS, `port=${this.port}`].flatMap((setting) => ["-c", setting]);
    const args = ["-D", this.directory, ...settings];
    const child = spawn(...asOwner(join(this.#programs, "postgres"), args), {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.on("error", (error) => this.#hear(`${error}`));
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (piece: Buffer) => this.#hear(piece.toString()));
    }
    const end = Date.now() + READY_MS;
    while ((await this.role()) === "down") {
      if (!isAlive(child) || Date.now() > end) {
        await this.kill();
        throw new Error(`PostgreSQL did not start: ${this.output}`);
      }
      await sleep(LOOK_MS);
    }
  }

  #hear(text: string): void {
    this.output = (this.output + text).slice(-OUTPUT_MAX);
  }

  /** What it is, as it says itself; one that says nothing is down. */
  async role(): Promise<ServerRole> {
    if (!this.isRunning) return "down";
    try {
      const [row] = await this.sql("select pg_is_in_recovery() as is_standby", CONNECT_MS);
      return row?.["is_standby"] === true ? "standby" : "primary";
    } catch {
      return "down";
    }
  }

  /** Asks it as its administrator. */
  sql(text: string, patienceMs = 30_000): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.#withClient(patienceMs, async (client) => (await client.query(text)).rows);
  }

  async #withClient<T>(patienceMs: number, use: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: patienceMs,
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await use(client);
    } finally {
      // One that hangs would not say good-bye.
      void client.end().catch(() => undefined);
    }
  }

  /** Changes a setting of the running server. */
  async set(name: string, value: string): Promise<void> {
    await this.sql(`alter system set ${name} = '${value}'`);
    await this.sql("select pg_reload_conf()");
  }

  /** Makes a primary of a standby; answers when it is one. */
  async promote(): Promise<void> {
    const patienceMs = PROMOTE_S * 1_000 + CONNECT_MS;
    const [row] = await this.sql(`select pg_promote(true, ${PROMOTE_S}) as done`, patienceMs);
    if (row?.["done"] !== true) throw new Error(`PostgreSQL was not promoted: ${this.output}`);
  }

  /** All its processes stand still. */
  pause(): void {
    if (this.#child?.pid) signalFamily(this.#child.pid, "SIGSTOP");
  }

  resume(): void {
    if (this.#child?.pid) signalFamily(this.#child.pid, "SIGCONT");
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    // One that is busy would go on for a while without the others.
    await this.#end((pid) => signalFamily(pid, "SIGKILL"));
  }

  /** Without waiting for its clients. */
  async stop(): Promise<void> {
    await this.#end((pid) => signalOne(pid, "SIGINT"));
  }

  /** At once, for data that is not used again: nothing is written, and nothing of it is left in the system. */
  async abandon(): Promise<void> {
    this.resume();
    await this.#end((pid) => signalOne(pid, "SIGQUIT"));
  }

  async #end(signal: (pid: number) => void): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child?.pid || !isAlive(child)) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    signal(child.pid);
    await ended;
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    await promisify(execFile)(...asOwner(join(this.#programs, program), args));
  }
}

function isAlive(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Where a standby finds its primary, and what it is called there. */
function whereabouts(primary: PostgresServer, name: string): string {
  return `host=127.0.0.1 port=${primary.port} user=${ROLE} application_name=${name}`;
}
