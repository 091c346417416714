/**
 * The row before all others: how far the log has been taken in, how many numbers records have, and which sorted runs the index is made
 * of. It is changed in the same transaction as they are.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import type { KeyValueStore } from "../rows/key-value-store.ts";
import { END_KEY, POSITION_KEY, placeIn } from "../rows/keys.ts";
import { HistoryDamaged, MARK, STANDING_MARK, seal, unseal } from "../rows/seal.ts";

/** The most bytes that the position of a store without checksums has. */
const NUMBER_BYTES_MAX = 8;
/** Not the key that the standing lies under: so it cannot be taken for one of a version before, or the other way round. */
const SEALED_UNDER = Uint8Array.of(0, 0xff);

/** A sorted run of the index. */
export interface Run {
  readonly id: number;
  readonly entries: number;
  /** It has a damage: it is read, but merged no more. */
  readonly isDamaged: boolean;
}

/** Several runs on their way to become one. They are read until it is whole. */
export interface Merge {
  readonly inputs: readonly number[];
  readonly id: number;
  /** Entries in the blocks that are written, and those left out up to there. */
  readonly written: number;
  readonly dropped: number;
  /** The key at which it goes on. */
  readonly from: Uint8Array;
}

export interface StoreStanding {
  /** The store has everything of the log up to here. */
  position: number;
  /** The last number of a record. */
  count: number;
  /** No record behind this number is gone. */
  goneTo: number;
  /** About so many entries of the index lead to records that are gone. */
  dead: number;
  runIdLast: number;
  runs: Run[];
  merges: Merge[];
  /** Runs that are no longer read, and are removed block by block. */
  discards: number[];
}

export function newStanding(): StoreStanding {
  return {
    position: 0,
    count: 0,
    goneTo: 0,
    dead: 0,
    runIdLast: 0,
    runs: [],
    merges: [],
    discards: [],
  };
}

/** The row as it lies there; undefined in a store that is new. */
export function standingRow(keyValues: KeyValueStore): Uint8Array | undefined {
  const value = keyValues.get(POSITION_KEY);
  if (!value && keyValues.count() > 0) throw HistoryDamaged.row(POSITION_KEY, "gone");
  return value;
}

/** Whether a version before this one wrote the store; nothing of this one is in it then. */
export function isOfBefore(keyValues: KeyValueStore): boolean {
  const value = standingRow(keyValues);
  if (!value || (value[0] === STANDING_MARK && value.length > NUMBER_BYTES_MAX)) return false;
  if (value.length > NUMBER_BYTES_MAX && value[0] !== MARK) {
    throw HistoryDamaged.row(POSITION_KEY, "no checksum");
  }
  const last = { from: END_KEY, to: POSITION_KEY, isReverse: true, limit: 1 };
  for (const { key } of keyValues.list(last)) {
    const place = placeIn(key);
    if (place === "block" || place === "numbered") {
      throw HistoryDamaged.row(POSITION_KEY, "no checksum");
    }
  }
  return true;
}

/** Up to where a store of a version before has everything. */
export function positionOfBefore(keyValues: KeyValueStore): number {
  const value = keyValues.get(POSITION_KEY) ?? END_KEY;
  return new ByteReader(value[0] === MARK ? unseal(POSITION_KEY, value) : value).uint();
}

export function standingOf(value: Uint8Array): StoreStanding {
  if (value[0] !== STANDING_MARK) throw HistoryDamaged.row(POSITION_KEY, "no checksum");
  const from = new ByteReader(unseal(SEALED_UNDER, value, STANDING_MARK));
  const [position, count, goneTo, dead, runIdLast] = [
    from.uint(),
    from.uint(),
    from.uint(),
    from.uint(),
    from.uint(),
  ];
  const runs = listOf(from, () => ({
    id: from.uint(),
    entries: from.uint(),
    isDamaged: from.byte() === 1,
  }));
  const merges = listOf(from, () => ({
    inputs: listOf(from, () => from.uint()),
    id: from.uint(),
    written: from.uint(),
    dropped: from.uint(),
    from: Uint8Array.from(from.raw()),
  }));
  const discards = listOf(from, () => from.uint());
  return { position, count, goneTo, dead, runIdLast, runs, merges, discards };
}

export function putStanding(keyValues: KeyValueStore, standing: StoreStanding): void {
  const out = new ByteWriter();
  const { position, count, goneTo, dead, runIdLast } = standing;
  for (const number of [position, count, goneTo, dead, runIdLast]) out.uint(number);
  writeList(out, standing.runs, ({ id, entries, isDamaged }) => {
    out.uint(id);
    out.uint(entries);
    out.byte(isDamaged ? 1 : 0);
  });
  writeList(out, standing.merges, ({ inputs, id, written, dropped, from }) => {
    writeList(out, inputs, (input) => out.uint(input));
    for (const number of [id, written, dropped]) out.uint(number);
    out.raw(from);
  });
  writeList(out, standing.discards, (run) => out.uint(run));
  keyValues.put(POSITION_KEY, seal(SEALED_UNDER, out.view(), STANDING_MARK));
}

function listOf<T>(from: ByteReader, read: () => T): T[] {
  const length = from.uint();
  const items: T[] = [];
  for (let at = 0; at < length; at++) items.push(read());
  return items;
}

function writeList<T>(out: ByteWriter, items: readonly T[], write: (item: T) => void): void {
  out.uint(items.length);
  for (const item of items) write(item);
}
