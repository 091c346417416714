/**
 * What an order that opens freezes: its margin and its fee, at the worst price it may trade at. The
 * account must also have the loss that the order would make at once against the mark, which is checked and
 * not frozen. Rules FUT-FREEZE-1 to FUT-FREEZE-4.
 */
import { type Amount, amountOf, bigOf, minus, plus } from "../../../money/amount.ts";
import type { Fraction } from "../../../money/fraction.ts";
import { bigFrom } from "../../../money/product.ts";
import { RATE_ONE_BIG } from "../../../money/rate.ts";
import { divUp } from "../../../money/rounding.ts";
import { bestOpposite, safeLotsAt } from "../../book/book.ts";
import { levelsOf } from "../../book/ladder.ts";
import type { Contract } from "../../catalogue/contract.ts";
import { type Ledger, release, type Wallet } from "../../ledger/ledger.ts";
import type { FuturesTerms, Order, Side } from "../../orders/order.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import {
  amountAt,
  bottomOf,
  isValueUp,
  marginAmountAt,
  type PricedLots,
  shareAmountAt,
  topOf,
} from "../contract-amount.ts";
import { valueAt, valueUpAt } from "../contract-value.ts";
import type { ContractMarket } from "../futures-state.ts";
import { affordableLots, isInReach } from "./reach.ts";

/** FUT-FREEZE-1: the price at which the order's value is largest. */
function worstTicks({ contract, book }: ContractMarket, side: Side, ticks: number): number {
  const best = bestOpposite(book, side);
  // What trades at once may be worth more than at the limit: a linear sell, an inverse buy.
  if (!best || isValueUp(contract, side)) return ticks;
  return contract.kind === "linear" ? Math.max(ticks, best.ticks) : Math.min(ticks, best.ticks);
}

/** FUT-FREEZE-1: what an order that opens is to freeze. */
export function worstFreezeOf(market: ContractMarket, order: Order, terms: FuturesTerms): Amount {
  if (order.kind === "market") return freezeOf(worstWorth(market, order), terms);
  const ticks = worstTicks(market, order.side, order.ticks);
  return freezeAt(market.contract, { lots: order.remaining, ticks }, terms);
}

/** What is left of an order at its worst; a market order is worth what it may still spend. */
export function worstWorth(market: ContractMarket, order: Order): Fraction {
  if (order.kind === "market") return { top: order.budget - order.traded, bottom: 1n };
  const ticks = worstTicks(market, order.side, order.ticks);
  return worthAt(market.contract, { lots: order.remaining, ticks });
}

function worthAt(contract: Contract, { lots, ticks }: Pick<Order, "lots" | "ticks">): Fraction {
  return { top: topOf(contract, { lots, ticks }), bottom: bottomOf(contract, ticks) };
}

/**
 * FUT-SETTLE-3: while an order takes, its rest is frozen at the limit and may yet trade at prices
 * that need more. That much of what was released is reserved, and no fee may use it up.
 */
export function spokenForOf(market: ContractMarket, order: OrderRow): Amount {
  const { rows } = market.book;
  if (rows.kind(order) === "market") return 0;
  const ticks = worstTicks(market, rows.side(order), rows.ticks(order));
  const lots = rows.remaining(order);
  if (ticks === rows.ticks(order) || lots === 0) return 0;
  const terms = rows.terms(order);
  return minus(freezeAt(market.contract, { lots, ticks }, terms), amountOf(terms.frozen));
}

/** FUT-FREEZE-1: ceil(value ÷ leverage) + ceil(value × the higher of the opening rates). */
export function freezeOf({ top, bottom }: Fraction, terms: FuturesTerms): bigint {
  const margin = divUp(top, bottom * bigFrom(terms.leverage));
  return margin + divUp(top * bigFrom(openingRateOf(terms)), bottom * RATE_ONE_BIG);
}

/** The same of contracts at a price. */
function freezeAt(contract: Contract, lot: PricedLots, terms: FuturesTerms): Amount {
  const fee = shareAmountAt(contract, lot, openingRateOf(terms), "up");
  return plus(marginAmountAt(contract, lot, terms), fee);
}

/** The higher of the opening rates. */
function openingRateOf({ rates }: FuturesTerms): number {
  return Math.max(rates.openTakerRate, rates.openMakerRate, 0);
}

/** What an order has left to trade. */
export type Rest = Pick<Order, "kind" | "ticks" | "remaining" | "budget" | "traded">;

/** FUT-FREEZE-2: what is frozen for the rest, at its limit. */
export function restFreezeOf(contract: Contract, rest: Rest, terms: FuturesTerms): bigint {
  if (rest.kind === "market") {
    return freezeOf({ top: rest.budget - rest.traded, bottom: 1n }, terms);
  }
  const { remaining: lots, ticks } = rest;
  return lots === 0 ? 0n : bigOf(freezeAt(contract, { lots, ticks }, terms));
}

/** The same of an accepted order that opens. */
export function restFreezeAt({ contract, book }: ContractMarket, order: OrderRow): Amount {
  const { rows } = book;
  const terms = rows.terms(order);
  if (rows.kind(order) === "market") {
    return freezeOf({ top: rows.budget(order) - rows.traded(order), bottom: 1n }, terms);
  }
  const lots = rows.remaining(order);
  return lots === 0 ? 0 : freezeAt(contract, { lots, ticks: rows.ticks(order) }, terms);
}

/** FUT-FREEZE-3: the loss of an order against the mark at its limit, or at the levels it takes now. */
export function openLossOf(market: ContractMarket, order: Order): Amount {
  const { contract, mark } = market;
  if (mark === 0) return 0;
  if (order.kind === "market") return marketLossOf(market, order);
  // A buy below the mark, or a sell above it, loses nothing, whatever the kind.
  if (order.side === "buy" ? order.ticks <= mark : order.ticks >= mark) return 0;
  return contract.kind === "linear"
    ? linearLossOf(contract, order, mark)
    : inverseLossOf(contract, order, mark);
}

/** Both values are exact, and the one at the price that is worse for the user is the larger. */
function linearLossOf(contract: Contract, { side, lots, ticks }: Order, mark: number): Amount {
  const atLimit = amountAt(contract, { lots, ticks });
  const atMark = amountAt(contract, { lots, ticks: mark });
  return side === "buy" ? minus(atLimit, atMark) : minus(atMark, atLimit);
}

function inverseLossOf(contract: Contract, { side, lots, ticks }: Order, mark: number): bigint {
  // One division for both values, so that only the loss itself is rounded, up.
  const atLimit = worthAt(contract, { lots, ticks });
  const atMark = worthAt(contract, { lots, ticks: mark });
  const signed = atLimit.top * atMark.bottom - atMark.top * atLimit.bottom;
  const loss = isValueUp(contract, side) ? signed : -signed;
  return loss <= 0n ? 0n : divUp(loss, atLimit.bottom * atMark.bottom);
}

function marketLossOf(market: ContractMarket, order: Order): bigint {
  const { contract, mark } = market;
  const { lots, value } = marketTake(market, order);
  if (lots === 0) return 0n;
  const loss = isValueUp(contract, order.side)
    ? value - valueAt(contract, { lots, ticks: mark })
    : valueUpAt(contract, { lots, ticks: mark }) - value;
  return loss > 0n ? loss : 0n;
}

/** What a market order that opens would take of the book as it stands. */
function marketTake(market: ContractMarket, order: Order): { lots: number; value: bigint } {
  const { contract } = market;
  let value = 0n;
  let lots = 0;
  for (const level of levelsOf(order.side === "buy" ? market.book.asks : market.book.bids)) {
    if (!isInReach(market, order.side, level.ticks)) break;
    const wanted = affordableLots(contract, order.budget - value, level.ticks);
    const taken = Math.min(wanted, Number.MAX_SAFE_INTEGER - lots, safeLotsAt(level));
    if (taken === 0) break;
    lots += taken;
    value += valueAt(contract, { lots: taken, ticks: level.ticks });
  }
  return { lots, value };
}

/** FUT-FREEZE-2: locked -> free, down to what is needed for the rest. */
export function unfreeze(
  ledger: Ledger,
  wallet: Wallet,
  terms: FuturesTerms,
  rest: Amount,
): Amount {
  const released = minus(amountOf(terms.frozen), rest);
  terms.frozen = bigOf(rest);
  if (typeof released === "bigint" || released !== 0) release(ledger, wallet, released);
  return released;
}
