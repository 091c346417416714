/** A history store as one with a fault would have written it: the same records, under other keys or none. */
import { END_KEY, FUNDINGS_KEY, POSITION_KEY } from "../../src/runtime/history/rows/keys.ts";
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";
import { RecordStore } from "../../src/runtime/history/store/record-store.ts";

/** `keysFor` is given what a record lies under, and says under what it is to lie. */
export function rewritten(
  keyValues: MemoryStore,
  keysFor: (keys: readonly Uint8Array[], number: number) => readonly Uint8Array[],
): MemoryStore {
  const from = new RecordStore(keyValues);
  const to = new MemoryStore();
  const into = new RecordStore(to);
  const keys = new Map<number, Uint8Array[]>();
  const all = { from: POSITION_KEY, to: END_KEY, isReverse: false, limit: 100_000 };
  for (const { key, number } of from.list(all)) {
    keys.set(number, [...(keys.get(number) ?? []), key]);
  }
  into.transact(() => {
    for (const { first, record } of from.records.listFrom(1, 100_000)) {
      if (record) into.append(record.kind, record.bytes, keysFor(keys.get(first) ?? [], first));
    }
    into.setPosition(from.position);
    const note = from.note(FUNDINGS_KEY);
    if (note) into.putNote(FUNDINGS_KEY, note);
  });
  return to;
}
