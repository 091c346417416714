/**
 * What a margin account has and owes, asset by asset and in all, at index prices. Values are whole
 * numbers of 10^-48 USDT, so that nothing is ever rounded: 18 decimals of the price, up to 18 of the
 * asset and 12 of the interest rate. Rules MARG-LEVEL-1, MARG-LEVEL-2.
 */
import { tenTo } from "../../money/decimal.ts";
import { type Asset, type AssetId, VALUE_ASSET } from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import { indexPriceOf, isIndexStale } from "../prices/index-prices.ts";
import type { UserId } from "../users/users.ts";
import { type Debt, findAccount } from "./account.ts";
import { INTEREST_ONE, interestOf } from "./loans.ts";
import type { MarginState } from "./margin.ts";

const SCALE_MAX = 18;

/** One USDT as a value. */
export const VALUE_ONE: bigint = tenTo(48);

/** One asset of an account. Amounts are in 10^-30 of the whole asset: the finest interest. */
export interface ValuedAsset {
  readonly asset: AssetId;
  readonly price: bigint;
  readonly held: bigint;
  readonly owed: bigint;
  /** Whether the price never changes: that of USDT. */
  readonly isFixed: boolean;
}

/** One unit of an asset in 10^-18 of the whole asset. */
export function unitOf({ catalogue }: MarginState, asset: AssetId): bigint {
  const { scale } = catalogue.assets[asset - 1] as Asset;
  return tenTo(SCALE_MAX - scale);
}

/** `units` of an asset in 10^-30 of the whole asset. */
export function fineOf(state: MarginState, asset: AssetId, units: bigint): bigint {
  return units * unitOf(state, asset) * INTEREST_ONE;
}

/** What `units` of an asset are worth. */
export function indexValueOf(state: MarginState, asset: AssetId, units: bigint): bigint {
  return fineOf(state, asset, units) * indexPriceOf(state, asset);
}

/**
 * MARG-INDEX-1: whether loans may rest on the asset's index. One that only follows trades can be set by one
 * user's trades with itself; it counts only if the operator allows it. USDT always has a price.
 */
export function carriesLoans(state: MarginState, asset: AssetId): boolean {
  if (!isInForce(state, "index_sources")) return true;
  const { catalogue, prices } = state;
  if (catalogue.assets[asset - 1]?.name === VALUE_ASSET) return true;
  const hasSource = (prices.index[asset - 1]?.sources.length ?? 0) > 0;
  return hasSource || catalogue.loanTerms[asset - 1]?.tradesMoveMax !== undefined;
}

/** How a number of units of an asset is valued. */
export type Valuing = (state: MarginState, asset: AssetId, units: bigint) => bigint;

/** MARG-INDEX-1: what `units` of an asset are worth as collateral of a loan. */
export const collateralValueOf: Valuing = (state, asset, units) =>
  carriesLoans(state, asset) ? indexValueOf(state, asset, units) : 0n;

/** MARG-INDEX-1: the same holdings, without assets that carry no loan. */
export function collateralOf(state: MarginState, holdings: readonly ValuedAsset[]): ValuedAsset[] {
  return holdings.map((holding) =>
    carriesLoans(state, holding.asset) ? holding : { ...holding, held: 0n },
  );
}

/** Every asset that the user holds or owes in margin, by asset. */
export function holdingsOf(state: MarginState, user: UserId): ValuedAsset[] {
  const { wallets } = state.ledger;
  const debts = findAccount(state.margin, user)?.debts ?? [];
  const holdings: ValuedAsset[] = [];
  let next = 0;
  const addOwedBelow = (asset: AssetId) => {
    for (let debt = debts[next]; debt && debt.asset < asset; debt = debts[++next]) {
      holdings.push(valued(state, debt.asset, 0n, debt));
    }
  };
  for (const wallet of wallets.of("margin", user)) {
    const asset = wallets.assetOf(wallet);
    addOwedBelow(asset);
    const debt = debts[next]?.asset === asset ? debts[next++] : undefined;
    const units = wallets.free(wallet) + wallets.locked(wallet);
    if (units !== 0n || debt) holdings.push(valued(state, asset, units, debt));
  }
  addOwedBelow(Number.POSITIVE_INFINITY);
  return holdings;
}

function valued(
  state: MarginState,
  asset: AssetId,
  units: bigint,
  debt: Debt | undefined,
): ValuedAsset {
  const { margin, catalogue } = state;
  const { scale, name } = catalogue.assets[asset - 1] as Asset;
  const unit = tenTo(SCALE_MAX - scale);
  const owed = debt ? (debt.principal * INTEREST_ONE + interestOf(margin, debt)) * unit : 0n;
  const held = units * unit * INTEREST_ONE;
  const price = indexPriceOf(state, asset);
  return { asset, price, held, owed, isFixed: name === VALUE_ASSET };
}

/** An account in all. */
export interface AccountWorth {
  readonly assets: bigint;
  readonly debt: bigint;
}

/** MARG-LEVEL-1: an asset without a price counts 0. */
export function worthOf(holdings: readonly ValuedAsset[]): AccountWorth {
  let assets = 0n;
  let debt = 0n;
  for (const { price, held, owed } of holdings) {
    assets += held * price;
    debt += owed * price;
  }
  return { assets, debt };
}

/**
 * MARG-LEVEL-2: the first asset because of which nothing may be decided: one that is owed and has no
 * price, or any whose price is stale. 0 when there is none.
 */
export function undecidedBy(
  state: MarginState,
  holdings: readonly ValuedAsset[],
  timeMs: number,
): AssetId {
  for (const { asset, price, owed } of holdings) {
    if (owed > 0n && price === 0n) return asset;
    if (isIndexStale(state, asset, timeMs)) return asset;
  }
  return 0;
}
