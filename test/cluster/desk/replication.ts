/** What is done to replication: nothing is sent to the standbys any more, or late. */
import type { LocalCluster } from "../../../src/local-cluster/local-cluster.ts";
import { TcpWay } from "../../support/tcp-way.ts";
import { until } from "../../support/until.ts";

const SOON_MS = 20_000;
const SENDERS = "select pid from pg_stat_replication";

/**
 * The processes that send to the standbys stand still. To stop the standbys would not do: what is in their sockets by then they
 * would have when they wake.
 */
export async function stopSending({ postgres }: LocalCluster): Promise<void> {
  for (const { pid } of await postgres.primary.sql(SENDERS)) process.kill(Number(pid), "SIGSTOP");
}

/** Waits until an append of a node waits for a standby; answers the process of the server that waits. */
export async function whenWaiting({ postgres }: LocalCluster, node: string): Promise<number> {
  const text = `select pid from pg_stat_activity
    where wait_event = 'SyncRep' and application_name = 'bourse ${node} log'`;
  return await until(`an append of ${node} waits for a standby`, SOON_MS, async () => {
    const [row] = await postgres.primary.sql(text);
    return row && Number(row["pid"]);
  });
}

/** All that is said between the primary and its standbys comes so much later, either way. Answers what undoes it. */
export async function slowDown(
  { postgres }: LocalCluster,
  delayMs: number,
): Promise<() => Promise<void>> {
  const way = await TcpWay.to(postgres.primary.port);
  way.delayMs = delayMs;
  await setPrimaryPort(postgres, way.port);
  return async () => {
    await setPrimaryPort(postgres, postgres.primary.port);
    await way.close();
  };
}

async function setPrimaryPort(postgres: LocalCluster["postgres"], port: number): Promise<void> {
  const standbys = postgres.servers.filter((server) => server !== postgres.primary);
  for (const standby of standbys) {
    const [row] = await standby.sql("select current_setting('primary_conninfo') as place");
    const place = `${row?.["place"]}`.replace(/port=\d+/, `port=${port}`);
    await standby.set("primary_conninfo", place);
  }
  const through = `select 1 from pg_stat_replication where state = 'streaming'`;
  await until("the standbys follow", SOON_MS, async () => {
    const rows = await postgres.primary.sql(through);
    return rows.length === standbys.length ? true : undefined;
  });
}
