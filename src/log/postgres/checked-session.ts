/**
 * A session with a server that was looked at, and goes on to be: a reload changes the settings of sessions that are open. So
 * every commit that counts brings the settings that it was made with, and is followed by a look at those of now: a reload
 * that takes the standbys away lets go of commits that wait for them, without a warning. PostgreSQL reads settings anew between
 * two statements, and tells its sessions of a reload before it lets go. Rule LOG-PG-8.
 */
import type { Session, SqlAnswer, SqlValue } from "./database.ts";
import { NotSafe, problemWithSettings, type SafetyTerms, SETTINGS } from "./safety-settings.ts";

export const SETTINGS_NOW = `select ${SETTINGS}`;

export class CheckedSession implements Session {
  readonly #session: Session;
  readonly #terms: SafetyTerms;

  constructor(session: Session, terms: SafetyTerms) {
    this.#session = session;
    this.#terms = terms;
  }

  get isOver(): boolean {
    return this.#session.isOver;
  }

  query(text: string, values?: readonly SqlValue[]): Promise<SqlAnswer> {
    return this.#session.query(text, values);
  }

  /**
   * A statement whose row says `SETTINGS`. Throws `NotSafe` where the server would confirm what may be lost: what became of the
   * statement is not known then. Without a row nothing was changed.
   */
  async commit(text: string, values?: readonly SqlValue[]): Promise<SqlAnswer> {
    const answer = await this.query(text, values);
    const [row] = answer.rows;
    if (!row) return answer;
    const [now = {}] = (await this.query(SETTINGS_NOW)).rows;
    for (const settings of [row, now]) {
      const problem = problemWithSettings(settings, this.#terms);
      if (problem) throw new NotSafe(`${problem}.`);
    }
    return answer;
  }

  close(): void {
    this.#session.close();
  }
}
