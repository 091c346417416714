/**
 * The wallets and isolated margins posted to since the last inspection: each once, because whoever adds one marks
 * it. The list is no part of the state: neither snapshot nor digest know it, and a posting costs one read of a
 * mark. When more were touched than the list holds, all must be inspected.
 */

/** A funding settlement of 100,000 positions still fits. */
export const TOUCHED_MAX = 2 ** 17;

export class Touched<T> {
  /** Entries behind the first `#count` are left from before, so that no batch makes a new list. */
  readonly #list: T[] = [];
  readonly #countMax: number;
  #count = 0;
  #isOverfull = false;

  constructor(countMax = TOUCHED_MAX) {
    this.#countMax = countMax;
  }

  /** False when the list is full; then it must not be marked. */
  add(item: T): boolean {
    if (this.#count === this.#countMax) {
      this.#isOverfull = true;
      return false;
    }
    this.#list[this.#count++] = item;
    return true;
  }

  /** Takes one balance out of the list; its mark goes with it. */
  take(): T | undefined {
    return this.#count === 0 ? undefined : this.#list[--this.#count];
  }

  /** Whether more were touched than the list holds; the call clears the flag. */
  takeOverfull(): boolean {
    const wasOverfull = this.#isOverfull;
    this.#isOverfull = false;
    return wasOverfull;
  }
}
