/**
 * Assessing risk: the surplus of a position or a cross account over its
 * maintenance, by the mark, and whether it may be assessed at all. Rules FUT-RISK-2, FUT-RISK-5.
 */
import type { Amount } from "../../../money/amount.ts";
import type { AssetId } from "../../catalogue/catalogue.ts";
import type { UserId } from "../../users/users.ts";
import { freeAmountOf, freeBalanceOf } from "../account.ts";
import { contractAccountsOf } from "../contract-account.ts";
import { maintenanceOf, unrealizedOf } from "../contract-value.ts";
import type { ContractAccount, ContractMarket, FuturesState, Position } from "../futures-state.ts";
import { isContractIndexStale } from "../prices/contract-index.ts";

/** FUT-RISK-5: whether the contract is trading, with a mark and a fresh index. */
export function isRiskAssessable(
  state: FuturesState,
  market: ContractMarket,
  timeMs: number,
): boolean {
  if (market.contract.status !== "trading" || market.mark === 0) return false;
  return !isContractIndexStale(state, market, timeMs);
}

/** FUT-RISK-2: a position is at risk when its surplus is not above zero. */
export function isolatedSurplusOf(position: Position): bigint {
  return position.margin + unrealizedOf(position) - maintenanceOf(position);
}

export function isIsolatedAtRisk(position: Position): boolean {
  return isolatedSurplusOf(position) <= 0n;
}

/** The same of a cross account. */
export function crossSurplusOf(
  state: FuturesState,
  user: UserId,
  coin: AssetId,
  positions: readonly Position[],
): bigint {
  let surplus = freeBalanceOf(state, user, coin);
  for (const position of positions) surplus += unrealizedOf(position) - maintenanceOf(position);
  return surplus;
}

/**
 * FUT-WATCH-1: whether a cross account has changed since its bounds were set. A leg that has just ended
 * counts too: it may have brought less than its value at the mark.
 */
export function mustAssess(state: FuturesState, user: UserId, coin: AssetId): boolean {
  let floor: Amount | undefined;
  let isChanged = false;
  for (const contractAccount of contractAccountsOf(state.futures, user)) {
    if (contractAccount.market.contract.marginCoin !== coin) continue;
    if (contractAccount.mode === "cross" && (contractAccount.long ?? contractAccount.short))
      floor = contractAccount.floor; // One for all legs.
    isChanged ||= contractAccount.isDirty;
  }
  return floor !== undefined && (isChanged || freeAmountOf(state, user, coin) < floor);
}

/** The margin coins of a user's contracts, by id. */
export function coinsOf({ futures }: FuturesState, user: UserId): readonly AssetId[] {
  const contractAccounts = contractAccountsOf(futures, user);
  if (contractAccounts.length === 1)
    return [(contractAccounts[0] as ContractAccount).market.contract.marginCoin];
  const coins = new Set(contractAccounts.map(({ market }) => market.contract.marginCoin));
  return [...coins].sort((a, b) => a - b);
}
