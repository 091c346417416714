/**
 * Money of futures, in balance holders: the wallets of the futures area, and the isolated margin of one
 * position; and what passes between them and the house. CLEARING stands between winners and losers
 * of a contract, FUNDING between the payers and the receivers of funding. Every function takes
 * from one balance exactly what it gives to another (LEDGER-POST-1).
 */
import { assert } from "../../base/assert.ts";
import { foldAmount, foldBig, foldNumber } from "../../base/records/digest.ts";
import { type Amount, bigOf, minus } from "../../money/amount.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { ContractId } from "../catalogue/contract.ts";
import type { EntryKind } from "./entry-kinds.ts";
import type { Journal } from "./journal.ts";
import {
  type HouseAccounts,
  houseOf,
  type IsolatedMargin,
  type Ledger,
  notePosting,
  type Wallet,
} from "./ledger.ts";

/** The balance that a position settles with: its isolated margin, or the wallet that all cross positions share. */
export type BalanceHolder = Wallet | IsolatedMargin;

export function isIsolatedMargin(holder: BalanceHolder): holder is IsolatedMargin {
  return typeof holder === "object";
}

/** The margin of an isolated margin, the free money of a wallet. */
export function heldBy({ wallets }: Ledger, holder: BalanceHolder): bigint {
  return isIsolatedMargin(holder) ? holder.margin : wallets.free(holder);
}

/** Whose it is, and of which asset. */
export function ownerOf(
  { wallets }: Ledger,
  holder: BalanceHolder,
): Pick<IsolatedMargin, "user" | "asset"> {
  if (isIsolatedMargin(holder)) return holder;
  return { user: wallets.userOf(holder), asset: wallets.assetOf(holder) };
}

function assetOf({ wallets }: Ledger, holder: BalanceHolder): AssetId {
  return isIsolatedMargin(holder) ? holder.asset : wallets.assetOf(holder);
}

function give(ledger: Ledger, holder: BalanceHolder, amount: Amount, kind: EntryKind): void {
  if (isIsolatedMargin(holder)) {
    const margin = holder.addMargin(amount);
    foldNumber(ledger.digest, holder.user);
    foldAmount(ledger.digest, margin);
    if (!holder.isTouched) holder.isTouched = ledger.touchedMargins.add(holder);
  } else {
    ledger.wallets.addFree(holder, amount);
    notePosting(ledger, holder);
  }
  if (ledger.journal && amount !== 0 && amount !== 0n)
    noteGiven(ledger.journal, holder, amount, kind);
}

function noteGiven(journal: Journal, holder: BalanceHolder, amount: Amount, kind: EntryKind): void {
  if (isIsolatedMargin(holder)) journal.noteMargin(kind, holder, amount);
  else journal.noteWallet(kind, holder, amount);
}

/** FUT-SETTLE-2: free -> margin of a position; a negative amount is the way back. */
export function moveMargin(
  ledger: Ledger,
  wallet: Wallet,
  isolated: IsolatedMargin,
  amount: Amount,
): void {
  give(ledger, wallet, minus(0, amount), "margin");
  give(ledger, isolated, amount, "margin");
  assert(isolated.margin >= 0n, "what is taken from a margin was in it"); // LEDGER-POST-2
}

/** FUT-SETTLE-4: CLEARING -> balance holder; a negative profit is the way back. */
export function realiseProfit(
  ledger: Ledger,
  contract: ContractId,
  holder: BalanceHolder,
  profit: bigint,
): void {
  addClearing(ledger, contract, -profit);
  give(ledger, holder, profit, "profit");
}

/** FUT-PROFIT-1: the same for what an open position has gained at the mark. */
export function settleProfit(
  ledger: Ledger,
  contract: ContractId,
  holder: BalanceHolder,
  profit: bigint,
): void {
  addClearing(ledger, contract, -profit);
  give(ledger, holder, profit, "settlement");
}

/** The fee of a trade goes to FEE, that of a liquidation to FUT_INSURANCE. */
export function payFee(
  ledger: Ledger,
  holder: BalanceHolder,
  fee: Amount,
  to: "fee" | "futuresInsurance",
): void {
  give(ledger, holder, minus(0, fee), to === "fee" ? "fee" : "liquidation_fee");
  addHouse(ledger, assetOf(ledger, holder), to, fee);
}

/** FUT-FUND-6: balance holder -> FUNDING; a negative amount is received. */
export function payFunding(ledger: Ledger, holder: BalanceHolder, amount: Amount): void {
  give(ledger, holder, minus(0, amount), "funding");
  addHouse(ledger, assetOf(ledger, holder), "funding", amount);
}

/** FUT-FUND-5: the remainder of a settlement, FUNDING -> FUT_INSURANCE; FUNDING is empty again. */
export function closeFunding(ledger: Ledger, asset: AssetId): void {
  const { funding } = houseOf(ledger, asset);
  addHouse(ledger, asset, "funding", -funding);
  addHouse(ledger, asset, "futuresInsurance", funding);
}

/**
 * FUT-LOSS-1: what a balance holder lacks is paid by FUT_INSURANCE as far as it goes, the rest by
 * FUT_BAD_DEBT. Returns how much was insured.
 */
export function coverDeficit(ledger: Ledger, holder: BalanceHolder, amount: bigint): bigint {
  assert(amount > 0n, "a deficit is above zero");
  const { futuresInsurance } = houseOf(ledger, assetOf(ledger, holder));
  const insured = amount < futuresInsurance ? amount : futuresInsurance;
  addHouse(ledger, assetOf(ledger, holder), "futuresInsurance", -insured);
  addHouse(ledger, assetOf(ledger, holder), "futuresBadDebt", insured - amount);
  give(ledger, holder, amount, "insurance");
  return insured;
}

/** FUT-LIQ-5: what the liquidation engine makes of a trade, CLEARING -> FUT_INSURANCE and back. */
export function bookEngineProfit(
  ledger: Ledger,
  contract: ContractId,
  { asset, profit }: { asset: AssetId; profit: bigint },
): void {
  addClearing(ledger, contract, -profit);
  addHouse(ledger, asset, "futuresInsurance", profit);
}

export function clearingOf({ clearing }: Ledger, contract: ContractId): bigint {
  return clearing[contract - 1] ?? 0n;
}

function addClearing({ clearing, digest }: Ledger, contract: ContractId, amount: bigint): void {
  while (clearing.length < contract) clearing.push(0n);
  const held = (clearing[contract - 1] as bigint) + amount;
  clearing[contract - 1] = held;
  foldBig(digest, held);
}

type Account = "fee" | "funding" | "futuresInsurance" | "futuresBadDebt";

function addHouse(ledger: Ledger, asset: AssetId, account: Account, amount: Amount): void {
  const house: HouseAccounts = houseOf(ledger, asset);
  const held = house[account] + bigOf(amount);
  house[account] = held;
  const isBelow = held < 0n;
  assert(
    !isBelow || account === "futuresBadDebt" || account === "funding",
    "the house pays what it has",
  );
  foldBig(ledger.digest, held);
}
