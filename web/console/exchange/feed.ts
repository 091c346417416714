/**
 * The event feed: what happened to this user's trading, newest first, and never more than 200. It is
 * made of what the streams tell and of what the histories remember; what both know stands there once.
 */
import type { FeedEntry, NewFeedEntry, PastEntry } from "./exchange.ts";
import { LiveValue } from "./live.ts";

export const FEED_MAX = 200;

export class FeedStore {
  readonly entries = new LiveValue<readonly FeedEntry[]>([]);
  readonly #now: () => number;
  #idLast = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(entry: NewFeedEntry): void {
    if (this.#isKnown(entry)) return;
    const noted = this.#numbered({ ...entry, time: entry.time ?? this.#now() });
    this.entries.set([noted, ...this.entries.value.slice(0, FEED_MAX - 1)]);
  }

  /** What the histories tell, put where it belongs by its time. */
  recall(past: readonly PastEntry[]): void {
    const fresh = past.filter((entry) => !this.#isKnown(entry));
    if (fresh.length === 0) return;
    const numbered = fresh.map((entry) => this.#numbered(entry));
    const all = [...this.entries.value, ...numbered].sort((a, b) => b.time - a.time);
    this.entries.set(all.slice(0, FEED_MAX));
  }

  /** Another user signs in: what happened to the last one is not theirs to see. */
  clear(): void {
    this.entries.set([]);
  }

  #isKnown({ key }: Pick<FeedEntry, "key">): boolean {
    return key !== undefined && this.entries.value.some((entry) => entry.key === key);
  }

  #numbered(entry: Omit<FeedEntry, "id">): FeedEntry {
    this.#idLast += 1;
    return { ...entry, id: this.#idLast };
  }
}
