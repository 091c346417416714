/**
 * Paying what an account owes by selling what it has: the largest debt first, and for each the
 * largest of the other assets first, straight or through USDT. Rules MARG-LIQ-3, MARG-LIQ-6.
 */
import { type Asset, type AssetId, VALUE_ASSET } from "../../catalogue/catalogue.ts";
import { balanceOf, marginWallet, type Wallet } from "../../ledger/ledger.ts";
import type { UserId } from "../../users/users.ts";
import type { MarginAccount } from "../account.ts";
import { owedBy, owedOf } from "../loans.ts";
import type { MarginContext, MarginState } from "../margin.ts";
import { indexValueOf } from "../valuation.ts";
import { costOf, findRoute, planSale, type SaleRoute, sell } from "./forced-sale.ts";

/** Sells until nothing is owed or nothing more can be sold. */
export function payDebts(state: MarginState, account: MarginAccount, context: MarginContext): void {
  // What is sold through USDT pays a debt of USDT first, so a debt may need another pass.
  for (let round = account.debts.length; round >= 0; round--) {
    const before = state.orders.tradeIdLast;
    for (const asset of debtsByValue(state, account)) payOne(state, account.user, asset, context);
    if (account.debts.length === 0 || state.orders.tradeIdLast === before) return;
  }
}

function payOne(state: MarginState, user: UserId, bought: AssetId, context: MarginContext): void {
  for (const wallet of walletsByValue(state, user)) {
    const { asset, free } = balanceOf(state.ledger, wallet);
    if (asset === bought) continue;
    const wanted = owedBy(state.margin, user, bought);
    if (wanted === 0n) return;
    const route = findRoute(state, asset, bought);
    if (route) {
      const sale = planSale(state, route, { units: free, wanted });
      sell(state, user, { route, sale }, context);
    } else {
      payThroughUsdt(state, wallet, { bought, wanted }, context);
    }
  }
}

/** Buys so much USDT as what is wanted costs, then what is wanted. */
function payThroughUsdt(
  state: MarginState,
  wallet: Wallet,
  { bought, wanted }: { bought: AssetId; wanted: bigint },
  context: MarginContext,
): void {
  const { wallets } = state.ledger;
  const { user, asset, free } = balanceOf(state.ledger, wallet);
  const routes = routesThroughUsdt(state, asset, bought);
  if (!routes) return;
  const { first, second, usdt } = routes;
  const cost = costOf(second, planSale(state, second, { units: UNLIMITED, wanted }));
  if (cost === 0n) return;
  const settlementAccount = marginWallet(state.ledger, user, usdt);
  const had = wallets.free(settlementAccount);
  const sale = planSale(state, first, { units: free, wanted: cost });
  sell(state, user, { route: first, sale }, context);
  const units = wallets.free(settlementAccount) - had;
  sell(state, user, { route: second, sale: planSale(state, second, { units, wanted }) }, context);
}

const UNLIMITED = 10n ** 60n;

function routesThroughUsdt(
  state: MarginState,
  sold: AssetId,
  bought: AssetId,
): { first: SaleRoute; second: SaleRoute; usdt: AssetId } | undefined {
  const usdt = state.catalogue.assetsByName.get(VALUE_ASSET)?.id ?? 0;
  const first = findRoute(state, sold, usdt);
  const second = findRoute(state, usdt, bought);
  return first && second ? { first, second, usdt } : undefined;
}

/** What is left to sell, largest value first, ties by name (MARG-LIQ-3). */
export function walletsByValue(state: MarginState, user: UserId): Wallet[] {
  const { wallets } = state.ledger;
  return [...wallets.of("margin", user)]
    .filter((wallet) => wallets.free(wallet) > 0n)
    .map((wallet) => ({ wallet, ...rank(state, wallets.assetOf(wallet), wallets.free(wallet)) }))
    .sort(byValueThenName)
    .map(({ wallet }) => wallet);
}

function debtsByValue(state: MarginState, { debts }: MarginAccount): AssetId[] {
  return debts
    .map((debt) => ({ asset: debt.asset, ...rank(state, debt.asset, owedOf(state.margin, debt)) }))
    .sort(byValueThenName)
    .map(({ asset }) => asset);
}

interface Rank {
  readonly value: bigint;
  readonly name: string;
}

function rank(state: MarginState, asset: AssetId, units: bigint): Rank {
  const { name } = state.catalogue.assets[asset - 1] as Asset;
  return { value: indexValueOf(state, asset, units), name };
}

function byValueThenName(one: Rank, other: Rank): number {
  if (one.value !== other.value) return one.value > other.value ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

/** MARG-LIQ-6: what is left, has a price, and could be sold for something owed if there were a buyer. */
export function sellableWorth(state: MarginState, { user, debts }: MarginAccount): bigint {
  let sum = 0n;
  for (const wallet of walletsByValue(state, user)) {
    const { asset, free } = balanceOf(state.ledger, wallet);
    const isSellable = debts.some((debt) => isStep(state, asset, debt.asset, free));
    if (isSellable) sum += indexValueOf(state, asset, free);
  }
  return sum;
}

/** Whether the asset is enough for one quantity step on the way to what is owed. */
function isStep(state: MarginState, sold: AssetId, bought: AssetId, units: bigint): boolean {
  if (sold === bought) return false;
  const route = findRoute(state, sold, bought) ?? routesThroughUsdt(state, sold, bought)?.first;
  if (!route) return false;
  const { pair, side } = route;
  if (side === "sell") return units >= pair.baseUnit;
  return indexValueOf(state, sold, units) >= indexValueOf(state, pair.base, pair.baseUnit);
}
