/** Pages of a history put together, newest first, and never more than a person would read. */

export const ROWS_MAX = 500;

/** The rows that were there and the next page, without what is in both. */
export function joinPages<Row>(
  before: readonly Row[],
  page: readonly Row[],
  idOf: (row: Row) => number,
): readonly Row[] {
  const known = new Set(before.map(idOf));
  return [...before, ...page.filter((row) => !known.has(idOf(row)))].slice(0, ROWS_MAX);
}
