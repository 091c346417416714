/** What an account is worth in all, in one coin: everything that is the user's, less what is owed, at the last prices. */
import type { AccountBalance } from "../exchange/exchange.ts";
import { addDecimals, multiplyDecimals, subtractDecimals } from "../text/exact.ts";

export interface Equity {
  readonly total: string;
  /** The profit of all positions at their marks, which is in the total. */
  readonly unrealized: string;
  /** Assets that nobody has a price for; they are not in the total. */
  readonly unpriced: readonly string[];
}

/** `priceOf` is what one of an asset is worth in the coin; undefined where that is not known. */
export function equityOf(
  balances: readonly AccountBalance[],
  priceOf: (asset: string) => string | undefined,
): Equity {
  let [total, unrealized] = ["0", "0"];
  const unpriced = new Set<string>();
  for (const balance of balances) {
    const { asset, amount, profit } = worthOf(balance);
    if (amount === "0" && profit === "0") continue;
    const price = priceOf(asset);
    if (price === undefined) {
      unpriced.add(asset);
      continue;
    }
    total = addDecimals(total, multiplyDecimals(amount, price));
    unrealized = addDecimals(unrealized, multiplyDecimals(profit, price));
  }
  return { total, unrealized, unpriced: [...unpriced] };
}

function worthOf(balance: AccountBalance) {
  if (balance.area === "futures") {
    const { marginCoin: asset, totalEquity, partEquity, accountLock, unrealizedAmount } = balance;
    const amount = addDecimals(addDecimals(totalEquity, partEquity), accountLock);
    return { asset, amount, profit: unrealizedAmount };
  }
  const { asset, free, locked } = balance;
  const own = addDecimals(free, locked);
  if (balance.area === "spot") return { asset, amount: own, profit: "0" };
  const owed = addDecimals(balance.borrowed, balance.interest);
  return { asset, amount: subtractDecimals(own, owed), profit: "0" };
}
