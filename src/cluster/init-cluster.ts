/** Makes a cluster: its tables, and the origin of its log. The server is looked at first, as a node would. */
import { GENESIS } from "../log/log.ts";
import { ConnectChecks } from "../log/postgres/connect-checks.ts";
import { pgDatabase } from "../log/postgres/pg-database.ts";
import { makeCluster, PARTITION_ROWS } from "../log/postgres/schema.ts";
import { systemTimer } from "../log/system-timer.ts";

export interface InitOptions {
  readonly url: string;
  readonly segmentBytes: number;
  readonly isSingle: boolean;
}

export async function initCluster({ url, segmentBytes, isSingle }: InitOptions): Promise<void> {
  const database = pgDatabase({ url, name: "bourse cluster init", timer: systemTimer });
  const checks = new ConnectChecks({ isSingle });
  const session = await database.connect((opened) => checks.check(opened));
  try {
    await makeCluster(session, { origin: GENESIS, segmentBytes, partitionRows: PARTITION_ROWS });
  } finally {
    session.close();
  }
}
