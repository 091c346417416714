/**
 * The liquidation engine takes a position over at its bankruptcy price and sells it into the
 * book, or buys it back. Its gains go to the insurance, its losses are paid by the insurance as long
 * as that lasts, and only near the mark; what is left is deleveraged. The engine holds nothing when the command
 * is over. Rules FUT-LIQ-4 to FUT-LIQ-6, examples FUT-25, FUT-26, FUT-32.
 */
import { assert } from "../../../base/assert.ts";
import { type Amount, bigOf } from "../../../money/amount.ts";
import { isAtLeastTimes, isAtMostTimes, RATE_ONE } from "../../../money/rate.ts";
import { bookEngineProfit } from "../../ledger/clearing.ts";
import { houseOf } from "../../ledger/ledger.ts";
import type { PriceLevel, Side } from "../../orders/order.ts";
import { isValueUp, valueAt } from "../contract-value.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractMarket, FuturesState, Position } from "../futures-state.ts";
import { queueTriggered } from "../trading/trigger-queue.ts";
import { type BookTaker, walkBook } from "../trading/walk-book.ts";
import { deleverage } from "./deleverage.ts";
import { forceClose } from "./force-close.ts";
import { partOf, resultOf, type TakenOver } from "./holding.ts";

/** FUT-LIQ-4: the user's result is `profit`, exactly; the engine's cost follows from it. */
export function takeOver(
  state: FuturesState,
  position: Position,
  profit: bigint,
  context: FuturesContext,
): TakenOver {
  const { side, volume, cost, contractAccount } = position;
  const { market } = contractAccount;
  const value = isValueUp(market.contract, side) ? cost + profit : cost - profit;
  forceClose(state, position, { lots: volume, value, reason: "takeover" }, context);
  return { market, side, volume, cost: value };
}

/** FUT-LIQ-5, FUT-LIQ-6: into the book, then to the other side. */
export function unwind(state: FuturesState, held: TakenOver, context: FuturesContext): void {
  const { volume } = held;
  walkBook(state, new EngineTaker(state, held), context);
  if (held.volume < volume) queueTriggered(state, held.market);
  if (held.volume > 0) deleverage(state, held, context);
  assert(held.volume === 0 && held.cost === 0n, "the liquidation engine keeps nothing"); // I-13
}

/** The taker of the engine's trades: no user, no order, no fee. */
class EngineTaker implements BookTaker<"done"> {
  readonly market: ContractMarket;
  readonly side: Side;
  readonly orderId = 0;
  readonly user = 0;
  readonly cancels = {};
  readonly #state: FuturesState;
  readonly #held: TakenOver;
  /** Of the maker that it trades with, all that the insurance can pay for; FUT-LIQ-5: not one contract more. */
  #isPartial = false;
  #most = 0;
  #profit = 0n;

  constructor(state: FuturesState, held: TakenOver) {
    this.market = held.market;
    this.side = held.side === "buy" ? "sell" : "buy";
    this.#state = state;
    this.#held = held;
  }

  lotsAt(level: PriceLevel | undefined): number | "done" {
    const { volume } = this.#held;
    if (!level || volume === 0 || this.#isPartial) return "done";
    const most = Math.min(volume, this.market.book.rows.remaining(level.first));
    this.#most = most;
    return payableLots(this.#state, this.#held, { ticks: level.ticks, most }) || "done";
  }

  take(lots: number, value: Amount): void {
    this.#isPartial = lots < this.#most;
    this.#profit = takePart(this.#held, lots, bigOf(value));
  }

  settle(): bigint {
    const { contract, totals } = this.market;
    const profit = this.#profit;
    bookEngineProfit(this.#state.ledger, contract.id, { asset: contract.marginCoin, profit });
    totals.engineProfit += profit;
    return 0n;
  }
}

/** NUM-COST-1: the part leaves the engine's cost; returns the result against it. */
function takePart(held: TakenOver, lots: number, value: bigint): bigint {
  const profit = resultOf(held, lots, value);
  const part = partOf(held, lots);
  held.cost -= part;
  held.volume -= lots;
  return profit;
}

/** FUT-LIQ-5: all the maker has while that is a gain; else as many as the insurance can pay for. */
function payableLots(
  state: FuturesState,
  held: TakenOver,
  { ticks, most }: { ticks: number; most: number },
): number {
  const { market } = held;
  const { marginCoin } = market.contract;
  const fund = houseOf(state.ledger, marginCoin).futuresInsurance;
  const costs = (lots: number) => -resultOf(held, lots, valueAt(market.contract, { lots, ticks }));
  if (costs(most) <= 0n) return most;
  if (!isNearMark(market, held.side, ticks)) return 0;
  let payable = 0;
  let beyond = most + 1;
  while (beyond - payable > 1) {
    const middle = payable + Math.floor((beyond - payable) / 2);
    if (costs(middle) <= fund) payable = middle;
    else beyond = middle;
  }
  return payable;
}

/** FUT-LIQ-5: the insurance does not pay for a price far from the mark. */
function isNearMark({ contract, mark }: ContractMarket, side: Side, ticks: number): boolean {
  return side === "buy"
    ? isAtLeastTimes(ticks, mark, RATE_ONE - contract.unwindRange)
    : isAtMostTimes(ticks, mark, RATE_ONE + contract.unwindRange);
}
