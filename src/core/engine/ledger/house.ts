/**
 * Money between users and the house beside fees, and between the accounts of the house: lending,
 * interest, insurance, losses. Every function takes from one balance exactly what it gives to
 * another (LEDGER-POST-1), and no balance falls below zero that must not (LEDGER-POST-2).
 */
import { assert } from "../../base/assert.ts";
import { foldBig, foldNumber } from "../../base/records/digest.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { EntryKind } from "./entry-kinds.ts";
import { type HouseAccounts, houseOf, type Ledger, notePosting, type Wallet } from "./ledger.ts";

/** The house accounts that an operator fills and empties. */
export type Fund = "loan_pool" | "margin_insurance" | "futures_insurance";

const KEPT_AS = {
  loan_pool: "loanPool",
  margin_insurance: "marginInsurance",
  futures_insurance: "futuresInsurance",
} as const;

/** The balance of a fund in an asset. */
export function fundHeld(ledger: Ledger, fund: Fund, asset: AssetId): bigint {
  return ledger.houses[asset - 1]?.[KEPT_AS[fund]] ?? 0n;
}

/** LEDGER-FUND-1: EXTERNAL -> fund; a negative amount is the way back. */
export function fill(ledger: Ledger, fund: Fund, asset: AssetId, amount: bigint): void {
  const house = houseOf(ledger, asset);
  post(ledger, asset, { from: "external", to: KEPT_AS[fund], amount });
  if (fund === "loan_pool") addCapital(ledger, asset, amount);
  assert(house[KEPT_AS[fund]] >= 0n, "what is taken from a fund was in it"); // LEDGER-POST-2
}

function addCapital({ poolCapital }: Ledger, asset: AssetId, amount: bigint): void {
  while (poolCapital.length < asset) poolCapital.push(0n);
  poolCapital[asset - 1] = (poolCapital[asset - 1] as bigint) + amount;
}

/** MARG-BORROW-1: LOAN_POOL -> free. */
export function lend(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  give(ledger, wallet, "loanPool", { kind: "loan", amount: -amount });
}

/** MARG-REPAY-1: free -> LOAN_POOL. */
export function payPrincipal(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  give(ledger, wallet, "loanPool", { kind: "repayment", amount });
}

/** MARG-REPAY-1: free -> INTEREST. */
export function payInterest(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  give(ledger, wallet, "interest", { kind: "interest", amount });
}

/** MARG-LIQ-5, MARG-LIQ-7: free -> MARGIN_INSURANCE. */
export function insure(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  give(ledger, wallet, "marginInsurance", { kind: "insurance", amount });
}

/** MARG-LOSS-1: MARGIN_INSURANCE, and for the rest the house, pay LOAN_POOL what a user does not. */
export function coverLoss(
  ledger: Ledger,
  asset: AssetId,
  { insured, rest }: { insured: bigint; rest: bigint },
): void {
  const house = houseOf(ledger, asset);
  assert(
    insured >= 0n && rest >= 0n && insured <= house.marginInsurance,
    "insurance pays what it has",
  );
  post(ledger, asset, { from: "marginInsurance", to: "loanPool", amount: insured });
  post(ledger, asset, { from: "marginBadDebt", to: "loanPool", amount: rest });
}

type Account = keyof HouseAccounts;

/** Free money to an account of the house; a negative amount is the way back. */
function give(
  ledger: Ledger,
  wallet: Wallet,
  account: Account,
  { kind, amount }: { readonly kind: EntryKind; readonly amount: bigint },
): void {
  const { wallets } = ledger;
  const house = houseOf(ledger, wallets.assetOf(wallet));
  wallets.addFree(wallet, -amount);
  house[account] += amount;
  assert(wallets.hasFree(wallet, 0) && house[account] >= 0n, "what is given was there"); // LEDGER-POST-2
  notePosting(ledger, wallet);
  foldBig(ledger.digest, house[account]);
  if (amount !== 0n) ledger.journal?.noteWallet(kind, wallet, -amount);
}

function post(
  ledger: Ledger,
  asset: AssetId,
  { from, to, amount }: { from: Account; to: Account; amount: bigint },
): void {
  const house = houseOf(ledger, asset);
  house[from] -= amount;
  house[to] += amount;
  foldNumber(ledger.digest, asset);
  foldBig(ledger.digest, house[from]);
  foldBig(ledger.digest, house[to]);
}
