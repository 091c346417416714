/**
 * The liquidation of a cross account in one coin, in one command: first its orders, then longs against
 * shorts of the same contract, then tiers, until the account is safe; else the liquidation
 * engine takes all its positions over, and nothing is left. Rules FUT-CROSS-1 to FUT-CROSS-5, example
 * FUT-28.
 */

import type { AssetId } from "../../catalogue/catalogue.ts";
import { futuresWallet } from "../../ledger/ledger.ts";
import { openRowsOf } from "../../orders/open-orders.ts";
import type { UserId } from "../../users/users.ts";
import { crossPositionsOf, freeBalanceOf } from "../account.ts";
import { maintenanceOf, tierAt, unrealizedOf, valueAt } from "../contract-value.ts";
import type { FuturesContext, FuturesLiquidated } from "../futures.ts";
import type { FuturesState, Position } from "../futures-state.ts";
import { coverBelowZero } from "../trading/cover.ts";
import { cancelOpen } from "../trading/end-futures-order.ts";
import { forceClose } from "./force-close.ts";
import { reduceTier } from "./reduce-tier.ts";
import { takeOver, unwind } from "./takeover.ts";

/** One user's money of one coin. */
export interface Account {
  readonly user: UserId;
  readonly coin: AssetId;
}

export function liquidateCross(
  state: FuturesState,
  account: Account,
  context: FuturesContext,
): void {
  const frozen = crossPositionsOf(state, account.user, account.coin);
  for (const position of frozen) {
    position.isFrozen = true; // FUT-CROSS-1
    position.lockedAtMs = context.timeMs;
  }
  const end = stepsOf(state, account, context);
  for (const position of frozen) position.isFrozen = false;
  if (end === "taken_over") takeOverAll(state, account, context);
  const { user, coin } = account;
  context.events.push({
    type: "FuturesLiquidated",
    user,
    contract: 0,
    coin,
    end,
    timeMs: context.timeMs,
  });
}

/** Step after step until the account is safe. */
function stepsOf(
  state: FuturesState,
  account: Account,
  context: FuturesContext,
): FuturesLiquidated["end"] {
  cancelOrders(state, account, context);
  if (isSafe(state, account)) return "orders_canceled";
  netOverlaps(state, account, context);
  if (isSafe(state, account)) return "netted";
  return reduceAll(state, account, context) ? "reduced" : "taken_over";
}

/** FUT-CROSS-1: all the user's futures orders in that coin, waiting ones included. */
function cancelOrders(state: FuturesState, { user, coin }: Account, context: FuturesContext): void {
  const { rows } = state.orders.byId;
  for (const order of [...openRowsOf(state.orders, { area: "futures", user })]) {
    const contract = state.catalogue.contracts[rows.market(order) - 1];
    if (contract?.marginCoin === coin) cancelOpen(state, order, context);
  }
}

/** FUT-RISK-2: an account without positions is safe too. */
function isSafe(state: FuturesState, { user, coin }: Account): boolean {
  const positions = crossPositionsOf(state, user, coin);
  let surplus = freeBalanceOf(state, user, coin);
  for (const position of positions) surplus += unrealizedOf(position) - maintenanceOf(position);
  return surplus > 0n || (positions.length === 0 && surplus === 0n);
}

/** FUT-CROSS-2: a long against a short, at the mark, without a fee. */
function netOverlaps(state: FuturesState, { user, coin }: Account, context: FuturesContext): void {
  for (const long of crossPositionsOf(state, user, coin)) {
    const { short, market } = long.contractAccount;
    if (long.side !== "buy" || !short) continue;
    const lots = Math.min(long.volume, short.volume);
    const value = valueAt(market.contract, { lots, ticks: market.mark });
    forceClose(state, long, { lots, value, reason: "netting" }, context);
    forceClose(state, short, { lots, value, reason: "netting" }, context);
  }
}

/** FUT-CROSS-3: largest maintenance first, ties by position id; true as soon as the account is safe. */
function reduceAll(state: FuturesState, account: Account, context: FuturesContext): boolean {
  const { user, coin } = account;
  const ranked = crossPositionsOf(state, user, coin)
    .map((position) => ({ position, maintenance: maintenanceOf(position) }))
    .sort((a, b) => {
      if (a.maintenance !== b.maintenance) return a.maintenance > b.maintenance ? -1 : 1;
      return a.position.id - b.position.id;
    });
  for (const { position } of ranked) {
    const { contract, mark } = position.contractAccount.market;
    while (position.volume > 0 && tierAt(contract, { lots: position.volume, ticks: mark }) > 0) {
      if (reduceTier(state, position, () => carriedBy(state, position), context) === 0) break;
      if (isSafe(state, account)) return true;
    }
  }
  return false;
}

/** FUT-CROSS-3: the money behind one position: the account and what its other positions gained. */
function carriedBy(state: FuturesState, { id, user, asset }: Position): bigint {
  const others = crossPositionsOf(state, user, asset).filter((other) => other.id !== id);
  return others.reduce(
    (sum, other) => sum + unrealizedOf(other),
    freeBalanceOf(state, user, asset),
  );
}

/** FUT-CROSS-4, FUT-CROSS-5: all of them, by position id; the account is at exactly 0 after it. */
function takeOverAll(state: FuturesState, { user, coin }: Account, context: FuturesContext): void {
  const positions = crossPositionsOf(state, user, coin).sort((a, b) => a.id - b.id);
  const profits = sharesOf(positions, freeBalanceOf(state, user, coin));
  const held = positions.map((position, at) =>
    takeOver(state, position, profits[at] as bigint, context),
  );
  coverBelowZero(state, futuresWallet(state.ledger, user, coin), context);
  for (const holding of held) unwind(state, holding, context);
}

/** The profit with which each position is taken over: what it has gained, less its part of the equity. */
function sharesOf(positions: readonly Position[], free: bigint): bigint[] {
  const gains = positions.map(unrealizedOf);
  const equity = gains.reduce((sum, gain) => sum + gain, free);
  const parts = equity >= 0n ? shareEquity(positions, equity) : shareLoss(gains, equity);
  return gains.map((gain, at) => gain - (parts[at] as bigint));
}

/** FUT-CROSS-4: in proportion to maintenance; the last one gets the rest. */
function shareEquity(positions: readonly Position[], equity: bigint): bigint[] {
  return divide(equity, positions.map(maintenanceOf));
}

/** FUT-CROSS-5: positions with a loss bear the gap by their losses: no price lies beyond mark or open price. */
function shareLoss(gains: readonly bigint[], equity: bigint): bigint[] {
  const losses = gains.map((gain) => (gain < 0n ? -gain : 0n));
  const total = losses.reduce((sum, loss) => sum + loss, 0n);
  const borne = -equity < total ? -equity : total;
  return divide(borne, losses).map((part) => -part);
}

/** Parts in proportion to weights, cut; the last with a weight gets the rest. */
function divide(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (total === 0n ? 0n : (amount * weight) / total));
  const last = weights.findLastIndex((weight) => weight > 0n);
  const given = parts.reduce((sum, part) => sum + part, 0n);
  if (last >= 0) parts[last] = (parts[last] as bigint) + amount - given;
  return parts;
}
