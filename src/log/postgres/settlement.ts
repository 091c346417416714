/**
 * How a row gets into the log for certain. Where the outcome is not known (no answer, a warning, a server that must not be
 * believed) nothing else is appended: the same bytes are sent at the same number, in a new session, until the answer is
 * known. Rules LOG-PG-1 to LOG-PG-3.
 */

import type { CheckedSession } from "./checked-session.ts";
import type { CheckedSessions } from "./checked-sessions.ts";
import { type SqlAnswer, SqlError, Unanswered, Unreachable } from "./database.ts";
import { barrier, type LogRow, rowAt } from "./log-table.ts";
import { NotSafe } from "./safety-settings.ts";

/** In the log and on a standby; or another batch stands there, and this one never will. */
export type Settled = "durable" | "fenced";

/** How a row is put in, and how one that stands there with the same bytes is known to be one's own. */
export interface Insertion {
  readonly row: LogRow;
  insert(session: CheckedSession): Promise<SqlAnswer>;
  isOwn?(session: CheckedSession): Promise<boolean>;
}

export interface SettlementOptions {
  readonly sessions: CheckedSessions;
  readonly pause: (ms: number) => Promise<void>;
  /** Called with the reason when an outcome is not known, and with undefined when it is. */
  readonly onDoubt: (reason: Error | undefined) => void;
}

const PAUSE_MS = 200;
const UNIQUE_VIOLATION = "23505";

export class Settlement {
  readonly #options: SettlementOptions;
  #reason: string | undefined;
  #isClosed = false;

  constructor(options: SettlementOptions) {
    this.#options = options;
  }

  /** Whether it is waited for an outcome that is not known. */
  get isInDoubt(): boolean {
    return this.#reason !== undefined;
  }

  /** Ends the tries: the answer of the one that is under way is not known. */
  close(): void {
    this.#isClosed = true;
  }

  async settle(insertion: Insertion): Promise<Settled | "unknown"> {
    const { sessions, pause } = this.#options;
    while (!this.#isClosed) {
      try {
        const settled = await this.#try(await sessions.get(), insertion);
        this.#doubt(undefined);
        return settled;
      } catch (error) {
        if (!isDoubt(error)) throw error;
        this.#doubt(error);
        sessions.drop();
        await pause(PAUSE_MS);
      }
    }
    return "unknown";
  }

  /** LOG-PG-2: one row and no warning is durable; what is only read is believed behind a barrier. */
  async #try(session: CheckedSession, insertion: Insertion): Promise<Settled> {
    const { row } = insertion;
    const { rows, isWarned } = await orNothing(insertion.insert(session));
    if (rows.length === 1 && !isWarned) return "durable";
    const found = await rowAt(session, row.number);
    if (!found || Buffer.compare(found.hash, row.hash) !== 0) return "fenced";
    const isOwn = insertion.isOwn ? await insertion.isOwn(session) : true;
    await barrier(session);
    return isOwn ? "durable" : "fenced";
  }

  /** One reason is told once, however often it is met. */
  #doubt(reason: Error | undefined): void {
    if (this.#reason === reason?.message) return;
    this.#reason = reason?.message;
    this.#options.onDoubt(reason);
  }
}

/** A row that is there already is no error: what it is, is looked at. */
async function orNothing(answer: Promise<SqlAnswer>): Promise<SqlAnswer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SqlError && error.code === UNIQUE_VIOLATION)
      return { rows: [], isWarned: false };
    throw error;
  }
}

/** Also where the server says no: a disk of its that is full may have space later. */
export function isDoubt(error: unknown): error is Error {
  return DOUBTS.some((doubt) => error instanceof doubt);
}

const DOUBTS = [Unanswered, Unreachable, NotSafe, SqlError];
