/**
 * The contract accounts to assess when a mark moves. One that was assessed keeps risk bounds: marks within
 * which it cannot be at risk while its positions stay and its money does not fall below a floor.
 * A tick assesses only accounts whose bounds the mark has left; the outcome is that of assessing all
 * (FUT-WATCH-1). Nothing here is part of the state: it is made anew when a snapshot is loaded.
 */

import type { Bounds, ContractAccount, ContractMarket, Futures } from "./futures-state.ts";

/** Bounds that are narrower than they must be stay: at worst the contract account is assessed early. */
export function setBounds(contractAccount: ContractAccount, bounds: Bounds): void {
  if (contractAccount.bounds && isWithin(contractAccount.bounds, bounds)) return;
  const { riskBounds, mark } = contractAccount.market;
  const kept = narrowed(bounds, mark);
  const { low, high } = kept;
  contractAccount.stamp++;
  contractAccount.bounds = kept;
  if (low !== undefined) riskBounds.setLow(contractAccount, low, contractAccount.stamp);
  if (high !== undefined) riskBounds.setHigh(contractAccount, high, contractAccount.stamp);
}

/** The part of the way to the mark by which bounds are narrower than they must be. */
const NEARER = 16;

/** So the bounds stay after a few trades more. New ones cost a way through long heaps, whose entries are far apart. */
function narrowed({ low, high }: Bounds, mark: number): Bounds {
  return {
    low: low === undefined ? undefined : low + Math.floor((mark - low) / NEARER),
    high: high === undefined ? undefined : high - Math.floor((high - mark) / NEARER),
  };
}

function isWithin(inner: Bounds, outer: Bounds): boolean {
  const isLow = outer.low === undefined || (inner.low !== undefined && inner.low >= outer.low);
  const isHigh = outer.high === undefined || (inner.high !== undefined && inner.high <= outer.high);
  return isLow && isHigh;
}

/** All bounds of the contract account are void. */
export function forgetBounds(contractAccount: ContractAccount): void {
  contractAccount.stamp++;
  contractAccount.bounds = undefined;
}

/** The contract account is to be assessed when the command is over. */
export function reassess({ touched }: Futures, contractAccount: ContractAccount): void {
  contractAccount.isDirty = true;
  touched.add(contractAccount.user);
}

/** Money that an order of the account has frozen or released can matter to cross positions only. */
export function touchMoney(
  { touched, contractAccounts }: Futures,
  { user, mode }: ContractAccount,
): void {
  const isAlone = mode === "isolated" && contractAccounts.get(user)?.length === 1;
  if (!isAlone) touched.add(user);
}

/** The mark of a market was set: touches accounts out of bounds, and those that waited to be assessed. */
export function touchOutOfBounds(futures: Futures, market: ContractMarket): void {
  market.riskBounds.takeOutside(market.mark, (contractAccount) => {
    forgetBounds(contractAccount); // One bound is not in its heap any more.
    reassess(futures, contractAccount);
  });
  touchUndecided(futures, market);
}

/** FUT-RISK-5: the accounts that waited can be assessed again. */
export function touchUndecided(futures: Futures, { riskBounds }: ContractMarket): void {
  riskBounds.takeWaiting((contractAccount) => reassess(futures, contractAccount));
}
