/**
 * Replaces a primary that has died, as Patroni does in production: after a pause the standby that has the furthest log is
 * promoted. With one synchronous standby a commit is on two servers, so all servers but one must be looked at
 * before one of them can be known to have everything; with fewer nobody is promoted.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "./postgres-server.ts";
import { nameOf } from "./postgres-set.ts";

const LOOK_MS = 100;
/** So long a primary is gone before it is replaced. */
const PAUSE_MS = 1_000;
/** So long a standby's log must stand still before it is measured. */
const SETTLE_MS = 100;

const REACHED = `select (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0')::text as bytes`;

export type Report = (sentence: string) => void;

/** What it has to know of a server. */
export type WatchedServer = Pick<PostgresServer, "isRunning" | "sql">;

/** What it watches. */
export interface WatchedSet {
  readonly servers: readonly WatchedServer[];
  readonly primary: WatchedServer;
  promote(index: number): Promise<void>;
}

/** The time that passes between its looks. */
export interface WatchTime {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const REAL_TIME: WatchTime = { now: () => performance.now(), sleep };

export class PostgresSupervisor {
  readonly #set: WatchedSet;
  readonly #report: Report;
  readonly #time: WatchTime;
  #isOver = false;
  #said = "";
  readonly #ended: Promise<void>;

  constructor(set: WatchedSet, report: Report, time = REAL_TIME) {
    this.#set = set;
    this.#report = report;
    this.#time = time;
    this.#ended = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #watch(): Promise<void> {
    const { now, sleep } = this.#time;
    let goneAt: number | undefined;
    while (!this.#isOver) {
      if (this.#set.primary.isRunning) goneAt = undefined;
      else goneAt ??= now();
      if (goneAt !== undefined && now() - goneAt >= PAUSE_MS) await this.#replace();
      await sleep(LOOK_MS);
    }
  }

  async #replace(): Promise<void> {
    try {
      const { servers } = this.#set;
      const running = servers.filter(({ isRunning }) => isRunning);
      if (running.length < servers.length - 1 || running.length === 0) {
        return this.#say(
          `${running.length} of ${servers.length} PostgreSQL servers run: too few to know who has everything; nobody is promoted`,
        );
      }
      const index = servers.indexOf(await furthest(running, this.#time));
      if (this.#isOver || this.#set.primary.isRunning) return;
      this.#say(`PostgreSQL ${nameOf(index)} has the furthest log and is promoted`);
      const startedAt = this.#time.now();
      await this.#set.promote(index);
      const tookMs = Math.round(this.#time.now() - startedAt);
      this.#say(`PostgreSQL ${nameOf(index)} is the primary, after ${tookMs} ms`);
    } catch (error) {
      this.#say(`no PostgreSQL server was promoted: ${(error as Error).message}`);
    }
  }

  /** What goes on is said once. */
  #say(sentence: string): void {
    if (sentence !== this.#said) this.#report(sentence);
    this.#said = sentence;
  }
}

/** Of standbys, the one that has most. One that has just started may not have read all that it has: it is looked at until it stands still. */
export async function furthest(
  standbys: readonly WatchedServer[],
  time = REAL_TIME,
): Promise<WatchedServer> {
  const reached = await Promise.all(standbys.map((standby) => whereItStands(standby, time)));
  const most = reached.reduce((one, other) => (other > one ? other : one));
  const found = standbys[reached.indexOf(most)];
  if (!found) throw new Error("there is no standby");
  return found;
}

async function whereItStands(standby: WatchedServer, { sleep }: WatchTime): Promise<bigint> {
  let last = -1n;
  for (;;) {
    const [row] = await standby.sql(REACHED);
    const reached = BigInt(`${row?.["bytes"] ?? 0}`);
    if (reached === last) return reached;
    last = reached;
    await sleep(SETTLE_MS);
  }
}
