/**
 * What a user does with a margin account beside trading: money out, as long as the level stays high
 * enough, and paying back. Rules MARG-TRANSFER-2, MARG-REPAY-4.
 */

import { accept, type Rejected, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome, DeclaredReject } from "../../base/records/command.ts";
import { findAsset } from "../catalogue/catalogue.ts";
import { insufficientBalance } from "../ledger/insufficient-balance.ts";
import { freeOf } from "../ledger/ledger.ts";
import { formatRate } from "../orders/refusal-numbers.ts";
import { findAccount, hasDebt } from "./account.ts";
import { givenAwayAtRest } from "./give-away.ts";
import { owedBy, repay } from "./loans.ts";
import type { MarginContext, MarginState, Repay, Transfer } from "./margin.ts";
import { formatLevel, isAtLeast } from "./risk-level.ts";
import { collateralOf, collateralValueOf, holdingsOf, undecidedBy, worthOf } from "./valuation.ts";

/**
 * MARG-TRANSFER-2: what the open orders would give away does not count, nor does an asset that carries no loan
 * (MARG-INDEX-1).
 */
export function checkLevelAfter(
  state: MarginState,
  { user, asset, amount }: { user: number; asset: number; amount: bigint },
  timeMs: number,
): Rejected<DeclaredReject<typeof Transfer>> | undefined {
  if (!hasDebt(findAccount(state.margin, user))) return undefined;
  const holdings = holdingsOf(state, user);
  if (undecidedBy(state, holdings, timeMs) !== 0) return reject("index_not_known");
  const collateral = collateralOf(state, holdings);
  const { assets, debt } = worthOf(collateral);
  const taken = collateralValueOf(state, asset, amount);
  const left = assets - taken - givenAwayAtRest(state, user, collateralValueOf);
  const { transferLevel } = state.catalogue.marginRules;
  const worth = { assets: left, debt };
  if (isAtLeast(worth, transferLevel)) return undefined;
  const needed = `at least ${formatRate(transferLevel)}`;
  const isLess = worthOf(holdings).assets > assets;
  const reason = isLess ? "index_from_trades" : "level_too_low";
  return reject(reason, { had: formatLevel(worth), needed });
}

/** MARG-REPAY-4: never more than is owed; without an amount, all that is owed and free. */
export function repayDebt(
  state: MarginState,
  { user, asset: id, amount }: Repay,
  context: MarginContext,
): DeclaredOutcome<typeof Repay> {
  if (!findAsset(state.catalogue, id)) return reject("asset_not_found");
  if (amount < 0n) return reject("amount_not_positive");
  const had = freeOf(state.ledger, "margin", user, id);
  const owed = owedBy(state.margin, user, id);
  const needed = amount < owed ? amount : owed;
  if (amount > 0n && had < needed) return insufficientBalance(state.catalogue, id, { had, needed });

  state.margin.touched.add(user);
  const offered = amount > 0n ? needed : had;
  return accept({ repaid: repay(state, { user, asset: id, amount: offered }, context) });
}
