/**
 * An ended order by its id alone: records lie by kind, area, user and market, so one look is made for each of these that has any. For
 * the orders of which the log tells no more. Rule HIST-PLACE-4.
 */
import { compareKeys, MARKET_END, ownerIn, recordKey } from "../rows/keys.ts";
import { decodeRecord, type StoredRecord } from "../stored-record.ts";
import type { EndedNamed } from "./names.ts";

const RANK_END = Number.MAX_SAFE_INTEGER;
const USER_END = 2 ** 32 - 1;

interface KeyedRecord extends StoredRecord {
  readonly key: Uint8Array;
}

/** As much of a store as is walked over. */
export interface WalkedTable {
  walk(
    from: Uint8Array,
    to: Uint8Array,
    isReverse: boolean,
  ): { readonly at: KeyedRecord | undefined; skipTo(key: Uint8Array): void };
}

export function findPastOrder(table: WalkedTable, id: number): EndedNamed | undefined {
  for (const kind of ["order", "futures_order"] as const) {
    const from = recordKey(kind, { area: "spot", user: 0, market: 0 }, 0);
    const to = recordKey(kind, { area: "futures", user: USER_END, market: MARKET_END }, RANK_END);
    const walk = table.walk(from, to, false);
    while (walk.at) {
      const owner = ownerIn(walk.at.key);
      const wanted = recordKey(kind, owner, id);
      if (compare(walk.at.key, wanted) < 0) walk.skipTo(wanted);
      if (walk.at && compare(walk.at.key, wanted) === 0) {
        const { position, found } = decodeRecord(walk.at);
        return { ...found, position };
      }
      walk.skipTo(recordKey(kind, owner, RANK_END));
    }
  }
  return undefined;
}

function compare(one: Uint8Array, other: Uint8Array): number {
  return compareKeys(one, one.length, other, other.length);
}
