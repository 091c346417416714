/** What the account has and owes of the two assets of a pair once an order is placed, and its margin level. */

import { HOURLY_RATE_DECIMALS } from "../../engine/catalogue/lending.ts";
import { balanceOf } from "../../engine/ledger/ledger.ts";
import { findAccount, findDebt } from "../../engine/margin/account.ts";
import { interestOf } from "../../engine/margin/loans.ts";
import { type AccountStanding, standingOf } from "../../engine/read/margin.ts";
import { formatUnits } from "../../money/decimal.ts";
import { ME } from "../visible-book.ts";
import { type PairPreviewState, walletOf } from "./pair-preview-state.ts";

export interface AssetAfter {
  readonly free: string;
  readonly locked: string;
  /** "0" in spot. */
  readonly principal: string;
  readonly interest: string;
}

export interface PairAccountAfter {
  readonly base: AssetAfter;
  readonly quote: AssetAfter;
  /** Level and state of a margin account; undefined in spot, and where the account is not told. */
  readonly margin: AccountStanding | undefined;
}

export function pairAccountAfter(previewState: PairPreviewState): PairAccountAfter {
  const { state, pair, area } = previewState;
  return {
    base: assetAfter(previewState, pair.base),
    quote: assetAfter(previewState, pair.quote),
    margin: area === "margin" ? standingOf(state, ME) : undefined,
  };
}

function assetAfter(previewState: PairPreviewState, asset: number): AssetAfter {
  const { margin, catalogue, ledger } = previewState.state;
  const scale = catalogue.assets[asset - 1]?.scale ?? 0;
  const { free, locked } = balanceOf(ledger, walletOf(previewState, asset));
  const debt = findDebt(findAccount(margin, ME), asset);
  return {
    free: formatUnits(free, scale),
    locked: formatUnits(locked, scale),
    principal: formatUnits(debt?.principal ?? 0n, scale),
    interest: formatUnits(debt ? interestOf(margin, debt) : 0n, scale + HOURLY_RATE_DECIMALS),
  };
}
