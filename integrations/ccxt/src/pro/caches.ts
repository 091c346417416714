/**
 * Rows that a stream has told, the newest last, and how many of them are new to whoever asks. ccxt has such
 * lists under these names, but its package does not export them; in Python its own are used.
 */

interface Row {
  readonly symbol?: string | undefined;
}

/** What has changed since it was last asked for: of one symbol, or of all. */
class Unseen {
  readonly #keys = new Map<string, Set<string>>();
  readonly #asked = new Set<string>();

  add(scope: string, key: string): void {
    if (this.#asked.delete(scope)) this.#keys.delete(scope);
    const keys = this.#keys.get(scope) ?? new Set();
    this.#keys.set(scope, keys.add(key));
  }

  /** So many as there are, at most `limit`. What comes next is counted anew. */
  count(scope: string, limit: number | undefined): number | undefined {
    this.#asked.add(scope);
    const count = this.#keys.get(scope)?.size;
    if (count === undefined || limit === undefined) return count ?? limit;
    return Math.min(count, limit);
  }
}

const ALL = "";

export class ArrayCache<T extends Row = Row> extends Array<T> {
  // Copies of it, such as a slice, are plain lists.
  static override get [Symbol.species]() {
    return Array;
  }

  readonly #max: number;
  readonly #unseen = new Unseen();
  #told = 0;

  constructor(max = 1000) {
    super();
    this.#max = max;
  }

  append(row: T): void {
    this.push(row);
    if (this.length > this.#max) this.shift();
    this.#told += 1;
    this.tell(row, String(this.#told));
  }

  getLimit(symbol: string | undefined, limit: number | undefined): number | undefined {
    return this.#unseen.count(symbol ?? ALL, limit);
  }

  protected tell(row: T, key: string): void {
    this.#unseen.add(ALL, key);
    if (row.symbol !== undefined) this.#unseen.add(row.symbol, key);
  }

  /** Puts the row in the place of one with the same key, at the end. */
  protected renew(row: T, isSame: (other: T) => boolean, key: string): void {
    const at = this.findIndex(isSame);
    if (at >= 0) this.splice(at, 1);
    this.push(row);
    if (this.length > this.#max) this.shift();
    this.tell(row, key);
  }
}

type OrderRow = Row & { readonly id?: string | undefined };
type PositionRow = Row & { readonly side?: string | undefined };

/** Of each symbol and id the newest row. */
export class ArrayCacheBySymbolById<T extends OrderRow = OrderRow> extends ArrayCache<T> {
  override append(row: T): void {
    const isSame = (other: T) => other.symbol === row.symbol && other.id === row.id;
    this.renew(row, isSame, `${row.symbol} ${row.id}`);
  }
}

/** Of each symbol and side the newest row. */
export class ArrayCacheBySymbolBySide<T extends PositionRow = PositionRow> extends ArrayCache<T> {
  override append(row: T): void {
    const isSame = (other: T) => other.symbol === row.symbol && other.side === row.side;
    this.renew(row, isSame, `${row.symbol} ${row.side}`);
  }
}

/** Candles, the oldest first, one of each time. They have no symbol: all are of one market. */
export class ArrayCacheByTimestamp extends Array<number[]> {
  static override get [Symbol.species]() {
    return Array;
  }

  readonly #max: number;
  readonly #unseen = new Unseen();

  constructor(max = 1000) {
    super();
    this.#max = max;
  }

  append(candle: number[]): void {
    const at = this.findIndex(([time]) => time === candle[0]);
    if (at >= 0) this[at] = candle;
    else this.push(candle);
    if (this.length > this.#max) this.shift();
    this.#unseen.add(ALL, String(candle[0]));
  }

  getLimit(_symbol: string | undefined, limit: number | undefined): number | undefined {
    return this.#unseen.count(ALL, limit);
  }
}
