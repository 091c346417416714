/**
 * How long an order stands, decided before it trades: whether it may, and why it ends when it may not stay. A
 * FILL_OR_KILL order is tried against the book as it would trade; a POST_ONLY order must not cross. Rules
 * SPOT-TIF-1 to SPOT-TIF-5.
 */
import { type Book, bestOpposite, crosses, ladderOf } from "../book/book.ts";
import { levelsOf } from "../book/ladder.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { SelfTrade } from "../orders/instructions.ts";
import type { Order, OrderStatus } from "../orders/order.ts";
import { type EndReason, endReasonOf } from "../orders/order-events.ts";
import type { Stop } from "./match.ts";
import type { SpotState } from "./spot.ts";

/** False when an order ends before it trades or rests: nothing is locked for it. */
export function mayTrade({ books, catalogue }: SpotState, order: Order): boolean {
  const { instructions, market } = order;
  const book = books[market - 1] as Book;
  const pair = catalogue.pairs[market - 1] as Pair;
  switch (instructions?.timeInForce) {
    case "fok":
      return canFillWhole(book, order, instructions.selfTrade ?? pair.selfTrade); // SPOT-TIF-3
    case "post_only":
      return !wouldTrade(book, order); // SPOT-TIF-4
    default:
      return true;
  }
}

/** SPOT-TIF-4: whoever's order it would meet. */
function wouldTrade(book: Book, { side, ticks }: Order): boolean {
  const best = bestOpposite(book, side);
  return best !== undefined && crosses(side, ticks, best.ticks);
}

/** SPOT-TIF-3: what would really trade counts, so an own order is passed over, traded with or the end. */
function canFillWhole(book: Book, order: Order, selfTrade: SelfTrade): boolean {
  let missing = order.remaining;
  for (const level of levelsOf(ladderOf(book, order.side === "buy" ? "sell" : "buy"))) {
    if (!crosses(order.side, order.ticks, level.ticks)) return false;
    for (let maker = level.first; maker; maker = maker.behind) {
      const isOwn = maker.user === order.user && selfTrade !== "none";
      if (isOwn && selfTrade !== "expire_maker") return false;
      if (!isOwn) missing -= maker.remaining;
      if (missing <= 0) return true;
    }
  }
  return false;
}

/** Why an order was canceled, where its status does not say it. */
export function cancelReasonOf(
  order: Order,
  status: OrderStatus,
  stop: Stop | "kept",
): EndReason | undefined {
  const { instructions } = order;
  // An order without instructions is told as it always was.
  if (status !== "canceled" || !instructions) return endReasonOf(status, stop);
  if (stop === "own_order") return "self_trade"; // SPOT-STP-4
  if (stop === "kept") return instructions.timeInForce === "fok" ? "fill_or_kill" : "post_only";
  const isIoc = instructions.timeInForce === "ioc" && order.kind === "limit";
  return isIoc ? "immediate_or_cancel" : endReasonOf(status, stop);
}
