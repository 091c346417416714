/**
 * The index of places as rows of the store, each sealed, under the position at which it begins. They follow each other without a
 * gap, from where the index begins to where it ends, which a note beside them says: so what no place has is proved not to be there.
 * Of 64 places one larger place is made, and of 64 of those another, so that few rows are read of a long log. Rules HIST-PLACE-1,
 * HIST-PLACE-3.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import { list, type RecordOf, record, uint } from "../../../core/base/records/record.ts";
import { LEVELS, PLACES_KEY, placeIn, placeKey } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import type { SealedRows } from "../rows/sealed-rows.ts";
import { joined, type LogPlace, placeRecord } from "./place.ts";

/** So many places make a larger one. */
export const FAN = 64;
/** How many rows are removed in one go. */
const PIECE = 1_000;
const ROWS_END = 2 ** 47;

const levelFields = {
  /** Up to here there are places of this size. */
  last: uint,
  /** Places of the size below behind that. */
  pending: uint,
};
const spanFields = { since: uint, levels: list(record(levelFields)) };
const spanRecord = record(spanFields);
type Span = RecordOf<typeof spanFields>;

/** The positions that the index has: those behind `since`, up to `last`. */
export interface PlacesSpan {
  readonly since: number;
  readonly last: number;
}

export class PlaceRows {
  readonly #rows: SealedRows;

  constructor(rows: SealedRows) {
    this.#rows = rows;
  }

  /** Undefined while there is no place. */
  get span(): PlacesSpan | undefined {
    const span = this.#span();
    return span && { since: span.since, last: lastOf(span, 0) };
  }

  #span(): Span | undefined {
    const bytes = this.#rows.get(PLACES_KEY);
    return bytes && spanRecord.read(new ByteReader(bytes));
  }

  /** Up to where the next place need not begin; 0 where that cannot be read, and the index begins anew. */
  get known(): number {
    return this.#spanIfSound()?.levels[0]?.last ?? 0;
  }

  #spanIfSound(): Span | undefined {
    try {
      return this.#span();
    } catch (error) {
      if (error instanceof HistoryDamaged) return undefined;
      throw error;
    }
  }

  /** Inside a transaction. Places come in the order of the log; one that does not follow the last begins the index anew. */
  add(place: LogPlace): void {
    const span = this.#spanIfSound();
    if (span && place.last <= lastOf(span, 0)) return;
    const isNext = span !== undefined && place.first === lastOf(span, 0) + 1;
    if (!isNext) this.#removeFrom(0);
    const { since, levels } = isNext ? span : beginning(place);
    this.#put(0, place);
    this.#putSpan({ since, levels: this.#grown(levels, place) });
  }

  /** Makes the larger places that are full now. */
  #grown(levels: Span["levels"], { last }: LogPlace): Span["levels"] {
    const grown = levels.map((level) => ({ ...level }));
    const [lowest] = grown;
    if (lowest) lowest.last = last;
    for (let level = 1; level < LEVELS; level++) {
      const at = grown[level];
      if (!at) break;
      at.pending++;
      if (at.pending < FAN) break;
      const parts = [...this.list(level - 1, at.last + 1)];
      if (parts.length !== FAN)
        throw damaged(level, at.last + 1, `${parts.length} places behind it`);
      const larger = joined(parts);
      this.#put(level, larger);
      at.last = larger.last;
      at.pending = 0;
    }
    return grown;
  }

  #put(level: number, place: LogPlace): void {
    const out = new ByteWriter(128);
    placeRecord.write(out, place);
    this.#rows.put(placeKey(level, place.first), out.view());
  }

  #putSpan(span: Span): void {
    const out = new ByteWriter(64);
    spanRecord.write(out, span);
    this.#rows.put(PLACES_KEY, out.view());
  }

  /** The places of a size from the one on that begins at a position, to the last; none is missing between them. */
  *list(level: number, from: number, to = ROWS_END): Iterable<LogPlace> {
    let next = from;
    const stretch = {
      from: placeKey(level, from),
      to: placeKey(level, to),
      isReverse: false,
      limit: Number.MAX_SAFE_INTEGER,
    };
    for (const { key, value } of this.#rows.list(stretch)) {
      const place = placeOf(key, value);
      if (place.first !== next) throw damaged(level, next, "no place");
      next = place.last + 1;
      yield place;
    }
  }

  /** The place with a position that the index has. */
  at(position: number): LogPlace {
    const row = this.#rows.lastUpTo(placeKey(0, position), placeKey(0, 0));
    const place = row && placeIn(row.key) === "place" ? placeOf(row.key, row.value) : undefined;
    if (!place || place.last < position) throw damaged(0, position, "no place with it");
    return place;
  }

  /** Up to where there are places of a size. */
  lastOf(level: number): number {
    const span = this.#span();
    return span ? lastOf(span, level) : 0;
  }

  /** Forgets what came after a position, in a transaction. A larger place goes as a whole, and is not made again. */
  forgetAfter(position: number): void {
    const span = this.#spanIfSound();
    const isKept = span && position >= span.since && position > 0;
    const kept = isKept ? this.#keptUpTo(span, position) : [];
    this.#removeFrom(0);
    for (const place of kept) this.add(place);
  }

  /** Whatever cannot be read ends it: the index is made anew from there. */
  #keptUpTo({ since }: Span, position: number): readonly LogPlace[] {
    const kept: LogPlace[] = [];
    try {
      for (const place of this.list(0, since + 1)) {
        if (place.last > position) break;
        kept.push(place);
      }
    } catch (error) {
      if (!(error instanceof HistoryDamaged)) throw error;
    }
    return kept;
  }

  /** All rows of all sizes; whatever is damaged in them. */
  #removeFrom(position: number): void {
    for (let level = 0; level < LEVELS; level++) {
      const [from, to] = [placeKey(level, position), placeKey(level, ROWS_END)];
      for (let isOver = false; !isOver; ) {
        const stretch = { from, to, isReverse: false, limit: PIECE };
        const keys = [...this.#rows.entries(stretch)].map(({ key }) => Buffer.from(key));
        for (const key of keys) this.#rows.remove(key);
        isOver = keys.length < PIECE;
      }
    }
    if (this.#rows.keyValues.get(PLACES_KEY)) this.#rows.remove(PLACES_KEY);
  }
}

function beginning({ first }: LogPlace): Span {
  const level = { last: first - 1, pending: 0 };
  return { since: first - 1, levels: Array.from({ length: LEVELS }, () => level) };
}

function lastOf({ levels }: Span, level: number): number {
  return levels[level]?.last ?? 0;
}

/** A sound row that is no place is none of ours. */
export function placeOf(key: Uint8Array, bytes: Uint8Array): LogPlace {
  try {
    const place = placeRecord.read(new ByteReader(bytes));
    if (Buffer.compare(placeKey(key[1] ?? 0, place.first), key) === 0) return place;
  } catch (cause) {
    throw new HistoryDamaged(`place ${Buffer.from(key).toString("hex")}`, { cause });
  }
  throw HistoryDamaged.row(key, "a place that begins elsewhere");
}

function damaged(level: number, position: number, what: string): HistoryDamaged {
  return HistoryDamaged.row(placeKey(level, position), what);
}
