/**
 * Who must be looked at when a price moves or an hour strikes. An account that was looked at leaves
 * bounds behind: prices and sums of hourly rates within which its answer cannot change. Only those
 * whose bounds are left are looked at again; the outcome is that of looking at all (MARG-WATCH-1).
 * Nothing here is part of the state: it is made anew when a snapshot is loaded.
 */
import { Heap } from "../../base/heap.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";

/** What can leave a bound: a price that falls or rises, the sum of an asset's hourly rates. */
export type BoundSide = "fall" | "rise" | "interest";

type Heaps = Record<BoundSide, Heap>;

export class Watch {
  /** By asset id less one. */
  readonly #heaps: Heaps[] = [];
  /** When the next warning of those who were warned is due. */
  readonly #calls: Heap;
  /** By user id less one: only bounds with this mark count. */
  readonly #marks: number[] = [];
  /** By asset id less one: who waits for its price to be known again. */
  readonly #waiting: Set<UserId>[] = [];

  constructor() {
    this.#calls = this.#newHeap();
  }

  #newHeap(): Heap {
    return new Heap((user, mark) => this.#markOf(user) === mark);
  }

  #heapsOf(asset: AssetId): Heaps {
    while (this.#heaps.length < asset) {
      const [fall, rise, interest] = [this.#newHeap(), this.#newHeap(), this.#newHeap()];
      this.#heaps.push({ fall, rise, interest });
    }
    return this.#heaps[asset - 1] as Heaps;
  }

  #waitingFor(asset: AssetId): Set<UserId> {
    while (this.#waiting.length < asset) this.#waiting.push(new Set());
    return this.#waiting[asset - 1] as Set<UserId>;
  }

  /** How many bounds are kept, void ones included. */
  get size(): number {
    const heaps = this.#heaps.flatMap(({ fall, rise, interest }) => [fall, rise, interest]);
    return heaps.reduce((sum, heap) => sum + heap.size, this.#calls.size);
  }

  /** All bounds of the user are void. */
  forget(user: UserId): void {
    while (this.#marks.length < user) this.#marks.push(0);
    this.#marks[user - 1] = (this.#marks[user - 1] as number) + 1;
  }

  #markOf(user: UserId): number {
    return this.#marks[user - 1] ?? 0;
  }

  /** Within its bound a price does not fall below `price`. */
  boundFall(user: UserId, asset: AssetId, price: bigint): void {
    this.#heapsOf(asset).fall.push(-price, user, this.#markOf(user));
  }

  boundRise(user: UserId, asset: AssetId, price: bigint): void {
    this.#heapsOf(asset).rise.push(price, user, this.#markOf(user));
  }

  boundInterest(user: UserId, asset: AssetId, rateSum: bigint): void {
    this.#heapsOf(asset).interest.push(rateSum, user, this.#markOf(user));
  }

  boundCall(user: UserId, dueMs: number): void {
    this.#calls.push(BigInt(dueMs), user, this.#markOf(user));
  }

  waitFor(user: UserId, asset: AssetId): void {
    this.#waitingFor(asset).add(user);
  }

  /** The index of an asset has spoken: who is out of bounds, and who waited to hear of it. */
  priced(asset: AssetId, price: bigint, take: (user: UserId) => void): void {
    const { fall, rise } = this.#heapsOf(asset);
    fall.takeBelow(-price, take);
    rise.takeBelow(price, take);
    const waiting = this.#waitingFor(asset);
    for (const user of waiting) take(user);
    waiting.clear();
  }

  /** An hour has struck: whose interest is out of bounds, and whose next warning is due. */
  charged(asset: AssetId, rateSum: bigint, take: (user: UserId) => void): void {
    this.#heapsOf(asset).interest.takeBelow(rateSum, take);
  }

  due(timeMs: number, take: (user: UserId) => void): void {
    this.#calls.takeBelow(BigInt(timeMs) + 1n, take);
  }
}
