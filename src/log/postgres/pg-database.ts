/**
 * PostgreSQL itself. Statements are prepared once for a session; a session that says nothing for two seconds is over,
 * and its socket is closed without a word: PostgreSQL answers a cancelled wait for a standby with success and a warning.
 */
import { Client, DatabaseError } from "pg";
import type { Timer } from "../../core/base/timer.ts";
import {
  type Database,
  type SqlAnswer,
  SqlError,
  type SqlRow,
  type SqlValue,
  Unanswered,
  Unreachable,
} from "./database.ts";
import { hostUrls } from "./host-urls.ts";
import { findPrimary, type OpeningSession } from "./primary-search.ts";

/** So long a session may be silent. */
export const SILENCE_MS = 2_000;
/** Class 57P: the server is ending this session, and may have done what was asked. */
const ENDING = /^(57P|08)/;

/** Not these come by time: a user that is not let in, a database that is not there, a certificate that is not trusted. */
const IS_LASTING = /^(28|3D|0A|42)[0-9A-Z]{3}$|CERT|SELF_SIGNED|_TLS_/;

/** What a server says without warning of anything: nothing of note, and that what is to be made is there. */
const NO_WARNINGS = ["00000", "42P07"];

/** LOG-PG-2: the word for it is of the server's language (`lc_messages`), its code is not. */
export function isWarning({ severity, code = "" }: NoticeSigns): boolean {
  return severity === "WARNING" || !NO_WARNINGS.includes(code);
}

interface NoticeSigns {
  readonly severity?: string | undefined;
  readonly code?: string | undefined;
}

export interface PgDatabaseOptions {
  /** Of one host or of several. Never part of a message: it may hold a password. */
  readonly url: string;
  /** What the server calls the session. */
  readonly name: string;
  readonly timer: Timer;
  /** So long a session may be silent: longer where nobody waits for an order. */
  readonly silenceMs?: number;
}

export function pgDatabase(options: PgDatabaseOptions): Database {
  const { url, timer } = options;
  const urls = hostUrls(url) ?? [url];
  const hosts = urls.map((each) => () => new PgSession({ ...options, url: each }));
  return { connect: (check) => findPrimary({ hosts, check, timer }) };
}

class PgSession implements OpeningSession {
  readonly #client: Client;
  readonly #timer: Timer;
  readonly #silenceMs: number;
  readonly #prepared = new Map<string, string>();
  /** Those without an answer, oldest first: a warning is of the first. */
  readonly #asked: { isWarned: boolean }[] = [];
  isOver = false;

  constructor({ url, name, timer, silenceMs = SILENCE_MS }: PgDatabaseOptions) {
    const client = new Client({ connectionString: url, application_name: name, keepAlive: true });
    this.#client = client;
    this.#timer = timer;
    this.#silenceMs = silenceMs;
    // What is wrong with it is told by the query that gets no answer.
    client.on("error", () => this.#end());
    client.on("end", () => this.#end());
    client.on("notice", (notice) => {
      const [first] = this.#asked;
      if (first && isWarning(notice)) first.isWarned = true;
    });
  }

  async opened(): Promise<void> {
    try {
      await this.#client.connect();
    } catch (error) {
      const isLasting = IS_LASTING.test(codeOf(error));
      throw new Unreachable(sentenceOf(error), { cause: error, isLasting });
    }
  }

  async query(text: string, values: readonly SqlValue[] = []): Promise<SqlAnswer> {
    if (this.isOver) throw new Unanswered("the session is over");
    const warnings = { isWarned: false };
    this.#asked.push(warnings);
    try {
      const asked = this.#client.query({ name: this.#nameOf(text), text, values: [...values] });
      const { rows } = await this.#answered(asked);
      return { rows, ...warnings };
    } finally {
      this.#asked.splice(this.#asked.indexOf(warnings), 1);
    }
  }

  #nameOf(text: string): string {
    const name = this.#prepared.get(text) ?? `q${this.#prepared.size}`;
    this.#prepared.set(text, name);
    return name;
  }

  /** The answer, unless the session is silent for too long or ends. */
  #answered(asked: Promise<{ rows: SqlRow[] }>): Promise<{ rows: SqlRow[] }> {
    return new Promise((resolve, reject) => {
      const callOff = this.#timer(this.#silenceMs, () => {
        this.close();
        reject(new Unanswered(`the server said nothing for ${this.#silenceMs / 1_000} s`));
      });
      asked.then(resolve, (error: unknown) => reject(this.#named(error))).finally(callOff);
    });
  }

  #named(error: unknown): Error {
    if (error instanceof DatabaseError && !ENDING.test(error.code ?? "")) {
      return new SqlError(error.code ?? "", error.message);
    }
    this.close();
    return new Unanswered(sentenceOf(error), { cause: error });
  }

  #end(): void {
    this.isOver = true;
  }

  close(): void {
    this.#end();
    // `end()` would wait for what is under way, and say good-bye.
    const { connection } = this.#client as unknown as {
      readonly connection?: { readonly stream?: { destroy(): void } };
    };
    connection?.stream?.destroy();
  }
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message || codeOf(error) || "no reason was given";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? `${error.code}` : "";
}
