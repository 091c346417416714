/**
 * What was posted to since somebody last looked: each wallet and each margin once, however often it
 * was posted to. It stands beside the state: neither snapshot nor digest know it, and a posting
 * costs one look at a flag. Where there are more than it holds, all must be looked at.
 */

/** A funding settlement of 100,000 positions still fits. */
export const TOUCHED_MAX = 2 ** 17;

export interface Touchable {
  /** Whether it is among them. */
  isTouched: boolean;
}

export class Touched<T extends Touchable> {
  /** What stands behind the first `#count` is left from before, so that no batch makes a new list. */
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

  /** One of them, which then is among them no more. */
  take(): T | undefined {
    if (this.#count === 0) return undefined;
    const item = this.#list[--this.#count] as T;
    item.isTouched = false;
    return item;
  }

  /** Whether there were more than it holds; asked once, it is forgotten. */
  takeOverfull(): boolean {
    const wasOverfull = this.#isOverfull;
    this.#isOverfull = false;
    return wasOverfull;
  }
}
