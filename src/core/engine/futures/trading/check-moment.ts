/**
 * The checks at the moment at which a futures order is to trade: the state of its position, the
 * mark, the book and the money. FUT-CHECK-8, FUT-CHECK-9, FUT-CHECK-12 and FUT-CHECK-15 to
 * FUT-CHECK-18; for a condition order they are made at its trigger.
 */

import { reject } from "../../../base/outcome.ts";
import { type Amount, bigOf, plus } from "../../../money/amount.ts";
import { bigFrom } from "../../../money/product.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../../../money/rate.ts";
import { bestOpposite } from "../../book/book.ts";
import type { Tier } from "../../catalogue/contract.ts";
import { insufficientBalance } from "../../ledger/insufficient-balance.ts";
import type { FuturesTerms, Order } from "../../orders/order.ts";
import { amounts } from "../../orders/refusal-numbers.ts";
import { availableAmountOf } from "../account.ts";
import {
  findContractAccount,
  isModeFree,
  openingOn,
  positionOn,
  positionSideOf,
} from "../contract-account.ts";
import { amountAt } from "../contract-amount.ts";
import { isWithinTiers, tierAt, tierOfValue, valueAt, valueMaxFor } from "../contract-value.ts";
import type {
  ContractAccount,
  ContractMarket,
  FuturesState,
  Opening,
  Position,
} from "../futures-state.ts";
import type { FuturesRefusal } from "./check-futures-order.ts";
import { openLossOf, worstFreezeOf, worstWorth } from "./freeze.ts";
import { isInReach, reachOf } from "./reach.ts";

/** The market and account of an order; a user without a setting or a position there has no contract account. */
export interface OrderContext {
  readonly market: ContractMarket;
  readonly contractAccount: ContractAccount | undefined;
  readonly position: Position | undefined;
  readonly terms: FuturesTerms;
  /** What an order that opens is to freeze; known once its money was checked. */
  freeze: Amount;
}

/** Looked up once for all checks of the moment. */
export function orderContextOf({ futures }: FuturesState, order: Order): OrderContext {
  const contractAccount = findContractAccount(futures, order.user, order.market);
  return {
    market: futures.markets[order.market - 1] as ContractMarket,
    contractAccount,
    position: contractAccount && positionOn(contractAccount, positionSideOf(order)),
    terms: order.futures as FuturesTerms,
    freeze: 0,
  };
}

/** FUT-CHECK-8, FUT-CHECK-9. */
export function checkContractAccount({
  contractAccount,
  position,
  terms,
}: OrderContext): FuturesRefusal | undefined {
  if (position?.isFrozen) return reject("position_frozen");
  if (terms.action === "close" || !contractAccount || isModeFree(contractAccount)) return undefined;
  return contractAccount.mode === terms.mode ? undefined : reject("margin_mode_differs");
}

/** FUT-CHECK-12: a limit must not be too far beyond the mark on its side. */
export function checkBand({ market }: OrderContext, order: Order): FuturesRefusal | undefined {
  if (order.kind === "market") return undefined;
  if (isInReach(market, order.side, order.ticks)) return undefined;
  return reject("price_out_of_band", reachOf(market, order.side, order.ticks));
}

/** FUT-CHECK-15 to FUT-CHECK-18. */
export function checkMoment(
  state: FuturesState,
  orderContext: OrderContext,
  order: Order,
): FuturesRefusal | undefined {
  const { market, position, terms } = orderContext;
  const isOpening = terms.action === "open";
  const closable = position ? position.volume - position.pending : 0;
  if (!isOpening && order.lots > closable) {
    return reject("close_above_position", { had: `${closable}`, needed: `${order.lots}` });
  }
  const no = isOpening ? checkTier(orderContext, order) : undefined;
  if (no) return no;
  if (order.kind === "market" && !bestOpposite(market.book, order.side)) {
    return reject("no_opposite_orders"); // FUT-CHECK-17
  }
  return isOpening ? checkMoney(state, orderContext, order) : undefined;
}

/** FUT-CHECK-16: position, resting orders and this one, against what its leverage allows. */
function checkTier(
  { market, contractAccount, position, terms }: OrderContext,
  order: Order,
): FuturesRefusal | undefined {
  const { contract, mark } = market;
  const lots = position?.volume ?? 0;
  const opening = contractAccount ? openingOn(contractAccount, order.side) : NO_OPENING;
  const held = lots > 0 && mark > 0 ? amountAt(contract, { lots, ticks: mark }) : 0;
  const own = order.kind === "market" ? order.budget : amountAt(contract, order);
  const had = plus(plus(held, opening.value), own);
  if (!isWithinTiers(contract, terms.leverage, had)) {
    const needed = valueMaxFor(contract, terms.leverage);
    return reject("position_limit", amounts(contract.scale, { had: bigOf(had), needed }));
  }
  const isRoom = order.lots <= Number.MAX_SAFE_INTEGER - lots - opening.lots; // CORE-BOUND-1
  return isRoom ? undefined : reject("position_limit");
}

const NO_OPENING: Opening = { lots: 0, value: 0 };

/** FUT-CHECK-18, FUT-FREEZE-4. */
function checkMoney(
  state: FuturesState,
  orderContext: OrderContext,
  order: Order,
): FuturesRefusal | undefined {
  const { market, terms } = orderContext;
  const { marginCoin } = market.contract;
  const loss = openLossOf(market, order);
  orderContext.freeze = worstFreezeOf(market, order, terms);
  const needed = plus(orderContext.freeze, loss);
  const had = availableAmountOf(state, order.user, marginCoin);
  if (had < needed) {
    const lacking = { had: bigOf(had), needed: bigOf(needed) };
    return insufficientBalance(state.catalogue, marginCoin, lacking);
  }
  const isStillborn = terms.mode === "isolated" && isBornInLiquidation(orderContext, order, loss);
  return isStillborn ? reject("born_in_liquidation") : undefined;
}

/** FUT-FREEZE-4: value ÷ leverage - loss must be above value × (maintenanceRate + maxFeeRate). */
function isBornInLiquidation(
  { market, position, terms }: OrderContext,
  order: Order,
  loss: Amount,
): boolean {
  const { contract, mark } = market;
  const held = position?.volume ?? 0;
  const ticks = mark || order.ticks;
  const tier =
    order.kind === "market"
      ? tierOfValue(contract, order.budget + valueAtMark(market, held))
      : tierAt(contract, { lots: held + order.lots, ticks });
  const riskRate = (contract.tiers[tier] as Tier).maintenanceRate + contract.maxFeeRate;
  if (loss === 0 || loss === 0n) return terms.leverage * riskRate >= RATE_ONE;
  const { top, bottom } = worstWorth(market, order);
  const rate = bigFrom(riskRate);
  const leverage = bigFrom(terms.leverage);
  const left = top * RATE_ONE_BIG - bigOf(loss) * bottom * leverage * RATE_ONE_BIG;
  return left <= top * rate * leverage;
}

function valueAtMark({ contract, mark }: ContractMarket, lots: number): bigint {
  return lots > 0 && mark > 0 ? valueAt(contract, { lots, ticks: mark }) : 0n;
}
