/**
 * Canceling futures orders, resting and waiting alike: one by its owner, all of them, by the
 * operator, by a delisting. Rules FUT-CANCEL-1, FUT-CANCEL-2, FUT-STATE-3, FUT-CONTRACT-4.
 */

import { accept, reject } from "../../../base/outcome.ts";
import type { DeclaredOutcome } from "../../../base/records/command.ts";
import { type DelistContract, findContract } from "../../catalogue/contract.ts";
import { setContractStatus } from "../../catalogue/list-contract.ts";
import { findOpen, notOpen, openRowsOf, shownClientId } from "../../orders/open-orders.ts";
import type { CancelByOperator } from "../../orders/order-commands.ts";
import { NO_ORDER, type OrderRow } from "../../orders/order-rows.ts";
import type { FuturesContext } from "../futures.ts";
import type { CancelAllFutures, CancelFuturesOrder } from "../futures-commands.ts";
import type { ContractMarket, FuturesState } from "../futures-state.ts";
import { oldestSince } from "../triggers.ts";
import { cancelOpen } from "./end-futures-order.ts";

export function cancelFutures(
  state: FuturesState,
  { user, contract, order: asked, clientId }: CancelFuturesOrder,
  context: FuturesContext,
): DeclaredOutcome<typeof CancelFuturesOrder> {
  if (!findContract(state.catalogue, contract)) return reject("contract_not_found");
  const named = { user, area: "futures", market: contract, order: asked, clientId } as const;
  const order = findOpen(state.orders, named);
  if (order === NO_ORDER) return notOpen(state.orders, named, context.timeMs);

  cancelOpen(state, order, context, { isOwnCancel: true });
  const { rows } = state.orders.byId;
  return accept({ orderId: rows.id(order), clientId: shownClientId(rows, order), user });
}

/** FUT-CANCEL-2: all open orders of the user, newest first, of one contract or of all. */
export function cancelAllFutures(
  state: FuturesState,
  { user, contract }: CancelAllFutures,
  context: FuturesContext,
): DeclaredOutcome<typeof CancelAllFutures> {
  if (contract !== 0 && !findContract(state.catalogue, contract)) {
    return reject("contract_not_found");
  }
  const { rows } = state.orders.byId;
  const own = [...openRowsOf(state.orders, { area: "futures", user })];
  const meant = own.filter((order) => contract === 0 || rows.market(order) === contract);
  for (const order of meant) cancelOpen(state, order, context, { isOwnCancel: true });
  return accept({ canceled: meant.length });
}

/** FUT-STATE-3 */
export function cancelFuturesByOperator(
  state: FuturesState,
  { order: id }: CancelByOperator,
  context: FuturesContext,
): DeclaredOutcome<typeof CancelByOperator> {
  const { rows } = state.orders.byId;
  const order = state.orders.byId.find(id);
  if (order === NO_ORDER) return reject("order_not_open", { had: `${id}`, needed: "" });

  cancelOpen(state, order, context);
  return accept({ orderId: id, clientId: shownClientId(rows, order), user: rows.user(order) });
}

/** The most orders that one command of a delisting cancels, so that it does not hold up the sequencer. */
export const CONTRACT_DELIST_STEP = 500;

/** FUT-CONTRACT-4: only without positions; every order goes, in steps, bids first, waiting last. */
export function delistContract(
  state: FuturesState,
  { contract: id }: DelistContract,
  context: FuturesContext,
): DeclaredOutcome<typeof DelistContract> {
  const contract = findContract(state.catalogue, id);
  const market = state.futures.markets[id - 1];
  if (!contract || !market) return reject("contract_not_found");
  if (market.positions.size > 0) return reject("positions_open");

  let next = nextOf(state, market);
  for (let count = 0; next !== NO_ORDER && count < CONTRACT_DELIST_STEP; count++) {
    cancelOpen(state, next, context);
    next = nextOf(state, market);
  }
  const status = next === NO_ORDER ? "delisted" : "delisting";
  return contract.status === status
    ? accept({ contract: id })
    : setContractStatus(state.catalogue, { contract: id, status }, context);
}

function nextOf({ orders }: FuturesState, { book, triggers }: ContractMarket): OrderRow {
  const level = book.bids.best ?? book.asks.best;
  return level ? level.first : oldestSince(triggers, Number.MAX_SAFE_INTEGER, orders.byId);
}
