/** Order lists by the names that they bore. Rule HIST-LIST-2. */
import type { HistoryRecord } from "../history.ts";
import type { EndedList, ListNameQuery } from "../list-records.ts";
import { listNameKey } from "../rows/keys.ts";
import { decodeRecord } from "../stored-record.ts";
import type { RecordStore } from "./record-store.ts";

/** The newest ended list of a user with a name, if it is of this market. */
export function findListNamed(
  store: RecordStore,
  { market, name, ...owner }: ListNameQuery,
): HistoryRecord[] {
  const stored = store.get(listNameKey(owner, name));
  const found = stored && decodeRecord(stored).found;
  return found?.record.market === market ? [found] : [];
}

/** Whether the name of an ended list, if it has one, leads to it, or to one that took the name later. */
export function isListNamed(store: RecordStore, list: EndedList, position: number): boolean {
  if (list.name === "") return true;
  const stored = store.get(listNameKey(list, list.name));
  if (!stored) return false;
  const { position: at, found } = decodeRecord(stored);
  return at > position || (at === position && found.record.id === list.id);
}
