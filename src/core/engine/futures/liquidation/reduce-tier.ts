/**
 * The first step of a liquidation: a position in a higher tier is closed down to what the next
 * lower one allows, on the book, at no worse than its bankruptcy price. Often that makes it safe
 * again. Rules FUT-LIQ-2, FUT-LIQ-3, example FUT-39.
 */

import { type Amount, bigOf } from "../../../money/amount.ts";
import { feeOf } from "../../../money/fee.ts";
import { bigFrom } from "../../../money/product.ts";
import { mulDiv } from "../../../money/rounding.ts";
import { crosses } from "../../book/book.ts";
import { nextOrderId } from "../../orders/open-orders.ts";
import {
  type FuturesTerms,
  newOrder,
  type Order,
  type OrderId,
  type PriceLevel,
  type Side,
} from "../../orders/order.ts";
import { orderEnded } from "../../orders/order-events.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import type { UserId } from "../../users/users.ts";
import { tierAt } from "../contract-value.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractMarket, FuturesState, Position } from "../futures-state.ts";
import { closePart, closeProfitOf } from "../trading/settle.ts";
import { queueTriggered } from "../trading/trigger-queue.ts";
import { type BookTaker, walkBook } from "../trading/walk-book.ts";
import { volumeMaxIn } from "./bounds.ts";

/**
 * One step down. `carries` returns the money behind the position: the loss at which it is bankrupt,
 * before and, for the fee, after a fill. Returns how many contracts were closed.
 */
export function reduceTier(
  state: FuturesState,
  position: Position,
  carries: () => bigint,
  context: FuturesContext,
): number {
  const { market } = position.contractAccount;
  const { contract, mark } = market;
  const tier = tierAt(contract, { lots: position.volume, ticks: mark });
  if (tier === 0) return 0;
  const lots = position.volume - Number(volumeMaxIn(contract, tier - 1, mark));
  const { rows } = state.orders.byId;
  const ticks = bankruptcyTicks(position, carries());
  const taker = rows.add(reduction(state, position, { lots, ticks }, context));
  if (ticks > 0) {
    const close: Close = (part, value) => {
      const fee = liquidationFee(position, { lots: part, value, carried: carries() });
      market.totals.liquidationFees += fee;
      closePart(state, position, { ...REDUCED, lots: part, value, fee }, context);
      return fee;
    };
    walkBook(state, new Reduction(market, taker, close), context);
  }
  const executed = rows.executed(taker);
  if (executed > 0) {
    const status = rows.remaining(taker) === 0 ? "filled" : "canceled";
    context.events.push(orderEnded(rows, taker, { status, isForced: true }, context.timeMs));
    queueTriggered(state, market);
  }
  rows.drop(taker); // It was never among the open orders.
  return executed;
}

const REDUCED = {
  feeTo: "futuresInsurance",
  release: "nothing",
  force: "liquidation",
} as const;

/** The order of the record: an immediate one that closes, bounded by the bankruptcy price. */
function reduction(
  state: FuturesState,
  position: Position,
  { lots, ticks }: { lots: number; ticks: number },
  { timeMs }: FuturesContext,
): Order {
  const { user, contractAccount, side } = position;
  const { contract } = contractAccount.market;
  const terms: FuturesTerms = {
    action: "close",
    mode: contractAccount.mode,
    leverage: contractAccount.leverage,
    timeInForce: "ioc",
    trigger: "none",
    triggerTicks: 0,
    isWaiting: false,
    rates: contract.fees,
    frozen: 0n,
  };
  return newOrder({
    id: nextOrderId(state.orders),
    user,
    area: "futures",
    market: contract.id,
    side: side === "buy" ? "sell" : "buy",
    ticks,
    lots,
    makerRate: contract.fees.closeMakerRate,
    takerRate: contract.fees.closeTakerRate,
    placedAtMs: timeMs,
    futures: terms,
  });
}

/** FUT-LIQ-2: the last whole tick at which the position loses no more than what carries it; 0 if none. */
export function bankruptcyTicks(position: Position, carried: bigint): number {
  const { volume, cost, side, contractAccount } = position;
  const { contract } = contractAccount.market;
  const size = bigFrom(volume) * contract.unit;
  const isLong = side === "buy";
  if (contract.kind === "linear") {
    const least = isLong ? cost - carried : cost + carried;
    if (least <= 0n) return isLong ? 1 : 0;
    return safe(isLong ? mulDiv(least, 1n, size, "up") : least / size);
  }
  const worth = isLong ? cost + carried : cost - carried;
  if (worth <= 0n) return isLong ? 0 : Number.MAX_SAFE_INTEGER;
  return safe(isLong ? mulDiv(size, 1n, worth, "up") : size / worth);
}

function safe(ticks: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(ticks > most ? most : ticks);
}

/** What the book gives within the bound, own orders included, without checks of the taker. */
class Reduction implements BookTaker<"done"> {
  readonly market: ContractMarket;
  readonly side: Side;
  readonly orderId: OrderId;
  readonly user: UserId;
  readonly isForced = true;
  readonly cancels = { reason: "deficit" } as const; // FUT-DEFICIT-1
  readonly #order: OrderRow;
  readonly #close: Close;

  constructor(market: ContractMarket, order: OrderRow, close: Close) {
    const { rows } = market.book;
    this.market = market;
    this.side = rows.side(order);
    this.orderId = rows.id(order);
    this.user = rows.user(order);
    this.#order = order;
    this.#close = close;
  }

  lotsAt(level: PriceLevel | undefined): number | "done" {
    const { rows } = this.market.book;
    const left = rows.remaining(this.#order);
    if (!level || left === 0 || !crosses(this.side, rows.ticks(this.#order), level.ticks)) {
      return "done";
    }
    return Math.min(rows.remaining(level.first), left);
  }

  take(lots: number, value: Amount): void {
    const { rows } = this.market.book;
    rows.reduce(this.#order, lots);
    rows.addTrade(this.#order, lots, value);
  }

  settle(lots: number, value: Amount): bigint {
    return this.#close(lots, bigOf(value));
  }
}

/** Closes a part of the position, and returns the fee of it. */
type Close = (lots: number, value: bigint) => bigint;

/** FUT-LIQ-3: the closing taker fee, at most what is left after the loss. */
function liquidationFee(
  position: Position,
  { lots, value, carried }: { lots: number; value: bigint; carried: bigint },
): bigint {
  const { contract } = position.contractAccount.market;
  const left = carried + closeProfitOf(position, lots, value);
  const asked = feeOf(value, contract.fees.closeTakerRate, 0n);
  if (left <= 0n) return 0n;
  return asked > left ? left : asked;
}
