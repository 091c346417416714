/**
 * How long an order stands, decided before it trades: whether it may. A
 * FILL_OR_KILL order is tried against the book as it would trade; a POST_ONLY order must not cross. Rules
 * SPOT-TIF-1 to SPOT-TIF-5.
 */
import { type Book, bestOpposite, crosses, ladderOf } from "../book/book.ts";
import { type Ladder, levelsOf } from "../book/ladder.ts";
import { safeAllLotsAt } from "../book/slices.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { SelfTrade } from "../orders/instructions.ts";
import { type OpenOrders, openRowsOf } from "../orders/open-orders.ts";
import type { Order, PriceLevel } from "../orders/order.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import type { SpotState } from "./spot.ts";

/** False when an order ends before it trades or rests: nothing is locked for it. */
export function mayTrade(state: SpotState, order: OrderRow): boolean {
  const { books, catalogue, orders } = state;
  const { rows } = orders.byId;
  const instructions = rows.instructions(order);
  const market = rows.market(order);
  const book = books[market - 1] as Book;
  const pair = catalogue.pairs[market - 1] as Pair;
  switch (instructions?.timeInForce) {
    case "fok":
      return canFillWhole(state, order, instructions.selfTrade ?? pair.selfTrade); // SPOT-TIF-3
    case "post_only":
      return !wouldTrade(book, { side: rows.side(order), ticks: rows.ticks(order) }); // SPOT-TIF-4
    default:
      return true;
  }
}

/** SPOT-TIF-4: whoever's order it would meet. */
export function wouldTrade(book: Book, { side, ticks }: Pick<Order, "side" | "ticks">): boolean {
  const best = bestOpposite(book, side);
  return best !== undefined && crosses(side, ticks, best.ticks);
}

/** SPOT-TIF-3: what would really trade counts, so an own order is passed over, traded with or the end. */
function canFillWhole(
  { books, orders }: SpotState,
  order: OrderRow,
  selfTrade: SelfTrade,
): boolean {
  const { rows } = orders.byId;
  const side = rows.side(order);
  const ladder = ladderOf(books[rows.market(order) - 1] as Book, side === "buy" ? "sell" : "buy");
  // A level without an own order counts as a whole: a killed order does not walk all that rest.
  const own = selfTrade === "none" ? NO_LEVELS : ownLevels(orders, ladder, order);
  const isEndedByOwn = selfTrade !== "expire_maker";
  let missing = rows.remaining(order);
  for (const level of levelsOf(ladder)) {
    if (!crosses(side, rows.ticks(order), level.ticks)) return false;
    missing = own.has(level)
      ? missingBehindOthers(rows, level, { missing, user: rows.user(order), isEndedByOwn })
      : missing - safeAllLotsAt(ladder, level);
    if (missing <= 0) return true;
    if (isEndedByOwn && own.has(level)) return false;
  }
  return false;
}

const NO_LEVELS: ReadonlySet<PriceLevel> = new Set();

/** The levels of the other side at which the order's user has one, in either area. */
function ownLevels(
  orders: OpenOrders,
  { side, byNumber }: Ladder,
  order: OrderRow,
): ReadonlySet<PriceLevel> {
  const { rows } = orders.byId;
  const levels = new Set<PriceLevel>();
  for (const area of ["spot", "margin"] as const) {
    for (const own of openRowsOf(orders, { area, user: rows.user(order) })) {
      const isHere = rows.market(own) === rows.market(order) && rows.side(own) === side;
      const level = isHere && !rows.instructions(own)?.isWaiting && byNumber[rows.level(own)];
      if (level) levels.add(level);
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
  rows: OrderRows,
  level: PriceLevel,
  { missing: before, user, isEndedByOwn }: Wanted,
): number {
  let missing = before;
  for (let maker = level.first; maker !== NO_ORDER && missing > 0; maker = rows.behind(maker)) {
    const isOthers = rows.user(maker) !== user;
    // SPOT-ICE-3: what others hide comes behind an own order, which ends it or is gone.
    if (isOthers) missing -= isEndedByOwn ? rows.remaining(maker) : rows.unfilled(maker);
    else if (isEndedByOwn) break;
  }
  return missing;
}
