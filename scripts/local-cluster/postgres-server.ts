/**
 * A real PostgreSQL server on loopback, to try a cluster on one machine, with data of its own in a directory. What only
 * this server has (its port, small sizes) is told to the program at every start and is in no file, so that a copy of the
 * directory is a standby when it is told whom to follow.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePorts } from "./free-ports.ts";
import { PostgresProcess } from "./postgres-process.ts";
import { neededPrograms } from "./programs.ts";
import { copyData, makeData, ROLE, type ServerPlan } from "./server-files.ts";

/** For one that hangs: on a busy machine a start takes its time. */
const READY_MS = 300_000;
const LOOK_MS = 50;
const SOON_MS = 2_000;
const PATIENCE_MS = 30_000;
const PROMOTE_S = 60;
const LOADED = "select pg_conf_load_time()::text as loaded";
const WHO = `select pg_is_in_recovery() as is_standby, current_setting('data_directory') as directory`;
const DATABASE = "postgres";
/** Another program may have taken the port meanwhile. */
const PORTS_TRIED = 5;
const PORT_TAKEN = "Address already in use";

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

export type ServerRole = "primary" | "standby" | "down";

export class PostgresServer {
  readonly directory: string;
  readonly #programs: string;
  #port = 0;
  #process: PostgresProcess | undefined;

  private constructor({ directory, programs }: ServerPlan) {
    this.directory = directory;
    this.#programs = programs ?? neededPrograms();
  }

  /** A new primary. */
  static async start(plan: ServerPlan): Promise<PostgresServer> {
    const server = new PostgresServer(plan);
    await makeData(plan);
    await server.#beginSomewhere();
    return server;
  }

  /** A standby of another, under a name that its `synchronous_standby_names` may have. */
  static async startStandby(
    primary: PostgresServer,
    plan: ServerPlan,
    name: string,
  ): Promise<PostgresServer> {
    const server = new PostgresServer(plan);
    await server.#copy(primary, name);
    await server.#beginSomewhere();
    return server;
  }

  async #beginSomewhere(): Promise<void> {
    for (let tries = 1; ; tries++) {
      [this.#port = 0] = await freePorts(1);
      try {
        return await this.begin();
      } catch (error) {
        if (tries === PORTS_TRIED || !`${error}`.includes(PORT_TAKEN)) throw error;
      }
    }
  }

  /** Whatever it had is replaced by a copy of the primary, which goes on meanwhile. It must not run. */
  async becomeStandby(primary: PostgresServer, name: string): Promise<void> {
    await this.#copy(primary, name);
    await this.begin();
  }

  async #copy(primary: PostgresServer, name: string): Promise<void> {
    const [from, to] = [primary.directory, this.directory];
    const plan = { from, to, whereabouts: whereabouts(primary, name) };
    await primary.#withClient(READY_MS, (client) => copyData(client, plan));
  }

  /** A running standby turns to another primary. */
  async follow(primary: PostgresServer, name: string): Promise<void> {
    await this.set("primary_conninfo", whereabouts(primary, name));
  }

  get url(): string {
    return `postgres://${ROLE}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  get port(): number {
    return this.#port;
  }

  get isRunning(): boolean {
    return this.#process?.isRunning === true;
  }

  /** Whether it runs and was not made to stand still from here. */
  get isAwake(): boolean {
    return this.#process?.isAwake === true;
  }

  /** Starts it, also after a kill. */
  async begin(): Promise<void> {
    const settings = [...SETTINGS, `port=${this.port}`].flatMap((setting) => ["-c", setting]);
    const args = ["-D", this.directory, ...settings];
    const begun = new PostgresProcess(join(this.#programs, "postgres"), args);
    this.#process = begun;
    const end = Date.now() + READY_MS;
    while ((await this.role()) === "down") {
      if (!begun.isRunning || Date.now() > end) {
        await begun.end("SIGKILL");
        throw new Error(`PostgreSQL did not start: ${begun.output}`);
      }
      await sleep(LOOK_MS);
    }
  }

  /** What it is, as it says itself; one that says nothing soon is down. */
  async role(): Promise<ServerRole> {
    if (!this.isRunning) return "down";
    try {
      return (await this.isStandby(SOON_MS)) ? "standby" : "primary";
    } catch {
      return "down";
    }
  }

  /** Throws when it does not say, or somebody else answers at its port. */
  async isStandby(patienceMs?: number): Promise<boolean> {
    const [row] = await this.sql(WHO, patienceMs);
    if (row?.["directory"] !== this.directory) throw new Error(`another has port ${this.port}`);
    return row["is_standby"] === true;
  }

  /** Asks it as its administrator. */
  sql(
    text: string,
    patienceMs = PATIENCE_MS,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.#withClient(patienceMs, async (client) => (await client.query(text)).rows);
  }

  async #withClient<T>(patienceMs: number, use: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: patienceMs,
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

  /** Changes a setting of the running server; whoever connects from now on has it. */
  async set(name: string, value: string): Promise<void> {
    await this.sql(`alter system set ${name} = '${value}'`);
    const before = await this.sql(`${LOADED}, pg_reload_conf()`);
    // It says that it was told, and reads its files in its own time.
    while (`${(await this.sql(LOADED))[0]?.["loaded"]}` === `${before[0]?.["loaded"]}`)
      await sleep(LOOK_MS);
  }

  /** Makes a primary of a standby; answers when it is one. */
  async promote(): Promise<void> {
    const patienceMs = PROMOTE_S * 1_000 + SOON_MS;
    const [row] = await this.sql(`select pg_promote(true, ${PROMOTE_S}) as done`, patienceMs);
    if (row?.["done"] !== true)
      throw new Error(`PostgreSQL was not promoted: ${this.#process?.output}`);
  }

  /** All its processes stand still. */
  pause(): void {
    this.#process?.pause();
  }

  resume(): void {
    this.#process?.resume();
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    await this.#process?.end("SIGKILL");
  }

  /** Without waiting for its clients. */
  async stop(): Promise<void> {
    await this.#process?.end("SIGINT");
  }

  /** At once, for data that is not used again: nothing is written, and nothing of it is left in the system. */
  async abandon(): Promise<void> {
    this.resume();
    await this.#process?.end("SIGQUIT");
  }
}

/** Where a standby finds its primary, and what it is called there. */
function whereabouts(primary: PostgresServer, name: string): string {
  return `host=127.0.0.1 port=${primary.port} user=${ROLE} application_name=${name}`;
}
