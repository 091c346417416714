/**
 * A queue of rows of whole numbers in one typed array: no garbage, and no memory before the first
 * row. It doubles as it fills, up to a largest number of rows; then the oldest is forgotten. The
 * views are made of it (CORE-BOUND-1).
 */
import { assert } from "../base/assert.ts";

const ROWS_START = 4;

export class Ring {
  /** Row after row; where one begins is told by `at`, until the next `push`. */
  values = new Float64Array(0);
  count = 0;
  /** Rows there is room for, and which of them is the oldest. */
  private room = 0;
  private start = 0;
  private readonly width: number;
  private readonly countMax: number;

  constructor(width: number, countMax: number) {
    this.width = width;
    this.countMax = countMax;
  }

  /** Where the row begins that has `older` rows before it. */
  at(older: number): number {
    const row = this.start + older;
    return (row < this.room ? row : row - this.room) * this.width;
  }

  /** Adds a row and tells where it begins. It holds old numbers: the caller fills all of it. */
  push(): number {
    if (this.count === this.countMax) this.dropOldest();
    if (this.count === this.room) this.enlarge();
    this.count++;
    return this.at(this.count - 1);
  }

  dropOldest(): void {
    assert(this.count > 0, "a row that is dropped is there");
    this.start = this.at(1) / this.width;
    this.count--;
  }

  dropNewest(): void {
    assert(this.count > 0, "a row that is dropped is there");
    this.count--;
  }

  /** How many rows begin with less than `value`. Their first numbers never fall. */
  countBelow(value: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.values[this.at(middle)] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private enlarge(): void {
    this.room = Math.min(Math.max(this.room * 2, ROWS_START), this.countMax);
    const larger = new Float64Array(this.room * this.width);
    const first = this.start * this.width;
    larger.set(this.values.subarray(first));
    larger.set(this.values.subarray(0, first), this.values.length - first);
    this.values = larger;
    this.start = 0;
  }
}
