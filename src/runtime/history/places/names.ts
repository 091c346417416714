/**
 * Orders by the client ids that they bore, whoever's. The key of a name begins with its letters, so those of all users lie together. An
 * earlier version began it with the user: a note says up to which record a store has such keys, and they are looked at, too, where
 * there are any. Rules HIST-NAME-1, HIST-NAME-2.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { HistoryRecord } from "../history.ts";
import type { KeyRange } from "../rows/key-value-store.ts";
import { keyBehind, NAMES_KEY, nameKey, nameStretch, oldNameKey } from "../rows/keys.ts";
import { decodeRecord, type StoredRecord } from "../stored-record.ts";

/** Of more users with one client id not all are looked at. */
export const NAMESAKES_MAX = 1_000;

export interface NameOwner {
  readonly area: Area;
  readonly user: number;
}

/** As much of a store as names are looked for in. */
export interface NameTable {
  /** The last number of a record. */
  readonly count: number;
  get(key: Uint8Array): StoredRecord | undefined;
  list(stretch: KeyRange): Iterable<StoredRecord>;
  note(key: Uint8Array): Uint8Array | undefined;
  putNote(key: Uint8Array, bytes: Uint8Array): void;
}

/** An ended order, and the command that ended it. */
export type EndedNamed = HistoryRecord & { readonly position: number };

/** The newest record that bore a name of one user. */
export function findName(
  store: NameTable,
  owner: NameOwner,
  clientId: string,
): StoredRecord | undefined {
  const found = store.get(nameKey(owner, clientId));
  if (found || !hasOldNames(store)) return found;
  return store.get(oldNameKey(owner, clientId));
}

/** HIST-NAME-2: of each user the newest ended order with a client id; those whose names have old keys are not among them. */
export function findNamesakes(store: NameTable, clientId: string): EndedNamed[] {
  const { from, to } = nameStretch(clientId);
  const stretch = { from, to: keyBehind(to), isReverse: false, limit: NAMESAKES_MAX };
  const found: EndedNamed[] = [];
  for (const stored of store.list(stretch)) {
    const { position, found: record } = decodeRecord(stored);
    found.push({ ...record, position });
  }
  return found;
}

/** Whether names of before may lie under old keys. */
export function hasOldNames(store: NameTable): boolean {
  const value = store.note(NAMES_KEY);
  return value === undefined ? store.count > 0 : oldCountIn(value) > 0;
}

function oldCountIn(value: Uint8Array): number {
  const from = new ByteReader(value);
  from.uint(); // Where records have their position.
  return from.uint();
}

/** From now on names have keys that begin with their letters; unless the store said so before. */
export function noteNames(store: NameTable): void {
  if (store.note(NAMES_KEY) === undefined) putOldCount(store, store.count);
}

/** The whole index was made anew. */
export function noteNamesAnew(store: NameTable): void {
  putOldCount(store, 0);
}

function putOldCount(store: NameTable, count: number): void {
  const out = new ByteWriter(16);
  out.uint(0);
  out.uint(count);
  store.putNote(NAMES_KEY, out.view());
}
