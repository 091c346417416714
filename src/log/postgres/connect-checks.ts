/**
 * What must hold of a server before a word of it is believed: that it is new enough, no standby and no primary of before,
 * that it makes sure what it says is sure, and that somebody else has it too. Looked at in every session (LOG-PG-5).
 */
import type { Session } from "./database.ts";

/** The server cannot carry the log; the message is for people. */
export class NotSafe extends Error {
  override readonly name = "NotSafe";
}

const VERSION_MIN = 15;
/** From "on": a commit is on the disk of the standby. */
const SYNCHRONOUS = ["on", "remote_apply"];

export const LOOK = `select
  current_setting('server_version_num')::int / 10000 as version,
  pg_is_in_recovery() as is_standby,
  current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('synchronous_standby_names') as standbys,
  pg_backend_pid() as pid,
  (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as started`;

/** Of a primary only: which of the histories that promotions make it has. */
export const TIMELINE =
  "select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline";

/** A process of the server: its number may come again, and then it began later. */
export interface BackendId {
  readonly pid: number;
  readonly started: string;
}

/** What it has under way ends there; the outcome is asked for by whoever waited for it. */
export const END_BACKEND = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = $1::int and backend_start::text = $2`;

export interface SafetyTerms {
  /** `--single-postgres`: nobody else has it. */
  readonly isSingle: boolean;
}

/** Remembers the newest history that was seen: a primary that comes back with an older one is refused. */
export class ConnectChecks {
  readonly #terms: SafetyTerms;
  #timeline = 0;

  constructor(terms: SafetyTerms) {
    this.#terms = terms;
  }

  /** Throws what is wrong; answers which backend of the server it is. */
  async check(session: Session): Promise<BackendId> {
    const [row = {}] = (await session.query(LOOK)).rows;
    const problem = problemWith(row, this.#terms);
    if (problem) throw new NotSafe(`${problem}.`);
    const [found = {}] = (await session.query(TIMELINE)).rows;
    const timeline = Number(found["timeline"]);
    if (timeline < this.#timeline) {
      throw new NotSafe(
        `PostgreSQL is of timeline ${timeline}, and ${this.#timeline} was seen: it is a primary of before a failover.`,
      );
    }
    this.#timeline = timeline;
    return { pid: Number(row["pid"] ?? 0), started: `${row["started"]}` };
  }
}

function problemWith(
  row: Readonly<Record<string, unknown>>,
  { isSingle }: SafetyTerms,
): string | undefined {
  if (Number(row["version"]) < VERSION_MIN) {
    return `PostgreSQL is of version ${row["version"]}, and ${VERSION_MIN} is the oldest that will do`;
  }
  if (row["is_standby"] === true)
    return "PostgreSQL is a standby here: the log is written to the primary";
  for (const name of ["fsync", "full_page_writes"]) {
    if (row[name] !== "on")
      return `PostgreSQL has ${name} off: a crash may lose what it has confirmed`;
  }
  if (!SYNCHRONOUS.includes(`${row["synchronous_commit"]}`)) {
    return `PostgreSQL has synchronous_commit = ${row["synchronous_commit"]}, and on is the least that will do`;
  }
  if (row["standbys"] === "" && !isSingle) {
    return "PostgreSQL has no synchronous standby (synchronous_standby_names is empty): what it confirms dies with its machine; --single-postgres accepts that";
  }
  return undefined;
}
