/**
 * Money of futures: the wallets of the futures area, the margin that stands behind one isolated
 * position, and what passes between them and the house. CLEARING stands between winners and losers
 * of a contract, FUNDING between those who pay funding and those who get it. Every function takes
 * from one balance exactly what it gives to another (LEDGER-POST-1).
 */
import { assert } from "../../base/assert.ts";
import { foldBig, foldNumber } from "../../base/digest.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { ContractId } from "../catalogue/contract.ts";
import {
  type HouseAccounts,
  houseOf,
  type Ledger,
  notePosting,
  type Pot,
  type Wallet,
} from "./ledger.ts";

/** Where a position's money is: its own margin, or the wallet that all cross positions share. */
export type Place = Wallet | Pot;

function isPot(place: Place): place is Pot {
  return "margin" in place;
}

/** Of a wallet the free money. */
export function heldBy(place: Place): bigint {
  return isPot(place) ? place.margin : place.free;
}

function give(ledger: Ledger, place: Place, amount: bigint): void {
  if (isPot(place)) {
    place.margin += amount;
    foldNumber(ledger.digest, place.user);
    foldBig(ledger.digest, place.margin);
    ledger.touchedPots.add(place);
  } else {
    place.free += amount;
    notePosting(ledger, place);
  }
}

/** FUT-SETTLE-2: free -> margin of a position; a negative amount is the way back. */
export function moveMargin(ledger: Ledger, wallet: Wallet, pot: Pot, amount: bigint): void {
  give(ledger, wallet, -amount);
  give(ledger, pot, amount);
  assert(pot.margin >= 0n, "what is taken from a margin was in it"); // LEDGER-POST-2
}

/** FUT-SETTLE-4: CLEARING -> place; a negative profit is the way back. */
export function realiseProfit(
  ledger: Ledger,
  contract: ContractId,
  place: Place,
  profit: bigint,
): void {
  addClearing(ledger, contract, -profit);
  give(ledger, place, profit);
}

/** What a trade costs, to FEE; of a liquidation to FUT_INSURANCE. */
export function payFee(
  ledger: Ledger,
  place: Place,
  fee: bigint,
  to: "fee" | "futuresInsurance",
): void {
  give(ledger, place, -fee);
  addHouse(ledger, place.asset, to, fee);
}

/** FUT-FUND-6: place -> FUNDING; a negative amount is what it gets. */
export function payFunding(ledger: Ledger, place: Place, amount: bigint): void {
  give(ledger, place, -amount);
  addHouse(ledger, place.asset, "funding", amount);
}

/** FUT-FUND-5: the remainder of a settlement, FUNDING -> FUT_INSURANCE; FUNDING is empty again. */
export function closeFunding(ledger: Ledger, asset: AssetId): void {
  const { funding } = houseOf(ledger, asset);
  addHouse(ledger, asset, "funding", -funding);
  addHouse(ledger, asset, "futuresInsurance", funding);
}

/**
 * FUT-LOSS-1: what a place lacks is paid by FUT_INSURANCE as far as it goes, the rest by
 * FUT_BAD_DEBT. Tells how much was insured.
 */
export function coverDeficit(ledger: Ledger, place: Place, amount: bigint): bigint {
  assert(amount > 0n, "a deficit is above zero");
  const { futuresInsurance } = houseOf(ledger, place.asset);
  const insured = amount < futuresInsurance ? amount : futuresInsurance;
  addHouse(ledger, place.asset, "futuresInsurance", -insured);
  addHouse(ledger, place.asset, "futuresBadDebt", insured - amount);
  give(ledger, place, amount);
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

function addHouse(ledger: Ledger, asset: AssetId, account: Account, amount: bigint): void {
  const house: HouseAccounts = houseOf(ledger, asset);
  house[account] += amount;
  const isBelow = house[account] < 0n;
  assert(
    !isBelow || account === "futuresBadDebt" || account === "funding",
    "the house pays what it has",
  );
  foldBig(ledger.digest, house[account]);
}
