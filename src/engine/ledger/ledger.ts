/**
 * The double-entry ledger: the only place where money moves, here between users and in house.ts to
 * and from the house. A wallet is one user's money of one asset in one area, free or locked. Every
 * function takes from one balance exactly what it gives to others, so every asset sums to zero
 * after each of them. Rules LEDGER-POST-1, LEDGER-POST-2.
 */
import { assert } from "../../base/assert.ts";
import { type Digest, foldBig, foldNumber } from "../../base/digest.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";
import { type Touchable, Touched } from "./touched.ts";

export interface Wallet extends Touchable {
  readonly user: UserId;
  readonly asset: AssetId;
  free: bigint;
  locked: bigint;
  /**
   * What the orders on the books need of the wallet, both fields together. The orders count it themselves
   * (orders/expected-locks.ts) and no posting changes it, so that it can be compared with `locked`.
   */
  expectedLock: number;
  /** The part that does not fit into a number; undefined as long as all fits. */
  expectedLockFar: bigint | undefined;
}

/** Margin of one isolated position. */
export interface IsolatedMargin extends Touchable {
  readonly user: UserId;
  readonly asset: AssetId;
  margin: bigint;
}

/** By user id, then asset id, both less one; a wallet is made when money first reaches it. */
export type Wallets = (Wallet | undefined)[][];

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
  readonly spot: Wallets;
  readonly margin: Wallets;
  /** The free balance of futures may be below zero (FUT-ACC-1). */
  readonly futures: Wallets;
  /** By contract id less one: what its winners have not taken yet of what its losers paid. */
  readonly clearing: bigint[];
  readonly houses: HouseAccounts[];
  /** By asset id less one: what the operator has put into the loan pool, less what was drawn from it. */
  readonly poolCapital: bigint[];
  /** Posted to since the last inspection (tripwire.ts). No part of the state that the log makes. */
  readonly touched: Touched<Wallet>;
  readonly touchedMargins: Touched<IsolatedMargin>;
  readonly digest: Digest;
}

export function newLedger(digest: Digest): Ledger {
  return {
    spot: [],
    margin: [],
    futures: [],
    clearing: [],
    houses: [],
    poolCapital: [],
    touched: new Touched(),
    touchedMargins: new Touched(),
    digest,
  };
}

/** The wallet of `asset` in the spot area of `user`. */
export function spotWallet({ spot }: Ledger, user: UserId, asset: AssetId): Wallet {
  const wallets = spot[user - 1] ?? openUser(spot, user);
  return wallets[asset - 1] ?? openWallet(wallets, user, asset);
}

/** The same in the margin area. */
export function marginWallet({ margin }: Ledger, user: UserId, asset: AssetId): Wallet {
  const wallets = margin[user - 1] ?? openUser(margin, user);
  return wallets[asset - 1] ?? openWallet(wallets, user, asset);
}

/** The same in the futures area. */
export function futuresWallet({ futures }: Ledger, user: UserId, asset: AssetId): Wallet {
  const wallets = futures[user - 1] ?? openUser(futures, user);
  return wallets[asset - 1] ?? openWallet(wallets, user, asset);
}

/** All wallets of an area. */
export function* walletsIn(area: Wallets): Iterable<Wallet> {
  for (const wallets of area) for (const wallet of wallets) if (wallet) yield wallet;
}

function openUser(area: Wallets, user: UserId): (Wallet | undefined)[] {
  while (area.length < user) area.push([]);
  return area[user - 1] as (Wallet | undefined)[];
}

function openWallet(wallets: (Wallet | undefined)[], user: UserId, asset: AssetId): Wallet {
  while (wallets.length < asset) wallets.push(undefined);
  const wallet: Wallet = {
    user,
    asset,
    free: 0n,
    locked: 0n,
    expectedLock: 0,
    expectedLockFar: undefined,
    isTouched: false,
  };
  wallets[asset - 1] = wallet;
  return wallet;
}

/** The same, without making a wallet: for readers. */
export function findSpotWallet(ledger: Ledger, user: UserId, asset: AssetId): Wallet | undefined {
  return ledger.spot[user - 1]?.[asset - 1];
}

export function findMarginWallet(ledger: Ledger, user: UserId, asset: AssetId): Wallet | undefined {
  return ledger.margin[user - 1]?.[asset - 1];
}

export function findFuturesWallet(
  ledger: Ledger,
  user: UserId,
  asset: AssetId,
): Wallet | undefined {
  return ledger.futures[user - 1]?.[asset - 1];
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
export function hold(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  assert(amount >= 0n && wallet.free >= amount, "what is held was free"); // LEDGER-POST-2
  wallet.free -= amount;
  wallet.locked += amount;
  notePosting(ledger, wallet);
}

/** locked -> free. */
export function release(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  assert(amount >= 0n && wallet.locked >= amount, "what is released was held"); // LEDGER-POST-2
  wallet.locked -= amount;
  wallet.free += amount;
  notePosting(ledger, wallet);
}

export interface Payment {
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: bigint;
  /** The part of `amount` that goes to the house; negative is a rebate, paid by the house on top. */
  readonly fee: bigint;
}

/** LEDGER-POST-1: locked money of the payer -> free money of the receiver, less the fee, which goes to FEE. */
export function payHeld(ledger: Ledger, { from, to, amount, fee }: Payment): void {
  const house = ledger.houses[from.asset - 1] as HouseAccounts;
  assert(amount > 0n && from.locked >= amount, "what is paid was held"); // LEDGER-POST-2
  assert(fee <= amount && house.fee + fee >= 0n, "a fee is within the payment, a rebate in FEE");
  from.locked -= amount;
  to.free += amount - fee;
  house.fee += fee;
  notePosting(ledger, from);
  notePosting(ledger, to);
  foldBig(ledger.digest, house.fee);
}

/** LEDGER-MOVE-1: EXTERNAL -> free. Money enters the exchange here and nowhere else. */
export function deposit(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  assert(amount > 0n, "a deposit is positive");
  const house = houseOf(ledger, wallet.asset);
  house.external -= amount;
  wallet.free += amount;
  foldBig(ledger.digest, house.external);
  notePosting(ledger, wallet);
}

/** LEDGER-MOVE-2: free -> EXTERNAL. */
export function withdraw(ledger: Ledger, wallet: Wallet, amount: bigint): void {
  assert(amount > 0n && wallet.free >= amount, "what is withdrawn was free"); // LEDGER-POST-2
  const house = houseOf(ledger, wallet.asset);
  wallet.free -= amount;
  house.external += amount;
  foldBig(ledger.digest, house.external);
  notePosting(ledger, wallet);
}

/** LEDGER-TRANSFER-1: free -> free, between two areas of one user. */
export function transfer(ledger: Ledger, from: Wallet, to: Wallet, amount: bigint): void {
  assert(from.asset === to.asset && from.user === to.user, "a transfer stays with its user");
  assert(amount > 0n && from.free >= amount, "what is transferred was free"); // LEDGER-POST-2
  from.free -= amount;
  to.free += amount;
  notePosting(ledger, from);
  notePosting(ledger, to);
}

/** Every posting to a wallet ends here. */
export function notePosting({ digest, touched }: Ledger, wallet: Wallet): void {
  foldNumber(digest, wallet.user);
  foldNumber(digest, wallet.asset);
  foldBig(digest, wallet.free);
  foldBig(digest, wallet.locked);
  touched.add(wallet);
}
