/** What of the user's money can be moved from one account to another, and of which assets. */
import type { AccountArea, AccountBalance } from "../exchange/exchange.ts";
import { subtractDecimals } from "../text/exact.ts";

/** What could be moved: of futures what no cross position needs (FUT-ACC-4). */
export function movableOf(
  balances: readonly AccountBalance[],
  area: AccountArea,
  asset: string,
): string {
  for (const balance of balances) {
    if (balance.area !== area) continue;
    if (balance.area !== "futures") {
      if (balance.asset === asset) return balance.free;
    } else if (balance.marginCoin === asset) {
      const free = subtractDecimals(balance.accountNormal, balance.totalCost);
      return free.startsWith("-") ? "0" : free;
    }
  }
  return "0";
}

export function assetsOf(balances: readonly AccountBalance[]): readonly string[] {
  const names = balances.map((one) => (one.area === "futures" ? one.marginCoin : one.asset));
  return [...new Set(names)].sort();
}
