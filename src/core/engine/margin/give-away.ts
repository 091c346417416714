/**
 * What an order would give away against the index if it were filled. This loss is taken off the assets
 * before an account with debt may place it: without this, two accounts of one person could trade at
 * a price far from the index and leave the loss to the pool. A gain does not count. Rule MARG-ORDER-3.
 */
import { productOf } from "../../money/product.ts";
import { type Book, ladderOf } from "../book/book.ts";
import { levelsOf } from "../book/ladder.ts";
import { allLotsAt } from "../book/slices.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { openRowsOf } from "../orders/open-orders.ts";
import type { Order } from "../orders/order.ts";
import { lastTicksOf } from "../prices/prices.ts";
import { isInRange } from "../spot/match.ts";
import type { UserId } from "../users/users.ts";
import type { MarginState } from "./margin.ts";
import type { Valuing } from "./valuation.ts";

/** What is traded: lots, and ticks × lots for them. */
interface Fill {
  readonly lots: bigint;
  readonly value: bigint;
}

/** As much of an order as tells how it would be filled. */
type FillableOrder = Pick<Order, "market" | "side" | "kind" | "ticks" | "remaining" | "budget">;

/** The loss of a new order, if it were filled, as a value. */
export function givenAway(state: MarginState, order: FillableOrder, valuing: Valuing): bigint {
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const { lots, value } = fillOf(state, pair, order);
  const base = valuing(state, pair.base, lots * pair.baseUnit);
  const quote = valuing(state, pair.quote, value * pair.quoteUnit);
  const loss = order.side === "buy" ? quote - base : base - quote;
  return loss > 0n ? loss : 0n;
}

/** The loss of all orders that the user has resting in margin. */
export function givenAwayAtRest(state: MarginState, user: UserId, valuing: Valuing): bigint {
  let sum = 0n;
  const { rows } = state.orders.byId;
  for (const order of openRowsOf(state.orders, { area: "margin", user })) {
    const resting: FillableOrder = {
      market: rows.market(order),
      side: rows.side(order),
      kind: "limit",
      ticks: rows.ticks(order),
      remaining: rows.unfilled(order),
      budget: 0n,
    };
    sum += givenAway(state, resting, valuing);
  }
  return sum;
}

/** A limit order at its price; a market order at the levels it would take. */
function fillOf(state: MarginState, pair: Pair, order: FillableOrder): Fill {
  const { kind, ticks, remaining } = order;
  if (kind === "limit") return { lots: BigInt(remaining), value: productOf(ticks, remaining) };
  const book = state.books[pair.id - 1] as Book;
  const reference = lastTicksOf(state.prices, pair.id);
  let lots = 0n;
  let value = 0n;
  const ladder = ladderOf(book, order.side === "buy" ? "sell" : "buy");
  for (const level of levelsOf(ladder)) {
    if (reference !== 0 && !isInRange(pair, level.ticks, reference)) break;
    const price = BigInt(level.ticks);
    const wanted = order.side === "buy" ? (order.budget - value) / price : BigInt(remaining) - lots;
    const there = allLotsAt(ladder, level); // SPOT-ICE-3
    const taken = wanted < there ? wanted : there;
    if (taken === 0n) break;
    lots += taken;
    value += taken * price;
  }
  return { lots, value };
}
