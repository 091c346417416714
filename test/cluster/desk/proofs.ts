/**
 * What must hold of a cluster after whatever befell it: all nodes have one log and one state, which is PostgreSQL's; each number
 * stands in the table once; nobody is left waiting. The nodes are stopped for it.
 */

import type { LocalCluster } from "../../../scripts/local-cluster/local-cluster.ts";
import type { LocalNode } from "../../../scripts/local-cluster/local-node.ts";
import type { PostgresServer } from "../../../scripts/local-cluster/postgres-server.ts";
import { openStream } from "../../../src/runtime/cluster/moves/open-stream.ts";
import { withCluster } from "../../../src/runtime/cluster/moves/with-cluster.ts";
import { Replica } from "../../../src/runtime/replica/replay.ts";
import { stateHashOf } from "../../../src/tools/audit/verify.ts";
import { until } from "../../support/until.ts";

/** What `bourse verify --json` says, and `bourse cluster verify --json`. */
interface Proof {
  readonly position: number;
  readonly stateHash: string;
}

/** Every sentence that should be true and is not. Stops the nodes cleanly. */
export async function problemsOf(
  cluster: LocalCluster,
  nodes: readonly LocalNode[],
): Promise<readonly string[]> {
  await Promise.all(nodes.map((node) => node.stop()));
  const problems = [...(await problemsInStates(cluster, nodes))];
  return [...problems, ...(await problemsInTable(cluster.postgres.primary))];
}

/** A node that was stopped first may lack what the last did; each is compared at the position that it has. */
async function problemsInStates(
  cluster: LocalCluster,
  nodes: readonly LocalNode[],
): Promise<readonly string[]> {
  const proofs = new Map<string, Proof>();
  for (const { plan } of nodes) {
    proofs.set(plan.name, JSON.parse(await cluster.bourse("verify", plan.directory, "--json")));
  }
  const whole = await cluster.bourse("cluster", "verify", cluster.urlFile, "--json");
  proofs.set("cluster verify", JSON.parse(whole));
  const hashes = await hashesOf(cluster.url);
  return [...proofs]
    .filter(([, { position, stateHash }]) => hashes.get(position) !== stateHash)
    .map(([name, { position }]) => `${name} has another state at ${position} than the log`);
}

/** The state hash behind every batch of the log in PostgreSQL, by position; those of the last batches are enough. */
async function hashesOf(url: string): Promise<ReadonlyMap<number, string>> {
  return await withCluster({ url, isSingle: false }, "bourse test", async (session) => {
    const stream = await openStream(session);
    const replica = Replica.start(stream.start?.snapshot);
    const hashes = new Map<number, string>();
    for await (const batch of stream.read()) {
      replica.follow(batch);
      const { position } = replica.state;
      if (position > stream.end - LAST) hashes.set(position, stateHashOf(replica));
    }
    return hashes;
  });
}

/** Commands that a node may lack that was stopped first. */
const LAST = 50;

const NUMBERS = `select count(*)::int as rows, count(distinct number)::int as numbers,
  (max(number) - min(number) + 1)::int as span from bourse.log`;
const EPOCHS = `select number from (
    select number, epoch, lag(epoch) over (order by number) as before, lag(first_position + count) over (order by number) as next,
    first_position from bourse.log where number > 0
  ) row where epoch < before or first_position <> next`;
const WAITING = `select application_name, query from pg_stat_activity
  where backend_type = 'client backend' and (wait_event_type = 'Lock' or wait_event = 'SyncRep' or state like 'idle in%')`;
const LOCKS = `select pid, mode from pg_locks where not granted`;
const MINUTE_MS = 60_000;
const SESSIONS =
  "select application_name from pg_stat_activity where application_name like 'bourse %'";

async function problemsInTable(primary: PostgresServer): Promise<readonly string[]> {
  const [counted] = await primary.sql(NUMBERS);
  const isOnce =
    counted?.["rows"] === counted?.["numbers"] && counted?.["rows"] === counted?.["span"];
  const problems = isOnce
    ? []
    : [`bourse.log has not each number once: ${JSON.stringify(counted)}`];
  const epochs = await primary.sql(EPOCHS);
  if (epochs.length > 0) problems.push(`epochs go back: ${JSON.stringify(epochs)}`);
  for (const [name, text] of Object.entries({ WAITING, LOCKS, SESSIONS })) {
    const rows = await leftAfterAMinute(() => primary.sql(text));
    if (rows.length > 0) problems.push(`${name} are left: ${JSON.stringify(rows)}`);
  }
  return problems;
}

/** What a node had at the server goes in the server's own time. */
async function leftAfterAMinute<T>(ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
  let rows: readonly T[] = [];
  const isGone = async () => {
    rows = await ask();
    return rows.length === 0 || undefined;
  };
  await until("nothing is left", MINUTE_MS, isGone).catch(() => undefined);
  return rows;
}
