/**
 * What a sandbox forgets of its own traders: records that are more than a day old, a few rows at a time. Records lie in the order
 * of time, so what is old comes first, and the look ends at the first young one. Where records go next to each other one stub
 * tells of all, so there are no more stubs than rows that are kept. The store notes of which users, and up to when, records may be
 * gone, so that a comparison with the log does not miss them. Rules HIST-FORGET-1, HIST-FORGET-2.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import type { HistoryRecord } from "../history.ts";
import { FORGOTTEN_KEY, keysAndNameOf } from "../rows/keys.ts";
import type { StoredRecord } from "../stored-record.ts";
import type { NumberedRow } from "./numbered-rows.ts";
import type { RecordStore } from "./record-store.ts";

/** The users whose records may be gone, and the time before which. */
export interface Forgotten {
  readonly users: readonly number[];
  readonly beforeMs: number;
}

/** Numbers next to each other that are gone, or are to go. */
interface Span {
  readonly first: number;
  last: number;
  /** Rows behind the first one. */
  readonly rows: number[];
  /** Records among them, and entries of the index that lead to those. */
  records: number;
  entries: number;
}

type Decode = (record: StoredRecord) => HistoryRecord;

export class Forgetting {
  readonly #store: RecordStore;
  readonly #decode: Decode;
  readonly #out = new ByteWriter();
  /** The number that is looked at next, and of which users there is nothing old before it. */
  #from = 1;
  #users: readonly number[] = [];

  constructor(store: RecordStore, decode: Decode) {
    this.#store = store;
    this.#decode = decode;
  }

  /** HIST-FORGET-1: looks at `rows` rows at most, where it left off; how many records are gone now. */
  round(forgotten: Forgotten, rows: number): number {
    if (`${this.#users}` !== `${forgotten.users}`) this.#from = 1;
    this.#users = forgotten.users;
    const { spans, from } = this.#store.look(() => this.#findOld(forgotten, rows));
    const old = spans.filter(({ records }) => records > 0);
    if (old.length > 0) this.#remove(old, forgotten);
    this.#from = from;
    return old.reduce((sum, { records }) => sum + records, 0);
  }

  /** What is built again from an earlier position is looked at again. */
  beginAnew(): void {
    this.#from = 1;
  }

  #findOld({ users, beforeMs }: Forgotten, rows: number): { spans: Span[]; from: number } {
    const spans: Span[] = [];
    let [open, from]: [Span | undefined, number] = [undefined, this.#from];
    for (const row of this.#store.records.listFrom(this.#from, rows)) {
      const found = row.record && this.#decode(row.record);
      const time = found ? timeOf(found) : 0;
      if (time >= beforeMs && time !== Number.POSITIVE_INFINITY) break;
      const isKept =
        found !== undefined && (!users.includes(found.record.user) || time >= beforeMs);
      if (isKept) open = undefined;
      else {
        open ??= begun(spans, row);
        grow(open, row, found);
      }
      from = open?.first ?? row.last + 1;
    }
    return { spans, from };
  }

  #remove(spans: readonly Span[], forgotten: Forgotten): void {
    this.#store.transact(() => {
      this.#note(forgotten);
      for (const { first, last, rows, entries } of spans) {
        for (const number of rows) this.#store.records.remove(number);
        this.#store.records.putStub(first, last);
        this.#store.noteGone(last, entries);
      }
    });
  }

  /** HIST-FORGET-2: a user who was noted once stays noted, and never for an earlier time. */
  #note({ users, beforeMs }: Forgotten): void {
    const before = forgottenIn(this.#store);
    const all = [...new Set([...before.users, ...users])];
    this.#out.reset();
    this.#out.uint(0); // Where records have their position.
    this.#out.uint(Math.max(beforeMs, before.beforeMs));
    for (const user of all) this.#out.uint(user);
    this.#store.putNote(FORGOTTEN_KEY, this.#out.view());
  }
}

function begun(spans: Span[], { first, last }: NumberedRow): Span {
  const span = { first, last, rows: [], records: 0, entries: 0 };
  spans.push(span);
  return span;
}

function grow(span: Span, row: NumberedRow, found: HistoryRecord | undefined): void {
  if (row.first > span.first) span.rows.push(row.first);
  span.last = row.last;
  if (!found) return;
  span.records++;
  span.entries += keysAndNameOf(found).length;
}

/** The users and times whose records the store says are gone. */
export function forgottenIn(store: RecordStore): Forgotten {
  const value = store.note(FORGOTTEN_KEY);
  if (!value) return { users: [], beforeMs: 0 };
  const from = new ByteReader(value);
  from.uint();
  const beforeMs = from.uint();
  const users: number[] = [];
  while (!from.isAtEnd()) users.push(from.uint());
  return { users, beforeMs };
}

/** When a record came to be; candles and fundings are of no user, and are never too old. */
export function timeOf({ kind, record }: HistoryRecord): number {
  if (kind === "candles" || kind === "funding") return Number.POSITIVE_INFINITY;
  return "endedAtMs" in record ? record.endedAtMs : record.timeMs;
}
