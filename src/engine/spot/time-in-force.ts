/**
 * How long an order stands, decided before it trades: whether it may, and why it ends when it may not stay. A
 * FILL_OR_KILL order is tried against the book as it would trade; a POST_ONLY order must not cross. Rules
 * SPOT-TIF-1 to SPOT-TIF-5.
 */
import { type Book, bestOpposite, crosses, ladderOf, safeLotsAt } from "../book/book.ts";
import { levelsOf } from "../book/ladder.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { SelfTrade } from "../orders/instructions.ts";
import { type OpenOrders, openOrdersOf } from "../orders/open-orders.ts";
import type { Order, OrderStatus, PriceLevel } from "../orders/order.ts";
import { type EndReason, endReasonOf } from "../orders/order-events.ts";
import type { Stop } from "./match.ts";
import type { SpotState } from "./spot.ts";

/** False when an order ends before it trades or rests: nothing is locked for it. */
export function mayTrade(state: SpotState, order: Order): boolean {
  const { books, catalogue } = state;
  const { instructions, market } = order;
  const book = books[market - 1] as Book;
  const pair = catalogue.pairs[market - 1] as Pair;
  switch (instructions?.timeInForce) {
    case "fok":
      return canFillWhole(state, order, instructions.selfTrade ?? pair.selfTrade); // SPOT-TIF-3
    case "post_only":
      return !wouldTrade(book, order); // SPOT-TIF-4
    default:
      return true;
  }
}

/** SPOT-TIF-4: whoever's order it would meet. */
export function wouldTrade(book: Book, { side, ticks }: Order): boolean {
  const best = bestOpposite(book, side);
  return best !== undefined && crosses(side, ticks, best.ticks);
}

/** SPOT-TIF-3: what would really trade counts, so an own order is passed over, traded with or the end. */
function canFillWhole({ books, orders }: SpotState, order: Order, selfTrade: SelfTrade): boolean {
  const ladder = ladderOf(books[order.market - 1] as Book, order.side === "buy" ? "sell" : "buy");
  // A level without an own order counts as a whole: a killed order does not walk all that rest.
  const own = selfTrade === "none" ? NONE : ownLevels(orders, order);
  const isEndedByOwn = selfTrade !== "expire_maker";
  let missing = order.remaining;
  for (const level of levelsOf(ladder)) {
    if (!crosses(order.side, order.ticks, level.ticks)) return false;
    missing = own.has(level)
      ? missingBehindOthers(level, { missing, user: order.user, isEndedByOwn })
      : missing - safeLotsAt(level);
    if (missing <= 0) return true;
    if (isEndedByOwn && own.has(level)) return false;
  }
  return false;
}

const NONE: ReadonlySet<PriceLevel> = new Set();

/** The levels at which the order's user has one, in either area; those of other symbols are in no one's way. */
function ownLevels(orders: OpenOrders, { user }: Order): ReadonlySet<PriceLevel> {
  const levels = new Set<PriceLevel>();
  for (const area of ["spot", "margin"] as const) {
    for (const own of openOrdersOf(orders, { area, user })) {
      if (own.level) levels.add(own.level);
    }
  }
  return levels;
}

interface Wanted {
  readonly missing: number;
  readonly user: number;
  readonly isEndedByOwn: boolean;
}

/** What is still missing when the others' orders of a level have traded, all or up to the first own. */
function missingBehindOthers(
  level: PriceLevel,
  { missing: before, user, isEndedByOwn }: Wanted,
): number {
  let missing = before;
  for (let maker = level.first; maker && missing > 0; maker = maker.behind) {
    if (maker.user !== user) missing -= maker.remaining;
    else if (isEndedByOwn) break;
  }
  return missing;
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
