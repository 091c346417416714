/**
 * Two orders of one user meet and must not trade: what is told of it, and what becomes of both. Rules SPOT-STP-1, SPOT-STP-4,
 * SPOT-STP-6 to SPOT-STP-8.
 */
import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { minus, times } from "../../money/amount.ts";
import { reduceResting } from "../book/book.ts";
import { showNextSlice } from "../book/slices.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import { nextPreventedId } from "../orders/open-orders.ts";
import { orderRested } from "../orders/order-events.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import { countExpectedLock } from "./count-expected-lock.ts";
import { beginWork, cancelResting, endOrder, LOST } from "./end-order.ts";
import type { Meeting } from "./match.ts";
import { lockAt } from "./order-value.ts";
import { giveBack } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

/** Of a meeting `lots` is what the taker wants of the maker, and `wanted` all that it wants at this price. Whether it goes on. */
export function preventMatch(
  state: SpotState,
  meeting: Meeting,
  wanted: number,
  context: CommandContext<SpotEvent>,
): boolean {
  const { selfTrade, maker, book } = meeting;
  if (selfTrade === "decrement") {
    decrement(state, meeting, context);
    return true;
  }
  const endsMaker = selfTrade !== "expire_taker";
  const endsTaker = selfTrade !== "expire_maker";
  const makerLots = endsMaker ? book.rows.unfilled(maker) : 0;
  tell(state, meeting, { makerLots, takerLots: endsTaker ? wanted : 0 }, context);
  if (endsMaker) {
    cancelResting(state, maker, { isOwnCancel: false, reason: "self_trade" }, context); // SPOT-STP-4
  }
  return !endsTaker;
}

/** SPOT-STP-7 */
function tell(
  state: SpotState,
  { pair, book, maker, taker, selfTrade: mode }: Meeting,
  lost: { readonly makerLots: number; readonly takerLots: number },
  context: CommandContext<SpotEvent>,
): void {
  if (!isInForce(state, "prevented_matches")) return;
  const { rows } = book;
  const id = nextPreventedId(state.orders);
  context.events.push({
    type: "MatchPrevented",
    id,
    user: rows.user(maker),
    pair: pair.id,
    ticks: rows.ticks(maker),
    mode,
    takerSide: rows.side(taker),
    makerOrder: rows.id(maker),
    makerArea: rows.area(maker),
    takerOrder: rows.id(taker),
    takerArea: rows.area(taker),
    ...lost,
    timeMs: context.timeMs,
  });
}

/** SPOT-STP-6: neither trades, and both lose what they would have traded. */
function decrement(state: SpotState, meeting: Meeting, context: CommandContext<SpotEvent>): void {
  const { book, maker, taker, lots } = meeting;
  const { rows } = book;
  // SPOT-STP-8
  beginWork(state, maker, context);
  beginWork(state, taker, context);
  lose(state, meeting, taker, context);
  lose(state, meeting, maker, context);
  tell(state, meeting, { makerLots: lots, takerLots: lots }, context);
  foldNumber(state.digest, lots);
  if (rows.remaining(maker) > 0 || showNextSlice(state.orders, book, maker))
    context.events.push(orderRested(rows, maker));
  else endOrder(state, maker, LOST, context);
}

function lose(
  state: SpotState,
  { pair, book, maker, lots }: Meeting,
  order: OrderRow,
  context: CommandContext<SpotEvent>,
): void {
  const { rows } = book;
  const before = lockAt(pair, rows, order);
  rows.prevent(order, lots, times(rows.ticks(maker), lots));
  if (order === maker) {
    reduceResting(book, maker, lots);
    countExpectedLock(state, maker, -lots);
  } else if (rows.remaining(order) > 0) {
    rows.reduce(order, lots); // A market buy that spends an amount has no lots.
  }
  giveBack(state, order, minus(before, lockAt(pair, rows, order)), context);
}
