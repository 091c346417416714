/** Sessions that were looked at: one at a time, opened when the last is over. */
import type { ConnectChecks } from "./connect-checks.ts";
import type { Database, Session } from "./database.ts";

export class CheckedSessions {
  readonly #database: Database;
  readonly #checks: ConnectChecks;
  #session: Session | undefined;
  #isClosed = false;

  constructor(database: Database, checks: ConnectChecks) {
    this.#database = database;
    this.#checks = checks;
  }

  /** Throws when no server can be reached, or the one that is there must not be believed. */
  async get(): Promise<Session> {
    if (this.#session && !this.#session.isOver) return this.#session;
    const session = await this.#database.connect((opened) => this.#checks.check(opened));
    if (this.#isClosed) session.close();
    this.#session = session;
    return session;
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
