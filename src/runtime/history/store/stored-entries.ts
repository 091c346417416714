/** Entries of ledgers as a store has them, for the walks of their pages (HIST-LEDGER-2). */
import { entriesIn, type ListEntries } from "../entry-pages.ts";
import type { EntriesRecord } from "../history.ts";
import type { EntriesQuery, LedgerEntries } from "../ledger-entries.ts";
import type { KeyRange } from "../rows/key-value-store.ts";
import { recordKey } from "../rows/keys.ts";
import { decodeRecord } from "../stored-record.ts";
import type { RecordStore } from "./record-store.ts";

export function findEntries(store: RecordStore, query: EntriesQuery): EntriesRecord[] {
  const owner = { area: query.area, user: query.user, market: 0 };
  const key = (rank: number) => recordKey("entries", owner, rank);
  const list: ListEntries = ({ from, to, limit }) =>
    listed(store, { from: key(from), to: key(to), isReverse: from > to, limit });
  return entriesIn(list, query).map((record) => ({ kind: "entries", record }));
}

function* listed(store: RecordStore, stretch: KeyRange): Iterable<LedgerEntries> {
  for (const stored of store.list(stretch)) {
    const { found } = decodeRecord(stored);
    if (found.kind === "entries") yield found.record;
  }
}
