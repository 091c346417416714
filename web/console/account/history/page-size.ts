/** How much of a history is shown: never more than a person would read. */
export const PAGE = 50;
export const ROWS_MAX = 500;

/** When more is asked for. */
export function nextLimit(limit: number): number {
  return Math.min(limit + PAGE, ROWS_MAX);
}
