/**
 * A preview state for one futures order: the engine's own state with the contract, the visible book, and this
 * user's account in the margin coin with all its positions, so that cross margin is what it will be.
 * It is made anew for each preview, and nothing of it is ever sent.
 */

import type { Contract } from "../../engine/catalogue/contract.ts";
import { enterContractFees } from "../../engine/catalogue/user-fees.ts";
import {
  addContractAccount,
  newContractAccount,
  setPosition,
} from "../../engine/futures/contract-account.ts";
import { newContractMarket } from "../../engine/futures/contract-market.ts";
import type { ContractAccount, ContractMarket } from "../../engine/futures/futures-state.ts";
import { newPosition } from "../../engine/futures/position.ts";
import { futuresWallet, houseOf } from "../../engine/ledger/ledger.ts";
import type { Side } from "../../engine/orders/order.ts";
import type { ExchangeState } from "../../engine/state.ts";
import { stepsOf } from "../../money/decimal.ts";
import { type ContractTerms, enterContractTerms, feeRatesOf, moneyOf } from "../market-terms.ts";
import { enterStanding, newPreviewState, timeOf } from "../trader-standing.ts";
import { ME, PLENTY } from "../visible-book.ts";
import { restContractBook } from "./contract-book.ts";
import type {
  ContractAccountView,
  ContractMarketView,
  HeldPosition,
} from "./contract-market-view.ts";

export interface ContractPreviewState {
  readonly state: ExchangeState;
  readonly market: ContractMarket;
  readonly contractAccount: ContractAccount;
  readonly context: { readonly timeMs: number; readonly events: object[] };
}

export function setContractPreviewState(
  view: ContractMarketView,
  clientId = "",
): ContractPreviewState {
  const { standing = {}, balance } = view;
  const state = newPreviewState(standing, view);
  const market = listMarket(state, view);
  const { marginCoin, scale } = market.contract;
  market.last = ticksOf(view.last, market.contract);
  if (view.fees) {
    const own = { contract: market.contract.id, user: ME, fees: feeRatesOf(view.fees) };
    enterContractFees(state.catalogue.userFees, own);
  }
  const contractAccount = enterAccount(state, market, view.account);
  const timeMs = timeOf(view);
  const context = { timeMs, events: [] };
  const previewState: ContractPreviewState = { state, market, contractAccount, context };
  restContractBook(previewState, view.book);
  for (const other of view.others) enterAccount(state, listMarket(state, other), other);
  enterStanding(state, standing, { area: "futures", clientId, timeMs });
  houseOf(state.ledger, marginCoin).fee =
    view.feeHeld === undefined ? PLENTY : moneyOf(view.feeHeld, scale);
  state.ledger.wallets.set(futuresWallet(state.ledger, ME, marginCoin), {
    free: balance ? moneyOf(balance.free, scale) : PLENTY,
    locked: balance?.locked === undefined ? undefined : moneyOf(balance.locked, scale),
  });
  return previewState;
}

function ticksOf(price: string, { pricePrecision }: Contract): number {
  return Math.max(stepsOf(price, pricePrecision), 0);
}

/** A contract with its coins and its market; the first one listed has id 1. */
export function listMarket(
  { catalogue, futures, orders }: ExchangeState,
  { terms, mark }: { readonly terms: ContractTerms; readonly mark: string },
): ContractMarket {
  const market = newContractMarket(enterContractTerms(catalogue, terms), orders.byId.rows);
  market.mark = ticksOf(mark, market.contract);
  futures.markets.push(market);
  return market;
}

function enterAccount(
  { futures }: ExchangeState,
  market: ContractMarket,
  { leverage, mode, long, short }: ContractAccountView,
): ContractAccount {
  const contractAccount = addContractAccount(futures, {
    ...newContractAccount(ME, market),
    leverage,
    mode,
  });
  if (long) holdPosition(futures, contractAccount, "buy", long);
  if (short) holdPosition(futures, contractAccount, "sell", short);
  return contractAccount;
}

/** What the user holds, put back into the engine's form. */
function holdPosition(
  futures: ExchangeState["futures"],
  contractAccount: ContractAccount,
  side: Side,
  held: HeldPosition,
): void {
  const { market } = contractAccount;
  const { scale } = market.contract;
  const id = ++futures.positionIdLast;
  const position = newPosition(contractAccount, side, { id, timeMs: 0 });
  position.volume = Number(held.volume);
  position.pending = Number(held.pending);
  position.cost = moneyOf(held.cost, scale);
  position.openCost = position.cost;
  position.margin = moneyOf(held.margin, scale);
  position.isFrozen = held.isFrozen;
  setPosition(contractAccount, side, position);
  futures.positions.add(position);
  market.positions.add(position);
}
