/**
 * Where a store begins to have the fundings. One that was written by a version that kept none lacks those of
 * before; it notes once from which position on it has them, so that a comparison with the log does not miss
 * the others. Rule HIST-FUND-2.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import { FUNDINGS_KEY } from "./keys.ts";
import type { SealedStore } from "./sealed-store.ts";

/** The position behind which every funding is there; undefined when none ever was. */
export function fundingsSinceIn(keyValues: SealedStore): number | undefined {
  const value = keyValues.get(FUNDINGS_KEY);
  if (!value) return undefined;
  const from = new ByteReader(value);
  from.uint(); // Where records have their position.
  return from.uint();
}

/** From now on fundings are kept; `position` is what the store has without them, unless it said so before. */
export function noteFundings(keyValues: SealedStore, position: number): void {
  if (fundingsSinceIn(keyValues) === undefined) putSince(keyValues, position);
}

/** What came after `position` is written anew, and now has its fundings. */
export function noteFundingsAnew(keyValues: SealedStore, position: number): void {
  putSince(keyValues, Math.min(fundingsSinceIn(keyValues) ?? position, position));
}

function putSince(keyValues: SealedStore, position: number): void {
  const out = new ByteWriter();
  out.uint(0);
  out.uint(position);
  keyValues.put(FUNDINGS_KEY, out.view());
}
