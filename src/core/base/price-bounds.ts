/**
 * The bounds that owners have of one price, and the owners that wait to hear of it. An owner is taken when
 * the price falls below its low bound or rises above its high one; so a price that leaves no bounds costs a
 * look at the top of two heaps. Bounds with an old stamp are void. Rules MARG-WATCH-1, FUT-WATCH-1.
 */
import { Heap } from "./heap.ts";

export class PriceBounds<Owner = number, Price extends bigint | number = bigint> {
  /** By the negated price: the highest low bound comes first. */
  readonly #falls: Heap<Owner, Price>;
  readonly #rises: Heap<Owner, Price>;
  readonly #waiting = new Set<Owner>();

  constructor(isCurrent: (owner: Owner, stamp: number) => boolean) {
    this.#falls = new Heap(isCurrent);
    this.#rises = new Heap(isCurrent);
  }

  /** How many bounds are kept, void ones included. */
  get size(): number {
    return this.#falls.size + this.#rises.size;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  setLow(owner: Owner, price: Price, stamp: number): void {
    this.#falls.push(-price as Price, owner, stamp);
  }

  setHigh(owner: Owner, price: Price, stamp: number): void {
    this.#rises.push(price, owner, stamp);
  }

  /** Without a price that can be trusted there is no bound: the owner waits for the next one. */
  wait(owner: Owner): void {
    this.#waiting.add(owner);
  }

  takeOutside(price: Price, take: (owner: Owner) => void): void {
    this.#falls.takeBelow(-price as Price, take);
    this.#rises.takeBelow(price, take);
  }

  takeWaiting(take: (owner: Owner) => void): void {
    for (const owner of this.#waiting) take(owner);
    this.#waiting.clear();
  }
}
