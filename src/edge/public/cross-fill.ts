/**
 * A partial fill that crosses a cancel: just before an order is cancelled another user trades half of what is left of
 * it, by an order like any other. So the cancel meets less than its client knows of. SANDBOX-FAULT-15.
 */

import { type Book, ladderOf, lotsAt, ordersAt } from "../../core/engine/book/book.ts";
import { levelsOf } from "../../core/engine/book/ladder.ts";
import type { Command } from "../../core/engine/codec.ts";
import { findOpen, type NamedOrder } from "../../core/engine/orders/open-orders.ts";
import type { Side } from "../../core/engine/orders/order.ts";
import { NO_ORDER, type OrderRow } from "../../core/engine/orders/order-rows.ts";
import { contractAccountTermsOf } from "../../core/engine/read/contracts.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { formatSteps, formatUnits } from "../../core/money/decimal.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";

/** What the other user has to trade, so that half of the order is reached. */
interface Crossing {
  readonly side: Side;
  readonly ticks: number;
  /** What stands before the order, and half of it. */
  readonly lots: bigint;
}

/** Says what came of it; the cancel goes on in any case. */
export async function crossFill(exchange: Exchange, cancel: Command, by: number): Promise<string> {
  const { state } = exchange;
  const named = namedBy(cancel);
  if (!named) return "this is no cancel of one order";
  if (named.user === by) return "the order is of the same user";
  const order = findOpen(state.orders, named);
  if (order === NO_ORDER) return "the order was not open";
  const crossing = crossingOf(bookOf(state, named), order);
  if (!crossing) return "the order did not rest in the book";
  const command = takerOf(state, named, by, crossing);
  if (!command) return "the other user has no key to trade with";
  const before = state.orders.byId.rows.remaining(order);
  const submitted = await exchange.submit(command);
  if (submitted.kind !== "done") return `the other order came to nothing: ${submitted.kind}`;
  const { outcome } = submitted;
  if (!outcome.ok) return `the other order was refused: ${outcome.reason}`;
  return `${sayTraded(state, named, before)} by order ${outcome.answer.orderId}`;
}

function namedBy(cancel: Command): NamedOrder | undefined {
  switch (cancel.type) {
    case "CancelOrder":
      return { ...cancel, area: "spot", market: cancel.pair };
    case "CancelMarginOrder":
      return { ...cancel, area: "margin", market: cancel.pair };
    case "CancelFuturesOrder":
      return { ...cancel, area: "futures", market: cancel.contract };
    default:
      return undefined;
  }
}

function bookOf({ books, futures }: ExchangeState, { area, market }: NamedOrder): Book | undefined {
  return area === "futures" ? futures.markets[market - 1]?.book : books[market - 1];
}

/** Undefined where the order waits for its price, outside the book. */
function crossingOf(book: Book | undefined, order: OrderRow): Crossing | undefined {
  if (!book) return undefined;
  const { rows } = book;
  const ticks = rows.ticks(order);
  let before = 0n;
  for (const level of levelsOf(ladderOf(book, rows.side(order)))) {
    if (level.ticks !== ticks) {
      before += lotsAt(level);
      continue;
    }
    for (const row of ordersAt(rows, level)) {
      if (row === order) {
        const half = BigInt(Math.ceil(rows.remaining(order) / 2));
        return { side: rows.side(order) === "buy" ? "sell" : "buy", ticks, lots: before + half };
      }
      before += BigInt(rows.remaining(row));
    }
    return undefined;
  }
  return undefined;
}

/** Of a limit, and gone at once with what it does not find. */
function takerOf(state: ExchangeState, named: NamedOrder, user: number, crossing: Crossing) {
  const { side, ticks, lots } = crossing;
  const { market, area } = named;
  const key = state.users.traders.indexOf(user) + 1;
  if (key === 0) return undefined;
  const { pricePrecision, quantityPrecision } = stepsOf(state, named);
  const price = formatSteps(ticks, pricePrecision);
  const quantity = formatUnits(lots, quantityPrecision);
  const asked = {
    user,
    key,
    request: 0,
    side,
    kind: "limit",
    price,
    quantity,
    clientId: "",
  } as const;
  if (area !== "futures") {
    const instructions = { timeInForce: "ioc", selfTrade: undefined, triggerPrice: "" } as const;
    return { type: "PlaceOrder", ...asked, pair: market, instructions } as const;
  }
  const { mode } = contractAccountTermsOf(state.futures, user, market);
  const terms = {
    action: "open",
    mode,
    timeInForce: "ioc",
    trigger: "none",
    triggerPrice: "",
  } as const;
  return { type: "PlaceFuturesOrder", ...asked, contract: market, ...terms } as const;
}

function stepsOf({ catalogue }: ExchangeState, { area, market }: NamedOrder) {
  if (area !== "futures") return catalogue.pairs[market - 1] as (typeof catalogue.pairs)[number];
  const { pricePrecision } = catalogue.contracts[
    market - 1
  ] as (typeof catalogue.contracts)[number];
  return { pricePrecision, quantityPrecision: 0 };
}

function sayTraded(state: ExchangeState, named: NamedOrder, before: number): string {
  const { orders } = state;
  const order = findOpen(orders, named);
  const left = order === NO_ORDER ? 0 : orders.byId.rows.remaining(order);
  const { quantityPrecision } = stepsOf(state, named);
  return `${formatSteps(before - left, quantityPrecision)} of it was traded before`;
}
