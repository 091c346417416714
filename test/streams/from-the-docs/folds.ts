/**
 * What a client makes of a channel: a snapshot replaces all, an update changes some of it. One fold for
 * each shape of channel in docs/streams.md.
 */
import { type Row, rowsOf, textOf } from "./rest.ts";

export interface Fold {
  snapshot(data: Row): void;
  update(data: Row): void;
}

type Level = [price: string, quantity: string];

/** `depth:NAME`: the best 100 levels a side. */
export class Book implements Fold {
  #bids = new Map<string, string>();
  #asks = new Map<string, string>();

  snapshot(data: Row): void {
    this.#bids = new Map(levelsOf(data["bids"]));
    this.#asks = new Map(levelsOf(data["asks"]));
  }

  update(data: Row): void {
    change(this.#bids, levelsOf(data["bids"]));
    change(this.#asks, levelsOf(data["asks"]));
  }

  /** Best first, as the REST API has it. */
  get sides(): { bids: Level[]; asks: Level[] } {
    return {
      bids: [...this.#bids].sort(([a], [b]) => compareDecimals(b, a)),
      asks: [...this.#asks].sort(([a], [b]) => compareDecimals(a, b)),
    };
  }
}

function change(side: Map<string, string>, levels: readonly Level[]): void {
  for (const [price, quantity] of levels) {
    if (quantity === "0") side.delete(price);
    else side.set(price, quantity);
  }
}

function levelsOf(value: unknown): Level[] {
  return rowsOf(value).map((level): Level => [textOf(level[0]), textOf(level[1])]);
}

/** Exactly: a price may have more digits than a double. */
function compareDecimals(a: string, b: string): number {
  const places = Math.max(placesOf(a), placesOf(b));
  const [left, right] = [unitsOf(a, places), unitsOf(b, places)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function placesOf(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

function unitsOf(text: string, places: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

/** Everything that was told, one after the other: trades, orders, events. */
export class Journal implements Fold {
  readonly #field: string;
  rows: Row[] = [];

  constructor(field: string) {
    this.#field = field;
  }

  snapshot(data: Row): void {
    this.rows = rowsOf(data[this.#field]);
  }

  update(data: Row): void {
    this.rows.push(...rowsOf(data[this.#field]));
  }

  /** One field of all of them. */
  column(name: string): unknown[] {
    return this.rows.map((row) => row[name]);
  }
}

/** The newest row by a key: tickers, candles, balances, positions. */
export class Rows implements Fold {
  readonly #field: string;
  readonly #keyOf: (row: Row) => string;
  readonly #ended: (row: Row) => boolean;
  byKey = new Map<string, Row>();

  constructor(
    field: string,
    keyOf: (row: Row) => string,
    ended: (row: Row) => boolean = () => false,
  ) {
    this.#field = field;
    this.#keyOf = keyOf;
    this.#ended = ended;
  }

  snapshot(data: Row): void {
    this.byKey = new Map();
    this.update(data);
  }

  update(data: Row): void {
    for (const row of rowsOf(data[this.#field])) {
      if (this.#ended(row)) this.byKey.delete(this.#keyOf(row));
      else this.byKey.set(this.#keyOf(row), row);
    }
  }

  get rows(): Row[] {
    return [...this.byKey.values()];
  }
}

/** A channel that tells all of it each time: `ticker`, `index`, `my.margin`. */
export class Whole implements Fold {
  now: Row = {};

  snapshot(data: Row): void {
    this.now = data;
  }

  update(data: Row): void {
    this.now = data;
  }
}
