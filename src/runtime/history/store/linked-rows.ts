/**
 * Rows of which each says what comes next, and what that proves: between a row and the one that it links to there is nothing. A
 * row whose key was changed on the disk, or that a damaged page does not lead to, leaves a gap, and who looks into a gap is told
 * of damage instead of "not there". Rule HIST-SEAL-4.
 */
import type { Entry, KeyRange, KeyValueStore } from "./key-value-store.ts";
import { END_KEY, isLinkedKey, keyBehind, POSITION_KEY } from "./keys.ts";
import { type Grade, HistoryDamaged, linkTo, type StoredRow, unseal } from "./seal.ts";

export class LinkedRows {
  readonly #keyValues: KeyValueStore;

  constructor(keyValues: KeyValueStore) {
    this.#keyValues = keyValues;
  }

  /** The last entry before a key. */
  before(key: Uint8Array): Entry | undefined {
    const stretch = { from: key, to: POSITION_KEY, isReverse: true, limit: 2 };
    for (const entry of this.#inOrder(stretch)) {
      if (Buffer.compare(entry.key, key) < 0) return entry;
    }
    return undefined;
  }

  /** The first entry behind a key. */
  behind(key: Uint8Array): Entry | undefined {
    const stretch = { from: keyBehind(key), to: END_KEY, isReverse: false, limit: 1 };
    for (const entry of this.#inOrder(stretch)) return entry;
    return undefined;
  }

  /** So many entries from a key on, as they lie on the disk. */
  entries(from: Uint8Array, limit: number): Entry[] {
    return [...this.#inOrder({ from, to: END_KEY, isReverse: false, limit })];
  }

  /** Throws unless the rows on both sides of a key prove that there is none under it. */
  proveAbsent(key: Uint8Array, grade: Grade): void {
    if (!this.#keyValues.isOnDisk) return;
    this.#checkLink(this.before(key), this.behind(key), grade);
  }

  /** The rows of a stretch; that none is missing between them and at both of its ends is proved. */
  *list(stretch: KeyRange, grade: Grade): Iterable<StoredRow> {
    const entries = this.#keyValues.isOnDisk
      ? this.#proved(stretch, grade)
      : this.#inOrder(stretch);
    for (const { key, value } of entries) yield unseal(key, value, grade);
  }

  *#proved(stretch: KeyRange, grade: Grade): Iterable<Entry> {
    const { from, to, isReverse, limit } = stretch;
    const wide = { ...stretch, to: isReverse ? POSITION_KEY : END_KEY, limit: limit + 1 };
    let last = isReverse ? this.behind(from) : this.before(from);
    let count = 0;
    for (const entry of this.#inOrder(wide)) {
      this.#checkPair(last, entry, { isReverse, grade });
      const end = Buffer.compare(entry.key, to);
      if (count === limit || (isReverse ? end <= 0 : end >= 0)) return;
      yield entry;
      last = entry;
      count++;
    }
    this.#checkPair(last, undefined, { isReverse, grade });
  }

  #checkPair(
    last: Entry | undefined,
    entry: Entry | undefined,
    { isReverse, grade }: { readonly isReverse: boolean; readonly grade: Grade },
  ): void {
    if (isReverse) this.#checkLink(entry, last, grade);
    else this.#checkLink(last, entry, grade);
  }

  /** In a store of this version there is a row before every record, and before the end. */
  #checkLink(before: Entry | undefined, behind: Entry | undefined, grade: Grade): void {
    if (!before || !isLinkedKey(before.key)) {
      const key = behind?.key ?? END_KEY;
      if (grade === "linked" && key[0] !== 0) throw HistoryDamaged.row(key, "no row before it");
      return;
    }
    const { next } = unseal(before.key, before.value, grade);
    if (next !== undefined && next !== linkTo(behind?.key)) {
      throw HistoryDamaged.row(before.key, "a gap behind it");
    }
  }

  /** HIST-SEAL-1: a damaged page may lead to sound rows that were not asked for, of another user perhaps. */
  *#inOrder(stretch: KeyRange): Iterable<Entry> {
    const { from, to, isReverse } = stretch;
    let before: Uint8Array | undefined;
    for (const entry of this.#keyValues.list(stretch)) {
      const { key } = entry;
      const [low, high] = isReverse ? [key, before ?? from] : [before ?? from, key];
      const order = Buffer.compare(low, high);
      const isNext = before ? order < 0 : order <= 0;
      const end = Buffer.compare(key, to);
      if (!isNext || (isReverse ? end <= 0 : end >= 0)) {
        throw HistoryDamaged.row(key, "a place where another should be");
      }
      before = key;
      yield entry;
    }
  }
}
