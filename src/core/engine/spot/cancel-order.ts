/**
 * Cancelling resting orders: by their owner, one or several, by the operator, by a delisting.
 * The engine does not know whether an order that is not open ever was: the public API asks the history.
 * Rules SPOT-CANCEL-1, SPOT-CANCEL-2, SPOT-STATE-10, SPOT-STATE-11, SPOT-BATCH-4, SPOT-DELIST-1.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome } from "../../base/records/command.ts";
import type { Book } from "../book/book.ts";
import { findPair, type PairId } from "../catalogue/catalogue.ts";
import { setStatus } from "../catalogue/list-pair.ts";
import type { Area } from "../ledger/area.ts";
import { findOpen, notOpen } from "../orders/open-orders.ts";
import { clientIdOf, type OrderId } from "../orders/order.ts";
import type { CancelByOperator, Canceled } from "../orders/order-commands.ts";
import { EndsOf, type OrderEnded } from "../orders/order-events.ts";
import { NO_ORDER, type OrderRow } from "../orders/order-rows.ts";
import { cancelResting } from "./end-order.ts";
import {
  BATCH_MAX,
  type CancelBatch,
  type CancelOrder,
  type DelistPair,
  type SpotEvent,
  type SpotState,
} from "./spot.ts";
import { anyStop, trailingOn } from "./stops.ts";

export function cancelOrder(
  state: SpotState,
  command: Pick<CancelOrder, "user" | "pair" | "order" | "clientId">,
  context: CommandContext<SpotEvent>,
  area: Area = "spot",
): DeclaredOutcome<typeof CancelOrder> {
  const { user, pair, clientId } = command;
  if (!findPair(state.catalogue, pair)) return reject("pair_not_found");
  const named = { user, area, market: pair, order: command.order, clientId };
  const order = findOpen(state.orders, named); // SPOT-HALT-2: halted or not; SPOT-STATE-12: what is final stays.
  if (order === NO_ORDER) return notOpen(state.orders, named, context.timeMs);

  return accept(canceledOf(cancelResting(state, order, { isOwnCancel: true }, context))); // SPOT-STATE-10
}

/** What is told of an order that was canceled. */
export function canceledOf(ended: OrderEnded): Canceled {
  return { orderId: ended.id, clientId: clientIdOf(ended), user: ended.user };
}

/** SPOT-BATCH-4: each on its own, in request order; the second of two equal ids fails. */
export function cancelBatch(
  state: SpotState,
  { user, pair, orders }: CancelBatch,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof CancelBatch> {
  if (!findPair(state.catalogue, pair)) return reject("pair_not_found");
  if (orders.length === 0) return reject("batch_empty");
  if (orders.length > BATCH_MAX) return reject("batch_too_large");

  const canceled: OrderId[] = [];
  const failed: OrderId[] = [];
  const events = new EndsOf(orders, context.events);
  for (const id of orders) {
    const named = { user, area: "spot", market: pair, order: id, clientId: "" } as const;
    const order = findOpen(state.orders, named);
    const isOpen = order !== NO_ORDER;
    if (isOpen) cancelResting(state, order, { isOwnCancel: true }, { ...context, events });
    // SPOT-LIST-13: another one of the batch may have ended it with its list.
    const isDone = events.ends.get(id)?.user === user && !canceled.includes(id);
    (isDone ? canceled : failed).push(id);
  }
  return accept({ canceled, failed });
}

/** SPOT-STATE-11 */
export function cancelByOperator(
  state: SpotState,
  command: CancelByOperator,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof CancelByOperator> {
  const order = state.orders.byId.find(command.order);
  if (order === NO_ORDER) return reject("order_not_open", { had: `${command.order}`, needed: "" });

  return accept(canceledOf(cancelResting(state, order, { isOwnCancel: false }, context)));
}

/** The most orders that one command of a delisting cancels, so that it does not hold up the sequencer. */
export const DELIST_STEP = 500;

/** What a delisting cancels next: what rests, then what waits for a price, then what trails one. */
function nextOf({ books, stops, orders }: SpotState, pair: PairId): () => OrderRow {
  const { bids, asks } = books[pair - 1] as Book;
  const { rows } = orders.byId;
  let trailing: OrderRow[] | undefined;
  return () => {
    const placed = (bids.best ?? asks.best)?.first ?? anyStop(stops, pair);
    if (placed !== NO_ORDER) return placed;
    trailing ??= trailingOn(stops, pair);
    // The end of another order of its list may have ended it (SPOT-LIST-10).
    while (trailing.length > 0 && !rows.isOpen(trailing.at(-1) as OrderRow)) trailing.pop();
    return trailing.at(-1) ?? NO_ORDER;
  };
}

/**
 * SPOT-DELIST-1: every resting order goes, in trading order, bids first, then the stops. A large book takes several
 * commands: the pair stays "delisting" until it is empty, and the sequencer sends the next.
 */
export function delistPair(
  state: SpotState,
  { pair: id }: DelistPair,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof DelistPair> {
  const pair = findPair(state.catalogue, id);
  if (!pair) return reject("pair_not_found");

  const next = nextOf(state, id);
  for (let count = 0; count < DELIST_STEP && next() !== NO_ORDER; count++) {
    cancelResting(state, next(), { isOwnCancel: false }, context);
  }
  const status = next() === NO_ORDER ? "delisted" : "delisting";
  return pair.status === status
    ? accept({ pair: id })
    : setStatus(state.catalogue, { pair: id, status }, context);
}
