/**
 * Sessions that were looked at: one at a time, opened when the last is over. A session that was given up may still wait at the
 * server for a standby, with the locks that it has; the next one ends it there, so that never more than one does.
 */
import type { CheckedSession } from "./checked-session.ts";
import { type BackendId, type ConnectChecks, END_BACKEND } from "./connect-checks.ts";
import type { Database } from "./database.ts";

export class CheckedSessions {
  readonly #database: Database;
  readonly #checks: ConnectChecks;
  #session: CheckedSession | undefined;
  /** All that ask while one is being opened get that one. */
  #opening: Promise<CheckedSession> | undefined;
  /** The backend of the last session, which may be at work yet. */
  #backend: BackendId | undefined;
  #isClosed = false;

  constructor(database: Database, checks: ConnectChecks) {
    this.#database = database;
    this.#checks = checks;
  }

  /** Throws when no server can be reached, or the one that is there must not be believed. */
  async get(): Promise<CheckedSession> {
    if (this.#session && !this.#session.isOver) return this.#session;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return await this.#opening;
  }

  async #open(): Promise<CheckedSession> {
    const { session, backend } = await this.#checks.openKnown(this.#database);
    try {
      await this.#endLast(session);
    } catch (error) {
      session.close();
      throw error;
    }
    this.#backend = backend;
    if (this.#isClosed) session.close();
    this.#session = session;
    return session;
  }

  async #endLast(session: CheckedSession): Promise<void> {
    const { pid, started } = this.#backend ?? { pid: 0, started: "" };
    if (pid > 0) await session.query(END_BACKEND, [pid, started]);
  }

  /** What was said over the present one is not believed any more. */
  drop(): void {
    this.#session?.close();
    this.#session = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.drop();
  }
}
