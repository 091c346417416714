/**
 * A free balance may be below zero while the unrealised profit of cross positions carries it.
 * Without such a position the debt is paid: the user's orders that open are canceled, so that what they
 * have frozen pays, then the insurance. Rule FUT-LOSS-1.
 */
import type { AssetId } from "../../catalogue/catalogue.ts";
import type { Wallet } from "../../ledger/ledger.ts";
import { openRowsOf } from "../../orders/open-orders.ts";
import type { UserId } from "../../users/users.ts";
import { crossPositionsOf, findWallet } from "../account.ts";
import { contractAccountsOf } from "../contract-account.ts";
import type { FuturesContext } from "../futures.ts";
import type { FuturesState } from "../futures-state.ts";
import { coverBelowZero } from "../trading/cover.ts";
import { cancelOpen } from "../trading/end-futures-order.ts";
import { coinsOf } from "./assess-risk.ts";

/** Whether the user owes something that no cross position carries. */
export function mustPayBack(state: FuturesState, user: UserId): boolean {
  for (const { market } of contractAccountsOf(state.futures, user)) {
    if (debtor(state, user, market.contract.marginCoin)) return true;
  }
  return false;
}

/** The wallet of such a debt. */
function debtor(state: FuturesState, user: UserId, coin: AssetId): Wallet | undefined {
  const wallet = findWallet(state, user, coin);
  if (wallet === undefined || state.ledger.wallets.hasFree(wallet, 0)) return undefined;
  return crossPositionsOf(state, user, coin).length === 0 ? wallet : undefined;
}

export function payBack(state: FuturesState, user: UserId, context: FuturesContext): void {
  const { rows } = state.orders.byId;
  for (const coin of coinsOf(state, user)) {
    const wallet = debtor(state, user, coin);
    if (wallet === undefined) continue;
    for (const order of [...openRowsOf(state.orders, { area: "futures", user })]) {
      const contract = state.catalogue.contracts[rows.market(order) - 1];
      const hasFrozen = rows.terms(order).frozen !== 0n;
      if (hasFrozen && contract?.marginCoin === coin) cancelOpen(state, order, context);
    }
    coverBelowZero(state, wallet, context);
  }
}
