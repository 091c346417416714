/** The event feed: what happened to this user's trading, newest first, and never more than 200. */
import type { FeedEntry, NewFeedEntry } from "./exchange.ts";
import { LiveValue } from "./live.ts";

export const FEED_MAX = 200;

export class Feed {
  readonly entries = new LiveValue<readonly FeedEntry[]>([]);
  readonly #now: () => number;
  #idLast = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(entry: NewFeedEntry): void {
    this.#idLast += 1;
    const noted: FeedEntry = { ...entry, time: entry.time ?? this.#now(), id: this.#idLast };
    this.entries.set([noted, ...this.entries.value.slice(0, FEED_MAX - 1)]);
  }

  /** Another user signs in: what happened to the last one is not theirs to see. */
  clear(): void {
    this.entries.set([]);
  }
}
