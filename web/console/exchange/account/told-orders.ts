/**
 * What the stream said last of each order, also of one that has ended: the list of open orders forgets
 * those, and a receipt still says what became of one.
 */
import type { AccountOrder } from "../exchange.ts";

export const TOLD_ORDERS_MAX = 200;

/** The same order: area and id together name it, as they do in the list of open ones. */
export function findTold(
  told: readonly AccountOrder[],
  { area, orderIdString }: Pick<AccountOrder, "area" | "orderIdString">,
): AccountOrder | undefined {
  return told.find((row) => row.area === area && row.orderIdString === orderIdString);
}

/** The newest news first; of one order only the last. */
export function tellMore(
  told: readonly AccountOrder[],
  changed: readonly AccountOrder[],
): readonly AccountOrder[] {
  const news = changed.toReversed().filter((row, at, rows) => findTold(rows, row) === rows[at]);
  const others = told.filter((row) => findTold(news, row) === undefined);
  return [...news, ...others].slice(0, TOLD_ORDERS_MAX);
}

/** After a gap: an order that was open and is not any more has ended, and no message said how. */
export function tellAgain(
  told: readonly AccountOrder[],
  open: readonly AccountOrder[],
): readonly AccountOrder[] {
  const ended = told.filter((row) => isOver(row) && findTold(open, row) === undefined);
  return [...open, ...ended].slice(0, TOLD_ORDERS_MAX);
}

const OPEN: ReadonlySet<string> = new Set(["INIT", "PENDING_NEW", "NEW", "PARTIALLY_FILLED"]);

function isOver({ status }: AccountOrder): boolean {
  return !OPEN.has(status);
}
