/**
 * Limits are the user's and the address's, not the process's: what a gateway has counted since it last said so, to be told to
 * the others. A table that is full tells the rest with the next. Rule FOLLOW-LIMIT-1.
 */

/** A table of counts: of addresses, of refusals, or of a route's users, by its place in the table of routes. */
export type CountTable = "addresses" | "refusals" | number;

/** How much was counted for a key in a window. */
export interface Counted {
  readonly table: CountTable;
  /** An address's block, or a user's number. */
  readonly key: string;
  readonly count: number;
  /** When its window ends, on the request clock. */
  readonly endsAtMs: number;
}

/** CORE-BOUND-1: so many keys are told at a time. */
export const NEWS_MAX = 1_000;
/** CORE-BOUND-1: beyond so many untold keys, more are not told: each gateway then counts for itself. */
export const UNTOLD_MAX = 100_000;

export class CountNews {
  readonly #untold = new Map<string, { -readonly [K in keyof Counted]: Counted[K] }>();

  note({ table, key, count, endsAtMs }: Counted): void {
    const name = `${table} ${key}`;
    const known = this.#untold.get(name);
    if (known) {
      known.count += count;
      known.endsAtMs = endsAtMs;
    } else if (this.#untold.size < UNTOLD_MAX) {
      this.#untold.set(name, { table, key, count, endsAtMs });
    }
  }

  /** The oldest of what is untold, which is told with this. */
  take(): readonly Counted[] {
    const news: Counted[] = [];
    for (const [name, counted] of this.#untold) {
      if (news.length === NEWS_MAX) break;
      news.push(counted);
      this.#untold.delete(name);
    }
    return news;
  }
}
