/** What is done to replication: nothing is sent to the standbys any more, or what they say is held back. */
import type { LocalCluster } from "../../../scripts/local-cluster/local-cluster.ts";
import { TcpWay } from "../../support/tcp-way.ts";
import { untilSeen } from "../../support/until.ts";

const SENDERS = "select pid from pg_stat_replication";

/**
 * The processes that send to the standbys stand still. To stop the standbys would not do: what is in their sockets by then they
 * would have when they wake.
 */
export async function stopSending({ postgres }: LocalCluster): Promise<void> {
  for (const { pid } of await postgres.primary.sql(SENDERS)) process.kill(Number(pid), "SIGSTOP");
}

/** A wait at the server for a standby: the process that waits, and since when. */
export interface StandbyWait {
  readonly pid: number;
  readonly since: string;
}

/** Waits until a session of a node waits for a standby, and that is another wait than the last; without a purpose, one of its log. */
export async function whenWaiting(
  { postgres }: LocalCluster,
  node: string,
  { last, purpose = "log" }: { readonly last?: StandbyWait; readonly purpose?: string } = {},
): Promise<StandbyWait> {
  const text = `select pid, query_start::text as since from pg_stat_activity
    where wait_event = 'SyncRep' and application_name like 'bourse ${node} ${purpose}'`;
  return await untilSeen(`${node} waits for a standby`, async () => {
    const waits = (await postgres.primary.sql(text)).map(({ pid, since }) => {
      return { pid: Number(pid), since: `${since}` };
    });
    return waits.find(({ pid, since }) => pid !== last?.pid || since !== last.since);
  });
}

/** The standbys are led through a way on which what they say can be held back. Answers it, and what undoes it. */
export async function standbysThroughWay({ postgres }: LocalCluster) {
  const way = await TcpWay.to(postgres.primary.port);
  await setPrimaryPort(postgres, way.port);
  const undo = async () => {
    way.heal();
    await setPrimaryPort(postgres, postgres.primary.port);
    await way.close();
  };
  return { way, undo };
}

async function setPrimaryPort(postgres: LocalCluster["postgres"], port: number): Promise<void> {
  const standbys = postgres.servers.filter((server) => server !== postgres.primary);
  const before = await sendersOf(postgres);
  for (const standby of standbys) {
    const [row] = await standby.sql("select current_setting('primary_conninfo') as place");
    const place = `${row?.["place"]}`.replace(/port=\d+/, `port=${port}`);
    await standby.set("primary_conninfo", place);
  }
  await untilSeen("the standbys follow over new connections", async () => {
    const now = (await sendersOf(postgres)).filter((sender) => !before.includes(sender));
    return now.length === standbys.length ? true : undefined;
  });
}

/** Connections over which standbys follow, each by what no other has had. */
async function sendersOf({ primary }: LocalCluster["postgres"]): Promise<readonly string[]> {
  const text = `select pid || ' ' || backend_start as sender from pg_stat_replication
    where state = 'streaming'`;
  return (await primary.sql(text)).map(({ sender }) => `${sender}`);
}
