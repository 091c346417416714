/**
 * How often a client may ask: a number of requests in a window. A window opens with the first
 * request and lasts its length; the first request after its end opens the next. Requests that are
 * refused count too. Rules USER-LIMIT-1, USER-LIMIT-5.
 *
 * Counting costs a look-up and a few plain numbers. The windows of one limit are equally long, so
 * they end in the order in which they opened.
 */
import type { Limit } from "../../contract/limits.ts";
import { NO_SLOT, Slots } from "./slots.ts";

/** USER-LIMIT-5: how many windows of a limit are kept. */
export const WINDOWS_MAX = 2 ** 16;

/** USER-LIMIT-5: the window of all keys that found no place for one of their own. */
export const SHARED = NO_SLOT;

export class RateLimit<Key> {
  readonly limit: Limit;
  readonly #slots: Slots<Key>;
  readonly #endsAtMs: Float64Array;
  readonly #used: Float64Array;

  constructor(limit: Limit, windowsMax = WINDOWS_MAX) {
    this.limit = limit;
    this.#slots = new Slots(windowsMax);
    this.#endsAtMs = new Float64Array(windowsMax + 1);
    this.#used = new Float64Array(windowsMax + 1);
  }

  /** USER-LIMIT-1: counts a request; tells the slot of its window, to ask about it at once. */
  take(key: Key, nowMs: number, count = 1): number {
    const slot = this.#slotOf(key, nowMs);
    if (nowMs >= this.endsAtMs(slot)) this.#open(slot, nowMs);
    this.#used[slot] = (this.#used[slot] as number) + count;
    return slot;
  }

  /** FOLLOW-LIMIT-1: counts requests that another process took in a window that ends at `endsAtMs`. */
  add(key: Key, nowMs: number, { count, endsAtMs }: { count: number; endsAtMs: number }): void {
    if (endsAtMs <= nowMs) return;
    const slot = this.#slotOf(key, nowMs);
    if (nowMs >= this.endsAtMs(slot)) {
      this.#open(slot, nowMs);
      this.#endsAtMs[slot] = Math.min(endsAtMs, nowMs + this.limit.perMs);
    }
    this.#used[slot] = (this.#used[slot] as number) + count;
  }

  /** USER-LIMIT-5: a window that runs is never given to another key. */
  #slotOf(key: Key, nowMs: number): number {
    const slot = this.#slots.find(key);
    if (slot !== NO_SLOT) return slot;
    const { isFull, oldest } = this.#slots;
    return isFull && nowMs < this.endsAtMs(oldest) ? SHARED : this.#slots.give(key);
  }

  #open(slot: number, nowMs: number): void {
    this.#endsAtMs[slot] = nowMs + this.limit.perMs;
    this.#used[slot] = 0;
    if (slot !== SHARED) this.#slots.renew(slot);
  }

  isExceeded(slot: number): boolean {
    return (this.#used[slot] as number) > this.limit.count;
  }

  remaining(slot: number): number {
    return Math.max(0, this.limit.count - (this.#used[slot] as number));
  }

  endsAtMs(slot: number): number {
    return this.#endsAtMs[slot] as number;
  }
}
