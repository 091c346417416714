/**
 * The double-entry ledger: the only place where money moves, here between users and in house.ts to
 * and from the house. A wallet is one user's money of one asset in one area, free or locked. Every
 * function takes from one balance exactly what it gives to others, so every asset sums to zero
 * after each of them. Rules LEDGER-POST-1, LEDGER-POST-2.
 */

import { assert } from "../../base/assert.ts";
import { type Digest, foldBig } from "../../base/records/digest.ts";
import type { Room } from "../../base/rows/row-space.ts";
import { type Amount, bigOf, minus } from "../../money/amount.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";
import type { Area } from "./area.ts";
import type { Journal } from "./journal.ts";
import { Touched } from "./touched.ts";
import { NO_WALLET, type Wallet, WalletTable } from "./wallet-table.ts";

export { NO_WALLET, type Wallet };

/** Margin of one isolated position. */
export interface IsolatedMargin {
  /** Of the position. */
  readonly id: number;
  readonly user: UserId;
  readonly asset: AssetId;
  margin: bigint;
  /** Returns what it is then. */
  addMargin(change: Amount): Amount;
  /** Whether it is among the touched ones. */
  isTouched: boolean;
}

/** The house's accounts of one asset, all zero or above but three. */
export interface HouseAccounts {
  /** Mirrors all deposits, so it is negative. */
  external: bigint;
  fee: bigint;
  interest: bigint;
  /** The money that can be lent and is not lent out. */
  loanPool: bigint;
  marginInsurance: bigint;
  /** Loans that were not paid back: never above zero. */
  marginBadDebt: bigint;
  futuresInsurance: bigint;
  /** Losses that neither user nor insurance could pay: never above zero. */
  futuresBadDebt: bigint;
  /** Between the payers and the receivers of funding; empty after every command. */
  funding: bigint;
}

/** The names of the house accounts in the rulebook, in the order in which they are shown. */
export const HOUSE_NAMES: Readonly<Record<keyof HouseAccounts, string>> = {
  fee: "FEE",
  external: "EXTERNAL",
  interest: "INTEREST",
  loanPool: "LOAN_POOL",
  marginInsurance: "MARGIN_INSURANCE",
  marginBadDebt: "MARGIN_BAD_DEBT",
  futuresInsurance: "FUT_INSURANCE",
  futuresBadDebt: "FUT_BAD_DEBT",
  funding: "FUNDING",
};

export interface Ledger {
  /** In spot and in margin nothing is below zero; the free balance of futures may be (FUT-ACC-1). */
  readonly wallets: WalletTable;
  /** By contract id less one: what its winners have not taken yet of what its losers paid. */
  readonly clearing: bigint[];
  readonly houses: HouseAccounts[];
  /** By asset id less one: what the operator has put into the loan pool, less what was drawn from it. */
  readonly poolCapital: bigint[];
  /** Posted to since the last inspection (tripwire.ts). No part of the state that the log makes. */
  readonly touched: Touched<Wallet>;
  readonly touchedMargins: Touched<IsolatedMargin>;
  readonly digest: Digest;
  /** Where somebody reads what was posted (LEDGER-ENTRY-1). No part of the state either. */
  journal: Journal | undefined;
}

export function newLedger(digest: Digest, room?: Room): Ledger {
  return {
    wallets: new WalletTable(room),
    clearing: [],
    houses: [],
    poolCapital: [],
    touched: new Touched(),
    touchedMargins: new Touched(),
    digest,
    journal: undefined,
  };
}

/** The wallet of `asset` in the spot area of `user`, made when there is none. */
export function spotWallet({ wallets }: Ledger, user: UserId, asset: AssetId): Wallet {
  return wallets.open("spot", user, asset);
}

/** The same in the margin area. */
export function marginWallet({ wallets }: Ledger, user: UserId, asset: AssetId): Wallet {
  return wallets.open("margin", user, asset);
}

/** The same in the futures area. */
export function futuresWallet({ wallets }: Ledger, user: UserId, asset: AssetId): Wallet {
  return wallets.open("futures", user, asset);
}

/** What a wallet holds, as values: for readers. */
export interface Balance {
  readonly user: UserId;
  readonly asset: AssetId;
  readonly free: bigint;
  readonly locked: bigint;
}

export function balanceOf({ wallets }: Pick<Ledger, "wallets">, wallet: Wallet): Balance {
  return {
    user: wallets.userOf(wallet),
    asset: wallets.assetOf(wallet),
    free: wallets.free(wallet),
    locked: wallets.locked(wallet),
  };
}

/** Undefined when no money has ever reached the wallet; none is made. */
export function findBalance(
  ledger: Pick<Ledger, "wallets">,
  area: Area,
  user: UserId,
  asset: AssetId,
): Balance | undefined {
  const wallet = ledger.wallets.find(area, user, asset);
  return wallet === undefined ? undefined : balanceOf(ledger, wallet);
}

/** All balances of an area, by user, then asset. */
export function* balancesIn(ledger: Pick<Ledger, "wallets">, area: Area): Iterable<Balance> {
  for (const wallet of ledger.wallets.in(area)) yield balanceOf(ledger, wallet);
}

/** What is free of an asset in an area of a user; for readers, so no wallet is made. */
export function freeOf(
  { wallets }: Pick<Ledger, "wallets">,
  area: Area,
  user: UserId,
  asset: AssetId,
): bigint {
  const wallet = wallets.find(area, user, asset);
  return wallet === undefined ? 0n : wallets.free(wallet);
}

export function houseOf({ houses }: Ledger, asset: AssetId): HouseAccounts {
  while (houses.length < asset) houses.push(newHouse());
  return houses[asset - 1] as HouseAccounts;
}

function newHouse(): HouseAccounts {
  return {
    external: 0n,
    fee: 0n,
    interest: 0n,
    loanPool: 0n,
    marginInsurance: 0n,
    marginBadDebt: 0n,
    futuresInsurance: 0n,
    futuresBadDebt: 0n,
    funding: 0n,
  };
}

/** free -> locked. */
export function hold(ledger: Ledger, wallet: Wallet, amount: Amount): void {
  assert(amount >= 0 && ledger.wallets.hold(wallet, amount), "what is held was free"); // LEDGER-POST-2
  notePosting(ledger, wallet);
}

/** locked -> free. */
export function release(ledger: Ledger, wallet: Wallet, amount: Amount): void {
  assert(amount >= 0 && ledger.wallets.release(wallet, amount), "what is released was held"); // LEDGER-POST-2
  notePosting(ledger, wallet);
}

export interface Payment {
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: Amount;
  /** The part of `amount` that goes to the house; negative is a rebate, paid by the house on top. */
  readonly fee: Amount;
}

/** LEDGER-POST-1: locked money of the payer -> free money of the receiver, less the fee, which goes to FEE. */
export function payHeld(ledger: Ledger, { from, to, amount, fee }: Payment): void {
  const { wallets } = ledger;
  const house = ledger.houses[wallets.assetOf(from) - 1] as HouseAccounts;
  const feeHeld = house.fee + bigOf(fee);
  assert(amount > 0 && wallets.hasLocked(from, amount), "what is paid was held"); // LEDGER-POST-2
  assert(fee <= amount && feeHeld >= 0n, "a fee is within the payment, a rebate in FEE");
  wallets.addLocked(from, minus(0, amount));
  wallets.addFree(to, minus(amount, fee));
  house.fee = feeHeld;
  notePosting(ledger, from);
  notePosting(ledger, to);
  foldBig(ledger.digest, feeHeld);
  if (ledger.journal) notePayment(ledger.journal, { from, to, amount, fee });
}

/** What was paid and what was received, each whole, and the fee by itself. */
function notePayment(journal: Journal, { from, to, amount, fee }: Payment): void {
  // Of a trade with oneself both are one wallet.
  const back = from === to ? minus(amount, fee) : 0;
  journal.noteWallet("trade", from, minus(0, amount), back);
  journal.noteWallet("trade", to, amount, minus(0, fee));
  if (fee !== 0 && fee !== 0n) journal.noteWallet("fee", to, minus(0, fee));
}

/** LEDGER-MOVE-1: EXTERNAL -> free. Money enters the exchange here and nowhere else. */
export function deposit(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  assert(amount > 0n, "a deposit is positive");
  const house = houseOf(ledger, ledger.wallets.assetOf(wallet));
  house.external -= amount;
  ledger.wallets.addFree(wallet, amount);
  foldBig(ledger.digest, house.external);
  notePosting(ledger, wallet);
  ledger.journal?.noteWallet("deposit", wallet, amount);
}

/** LEDGER-MOVE-2: free -> EXTERNAL. */
export function withdraw(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  const { wallets } = ledger;
  assert(amount > 0n && wallets.hasFree(wallet, amount), "what is withdrawn was free"); // LEDGER-POST-2
  const house = houseOf(ledger, wallets.assetOf(wallet));
  wallets.addFree(wallet, -amount);
  house.external += amount;
  foldBig(ledger.digest, house.external);
  notePosting(ledger, wallet);
  ledger.journal?.noteWallet("withdrawal", wallet, -amount);
}

/** LEDGER-TRANSFER-1: free -> free, between two areas of one user. */
export function transfer(ledger: Ledger, from: Wallet, to: Wallet, amount: bigint): void {
  const { wallets } = ledger;
  const isOfOne =
    wallets.assetOf(from) === wallets.assetOf(to) && wallets.userOf(from) === wallets.userOf(to);
  assert(isOfOne, "a transfer stays with its user");
  assert(amount > 0n && wallets.hasFree(from, amount), "what is transferred was free"); // LEDGER-POST-2
  wallets.addFree(from, -amount);
  wallets.addFree(to, amount);
  notePosting(ledger, from);
  notePosting(ledger, to);
  ledger.journal?.noteWallet("transfer", from, -amount);
  ledger.journal?.noteWallet("transfer", to, amount);
}

/** Every posting to a wallet ends here. */
export function notePosting({ digest, wallets, touched }: Ledger, wallet: Wallet): void {
  wallets.fold(wallet, digest);
  if (!wallets.isTouched(wallet) && touched.add(wallet)) wallets.setTouched(wallet, true);
}
