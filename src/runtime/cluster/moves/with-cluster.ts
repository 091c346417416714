/** One session with the database of a cluster, for a command that reads or makes it: looked at first, as a node would. */
import type { CheckedSession } from "../../../log/postgres/checked-session.ts";
import { ConnectChecks } from "../../../log/postgres/connect-checks.ts";
import { pgDatabase } from "../../../log/postgres/pg-database.ts";
import { systemTimer } from "../../../log/system-timer.ts";

export interface ClusterPlace {
  /** Never part of a message: it may hold a password. */
  readonly url: string;
  readonly isSingle: boolean;
}

/** No client waits for a command; a commit of much may wait long for the standby. */
const SILENCE_MS = 60_000;

export async function withCluster<T>(
  { url, isSingle }: ClusterPlace,
  name: string,
  work: (session: CheckedSession) => Promise<T>,
): Promise<T> {
  const database = pgDatabase({ url, name, timer: systemTimer, silenceMs: SILENCE_MS });
  const session = await new ConnectChecks({ isSingle }).open(database);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}
