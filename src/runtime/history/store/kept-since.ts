/**
 * Where a store begins to have a kind of record that a version before it did not keep: fundings, the entries of ledgers, and lists. One
 * that such a version wrote lacks those of before; it notes once from which position on it has them, so that a comparison with
 * the log does not miss the others. Rules HIST-FUND-2, HIST-LEDGER-4, HIST-LIST-3.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import type { StoredKind } from "../history.ts";
import { ENTRIES_KEY, FUNDINGS_KEY, LISTS_KEY } from "../rows/keys.ts";
import type { RecordStore } from "./record-store.ts";

const NOTES = { funding: FUNDINGS_KEY, entries: ENTRIES_KEY, list: LISTS_KEY } as const;
type LaterKind = keyof typeof NOTES;
const LATER_KINDS: readonly LaterKind[] = ["funding", "entries", "list"];

export function isLaterKind(kind: StoredKind): kind is LaterKind {
  return kind in NOTES;
}

/** The position behind which every record of the kind is there; undefined when none ever was. */
export function keptSince(store: RecordStore, kind: LaterKind): number | undefined {
  const value = store.note(NOTES[kind]);
  if (!value) return undefined;
  const from = new ByteReader(value);
  from.uint(); // Where records have their position.
  return from.uint();
}

/** From now on all kinds are kept; `position` is what the store has without them, unless it said so before. */
export function noteKept(store: RecordStore, position: number): void {
  for (const kind of LATER_KINDS) {
    if (keptSince(store, kind) === undefined) putSince(store, kind, position);
  }
}

/** What came after `position` is written anew, and now has all kinds. */
export function noteKeptAnew(store: RecordStore, position: number): void {
  for (const kind of LATER_KINDS) {
    putSince(store, kind, Math.min(keptSince(store, kind) ?? position, position));
  }
}

function putSince(store: RecordStore, kind: LaterKind, position: number): void {
  const out = new ByteWriter();
  out.uint(0);
  out.uint(position);
  store.putNote(NOTES[kind], out.view());
}
