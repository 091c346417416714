/**
 * Long lists in pages: rows with numbers come in the order of the numbers, from behind the last
 * one that the caller has, and `next` is where the next page begins when there may be more (USER-LIST-1).
 */

import { PAGE_ROWS_DEFAULT } from "../../../contract/operator/pages.ts";

/** So many rows are looked at for one page, however few fit: the event loop is not held for long. */
export const PAGE_LOOKED_AT_MAX = 100_000;

export interface PageAsked {
  readonly after: number | undefined;
  readonly limit: number | undefined;
}

export interface PageOf<T> {
  readonly found: readonly T[];
  /** Left out at the end of the list. */
  readonly next: number | undefined;
}

/** The row of number n stands at index n - 1. */
export function pageOf<T>(
  all: readonly T[],
  { after = 0, limit = PAGE_ROWS_DEFAULT }: PageAsked,
  isWanted: (item: T) => boolean = () => true,
): PageOf<T> {
  const end = Math.min(all.length, after + PAGE_LOOKED_AT_MAX);
  const found: T[] = [];
  let at = after;
  for (; at < end && found.length < limit; at++) {
    const item = all[at];
    if (item !== undefined && isWanted(item)) found.push(item);
  }
  return { found, next: at < all.length ? at : undefined };
}
