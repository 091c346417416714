/** The tables of a simulated server as everybody sees them, and what a statement would do to them now. */

import type { Cursor } from "../../../src/log/log.ts";
import { SETTINGS_NOW } from "../../../src/log/postgres/checked-session.ts";
import { LOOK, TIMELINE } from "../../../src/log/postgres/connect-checks.ts";
import {
  type SqlAnswer,
  SqlError,
  type SqlRow,
  type SqlValue,
} from "../../../src/log/postgres/database.ts";
import { LEADER_STATEMENTS } from "../../../src/log/postgres/leader-table.ts";
import { STATEMENTS } from "../../../src/log/postgres/log-table.ts";
import { NODE_STATEMENTS, NODES_MAX } from "../../../src/log/postgres/node-table.ts";
import { CLUSTER_FORMAT, TERMS } from "../../../src/log/postgres/schema.ts";
import { DATABASE_TIME } from "../../../src/runtime/cluster/clock-checks.ts";
import {
  endOf,
  isSame,
  NOBODY,
  rowFrom,
  rowsOf,
  type StoredLeader,
  type StoredRow,
  toSql,
} from "../../support/simulated-postgres.ts";
import type { Backend, Statement } from "./server.ts";

export interface TablesOptions {
  readonly origin: Cursor;
  readonly segmentBytes: number;
  readonly startMs: number;
  /** A control that must fail: a claim is let in although the leader was heard since. */
  readonly claimsWithoutBeat: boolean;
}

/** What one commit changes. */
export interface Change {
  readonly row?: StoredRow;
  readonly leader?: StoredLeader;
  readonly node?: { readonly name: string; readonly number: number };
}

/** What a statement answers, and what it changes: nobody else may change those keys until it is over. */
export interface Planned {
  readonly answer: SqlAnswer;
  readonly change?: Change;
  readonly keys: readonly string[];
}

/** Of the server, what statements ask for. */
export interface ServerSigns {
  readonly timeline: number;
  readonly isStandby: boolean;
  readonly wallMs: number;
  readonly backends: ReadonlySet<Backend>;
  readonly settings: SqlRow;
}

const NOTHING: Planned = { answer: { rows: [], isWarned: false }, keys: [] };
const LEADER = "leader";

export class Tables {
  readonly #options: TablesOptions;
  /** By number. */
  readonly rows: StoredRow[];
  leader: StoredLeader = NOBODY;
  readonly #nodes = new Map<string, number>();
  /** What each node last said of itself, and how often it did. */
  readonly notes = new Map<string, { readonly role: string; readonly times: number }>();
  readonly #names = new Map<string, Backend>();

  constructor(options: TablesOptions) {
    const { position, hash } = options.origin;
    this.#options = options;
    const [number, count, epoch, bytes] = [0, 0, 0, new Uint8Array(0)];
    this.rows = [{ number, first: position + 1, count, epoch, hash, bytes }];
  }

  apply({ row, leader, node }: Change): void {
    if (row) this.rows[row.number] = row;
    if (leader) this.leader = leader;
    if (node) this.#nodes.set(node.name, node.number);
  }

  /** A statement that changes something says with which settings it does. */
  plan(statement: Statement, signs: ServerSigns): Planned {
    const planned = this.#planned(statement, signs);
    const { answer, change } = planned;
    if (!change) return planned;
    return {
      ...planned,
      answer: { ...answer, rows: answer.rows.map((row) => ({ ...signs.settings, ...row })) },
    };
  }

  #planned({ text, values, backend }: Statement, signs: ServerSigns): Planned {
    if (text.startsWith("create table if not exists bourse.log_")) return NOTHING;
    const read = this.#read(text, values, signs);
    if (read) return { answer: rowsOf(...read), keys: [] };
    switch (text) {
      case LEADER_STATEMENTS.beat:
        return this.#change(values, (leader) => leader);
      case LEADER_STATEMENTS.vacate:
        return this.#change(values, (leader) => ({ ...leader, node: "", address: "" }));
      case STATEMENTS.barrier:
        return { answer: rowsOf({}), change: {}, keys: [] };
      case STATEMENTS.append:
        return this.#append(values);
      case STATEMENTS.claim:
        return this.#claim(values);
      case NODE_STATEMENTS.join:
        return this.#join(`${values[0]}`);
      case NODE_STATEMENTS.hold:
        return this.#hold(`${values[0]}`, backend);
      case NODE_STATEMENTS.note:
        return this.#note(`${values[0]}`, `${values[2]}`);
      case LEADER_STATEMENTS.askToResign:
        return this.#askToResign();
    }
    throw new SqlError("42601", `not known here: ${text}`);
  }

  #read(
    text: string,
    values: readonly SqlValue[],
    { timeline, isStandby, wallMs, settings }: ServerSigns,
  ): readonly SqlRow[] | undefined {
    switch (text) {
      case LOOK:
        return [{ ...settings, version: 15, is_standby: isStandby }];
      case SETTINGS_NOW:
        return [settings];
      case TIMELINE:
        return [{ timeline }];
      case DATABASE_TIME:
        return [{ time_ms: `${wallMs}` }];
      case TERMS:
        return [this.#terms()];
      case LEADER_STATEMENTS.leader:
        return [{ ...this.leader }];
      case LEADER_STATEMENTS.sight:
        return [{ ...this.leader, ...endOf(this.rows) }];
      case STATEMENTS.at:
        return this.#at(Number(values[0])).map(toSql);
      case STATEMENTS.behind:
        return this.#behind(Number(values[0]), Number(values[1])).map(toSql);
      case STATEMENTS.find:
        return this.#found(values).map(toSql);
      case NODE_STATEMENTS.number:
        return [{ number: this.#nodes.get(`${values[0]}`) }];
    }
    return undefined;
  }

  #terms(): SqlRow {
    const { origin, segmentBytes } = this.#options;
    return {
      origin_position: origin.position,
      origin_segment: origin.segment,
      origin_hash: origin.hash,
      segment_bytes: segmentBytes,
      partition_rows: 1_000_000,
      format: CLUSTER_FORMAT,
    };
  }

  #at(number: number): readonly StoredRow[] {
    const row = this.rows[number];
    return row ? [row] : [];
  }

  #behind(number: number, count: number): readonly StoredRow[] {
    return this.rows.slice(number + 1, number + 1 + count);
  }

  #found([above, upTo, hash]: readonly SqlValue[]): readonly StoredRow[] {
    return this.rows.filter(({ first, hash: here }) => {
      return first > Number(above) && first <= Number(upTo) && isSame(here, hash as Uint8Array);
    });
  }

  #append(values: readonly SqlValue[]): Planned {
    const row = rowFrom(values);
    const before = this.rows[row.number - 1];
    const fits = before && isSame(before.hash, values[6] as Uint8Array);
    if (!fits || before.epoch > row.epoch || this.rows[row.number]) return NOTHING;
    const answer = rowsOf({ number: `${row.number}` });
    return { answer, change: { row }, keys: [`row ${row.number}`] };
  }

  #claim(values: readonly SqlValue[]): Planned {
    const row = rowFrom(values);
    const before = this.rows[row.number - 1];
    const { leader } = this;
    const isHeard = leader.beat !== values[11] && !this.#options.claimsWithoutBeat;
    if (leader.epoch !== values[9] || isHeard) return NOTHING;
    if (!(before && isSame(before.hash, values[6] as Uint8Array))) return NOTHING;
    if (this.rows[row.number]) throw new SqlError("23505", "there is a row already");
    const [node, address, claim] = [`${values[7]}`, `${values[8]}`, `${values[10]}`];
    const { epoch } = row;
    const taken = { ...leader, epoch, node, address, claim, beat: leader.beat + 1 };
    const answer = rowsOf({ number: `${row.number}` });
    return { answer, change: { row, leader: taken }, keys: [LEADER, `row ${row.number}`] };
  }

  /** A change of the leader's row by who has the term; every change is a beat. */
  #change(
    [epoch, claim]: readonly SqlValue[],
    changed: (leader: StoredLeader) => StoredLeader,
  ): Planned {
    const { leader } = this;
    if (leader.epoch !== epoch || leader.claim !== claim) return NOTHING;
    const next = changed({ ...leader, beat: leader.beat + 1 });
    return { answer: rowsOf({ ...leader }), change: { leader: next }, keys: [LEADER] };
  }

  #askToResign(): Planned {
    const { leader } = this;
    if (leader.node === "") return NOTHING;
    const change = { leader: { ...leader, resign: leader.epoch } };
    return { answer: rowsOf({ ...leader }), change, keys: [LEADER] };
  }

  #join(name: string): Planned {
    if (this.#nodes.has(name)) return NOTHING;
    if (this.#nodes.size >= NODES_MAX) throw new SqlError("23502", "a number is missing");
    const node = { name, number: this.#nodes.size };
    return { answer: rowsOf(), change: { node }, keys: ["node"] };
  }

  /** Waits for no standby. */
  #note(name: string, role: string): Planned {
    this.notes.set(name, { role, times: (this.notes.get(name)?.times ?? 0) + 1 });
    return NOTHING;
  }

  /** A name is free again when the session that held it is over. */
  #hold(name: string, backend: Backend): Planned {
    const holder = this.#names.get(name);
    const isHeld = !holder || holder.isOver || holder === backend;
    if (isHeld) this.#names.set(name, backend);
    return { answer: rowsOf({ is_held: isHeld }), keys: [] };
  }
}
