/**
 * Names of ended orders, oldest first: a ring in typed arrays that doubles up to a largest size
 * (CORE-BOUND-1). It tells client-ids.ts which name ended first.
 */
import type { NameRow } from "./name-table.ts";

const ROWS_MIN = 1024;

export class EndedNames {
  private rows: ReturnType<typeof newRows>;
  private start = 0;
  count = 0;
  readonly countMax: number;

  constructor(countMax: number) {
    this.countMax = countMax;
    this.rows = newRows(Math.min(ROWS_MIN, countMax));
  }

  /** The row with `older` rows before it. */
  at(older: number): NameRow {
    const { low, high, order, endedAt, user } = this.rows;
    const at = (this.start + older) % order.length;
    return {
      low: low[at] as number,
      high: high[at] as number,
      order: order[at] as number,
      endedAt: endedAt[at] as number,
      user: user[at] as number,
    };
  }

  /** When the oldest ended; there must be one. */
  oldestEndedAt(): number {
    return this.rows.endedAt[this.start] as number;
  }

  push(row: NameRow): void {
    if (this.count === this.rows.order.length) this.enlarge();
    setRow(this.rows, (this.start + this.count) % this.rows.order.length, row);
    this.count++;
  }

  dropOldest(): void {
    this.start = (this.start + 1) % this.rows.order.length;
    this.count--;
  }

  private enlarge(): void {
    const larger = newRows(Math.min(this.rows.order.length * 2, this.countMax));
    for (let i = 0; i < this.count; i++) setRow(larger, i, this.at(i));
    this.rows = larger;
    this.start = 0;
  }
}

function newRows(count: number) {
  return {
    low: new Int32Array(count),
    high: new Int32Array(count),
    order: new Float64Array(count),
    endedAt: new Float64Array(count),
    user: new Float64Array(count),
  };
}

function setRow(rows: ReturnType<typeof newRows>, at: number, row: NameRow): void {
  rows.low[at] = row.low;
  rows.high[at] = row.high;
  rows.order[at] = row.order;
  rows.endedAt[at] = row.endedAt;
  rows.user[at] = row.user;
}
