/**
 * The expected lock of a wallet: what it must have locked for the orders on the books, counted by the
 * orders themselves as they rest, shrink and leave. The ledger counts `locked` by its postings; neither
 * reads the other, and after every batch both must be equal (I-3, I-12). No snapshot has it: a load counts it
 * anew, from the orders that it puts on the books (CORE-TRIP-3). Counted in plain numbers as far as they
 * are exact, because every order passes here, and beyond that in a bigint beside.
 */
import { bigFrom, numberFrom } from "../../money/product.ts";
import type { Wallet } from "../ledger/ledger.ts";

const MOST = Number.MAX_SAFE_INTEGER;

/** So many lots that need so much each; negative when they leave. */
export interface ExpectedLock {
  readonly lots: number;
  /** The price of an order that pays, 1 of one that delivers. */
  readonly each: number;
  /** In units of the asset: a power of ten below 2^63. */
  readonly unit: bigint;
}

export function addExpectedLock(wallet: Wallet, { lots, each, unit }: ExpectedLock): void {
  const amount = lots * each * numberFrom(unit);
  if (!isAdded(wallet, amount)) addFar(wallet, BigInt(lots) * BigInt(each) * unit);
}

/** The same of an amount that is known. */
export function addExpectedAmount(wallet: Wallet, amount: bigint): void {
  if (!isAdded(wallet, Number(amount))) addFar(wallet, amount);
}

/** Rounding keeps order: what looks no larger than 2^53 - 1 is no larger, and exact. */
function isAdded(wallet: Wallet, amount: number): boolean {
  const sum = wallet.expectedLock + amount;
  if (Math.abs(amount) > MOST || Math.abs(sum) > MOST) return false;
  wallet.expectedLock = sum;
  return true;
}

function addFar(wallet: Wallet, amount: bigint): void {
  wallet.expectedLockFar = (wallet.expectedLockFar ?? 0n) + amount;
}

export function expectedLockOf({ expectedLock, expectedLockFar = 0n }: Wallet): bigint {
  return BigInt(expectedLock) + expectedLockFar;
}

/** Whether the expected lock is exactly what is locked, and not below zero. */
export function isAsExpected(wallet: Wallet): boolean {
  const { locked, expectedLock } = wallet;
  if (wallet.expectedLockFar === undefined)
    return expectedLock >= 0 && locked === bigFrom(expectedLock);
  return locked >= 0n && locked === expectedLockOf(wallet);
}
