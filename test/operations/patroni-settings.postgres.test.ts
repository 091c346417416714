/**
 * A real primary and a real standby with the settings that ops/cluster/patroni.yml gives to Patroni, and the standby's name as
 * Patroni's strict mode sets it: a cluster is made there by a role that may do nothing else, and its barrier holds.
 */
import { beforeAll, expect, test } from "vitest";
import type { PostgresServer } from "../../scripts/local-cluster/postgres-server.ts";
import { LOOK } from "../../src/log/postgres/connect-checks.ts";
import { pgDatabase } from "../../src/log/postgres/pg-database.ts";
import { systemTimer } from "../../src/log/system-timer.ts";
import { initCluster } from "../../src/runtime/cluster/init-cluster.ts";
import { OwnServers } from "../support/own-servers.ts";
import { patroniParameters } from "../support/patroni.ts";
import { hasPostgres } from "../support/postgres.ts";
import { PATIENCE_MS, UNTIL_SEEN } from "../support/until.ts";

const servers = OwnServers.ofFile();
const isHere = hasPostgres();
const patroniTest = test.skipIf(!isHere);
let primary: PostgresServer;
let url = "";

beforeAll(async () => {
  if (!isHere) return;
  primary = await servers.primary();
  for (const [name, value] of Object.entries(patroniParameters())) {
    await primary.sql(`alter system set ${name} = '${value}'`);
  }
  await primary.stop();
  await primary.begin();
  await primary.sql("create role plain login");
  await primary.sql("create database exchange owner plain");
  url = `postgres://plain@127.0.0.1:${primary.port}/exchange`;
}, PATIENCE_MS);

const made = () => initCluster({ url, segmentBytes: 1_048_576, isSingle: false });

patroniTest("PostgreSQL takes every setting of the file as it is written", async () => {
  for (const [name, value] of Object.entries(patroniParameters())) {
    const rows = await primary.sql(
      `select pending_restart, source from pg_settings where name = '${name}'`,
    );
    expect(rows, name).toEqual([{ pending_restart: false, source: "configuration file" }]);
    expect(value, name).not.toBe("");
  }
});

patroniTest("LOG-PG-5 while the standbys are not set the server is refused", async () => {
  await expect(made()).rejects.toThrow("no synchronous standby");
});

patroniTest(
  "LOG-PG-5 with the standby that strict mode asks for, a cluster is made by a plain role",
  async () => {
    await servers.standbyOf(primary, "m2");
    await primary.set("synchronous_standby_names", "*");

    await made();

    const database = pgDatabase({ url, name: "test", timer: systemTimer });
    const session = await database.connect(async () => undefined);
    const barrier = await session.query(
      "select pg_logical_emit_message(true, 'bourse', 'barrier')",
    );
    const [looked] = (await session.query(LOOK)).rows;
    session.close();
    expect(barrier.isWarned).toBe(false);
    expect(looked).toMatchObject({ synchronous_commit: "on", standbys: "*", fsync: "on" });
    const standbys = () => primary.sql("select sync_state from pg_stat_replication");
    await expect.poll(standbys, UNTIL_SEEN).toEqual([{ sync_state: "sync" }]);
  },
  PATIENCE_MS,
);
