/**
 * A key-value store whose rows are sealed and linked: what is put is sealed on its way, what is read is checked, and what is not
 * there is proved. A store of an earlier version is read as it is; a slow look over all rows, a few at a time, brings it up to
 * this one. Rules HIST-SEAL-1 to HIST-SEAL-4.
 */
import type { Entry, KeyRange, KeyValueStore } from "./key-value-store.ts";
import { isLinkedKey } from "./keys.ts";
import { LinkedRows } from "./linked-rows.ts";
import { type RowChange, RowChanges } from "./row-changes.ts";
import { Scrubbing } from "./scrubbing.ts";
import { type HistoryDamaged, unseal } from "./seal.ts";
import { gradeIn, putStanding, putWholeStanding, standingIn } from "./store-standing.ts";

/** So many changes of a transaction are kept before they are brought into the store. */
const CHANGES_MAX = 10_000;

export class SealedStore {
  readonly #keyValues: KeyValueStore;
  readonly #rows: LinkedRows;
  readonly #rowChanges: RowChanges;
  readonly #scrubbing: Scrubbing;
  /** Those of the running transaction, by key. */
  readonly #changes = new Map<string, RowChange>();

  constructor(keyValues: KeyValueStore) {
    this.#keyValues = keyValues;
    this.#rows = new LinkedRows(keyValues);
    this.#scrubbing = new Scrubbing(keyValues, this.#rows);
    this.#rowChanges = new RowChanges(keyValues, this.#rows, (key, change) =>
      this.#scrubbing.count(key, change),
    );
  }

  get position(): number {
    return standingIn(this.#keyValues)?.position ?? 0;
  }

  /** Inside a transaction. A store that is new has no rows of earlier versions. */
  setPosition(position: number): void {
    const standing = standingIn(this.#keyValues);
    if (standing) putStanding(this.#keyValues, { ...standing, position });
    else putWholeStanding(this.#keyValues, position);
  }

  /** What was counted in a transaction that broke off is not there: the look over all begins anew. */
  transact(change: () => void): void {
    try {
      this.#keyValues.transact(() => {
        change();
        this.#carryOut();
      });
    } catch (error) {
      this.#scrubbing.beginAnew();
      throw error;
    } finally {
      this.#changes.clear();
    }
  }

  look<T>(query: () => T): T {
    return this.#keyValues.look(query);
  }

  put(key: Uint8Array, bytes: Uint8Array): void {
    this.#change({ key, bytes: bytes.slice() });
  }

  remove(key: Uint8Array): void {
    this.#change({ key, bytes: undefined });
  }

  #change(change: RowChange): void {
    this.#changes.set(nameOf(change.key), change);
    if (this.#changes.size >= CHANGES_MAX) this.#carryOut();
  }

  #carryOut(): void {
    this.#rowChanges.carryOut([...this.#changes.values()], gradeIn(this.#keyValues));
    this.#changes.clear();
  }

  get(key: Uint8Array): Uint8Array | undefined {
    const change = this.#changes.get(nameOf(key));
    if (change) return change.bytes;
    const grade = gradeIn(this.#keyValues);
    const value = this.#keyValues.get(key);
    if (value) return unseal(key, value, grade).bytes;
    if (isLinkedKey(key)) this.#rows.proveAbsent(key, grade);
    return undefined;
  }

  *list(stretch: KeyRange): Iterable<Entry> {
    for (const { key, bytes } of this.#rows.list(stretch, gradeIn(this.#keyValues))) {
      yield { key, value: bytes };
    }
  }

  scrub(rows: number): HistoryDamaged | undefined {
    return this.#scrubbing.scrub(rows);
  }

  close(): Promise<void> {
    return this.#keyValues.close();
  }
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}
