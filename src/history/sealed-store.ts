/**
 * A key-value store whose rows are sealed: what is put is sealed on its way, what is read is checked.
 * A store of an earlier version is read as it is; a slow look over all rows, a few at a time, seals what
 * is bare, checks what is sealed, and counts. Rules HIST-SEAL-1, HIST-SEAL-2, HIST-SEAL-3.
 */
import { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { Entry, KeyRange, KeyValueStore } from "./key-value-store.ts";
import { END_KEY, POSITION_KEY } from "./keys.ts";
import { HistoryDamaged, isSealed, seal, unseal } from "./seal.ts";

/** The most bytes that a written number has. */
const NUMBER_BYTES_MAX = 8;

/** So many rows tell whether a store is of an earlier version. */
const LOOKED_AT = 10;

/** How far the log has been taken in, and whether every row is sealed. */
interface Standing {
  readonly position: number;
  readonly isSealed: boolean;
}

export class SealedStore {
  readonly #keyValues: KeyValueStore;
  readonly #out = new ByteWriter();
  #scrubbed: Uint8Array = POSITION_KEY;
  /** Rows up to there, those that were put meanwhile included. */
  #seen = 0;

  constructor(keyValues: KeyValueStore) {
    this.#keyValues = keyValues;
  }

  get position(): number {
    return this.#standing().position;
  }

  setPosition(position: number): void {
    this.#stand({ ...this.#standing(), position });
  }

  /** An empty store has no bare rows. */
  #standing(): Standing {
    const value = this.#keyValues.get(POSITION_KEY);
    if (!value) return { position: 0, isSealed: true };
    if (!isSealed(value)) this.#checkIsOfBefore();
    const from = new ByteReader(unseal(POSITION_KEY, value, value.length <= NUMBER_BYTES_MAX));
    const position = from.uint();
    return { position, isSealed: isSealed(value) && from.byte() === 1 };
  }

  /** HIST-SEAL-3: where any row is sealed, the position was sealed before it, and is bare by damage. */
  #checkIsOfBefore(): void {
    const newest = { from: END_KEY, to: POSITION_KEY, isReverse: true, limit: LOOKED_AT };
    for (const { value } of this.#keyValues.list(newest)) {
      if (isSealed(value)) throw HistoryDamaged.row(POSITION_KEY, "no checksum");
    }
  }

  #stand({ position, isSealed: isWhole }: Standing): void {
    this.#out.reset();
    this.#out.uint(position);
    this.#out.byte(isWhole ? 1 : 0);
    // Longer than a position alone, as a store of an earlier version has it: it can never be taken for one.
    for (let pad = 0; pad < NUMBER_BYTES_MAX; pad++) this.#out.byte(0);
    this.#put(POSITION_KEY, this.#out.view());
  }

  /** What was counted in a transaction that broke off is not there: the look over all begins anew. */
  transact(change: () => void): void {
    try {
      this.#keyValues.transact(change);
    } catch (error) {
      this.#beginAnew();
      throw error;
    }
  }

  #beginAnew(): void {
    this.#scrubbed = POSITION_KEY;
    this.#seen = 0;
  }

  look<T>(query: () => T): T {
    return this.#keyValues.look(query);
  }

  put(key: Uint8Array, bytes: Uint8Array): void {
    this.#put(key, bytes);
  }

  #put(key: Uint8Array, bytes: Uint8Array): void {
    const isBehind = Buffer.compare(key, this.#scrubbed) < 0;
    if (isBehind && !this.#keyValues.get(key)) this.#seen++;
    this.#keyValues.put(key, seal(key, bytes));
  }

  remove(key: Uint8Array): void {
    if (Buffer.compare(key, this.#scrubbed) < 0 && this.#keyValues.get(key)) this.#seen--;
    this.#keyValues.remove(key);
  }

  get(key: Uint8Array): Uint8Array | undefined {
    const value = this.#keyValues.get(key);
    return value && unseal(key, value, !this.#standing().isSealed);
  }

  *list(stretch: KeyRange): Iterable<Entry> {
    const mayBeBare = !this.#standing().isSealed;
    for (const { key, value } of this.#inOrder(stretch)) {
      yield { key, value: unseal(key, value, mayBeBare) };
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

  /** HIST-SEAL-2: looks at the next rows; answers what is wrong with them, or with their number at the end. */
  scrub(rows: number): HistoryDamaged | undefined {
    const stretch = { from: this.#scrubbed, to: END_KEY, isReverse: false, limit: rows };
    const entries = this.#keyValues.look(() => [...this.#inOrder(stretch)]);
    const mayBeBare = !this.#standing().isSealed;
    const damaged = entries.flatMap(({ key, value }) => problemOf(key, value, mayBeBare));
    const bare = entries.filter(({ value }) => !isSealed(value));
    if (mayBeBare && bare.length > 0) this.#sealAll(bare);
    this.#seen += entries.length;
    const last = entries.at(-1);
    if (last) this.#scrubbed = Buffer.concat([last.key, Uint8Array.of(0)]);
    if (entries.length === rows) return damaged[0];
    return damaged[0] ?? this.#ended(mayBeBare);
  }

  #sealAll(bare: readonly Entry[]): void {
    this.transact(() => {
      this.#stand(this.#standing());
      for (const { key, value } of bare) {
        if (Buffer.compare(key, POSITION_KEY) !== 0) this.#keyValues.put(key, seal(key, value));
      }
    });
  }

  /** All rows were looked at: the store itself knows how many there are. */
  #ended(wasBare: boolean): HistoryDamaged | undefined {
    const missing = this.#keyValues.look(() => this.#keyValues.count()) - this.#seen;
    this.#beginAnew();
    if (missing !== 0)
      return HistoryDamaged.row(END_KEY, `${missing} fewer before it than it says`);
    if (wasBare) this.transact(() => this.#stand({ ...this.#standing(), isSealed: true }));
    return undefined;
  }

  close(): Promise<void> {
    return this.#keyValues.close();
  }
}

function problemOf(key: Uint8Array, value: Uint8Array, mayBeBare: boolean): HistoryDamaged[] {
  try {
    unseal(key, value, mayBeBare);
    return [];
  } catch (error) {
    if (error instanceof HistoryDamaged) return [error];
    throw error;
  }
}
