/** Opens the log of a cluster on a node: the server is looked at, the copy is cut to what is sound and brought up to date. */
import type { Timer } from "../../core/base/timer.ts";
import type { Disk } from "../disk.ts";
import type { SegmentMaker } from "../segment/segments.ts";
import { CheckedSessions } from "./checked-sessions.ts";
import type { ConnectChecks } from "./connect-checks.ts";
import type { Database } from "./database.ts";
import { LocalCopy } from "./local-copy.ts";
import { PostgresLog } from "./postgres-log.ts";
import { readTerms } from "./schema.ts";
import { Settlement } from "./settlement.ts";

export interface OpenPostgresLogOptions {
  readonly database: Database;
  /** What is asked of every server; shared by all sessions of a node, so that what one has seen holds for all. */
  readonly checks: ConnectChecks;
  readonly disk: Disk;
  readonly maker: SegmentMaker;
  readonly timer: Timer;
  readonly onSpace: (error: Error | undefined) => void;
  /** LOG-PG-3: called with the reason when an outcome is not known, and with undefined when it is. */
  readonly onDoubt: (reason: Error | undefined) => void;
}

export async function openPostgresLog(options: OpenPostgresLogOptions): Promise<PostgresLog> {
  const { database, checks, disk, timer, onDoubt } = options;
  const sessions = new CheckedSessions(database, checks);
  let copy: LocalCopy | undefined;
  try {
    const terms = await readTerms(await sessions.get());
    copy = await LocalCopy.open({ ...options, ...terms });
    const pause = (ms: number) => new Promise<void>((over) => timer(ms, over));
    const settlement = new Settlement({ sessions, pause, onDoubt });
    const { partitionRows } = terms;
    return await PostgresLog.open({ disk, copy, sessions, settlement, partitionRows });
  } catch (error) {
    copy?.close();
    sessions.close();
    throw error;
  }
}
