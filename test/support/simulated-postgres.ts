/**
 * A PostgreSQL with one synchronous standby, in memory: it knows the few statements that the log uses, and does to their answers
 * what a network, a crash and an administrator do. A commit is in the primary's own log first and on the standby when it
 * is answered; a promotion loses what the standby does not have; a warning is a success that the standby has not seen.
 */

import type { Cursor } from "../../src/log/log.ts";
import { SETTINGS_NOW } from "../../src/log/postgres/checked-session.ts";
import { LOOK, TIMELINE } from "../../src/log/postgres/connect-checks.ts";
import {
  type Database,
  type Session,
  type SessionCheck,
  type SqlAnswer,
  SqlError,
  type SqlRow,
  type SqlValue,
  Unanswered,
  Unreachable,
} from "../../src/log/postgres/database.ts";
import { LEADER_STATEMENTS, type LeaderRow } from "../../src/log/postgres/leader-table.ts";
import { STATEMENTS } from "../../src/log/postgres/log-table.ts";
import { CLUSTER_FORMAT, TERMS } from "../../src/log/postgres/schema.ts";
import { SAFE_SETTINGS } from "./safe-settings.ts";

/** What happens to one statement. */
export type Trouble =
  | "none"
  /** It is not done, and the session ends. */
  | "request lost"
  /** It is done, and the session ends. */
  | "answer lost"
  /** It is done here and not at the standby, and answered with a warning. */
  | "warned"
  /** It is done here and not at the standby, and the standby takes over. */
  | "promoted"
  /** The server says no. */
  | "refused";

/** A batch as it stands in the table. */
export interface StoredRow {
  readonly number: number;
  readonly first: number;
  readonly count: number;
  readonly epoch: number;
  readonly hash: Uint8Array;
  readonly bytes: Uint8Array;
}

/** One commit: a row of the log, a change of who leads, or nothing but a barrier. */
interface Commit {
  readonly row?: StoredRow;
  readonly leader?: StoredLeader;
}

/** Who leads, as it stands in the table. */
export interface StoredLeader extends LeaderRow {
  readonly resign: number;
}

export const NOBODY: StoredLeader = {
  epoch: 0,
  node: "",
  address: "",
  beat: 0,
  claim: "",
  resign: 0,
};

const DONE: SqlAnswer = { rows: [], isWarned: false };

export class SimulatedPostgres implements Database {
  readonly #terms: { readonly origin: Cursor; readonly segmentBytes: number };
  #commits: Commit[] = [];
  /** How many of them the standby has. */
  #replicated = 0;
  timeline = 1;
  /** Decides what happens to the next statement. */
  trouble: (text: string) => Trouble = () => "none";
  isReachable = true;
  /** What is said of the settings. */
  settings: SqlRow = {
    version: 15,
    is_standby: false,
    ...SAFE_SETTINGS,
  };

  constructor(terms: { readonly origin: Cursor; readonly segmentBytes: number }) {
    this.#terms = terms;
    const { origin } = terms;
    const row = {
      number: 0,
      first: origin.position + 1,
      count: 0,
      epoch: 0,
      hash: origin.hash,
      bytes: new Uint8Array(0),
    };
    this.#commits.push({ row, leader: NOBODY });
    this.#replicated = 1;
  }

  /** The hashes of the log, as the primary has them. */
  get hashes(): readonly string[] {
    return this.#rows.map(({ hash }) => Buffer.from(hash).toString("hex"));
  }

  get #rows(): readonly StoredRow[] {
    return this.#commits.flatMap(({ row }) => (row ? [row] : []));
  }

  get leader(): StoredLeader {
    return this.#commits.findLast(({ leader }) => leader !== undefined)?.leader ?? NOBODY;
  }

  /** The standby takes over with what it has. */
  promote(): void {
    this.#commits.length = this.#replicated;
    this.timeline++;
  }

  async connect(check: SessionCheck): Promise<Session> {
    const session = this.#open();
    await check(session);
    return session;
  }

  #open(): Session {
    if (!this.isReachable) throw new Unreachable("no server answers");
    const { timeline } = this;
    let isOver = false;
    const session: Session = {
      get isOver() {
        return isOver;
      },
      query: async (text, values = []) => {
        if (isOver || timeline !== this.timeline) throw new Unanswered("the session is over");
        try {
          return this.#answer(text, values);
        } catch (error) {
          if (error instanceof Unanswered) isOver = true;
          throw error;
        }
      },
      close() {
        isOver = true;
      },
    };
    return session;
  }

  #answer(text: string, values: readonly SqlValue[]): SqlAnswer {
    const trouble = this.trouble(text);
    if (trouble === "request lost") throw new Unanswered("the session ended");
    if (trouble === "refused") throw new SqlError("53100", "no space left");
    const { rows } = this.#do(text, values);
    if (trouble === "promoted") this.promote();
    if (trouble === "answer lost" || trouble === "promoted") {
      throw new Unanswered("the session ended");
    }
    if (trouble === "warned") return { rows, isWarned: true };
    this.#replicated = this.#commits.length;
    return { rows, isWarned: false };
  }

  #do(text: string, values: readonly SqlValue[]): SqlAnswer {
    if (text.startsWith("create table if not exists bourse.log_")) return DONE;
    switch (text) {
      case LOOK:
      case SETTINGS_NOW:
        return rowsOf(this.settings);
      case TIMELINE:
        return rowsOf({ timeline: this.timeline });
      case TERMS:
        return rowsOf(this.#termsRow());
      case LEADER_STATEMENTS.leader:
        return rowsOf({ ...this.leader });
      case LEADER_STATEMENTS.sight:
        return rowsOf({ ...this.leader, ...endOf(this.#rows) });
      case LEADER_STATEMENTS.endSessions:
        return DONE;
      case LEADER_STATEMENTS.beat:
        return this.#change(values, (leader) => leader);
      case LEADER_STATEMENTS.vacate:
        return this.#change(values, (leader) => ({ ...leader, node: "", address: "" }));
      case LEADER_STATEMENTS.askToResign:
        return this.#change([this.leader.epoch, this.leader.claim], (leader) => {
          return { ...leader, beat: leader.beat - 1, resign: leader.epoch };
        });
      case STATEMENTS.barrier:
        this.#commits.push({});
        return rowsOf(this.settings);
      case STATEMENTS.at:
        return rowsOf(...this.#rows.filter(({ number }) => number === values[0]).map(toSql));
      case STATEMENTS.behind:
        return rowsOf(...this.#rows.filter(({ number }) => number > Number(values[0])).map(toSql));
      case STATEMENTS.find:
        return rowsOf(...this.#found(values).map(toSql));
      case STATEMENTS.append:
        return this.#append(values);
      case STATEMENTS.claim:
        return this.#claim(values);
    }
    throw new SqlError("42601", `not known here: ${text}`);
  }

  #termsRow(): SqlRow {
    const { origin, segmentBytes } = this.#terms;
    return {
      origin_position: origin.position,
      origin_segment: origin.segment,
      origin_hash: origin.hash,
      segment_bytes: segmentBytes,
      partition_rows: 1_000,
      format: CLUSTER_FORMAT,
    };
  }

  #found([above, upTo, hash]: readonly SqlValue[]): readonly StoredRow[] {
    return this.#rows.filter((row) => {
      const isNear = row.first > Number(above) && row.first <= Number(upTo);
      return isNear && isSame(row.hash, hash as Uint8Array);
    });
  }

  #append(values: readonly SqlValue[]): SqlAnswer {
    const row = rowFrom(values);
    const before = this.#rows.find(({ number }) => number === row.number - 1);
    const fits =
      before && isSame(before.hash, values[6] as Uint8Array) && before.epoch <= row.epoch;
    if (!fits || this.#rows.some(({ number }) => number === row.number)) return DONE;
    this.#commits.push({ row });
    return rowsOf({ ...this.settings, number: row.number });
  }

  #claim(values: readonly SqlValue[]): SqlAnswer {
    const row = rowFrom(values);
    const before = this.#rows.find(({ number }) => number === row.number - 1);
    const { leader } = this;
    const isSeen = leader.epoch === values[9] && leader.beat === values[11];
    if (!(before && isSeen && isSame(before.hash, values[6] as Uint8Array))) return DONE;
    if (this.#rows.some(({ number }) => number === row.number)) {
      throw new SqlError("23505", "there is a row already");
    }
    const [node, address, claim] = [values[7], values[8], values[10]].map(String);
    const claimed = { node: `${node}`, address: `${address}`, claim: `${claim}` };
    const { beat, resign } = leader;
    this.#commits.push({ row, leader: { ...claimed, epoch: row.epoch, beat: beat + 1, resign } });
    return rowsOf({ ...this.settings, number: row.number });
  }

  /** A change of the leader's row by who has the term; every change is a beat. */
  #change(
    [epoch, claim]: readonly SqlValue[],
    changed: (leader: StoredLeader) => StoredLeader,
  ): SqlAnswer {
    const { leader } = this;
    if (leader.epoch !== epoch || leader.claim !== claim) return DONE;
    const next = changed({ ...leader, beat: leader.beat + 1 });
    this.#commits.push({ leader: next });
    return rowsOf({ ...this.settings, ...leader });
  }
}

export function rowFrom([
  number,
  first,
  count,
  epoch,
  hash,
  bytes,
]: readonly SqlValue[]): StoredRow {
  return {
    number: Number(number),
    first: Number(first),
    count: Number(count),
    epoch: Number(epoch),
    hash: Uint8Array.from(hash as Uint8Array),
    bytes: Uint8Array.from(bytes as Uint8Array),
  };
}

export function endOf(rows: readonly StoredRow[]): SqlRow {
  const { number, first, count } = rows.at(-1) ?? { number: 0, first: 0, count: 0 };
  return { number: `${number}`, position: `${first + count - 1}` };
}

export function toSql({ number, epoch, hash, bytes }: StoredRow): SqlRow {
  return { number: `${number}`, epoch, hash, bytes };
}

export function rowsOf(...rows: readonly SqlRow[]): SqlAnswer {
  return { rows, isWarned: false };
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
