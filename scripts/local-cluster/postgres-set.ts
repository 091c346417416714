/**
 * The PostgreSQL servers of a cluster on one machine: a primary, and synchronous standbys of which any one must have a commit.
 * Who is the primary is what was done here, not what the servers say: one that comes back may believe that it still is.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresServer, type ServerRole } from "./postgres-server.ts";

const LOOK_MS = 100;
/** For standbys that hang: on a busy machine they take their time. */
const STREAMING_MS = 300_000;

export interface SetPlan {
  /** Each server has a directory of its own below it. */
  readonly directory: string;
  readonly count: number;
  readonly programs: string;
  /** What the primary begins with; without it, it is made. */
  readonly template?: string | undefined;
  /** Asked between the steps of a start; throws when it is to end. */
  readonly check: () => void;
}

export class PostgresSet {
  readonly #plan: SetPlan;
  readonly #servers: PostgresServer[] = [];
  #primary = 0;
  /** What changes who follows whom is done one after the other. */
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(plan: SetPlan) {
    this.#plan = plan;
  }

  async start(): Promise<void> {
    const { count, check } = this.#plan;
    const primary = await PostgresServer.start(this.#placeOf(0));
    this.#servers.push(primary);
    if (count > 1) await primary.set("synchronous_standby_names", this.#quorum());
    for (let index = 1; index < count; index++) {
      check();
      const place = this.#placeOf(index);
      this.#servers.push(await PostgresServer.startStandby(primary, place, nameOf(index)));
    }
    await this.#whenStreaming(count - 1);
  }

  #placeOf(index: number) {
    const { directory, programs, template } = this.#plan;
    return { directory: join(directory, `postgres-${nameOf(index)}`), programs, template };
  }

  /** The same at all of them, so that it holds whoever is promoted: nobody is a standby of itself. */
  #quorum(): string {
    const names = Array.from({ length: this.#plan.count }, (_, index) => nameOf(index));
    return `ANY 1 (${names.join(", ")})`;
  }

  async #whenStreaming(count: number): Promise<void> {
    const text = "select 1 from pg_stat_replication where state = 'streaming'";
    const end = Date.now() + STREAMING_MS;
    while ((await this.primary.sql(text)).length < count) {
      this.#plan.check();
      if (Date.now() > end) throw new Error("the standbys do not follow the primary");
      await sleep(LOOK_MS);
    }
  }

  get servers(): readonly PostgresServer[] {
    return this.#servers;
  }

  get primary(): PostgresServer {
    return this.at(this.#primary);
  }

  get primaryIndex(): number {
    return this.#primary;
  }

  at(index: number): PostgresServer {
    const server = this.#servers[index];
    if (!server) throw new RangeError(`there is no PostgreSQL server ${index}`);
    return server;
  }

  /** The whole set as one URL. */
  get url(): string {
    return this.urlThrough(this.#servers.map(({ port }) => port));
  }

  /** The same, where the servers are reached at other ports. */
  urlThrough(ports: readonly number[]): string {
    const hosts = ports.map((port) => `127.0.0.1:${port}`);
    return this.at(0).url.replace(/@[^/]*/, `@${hosts.join(",")}`);
  }

  roles(): Promise<readonly ServerRole[]> {
    return Promise.all(this.#servers.map((server) => server.role()));
  }

  kill(index: number): Promise<void> {
    return this.at(index).kill();
  }

  /** Makes a standby the primary, and lets the others that run follow it. */
  promote(index: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.at(index).promote();
      this.#primary = index;
      for (const [other, server] of this.#servers.entries()) {
        if (other === index || !server.isAwake || !(await server.isStandby())) continue;
        await server.follow(this.primary, nameOf(other));
      }
    });
  }

  /**
   * Starts one that was killed. Where another is the primary now it becomes a standby of that, made anew: what it had last may be
   * in nobody else's history. Where there is no primary it goes on as what it was.
   */
  revive(index: number): Promise<void> {
    return this.#inTurn(async () => {
      const server = this.at(index);
      if (server.isRunning) return;
      if (index !== this.#primary && this.primary.isRunning) {
        await server.becomeStandby(this.primary, nameOf(index));
      } else await server.begin();
    });
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends all of them for good, also one that is being brought back. */
  async abandon(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.abandon()));
    await this.#lastTurn;
    await Promise.all(this.#servers.map((server) => server.abandon()));
  }
}

/** As `synchronous_standby_names` has it. */
export function nameOf(index: number): string {
  return `s${index + 1}`;
}
