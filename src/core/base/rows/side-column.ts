/**
 * A column beside the rows of a table, for values that no cell holds and that many rows do not have. It grows by a page, and
 * a page is made when its first value comes.
 */

const PAGE_BITS = 12;
const PAGE_MASK = 2 ** PAGE_BITS - 1;

export class SideColumn<T> {
  private readonly pages: ((T | undefined)[] | undefined)[] = [];
  /** Behind the highest row that had a value: a page of few rows is not walked to its end. */
  private end = 0;

  get(row: number): T | undefined {
    return this.pages[row >> PAGE_BITS]?.[row & PAGE_MASK];
  }

  set(row: number, value: T): void {
    this.pageOf(row >> PAGE_BITS)[row & PAGE_MASK] = value;
    if (row >= this.end) this.end = row + 1;
  }

  clear(row: number): void {
    const page = this.pages[row >> PAGE_BITS];
    if (page) page[row & PAGE_MASK] = undefined;
  }

  /** Whether nothing was ever set. */
  get isUnused(): boolean {
    return this.pages.length === 0;
  }

  /** What is there, lowest row first. */
  *values(): Iterable<T> {
    for (const [number, page] of this.pages.entries()) {
      if (!page) continue;
      const used = Math.min(page.length, this.end - (number << PAGE_BITS));
      for (let at = 0; at < used; at++) {
        const value = page[at];
        if (value !== undefined) yield value;
      }
    }
  }

  private pageOf(number: number): (T | undefined)[] {
    while (this.pages.length <= number) this.pages.push(undefined);
    const page = this.pages[number] ?? new Array<T | undefined>(PAGE_MASK + 1).fill(undefined);
    this.pages[number] = page;
    return page;
  }
}
