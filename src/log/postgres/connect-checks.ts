/**
 * What must hold of a server before a word of it is believed: that it is new enough, no standby and no primary of before,
 * that it makes sure what it says is sure, and that somebody else has it too. Looked at in every session (LOG-PG-5).
 */
import { CheckedSession } from "./checked-session.ts";
import type { Database, Session, SqlRow } from "./database.ts";
import { NotSafe, problemWithSettings, type SafetyTerms, SETTINGS } from "./safety-settings.ts";

const VERSION_MIN = 15;

export const LOOK = `select
  current_setting('server_version_num')::int / 10000 as version,
  pg_is_in_recovery() as is_standby,
  ${SETTINGS},
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

/** Remembers the newest history that was seen: a primary that comes back with an older one is refused. */
export class ConnectChecks {
  readonly #terms: SafetyTerms;
  #timeline = 0;

  constructor(terms: SafetyTerms) {
    this.#terms = terms;
  }

  /** A session that passes, at whichever server it does. */
  async open(database: Database): Promise<CheckedSession> {
    return (await this.openKnown(database)).session;
  }

  /** With the backend that it has at the server. */
  async openKnown(
    database: Database,
  ): Promise<{ readonly session: CheckedSession; readonly backend: BackendId | undefined }> {
    const backends = new Map<Session, BackendId>();
    const session = await database.connect(async (opened) => {
      backends.set(opened, await this.check(opened));
    });
    const backend = backends.get(session);
    return { session: new CheckedSession(session, this.#terms), backend };
  }

  /** Throws what is wrong; answers which backend of the server it is. */
  async check(session: Session): Promise<BackendId> {
    const [row = {}] = (await session.query(LOOK)).rows;
    const problem = problemWith(row, this.#terms);
    if (problem) throw new NotSafe(`${problem}.`, { isLasting: true });
    // A standby may be promoted the next moment.
    if (row["is_standby"] === true) {
      throw new NotSafe("PostgreSQL is a standby here: the log is written to the primary.");
    }
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

function problemWith(row: SqlRow, terms: SafetyTerms): string | undefined {
  if (Number(row["version"]) < VERSION_MIN) {
    return `PostgreSQL is of version ${row["version"]}, and ${VERSION_MIN} is the oldest that will do`;
  }
  // What a standby has set counts when it is the primary.
  return row["is_standby"] === true ? undefined : problemWithSettings(row, terms);
}
