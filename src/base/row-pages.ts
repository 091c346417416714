/**
 * The rows of a table, in pages of typed arrays: a table grows by a page and never moves a row, so no command waits for
 * it. A row is a number above 0 and has a fixed width; what its cells mean is in the file of its table.
 */

export const PAGE_BITS = 12;
/** How many rows a page has, less one. */
export const PAGE_MASK = 2 ** PAGE_BITS - 1;
/** No row. */
export const NONE = 0;

export class RowPages {
  /** The cells of each page as numbers, and the same bytes as whole 32-bit words, two to a number. */
  readonly numbers: Float64Array[] = [];
  readonly words: Int32Array[] = [];
  readonly #width: number;
  #count = 1;

  /** `width`: numbers in a row; 8 are a cache line. */
  constructor(width: number) {
    this.#width = width;
  }

  /** One above the last row. */
  get end(): number {
    return this.#count;
  }

  /** A row of zeros behind all others. */
  add(): number {
    const row = this.#count++;
    if (row >> PAGE_BITS >= this.numbers.length) this.#addPage();
    return row;
  }

  #addPage(): void {
    const numbers = new Float64Array((PAGE_MASK + 1) * this.#width);
    this.numbers.push(numbers);
    this.words.push(new Int32Array(numbers.buffer));
  }
}
