/**
 * Canceling futures orders, resting and waiting alike: one by its owner, all of them, by the
 * operator, by a delisting. Rules FUT-CANCEL-1, FUT-CANCEL-2, FUT-STATE-3, FUT-CONTRACT-4.
 */
import type { DeclaredOutcome } from "../../../base/command.ts";
import { accept, reject } from "../../../base/outcome.ts";
import { type DelistContract, findContract } from "../../catalogue/contract.ts";
import { setContractStatus } from "../../catalogue/list-contract.ts";
import { openOrdersOf, orderIdNamed } from "../../orders/open-orders.ts";
import { clientIdOf, type Order } from "../../orders/order.ts";
import type { CancelByOperator } from "../../orders/order-commands.ts";
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
  const name = { user, area: "futures" as const, clientId, nameHash: 0 };
  const id = asked || orderIdNamed(state.orders, name, context.timeMs);
  const order = state.orders.byId.get(id);
  const isOwn = order?.user === user && order.area === "futures" && order.market === contract;
  // SPOT-CLIENT-6: the server's id names no order to which its user gave a client id.
  const isNamed = isOwn && (asked !== 0 || clientIdOf(order) === clientId);
  if (!isNamed) return reject("order_not_open", { had: `${id}`, needed: "" });

  cancelOpen(state, order, context, true);
  return accept({ orderId: order.id, clientId: clientIdOf(order), user });
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
  const own = [...openOrdersOf(state.orders, { area: "futures", user })];
  const meant = own.filter(({ market: pair }) => contract === 0 || pair === contract);
  for (const order of meant) cancelOpen(state, order, context, true);
  return accept({ canceled: meant.length });
}

/** FUT-STATE-3 */
export function cancelFuturesByOperator(
  state: FuturesState,
  { order: id }: CancelByOperator,
  context: FuturesContext,
): DeclaredOutcome<typeof CancelByOperator> {
  const order = state.orders.byId.get(id);
  if (!order) return reject("order_not_open", { had: `${id}`, needed: "" });

  cancelOpen(state, order, context);
  return accept({ orderId: order.id, clientId: clientIdOf(order), user: order.user });
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

  let count = 0;
  for (let order = nextOf(market); order && count < CONTRACT_DELIST_STEP; order = nextOf(market)) {
    cancelOpen(state, order, context);
    count++;
  }
  const status = nextOf(market) ? "delisting" : "delisted";
  return contract.status === status
    ? accept({ contract: id })
    : setContractStatus(state.catalogue, { contract: id, status }, context);
}

function nextOf({ book, triggers }: ContractMarket): Order | undefined {
  return (
    (book.bids.best ?? book.asks.best)?.first ?? oldestSince(triggers, Number.MAX_SAFE_INTEGER)
  );
}
