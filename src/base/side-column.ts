/**
 * A column beside the rows of a table, for values that no cell holds and that many rows do not have. It grows by a page, and
 * a page is made when its first value comes.
 */

const PAGE_BITS = 12;
const PAGE_MASK = 2 ** PAGE_BITS - 1;

export class SideColumn<T> {
  private readonly pages: ((T | undefined)[] | undefined)[] = [];

  get(row: number): T | undefined {
    return this.pages[row >> PAGE_BITS]?.[row & PAGE_MASK];
  }

  set(row: number, value: T): void {
    this.pageOf(row >> PAGE_BITS)[row & PAGE_MASK] = value;
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
    for (const page of this.pages) {
      for (const value of page ?? []) if (value !== undefined) yield value;
    }
  }

  private pageOf(number: number): (T | undefined)[] {
    while (this.pages.length <= number) this.pages.push(undefined);
    const page = this.pages[number] ?? new Array<T | undefined>(PAGE_MASK + 1).fill(undefined);
    this.pages[number] = page;
    return page;
  }
}
