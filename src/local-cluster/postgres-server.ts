/**
 * A real PostgreSQL server on loopback, to try a cluster on one machine, with data of its own in a directory. It refuses to run
 * as root, so there it runs as the user that Debian's package has made.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";

const PACKAGED = "/usr/lib/postgresql";
const READY_MS = 30_000;
const LOOK_MS = 50;
const DATABASE = "postgres";
const ROLE = "bourse";

/** Where the programs are; undefined where there are none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(PACKAGED) ? readdirSync(PACKAGED).map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= 15));
  return newest > 0 ? join(PACKAGED, `${newest}`, "bin") : undefined;
}

/** Small, quick to start, and as safe as the connect checks want it. */
const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  "max_connections = 40",
  "shared_buffers = 16MB",
  "wal_level = logical",
  "max_wal_senders = 8",
  "logging_collector = off",
  "wal_keep_size = 64MB",
];

export interface ServerPlan {
  /** Where its data goes; made. */
  readonly directory: string;
}

export class PostgresServer {
  readonly directory: string;
  readonly port: number;
  #child: ChildProcess | undefined;
  output = "";

  private constructor(directory: string, port: number) {
    this.directory = directory;
    this.port = port;
  }

  /** A new primary. */
  static async start({ directory }: ServerPlan): Promise<PostgresServer> {
    makeOwned(directory);
    const args = ["-D", directory, "-U", ROLE, "--auth=trust", "--no-sync", "-E", "UTF8"];
    await run("initdb", [...args, "--locale=C"]);
    return PostgresServer.#open(directory);
  }

  /** A standby of another, under a name that its `synchronous_standby_names` may have. */
  static async startStandby(
    primary: PostgresServer,
    { directory }: ServerPlan,
    name: string,
  ): Promise<PostgresServer> {
    makeOwned(directory);
    const from = `host=127.0.0.1 port=${primary.port} user=${ROLE} application_name=${name}`;
    await run("pg_basebackup", ["-D", directory, "-d", from, "-R", "-X", "stream", "--no-sync"]);
    return PostgresServer.#open(directory);
  }

  static async #open(directory: string): Promise<PostgresServer> {
    const server = new PostgresServer(directory, await freePort());
    const lines = [...SETTINGS, `port = ${server.port}`];
    appendFileSync(join(directory, "postgresql.conf"), `${lines.join("\n")}\n`);
    await server.begin();
    return server;
  }

  get url(): string {
    return `postgres://${ROLE}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Starts it, also after a kill. */
  async begin(): Promise<void> {
    const child = spawn(...asOwner("postgres", ["-D", this.directory]), {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (piece: Buffer) => {
        this.output += piece.toString();
      });
    }
    const end = Date.now() + READY_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > end) {
        throw new Error(`PostgreSQL did not start: ${this.output}`);
      }
      await sleep(LOOK_MS);
    }
  }

  async #answers(): Promise<boolean> {
    return this.sql("select 1").then(
      () => true,
      () => false,
    );
  }

  /** Asks it as its administrator. */
  async sql(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: this.url });
    client.on("error", () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query(text);
      return rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Changes a setting of the running server. */
  async set(name: string, value: string): Promise<void> {
    await this.sql(`alter system set ${name} = '${value}'`);
    await this.sql("select pg_reload_conf()");
  }

  /** Makes a primary of a standby; answers when it is one. */
  async promote(): Promise<void> {
    await this.sql("select pg_promote(true, 60)");
  }

  /** All its processes stand still. */
  pause(): void {
    for (const pid of pidsOf(this.#child)) process.kill(pid, "SIGSTOP");
  }

  resume(): void {
    for (const pid of pidsOf(this.#child)) process.kill(pid, "SIGCONT");
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Without waiting for its clients. */
  async stop(): Promise<void> {
    await this.#end("SIGINT");
  }

  async #end(signal: "SIGKILL" | "SIGINT"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    // One that is busy would go on for a while without the others.
    const pids = signal === "SIGKILL" ? pidsOf(child) : [child.pid ?? 0];
    for (const pid of pids) process.kill(pid, signal);
    await ended;
  }
}

/** The server, and what it has started. */
function pidsOf(child: ChildProcess | undefined): readonly number[] {
  const pid = child?.pid ?? 0;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return [pid, ...children.filter((each) => each !== "").map(Number)];
}

async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(...asOwner(program, args));
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const place = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return typeof place === "object" && place ? place.port : 0;
}

const isRoot = process.getuid?.() === 0;

function asOwner(program: string, args: readonly string[]): [string, string[]] {
  const path = join(postgresPrograms() ?? "", program);
  if (!isRoot) return [path, [...args]];
  const who = ["--reuid=postgres", "--regid=postgres", "--init-groups"];
  return ["setpriv", [...who, path, ...args]];
}

function makeOwned(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!isRoot) return;
  const { uid, gid } = ownerIds();
  chownSync(directory, uid, gid);
  // The directory around it may be root's alone.
  chmodSync(join(directory, ".."), 0o755);
}

function ownerIds(): { readonly uid: number; readonly gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = lines.find((each) => each.startsWith("postgres:")) ?? "";
  const [, , uid, gid] = line.split(":").map(Number);
  if (!uid || !gid) throw new Error("there is no user postgres");
  return { uid, gid };
}
