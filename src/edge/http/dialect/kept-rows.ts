/**
 * The rows of a list that may have thousands, each with its text, which is kept until what it says has changed. A
 * request writes only the rows that have, and a few hundred of them at most before other requests have their
 * turn; when none has changed since the list was last joined, not even that is done again.
 */
import type { Written } from "../../../contract/field.ts";

/** What a row is about. A change of a listing puts another object in its place. */
export interface RowSubject {
  readonly id: number;
}

export interface KeptRow {
  readonly listed: RowSubject;
  /** Empty until it is first written. */
  text: string;
}

export interface RowWriter<L extends RowSubject, R extends KeptRow> {
  open(listed: L, text: ""): R;
  /** Writes the text anew if what it says has changed; whether it had to. */
  refresh(row: R): boolean;
}

/** How many rows are written before other requests have their turn: some milliseconds. */
export const ROWS_AT_ONCE = 256;

export class RowList<R extends KeptRow> {
  /** By the id of what they are about, less one. */
  readonly #rows: (R | undefined)[] = [];
  /** How many rows were written, ever. */
  #version = 0;
  /** The text of a whole list, and which list that was. */
  #joined = { version: 0, count: 0, lastId: 0, text: "[]" };

  /** The rows of these, as a JSON list. */
  write<L extends RowSubject, T>(
    listed: readonly L[],
    writer: RowWriter<L, R>,
    done = 0,
  ): Written<readonly T[]> | Promise<Written<readonly T[]>> {
    let written = 0;
    for (let at = done; at < listed.length; at++) {
      if (written === ROWS_AT_ONCE) {
        return otherTurn().then(() => this.write<L, T>(listed, writer, at));
      }
      if (!writer.refresh(this.#rowOf(listed[at] as L, writer))) continue;
      this.#version++;
      written++;
    }
    return this.#join(listed) as Written<readonly T[]>;
  }

  #rowOf<L extends RowSubject>(one: L, writer: RowWriter<L, R>): R {
    const row = this.#rows[one.id - 1];
    if (row?.listed === one) return row;
    const opened = writer.open(one, "");
    this.#rows[one.id - 1] = opened;
    return opened;
  }

  #join(listed: readonly RowSubject[]): string {
    const { version, count, lastId, text } = this.#joined;
    const last = listed.at(-1)?.id ?? 0;
    // What leaves the list never comes back, and what comes has a higher id: so this is the same list.
    if (version === this.#version && count === listed.length && lastId === last) return text;
    const rows = listed.map(({ id }) => this.#rows[id - 1]?.text);
    const joined = `[${rows.join(",")}]`;
    this.#joined = { version: this.#version, count: listed.length, lastId: last, text: joined };
    return joined;
  }
}

function otherTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
