/**
 * A slow look over all rows of a store, a few at a time: it checks seals, that each block is followed by the one it names and each
 * number by the next, and counts. Rules HIST-SEAL-2, HIST-SEAL-4.
 */
import type { LogPlace } from "../places/place.ts";
import { PlaceRows, placeOf } from "../places/place-rows.ts";
import type { Entry, KeyValueStore } from "../rows/key-value-store.ts";
import {
  blockKey,
  END_KEY,
  keyBehind,
  POSITION_KEY,
  placeIn,
  runIn,
  startIn,
} from "../rows/keys.ts";
import { HistoryDamaged, unseal } from "../rows/seal.ts";
import { SealedRows } from "../rows/sealed-rows.ts";
import { Block } from "./block.ts";
import { rowIn } from "./numbered-rows.ts";
import type { StoreStanding } from "./store-standing.ts";

/** What a row says of itself and of those behind it. */
interface Seen {
  readonly key: Uint8Array;
  /** Of a block: its run, which block comes next, and how many entries it has. */
  readonly run: number;
  readonly next: Uint8Array | undefined;
  readonly entries: number;
  /** Of a record or a stub: the numbers that it stands for. */
  readonly first: number;
  readonly last: number;
  readonly place: LogPlace | undefined;
}

/** A run that is looked at, and its entries so far; not a number where it was not begun with. */
interface SeenRun {
  readonly id: number;
  readonly entries: number;
}
const NO_RUN: SeenRun = { id: 0, entries: 0 };

export class Scrubbing {
  readonly #keyValues: KeyValueStore;
  readonly #rows: SealedRows;
  readonly #standing: () => StoreStanding;
  #from: Uint8Array = POSITION_KEY;
  /** Rows up to there, those that were put meanwhile included. */
  #seen = 0;
  #run = NO_RUN;

  constructor(keyValues: KeyValueStore, standing: () => StoreStanding) {
    this.#keyValues = keyValues;
    this.#rows = new SealedRows(keyValues);
    this.#standing = standing;
  }

  /** A row has come or gone. */
  count(key: Uint8Array, change: 1 | -1): void {
    if (Buffer.compare(key, this.#from) < 0) this.#seen += change;
  }

  beginAnew(): void {
    this.#from = POSITION_KEY;
    this.#seen = 0;
    this.#run = NO_RUN;
  }

  /** HIST-SEAL-2: looks at the next rows; answers what is wrong with them, or with their number at the end. */
  scrub(rows: number): HistoryDamaged | undefined {
    return this.#keyValues.look(() => {
      const stretch = { from: this.#from, to: END_KEY, isReverse: false, limit: rows + 1 };
      const entries = [...this.#rows.entries(stretch)];
      const piece = entries.slice(0, rows);
      const problem = damageIn(() => this.#check(piece));
      this.#seen += piece.length;
      const last = piece.at(-1);
      if (last) this.#from = keyBehind(last.key);
      if (entries.length > rows) return problem;
      const end = this.#ended(last);
      return problem ?? end;
    });
  }

  #check(piece: readonly Entry[]): void {
    const standing = this.#standing();
    let before = this.#before();
    for (const { key, value } of piece) {
      const row = seenIn(key, value);
      this.#checkPair(before, row, standing);
      if (row.run > 0) this.#run = goneOn(this.#run, row);
      before = row;
    }
  }

  /** What stands before the first row of a piece; it may have changed since it was looked at. */
  #before(): Seen | undefined {
    const stretch = { from: this.#from, to: POSITION_KEY, isReverse: true, limit: 2 };
    for (const { key, value } of this.#rows.entries(stretch)) {
      if (Buffer.compare(key, this.#from) < 0) return seenIn(key, value);
    }
    return undefined;
  }

  #checkPair(before: Seen | undefined, row: Seen, { runs }: StoreStanding): void {
    const isRead = (run: number) => runs.some(({ id }) => id === run);
    if (before && before.run !== row.run && isRead(before.run)) this.#checkEnd(before, runs);
    if (isRead(row.run)) checkBlock(before, row);
    if (before?.place && row.place && before.key[1] === row.key[1]) {
      if (before.place.last + 1 !== row.place.first) {
        throw HistoryDamaged.row(row.key, "a gap before it");
      }
    }
    if (row.first > 0 && row.first !== (before?.last ?? 0) + 1) {
      throw HistoryDamaged.row(row.key, "a gap before it");
    }
  }

  /** The last block of a run names no other, and the run has as many entries as it is said to have. */
  #checkEnd({ key, run, next }: Seen, runs: StoreStanding["runs"]): void {
    const said = runs.find(({ id }) => id === run)?.entries;
    const { id, entries } = this.#run;
    const isCounted = id === run && !Number.isNaN(entries);
    if (next || (isCounted && entries !== said)) throw HistoryDamaged.row(key, "a gap behind it");
  }

  /** All rows were looked at: the store itself knows how many there are. */
  #ended(last: Entry | undefined): HistoryDamaged | undefined {
    const missing = this.#keyValues.count() - this.#seen;
    this.beginAnew();
    if (missing !== 0) {
      return HistoryDamaged.row(END_KEY, `${missing} fewer before it than it says`);
    }
    return damageIn(() => this.#checkWhole(last));
  }

  /** That nothing is missing where no row would tell: the last numbers, and runs that are gone as a whole. */
  #checkWhole(last: Entry | undefined): void {
    const { runs, count } = this.#standing();
    for (const { id, isDamaged } of runs) {
      const key = blockKey(id, NO_KEY);
      if (isDamaged || !this.#rows.get(key))
        throw HistoryDamaged.row(key, "a damaged run behind it");
    }
    const places = new PlaceRows(this.#rows);
    const { span } = places;
    if (span) for (const position of [span.since + 1, span.last]) places.at(position);
    const end = last ? seenIn(last.key, last.value).last : 0;
    if (end !== count) throw HistoryDamaged.row(END_KEY, `${count - end} numbers lost before it`);
  }
}

const NO_KEY = new Uint8Array();

function seenIn(key: Uint8Array, value: Uint8Array): Seen {
  const nothing = { run: 0, next: undefined, entries: 0, first: 0, last: 0, place: undefined };
  if (Buffer.compare(key, POSITION_KEY) === 0) return { key, ...nothing };
  const bytes = unseal(key, value);
  const place = placeIn(key);
  if (place === "old") throw HistoryDamaged.row(key, "a place where none should be");
  if (place === "block") {
    const { next, count } = Block.of(key, bytes);
    return { key, ...nothing, run: runIn(key), next, entries: count };
  }
  if (place === "note") return { key, ...nothing };
  if (place === "place") return { key, ...nothing, place: placeOf(key, bytes) };
  const { first, last } = rowIn(key, bytes);
  return { key, ...nothing, first, last };
}

/** A run that was not looked at from its first block on is not counted. */
function goneOn({ id, entries }: SeenRun, { key, run, entries: more }: Seen): SeenRun {
  if (startIn(key).length === 0) return { id: run, entries: more };
  return { id: run, entries: id === run ? entries + more : Number.NaN };
}

function checkBlock(before: Seen | undefined, { key, run }: Seen): void {
  const named = before?.run === run ? before.next : NO_KEY;
  if (!named || Buffer.compare(named, startIn(key)) !== 0) {
    throw HistoryDamaged.row(key, "a gap before it");
  }
}

function damageIn(work: () => void): HistoryDamaged | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof HistoryDamaged) return error;
    throw error;
  }
}
