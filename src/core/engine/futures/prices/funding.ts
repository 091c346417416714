/**
 * Funding keeps the contract near the index. At the end of an interval the positions of the side that
 * the book leans to pay those of the other. Payers are rounded up, receivers down, the remainder is
 * the insurance's. Rules FUT-FUND-3 to FUT-FUND-7, FUT-FUND-9, examples FUT-16, FUT-18.
 */
import { foldNumber } from "../../../base/records/digest.ts";
import { bigOf, minus } from "../../../money/amount.ts";
import { type BalanceHolder, closeFunding, payFunding } from "../../ledger/clearing.ts";
import { shareAmountAt } from "../contract-amount.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractMarket, FuturesState, Position } from "../futures-state.ts";
import { FLOOR, FUNDING_RECEIVED, MARGIN } from "../position.ts";
import { cover } from "../trading/cover.ts";
import { placeOf } from "../trading/settle.ts";
import { reassess } from "../watch.ts";
import { contractIndexOf } from "./contract-index.ts";

/** FUT-FUND-3: the rate in 10^-8 that this interval would have if it ended now; 0 without a sample. */
export function runningRateOf({ contract, premiumCount, premiumSum }: ContractMarket): number {
  if (premiumCount === 0) return 0;
  const count = BigInt(premiumCount);
  const weights = (count * (count + 1n)) / 2n;
  // Everything times the weights, so that only the rate itself is cut.
  const clamp = BigInt(contract.fundingClamp) * weights;
  const cap = BigInt(contract.tiers[0]?.maintenanceRate ?? 0) * weights;
  const drift = within(BigInt(contract.interestRate) * weights - premiumSum, clamp);
  return Number(within(premiumSum + drift, cap) / weights);
}

function within(value: bigint, most: bigint): bigint {
  if (value > most) return most;
  return value < -most ? -most : value;
}

/** FUT-FUND-4, FUT-FUND-7: a funding time has come for this contract: `dueMs`. */
export function endFundingInterval(
  state: FuturesState,
  market: ContractMarket,
  dueMs: number,
  context: FuturesContext,
): void {
  if (market.contract.status !== "trading") {
    market.isFundingDue = true; // FUT-FUND-7: the funding waits until the contract resumes.
    return;
  }
  const { isStale } = contractIndexOf(state, market, context.timeMs);
  if (market.mark === 0 || isStale) beginInterval(market);
  else settleFunding(state, market, dueMs, context);
}

function beginInterval(market: ContractMarket): void {
  market.premiumCount = 0;
  market.premiumSum = 0n;
  market.isFundingDue = false;
}

/** FUT-FUND-5, FUT-FUND-6. */
function settleFunding(
  state: FuturesState,
  market: ContractMarket,
  dueMs: number,
  context: FuturesContext,
): void {
  const rate = runningRateOf(market);
  const { contract, mark } = market;
  market.fundingRate = rate;
  beginInterval(market);
  foldNumber(state.digest, contract.id);
  foldNumber(state.digest, rate);
  if (rate !== 0) {
    const payers = rate > 0 ? "buy" : "sell";
    const size = Math.abs(rate);
    const receivers: Position[] = [];
    state.ledger.journal?.begin({ market: contract.id });
    market.positions.visit((position) => {
      if (position.side === payers) pay(state, position, size, context);
      else receivers.push(position);
    });
    for (const position of receivers) receive(state, position, size, context);
    state.ledger.journal?.end();
    closeFunding(state.ledger, contract.marginCoin);
  }
  context.events.push({
    type: "FundingSettled",
    contract: contract.id,
    rate,
    markTicks: mark,
    positions: market.positions.size,
    dueMs, // FUT-FUND-9
    timeMs: context.timeMs,
  });
}

/** FUT-FUND-6: an isolated position pays what it has, the insurance the rest. */
function pay(state: FuturesState, position: Position, rate: number, context: FuturesContext): void {
  const { contract, mark } = position.contractAccount.market;
  const { contractAccount } = position;
  const amount = shareAmountAt(contract, { lots: position.volume, ticks: mark }, rate, "up");
  const place = placeOf(state, position);
  const lacking = place === position ? minus(amount, position.amount(MARGIN)) : 0;
  if (lacking > 0) cover(state, position, bigOf(lacking), context);
  payFunding(state.ledger, place, amount);
  position.add(FUNDING_RECEIVED, lacking > 0 ? minus(lacking, amount) : minus(0, amount));
  position.changedAtMs = context.timeMs;
  if (isBelowFloor(state, position, place)) reassess(state.futures, contractAccount);
}

/** FUT-WATCH-1: as long as the margin is above the floor the bounds still hold. */
function isBelowFloor(
  { ledger: { wallets } }: FuturesState,
  position: Position,
  place: BalanceHolder,
): boolean {
  return typeof place === "number"
    ? wallets.freeAmount(place) < position.contractAccount.floor
    : position.amount(MARGIN) < position.amount(FLOOR);
}

function receive(
  state: FuturesState,
  position: Position,
  rate: number,
  context: FuturesContext,
): void {
  const { contract, mark } = position.contractAccount.market;
  const amount = shareAmountAt(contract, { lots: position.volume, ticks: mark }, rate, "down");
  payFunding(state.ledger, placeOf(state, position), minus(0, amount));
  position.add(FUNDING_RECEIVED, amount);
  position.changedAtMs = context.timeMs;
}
