/** A book written out order by order, in trading order: to be compared with the naive one's. */
import { type Book, ladderOf, ordersAt } from "../../src/core/engine/book/book.ts";
import { levelsOf } from "../../src/core/engine/book/ladder.ts";

export function contentOf(book: Book): string[] {
  const lines: string[] = [];
  for (const side of ["buy", "sell"] as const) {
    for (const level of levelsOf(ladderOf(book, side))) {
      for (const row of ordersAt(book.rows, level)) {
        const order = book.rows.orderAt(row);
        lines.push(`${order.id} ${order.side} ${order.remaining} @ ${order.ticks}`);
      }
    }
  }
  return lines;
}
