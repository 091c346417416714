/**
 * What a margin account is worth, what more could be lent to it, and its level once an order has traded (MARG-LEVEL-1,
 * MARG-BORROW-2). The exchange goes by its index and asks more than this (MARG-ORDER-3, MARG-INDEX-1); here it is the last
 * prices, so all of it is about so.
 */
import type { AccountBalance } from "../../exchange/exchange.ts";
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
} from "../../text/exact.ts";

/** In the coin in which accounts are counted. */
export interface MarginWorth {
  readonly assets: string;
  readonly debts: string;
}

/** Undefined while something that is owed has no price; what is there without one counts nothing. */
export function marginWorthOf(
  balances: readonly AccountBalance[],
  priceOf: (asset: string) => string | undefined,
): MarginWorth | undefined {
  let [assets, debts] = ["0", "0"];
  for (const balance of balances) {
    if (balance.area !== "margin") continue;
    const { asset, free, locked, borrowed, interest } = balance;
    const owed = addDecimals(borrowed, interest);
    const price = priceOf(asset);
    if (price === undefined && owed !== "0") return undefined;
    assets = addDecimals(assets, multiplyDecimals(addDecimals(free, locked), price ?? "0"));
    debts = addDecimals(debts, multiplyDecimals(owed, price ?? "0"));
  }
  return { assets, debts };
}

/** MARG-BORROW-2: debt is at most (L - 1) times assets less debt, and a loan adds to both. */
export function lendableTo({ assets, debts }: MarginWorth, leverageMax: number): string {
  const most = multiplyDecimals(subtractDecimals(assets, debts), `${leverageMax - 1}`);
  const left = subtractDecimals(most, debts);
  return compareDecimals(left, "0") > 0 ? left : "0";
}

const LEVEL_DECIMALS = 4;

/** What an order borrows, and what of it pays back at once. */
export interface LoanChange {
  readonly borrowed: string;
  readonly repaid: string;
}

/** Cut, so that it does not look better than it is; undefined when nothing is owed then. */
export function levelAfter(
  { assets, debts }: MarginWorth,
  { borrowed, repaid }: LoanChange,
): string | undefined {
  const change = subtractDecimals(borrowed, repaid);
  const owed = addDecimals(debts, change);
  if (compareDecimals(owed, "0") <= 0) return undefined;
  return divideDecimals(addDecimals(assets, change), owed, LEVEL_DECIMALS);
}
