/**
 * PostgreSQL servers of a test's or a file's own, for what is done to servers: killed, stopped, promoted, set otherwise. They
 * begin with a copy of what was made once for the worker, and are gone at the end.
 */
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, onTestFinished } from "vitest";
import { PostgresServer } from "../../scripts/local-cluster/postgres-server.ts";
import { POSTGRES_PROGRAMS } from "./postgres.ts";
import { PATIENCE_MS } from "./until.ts";
import { workerDirectory } from "./worker-directory.ts";
import { serverTemplate } from "./worker-server.ts";

/** A directory that ends with the worker at the latest, and that the user can enter whom servers run as. */
function serverPlace(): string {
  const place = mkdtempSync(join(workerDirectory(), "own-"));
  chmodSync(place, 0o755);
  return place;
}

export class OwnServers {
  #place: string | undefined;
  readonly #servers: PostgresServer[] = [];

  /** For the tests of a file; called beside them. */
  static ofFile(): OwnServers {
    const servers = new OwnServers();
    afterAll(() => servers.#end());
    return servers;
  }

  static ofTest(): OwnServers {
    const servers = new OwnServers();
    onTestFinished(() => servers.#end());
    return servers;
  }

  /** Below it each has its directory. */
  get place(): string {
    this.#place ??= serverPlace();
    return this.#place;
  }

  async primary(): Promise<PostgresServer> {
    const plan = { ...this.#plan("primary"), template: await serverTemplate() };
    return this.#keep(await PostgresServer.start(plan));
  }

  /** Of a name that `synchronous_standby_names` may have. */
  async standbyOf(primary: PostgresServer, name: string): Promise<PostgresServer> {
    return this.#keep(await PostgresServer.startStandby(primary, this.#plan(name), name));
  }

  /** A primary whose commits wait for its one standby, of this name. */
  async pair(name: string): Promise<readonly [primary: PostgresServer, standby: PostgresServer]> {
    const primary = await this.primary();
    await primary.set("synchronous_standby_names", name);
    const { commit } = await firstThatWaits(primary);
    const standby = await this.standbyOf(primary, name);
    await commit;
    // Promoted, it would wait for itself.
    await standby.set("synchronous_standby_names", "");
    return [primary, standby];
  }

  #plan(name: string) {
    return {
      directory: join(this.place, `${this.#servers.length}-${name}`),
      programs: POSTGRES_PROGRAMS,
    };
  }

  #keep(server: PostgresServer): PostgresServer {
    this.#servers.push(server);
    return server;
  }

  async #end(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.abandon()));
    if (this.#place) await rm(this.#place, { recursive: true, force: true });
  }
}

const COMMIT = "select pg_logical_emit_message(true, 'test', '')";
const WAITING = "select 1 from pg_stat_activity where wait_event = 'SyncRep'";
const LOOK_MS = 10;

/** A server that has the setting makes commits wait for standbys in its own time: commits until one waits. */
async function firstThatWaits(primary: PostgresServer): Promise<{ commit: Promise<unknown> }> {
  for (;;) {
    let isDone = false;
    const commit = primary.sql(COMMIT, PATIENCE_MS).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      if ((await primary.sql(WAITING)).length > 0) return { commit };
      await sleep(LOOK_MS);
    }
  }
}
