/**
 * One look at who leads. A primary of before a failover may have less than this node; only one that makes a commit durable is
 * believed when it says so, and then PostgreSQL has lost what it had confirmed. Rule CLUSTER-FOLLOW-1.
 */
import type { CheckedSession } from "../../log/postgres/checked-session.ts";
import { type LeaderSight, lookAtLeader } from "../../log/postgres/leader-table.ts";
import { barrier } from "../../log/postgres/log-table.ts";
import type { PostgresLog } from "../../log/postgres/postgres-log.ts";

/** A backup of the database was restored, or replication is not what it says. */
export class RowsLost extends Error {
  override readonly name = "RowsLost";

  constructor(number: number, had: number) {
    super(
      `PostgreSQL has batches up to ${number}, and this node has ${had}: it has lost what it had confirmed`,
    );
  }
}

export async function lookAt(
  session: CheckedSession,
  log: Pick<PostgresLog, "number">,
): Promise<LeaderSight> {
  // Before it is asked: what comes meanwhile, the answer need not have.
  const had = log.number;
  const sight = await lookAtLeader(session);
  if (sight.number >= had) return sight;
  await barrier(session);
  const again = await lookAtLeader(session);
  if (again.number < had) throw new RowsLost(again.number, had);
  return again;
}
