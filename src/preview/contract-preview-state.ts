/**
 * A preview state for one futures order: the engine's own state with the contract, the visible book, and this
 * user's account in the margin coin with all its positions, so that cross margin is what it will be.
 * It is made anew for each preview, and nothing of it is ever sent.
 */
import type { Contract as ListedContract } from "../client/client.ts";
import { enterAsset } from "../engine/catalogue/catalogue.ts";
import type { Contract } from "../engine/catalogue/contract.ts";
import {
  addContractAccount,
  newContractAccount,
  setPosition,
} from "../engine/futures/contract-account.ts";
import { newContractMarket } from "../engine/futures/contract-market.ts";
import { profitAt, valueAt, valueUpAt } from "../engine/futures/contract-value.ts";
import type { ContractAccount, ContractMarket } from "../engine/futures/futures-state.ts";
import { newPosition } from "../engine/futures/position.ts";
import { futuresWallet } from "../engine/ledger/ledger.ts";
import type { Side } from "../engine/orders/order.ts";
import { type ExchangeState, emptyState } from "../engine/state.ts";
import { stepsOf, unitsOf } from "../money/decimal.ts";
import { restContractBook } from "./contract-book.ts";
import type {
  ContractMarketView,
  ContractPreviewState,
  HeldPosition,
} from "./contract-market-view.ts";
import { enterListedContract } from "./market-terms.ts";
import { ME, PLENTY } from "./visible-book.ts";

export function setContractPreviewState(marketView: ContractMarketView): ContractPreviewState {
  const { listing, listings, mark, last, leverage, mode } = marketView;
  const state = emptyState();
  const market = listMarket(state, listing);
  market.mark = ticksOf(mark, market.contract);
  market.last = ticksOf(last, market.contract);
  const contractAccount = addContractAccount(state.futures, {
    ...newContractAccount(ME, market),
    leverage,
    mode,
  });
  const previewState: ContractPreviewState = {
    state,
    market,
    contractAccount,
    context: { timeMs: 0, events: [] },
  };
  restContractBook(previewState, marketView);
  const coin = market.contract.marginCoin;
  const wallet = futuresWallet(state.ledger, ME, coin);
  wallet.free =
    marketView.normal === undefined
      ? PLENTY
      : (unitsOf(marketView.normal, market.contract.scale) ?? 0n);
  for (const shown of marketView.positions) {
    const listed = listings.find(({ symbol }) => symbol === shown.contractName);
    if (listed?.marginCoin !== listing.marginCoin) continue;
    holdPosition(previewState, listed, shown);
  }
  return previewState;
}

function ticksOf(price: string, { pricePrecision }: Contract): number {
  return Math.max(stepsOf(price, pricePrecision), 0);
}

/** A contract with its coins and its market; the first one listed has id 1. */
function listMarket(state: ExchangeState, listing: ListedContract): ContractMarket {
  const { catalogue, futures } = state;
  const [, base = "", quote = ""] = listing.symbol.split("-");
  for (const name of [base, quote]) {
    if (catalogue.assetsByName.has(name)) continue;
    const scale = listing.marginCoinPrecision;
    enterAsset(catalogue, { id: catalogue.assets.length + 1, name, scale });
  }
  const id = catalogue.contracts.length + 1;
  const asset = catalogue.assetsByName.get(base);
  const market = newContractMarket(
    enterListedContract(catalogue, listing, { id, base: asset?.id ?? 0 }),
  );
  futures.markets.push(market);
  return market;
}

/** What the user holds, put back into the engine's form. */
function holdPosition(
  previewState: ContractPreviewState,
  listing: ListedContract,
  shown: HeldPosition,
): void {
  const { state, contractAccount: own } = previewState;
  const contractAccount = contractAccountAt(state, listing, shown) ?? own;
  contractAccount.mode = shown.positionType === 1 ? "cross" : "isolated";
  if (contractAccount !== own) contractAccount.leverage = shown.leverageLevel;
  const side: Side = shown.side === "BUY" ? "buy" : "sell";
  const position = newPosition(contractAccount, side, {
    id: ++state.futures.positionIdLast,
    timeMs: 0,
  });
  position.volume = Number(shown.volume);
  position.pending = Number(shown.pendingCloseVolume);
  position.cost = costOf(contractAccount.market.contract, side, shown);
  position.openCost = position.cost;
  position.margin =
    contractAccount.mode === "cross"
      ? 0n
      : moneyOf(contractAccount.market.contract, shown.holdAmount);
  position.isFrozen = shown.freezeLock === 1;
  setPosition(contractAccount, side, position);
  state.futures.positions.add(position);
  contractAccount.market.positions.add(position);
}

/** The contract account at another contract, taken where there is none; undefined for that of the preview state. */
function contractAccountAt(
  state: ExchangeState,
  listing: ListedContract,
  { indexPrice }: HeldPosition,
): ContractAccount | undefined {
  const { futures, catalogue } = state;
  const known = catalogue.contractsByName.get(listing.symbol);
  if (known?.id === 1) return undefined;
  const found =
    known &&
    futures.contractAccounts[ME - 1]?.find(({ market }) => market.contract.id === known.id);
  if (found) return found;
  const market = listMarket(state, listing);
  market.mark = ticksOf(indexPrice, market.contract);
  return addContractAccount(futures, newContractAccount(ME, market));
}

function moneyOf({ scale }: Contract, text: string): bigint {
  return unitsOf(text, scale) ?? 0n;
}

/**
 * The API tells average prices, which are rounded. The cost behind them is exact: it is what the value
 * at the mark was when the profit was told, less that profit (FUT-VALUE-4).
 */
export function costOf(contract: Contract, side: Side, shown: HeldPosition): bigint {
  const lot = { lots: Number(shown.volume), ticks: ticksOf(shown.indexPrice, contract) };
  const profit = moneyOf(contract, shown.unRealizedAmount);
  if (lot.ticks === 0) return moneyOf(contract, shown.positionBalance);
  // Profit at no cost tells which way it counts, and how the value is rounded.
  const atNoCost = profitAt(contract, { side, volume: lot.lots, cost: 0n }, lot.ticks);
  const isUp = atNoCost >= 0n;
  return isUp ? valueAt(contract, lot) - profit : valueUpAt(contract, lot) + profit;
}
