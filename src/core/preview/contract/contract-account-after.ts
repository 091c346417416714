/** The futures account of the margin coin once an order is placed: money, mode, positions and their ends. */

import { availableOf, crossSumsOf, freeBalanceOf } from "../../engine/futures/account.ts";
import type { Position } from "../../engine/futures/futures-state.ts";
import { positionFieldsOf } from "../../engine/futures/position-fields.ts";
import { balanceOf, futuresWallet } from "../../engine/ledger/ledger.ts";
import type { MarginMode } from "../../engine/orders/order.ts";
import { formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import { ME } from "../visible-book.ts";
import type { HeldPosition } from "./contract-market-view.ts";
import type { ContractPreviewState } from "./contract-preview-state.ts";

export interface PositionAfter extends HeldPosition {
  /** FUT-FIELD-7, not above zero where no price ends it; undefined while there is no mark. */
  readonly liquidationPrice: string | undefined;
}

export interface ContractAccountAfter {
  readonly mode: MarginMode;
  readonly free: string;
  readonly locked: string;
  /** What is free to open with. */
  readonly available: string;
  readonly long: PositionAfter | undefined;
  readonly short: PositionAfter | undefined;
}

export function contractAccountAfter(previewState: ContractPreviewState): ContractAccountAfter {
  const { state, market, contractAccount } = previewState;
  const { marginCoin, scale } = market.contract;
  const wallet = futuresWallet(state.ledger, ME, marginCoin);
  const { free, locked } = balanceOf(state.ledger, wallet);
  const { mode, long, short } = contractAccount;
  return {
    mode,
    free: formatUnits(free, scale),
    locked: formatUnits(locked, scale),
    available: formatUnits(availableOf(state, ME, marginCoin), scale),
    long: long && positionAfter(previewState, long),
    short: short && positionAfter(previewState, short),
  };
}

function positionAfter(previewState: ContractPreviewState, position: Position): PositionAfter {
  const { mark, contract } = previewState.market;
  const { volume, pending, cost, margin, isFrozen } = position;
  const liquidationPrice =
    mark === 0 ? undefined : formatUnits(liquidationPriceOf(previewState, position), RATE_DECIMALS);
  return {
    volume: `${volume}`,
    pending: `${pending}`,
    cost: formatUnits(cost, contract.scale),
    margin: formatUnits(margin, contract.scale),
    isFrozen,
    liquidationPrice,
  };
}

/** FUT-FIELD-7, in 10^-8. */
export function liquidationPriceOf({ state }: ContractPreviewState, position: Position): bigint {
  const { marginCoin } = position.contractAccount.market.contract;
  const free = freeBalanceOf(state, ME, marginCoin);
  const account = { free, ...crossSumsOf(state, ME, marginCoin) };
  return positionFieldsOf(position, account).liquidationPrice;
}
