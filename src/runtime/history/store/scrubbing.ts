/**
 * A slow look over all rows of a store, a few at a time: it checks seals and links, counts, and brings rows of earlier versions up to
 * this one. Rules HIST-SEAL-2, HIST-SEAL-3, HIST-SEAL-4.
 */
import type { Entry, KeyValueStore } from "./key-value-store.ts";
import { END_KEY, isLinkedKey, keyBehind, POSITION_KEY } from "./keys.ts";
import type { LinkedRows } from "./linked-rows.ts";
import { type Grade, HistoryDamaged, isSealed, linkTo, seal, unseal } from "./seal.ts";
import {
  gradeIn,
  putStanding,
  putWholeStanding,
  standingIn,
  wholeGradeOf,
} from "./store-standing.ts";

export class Scrubbing {
  readonly #keyValues: KeyValueStore;
  readonly #rows: LinkedRows;
  #from: Uint8Array = POSITION_KEY;
  /** Rows up to there, those that were put meanwhile included. */
  #seen = 0;

  constructor(keyValues: KeyValueStore, rows: LinkedRows) {
    this.#keyValues = keyValues;
    this.#rows = rows;
  }

  /** A row has come or gone. */
  count(key: Uint8Array, change: 1 | -1): void {
    if (Buffer.compare(key, this.#from) < 0) this.#seen += change;
  }

  beginAnew(): void {
    this.#from = POSITION_KEY;
    this.#seen = 0;
  }

  /** HIST-SEAL-2: looks at the next rows; answers what is wrong with them, or with their number at the end. */
  scrub(rows: number): HistoryDamaged | undefined {
    const grade = gradeIn(this.#keyValues);
    const from = this.#from;
    const entries = this.#keyValues.look(() => this.#rows.entries(from, rows + 1));
    const piece = entries.slice(0, rows);
    const problem = this.#problemFrom(from, rows, grade);
    if (grade !== wholeGradeOf(this.#keyValues)) this.#improve(entries, rows);
    this.#seen += piece.length;
    const last = piece.at(-1);
    if (last) this.#from = keyBehind(last.key);
    if (entries.length > rows) return problem;
    return problem ?? this.#ended();
  }

  #problemFrom(from: Uint8Array, limit: number, grade: Grade): HistoryDamaged | undefined {
    const stretch = { from, to: END_KEY, isReverse: false, limit };
    return damageIn(() => this.#keyValues.look(() => drain(this.#rows.list(stretch, grade))));
  }

  /** Rows of an earlier version are written again as this one writes them; one that is damaged stays what it is. */
  #improve(entries: readonly Entry[], rows: number): void {
    const bare = entries.slice(0, rows).flatMap(({ key, value }, at) => {
      const next = isLinkedKey(key) ? linkTo(entries[at + 1]?.key) : undefined;
      return improved({ key, value }, this.#keyValues.isOnDisk ? next : undefined);
    });
    if (bare.length === 0) return;
    this.#transact(() => {
      const standing = standingIn(this.#keyValues);
      // HIST-SEAL-3: the position is sealed first.
      if (standing?.grade === "bare") putStanding(this.#keyValues, standing);
      for (const { key, value } of bare) this.#keyValues.put(key, value);
    });
  }

  /** All rows were looked at: the store itself knows how many there are. */
  #ended(): HistoryDamaged | undefined {
    const missing = this.#keyValues.look(() => this.#keyValues.count()) - this.#seen;
    this.beginAnew();
    if (missing !== 0)
      return HistoryDamaged.row(END_KEY, `${missing} fewer before it than it says`);
    const standing = standingIn(this.#keyValues);
    const grade = wholeGradeOf(this.#keyValues);
    if (standing && standing.grade !== grade) {
      this.#transact(() => putWholeStanding(this.#keyValues, standing.position));
    }
    return undefined;
  }

  #transact(change: () => void): void {
    try {
      this.#keyValues.transact(change);
    } catch (error) {
      this.beginAnew();
      throw error;
    }
  }
}

/** The entry as this version writes it, if it is of an earlier one. */
function improved({ key, value }: Entry, next: number | undefined): Entry[] {
  if (Buffer.compare(key, POSITION_KEY) === 0) return [];
  try {
    const row = unseal(key, value, "bare");
    if (isSealed(value) && (next === undefined || row.next !== undefined)) return [];
    return [{ key, value: seal({ ...row, next }) }];
  } catch (error) {
    if (error instanceof HistoryDamaged) return [];
    throw error;
  }
}

function drain(rows: Iterable<unknown>): void {
  for (const _ of rows);
}

function damageIn(work: () => void): HistoryDamaged | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof HistoryDamaged) return error;
    throw error;
  }
}
