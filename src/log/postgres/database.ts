/**
 * The few things the log needs of PostgreSQL, so that a simulated one fits in tests. A session is one connection of its
 * own; what is sent over it is answered in order, or the session is over and what became of it is not known.
 */

export type SqlValue = number | string | Uint8Array;

export interface SqlRow {
  readonly [column: string]: unknown;
}

export interface SqlAnswer {
  readonly rows: readonly SqlRow[];
  /** Whether the server warned of something while it answered: what it then says of a commit does not count. */
  readonly isWarned: boolean;
}

export interface Session {
  /** Whether nothing can be asked over it any more. */
  readonly isOver: boolean;
  /** Throws `Unanswered` when no answer comes, and then the session is over; `SqlError` when the server says no. */
  query(text: string, values?: readonly SqlValue[]): Promise<SqlAnswer>;
  /** Ends it at once. A query is never cancelled: what is under way goes on at the server. */
  close(): void;
}

/** Throws when the server at the other end will not do. */
export type SessionCheck = (session: Session) => Promise<unknown>;

export interface Database {
  /**
   * A session that passes the check, at whichever server it does. Throws `Unreachable` when there is none to be had, or what
   * the check has thrown.
   */
  connect(check: SessionCheck): Promise<Session>;
}

export interface RefusalOptions extends ErrorOptions {
  /** It stays so until a person changes something: a wrong password, an old version, an unsafe setting. */
  readonly isLasting?: boolean;
}

/** No session could be opened. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  readonly isLasting: boolean;

  constructor(message: string, { isLasting = false, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.isLasting = isLasting;
  }
}

/** A question has no answer: it was done, or it was not, or it is being done now. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** The server says no; nothing was done. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
