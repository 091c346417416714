/**
 * The wallets and isolated margins posted to since the last inspection: each once, however often it
 * was posted to. The list is no part of the state: neither snapshot nor digest know it, and a posting
 * costs one read of a flag. When more were touched than the list holds, all must be inspected.
 */

/** A funding settlement of 100,000 positions still fits. */
export const TOUCHED_MAX = 2 ** 17;

export interface Touchable {
  /** Whether the balance is in the list. */
  isTouched: boolean;
}

export class Touched<T extends Touchable> {
  /** Entries behind the first `#count` are left from before, so that no batch makes a new list. */
  readonly #list: T[] = [];
  readonly #countMax: number;
  #count = 0;
  #isOverfull = false;

  constructor(countMax = TOUCHED_MAX) {
    this.#countMax = countMax;
  }

  add(item: T): void {
    if (item.isTouched) return;
    if (this.#count === this.#countMax) {
      this.#isOverfull = true;
      return;
    }
    item.isTouched = true;
    this.#list[this.#count++] = item;
  }

  /** Takes one balance out of the list. */
  take(): T | undefined {
    if (this.#count === 0) return undefined;
    const item = this.#list[--this.#count] as T;
    item.isTouched = false;
    return item;
  }

  /** Whether more were touched than the list holds; the call clears the flag. */
  takeOverfull(): boolean {
    const wasOverfull = this.#isOverfull;
    this.#isOverfull = false;
    return wasOverfull;
  }
}
