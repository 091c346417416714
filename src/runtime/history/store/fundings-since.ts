/**
 * Where a store begins to have the fundings. One that was written by a version that kept none lacks those of
 * before; it notes once from which position on it has them, so that a comparison with the log does not miss
 * the others. Rule HIST-FUND-2.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import { FUNDINGS_KEY } from "../rows/keys.ts";
import type { RecordStore } from "./record-store.ts";

/** The position behind which every funding is there; undefined when none ever was. */
export function fundingsSinceIn(store: RecordStore): number | undefined {
  const value = store.note(FUNDINGS_KEY);
  if (!value) return undefined;
  const from = new ByteReader(value);
  from.uint(); // Where records have their position.
  return from.uint();
}

/** From now on fundings are kept; `position` is what the store has without them, unless it said so before. */
export function noteFundings(store: RecordStore, position: number): void {
  if (fundingsSinceIn(store) === undefined) putSince(store, position);
}

/** What came after `position` is written anew, and now has its fundings. */
export function noteFundingsAnew(store: RecordStore, position: number): void {
  putSince(store, Math.min(fundingsSinceIn(store) ?? position, position));
}

function putSince(store: RecordStore, position: number): void {
  const out = new ByteWriter();
  out.uint(0);
  out.uint(position);
  store.putNote(FUNDINGS_KEY, out.view());
}
