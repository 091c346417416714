/**
 * The draft: a new order on a pair from its first check to its row. The checks fill it and refuse, the steps of its acceptance
 * read it, and nothing of it is kept. The exchange has one, which each order fills anew; the orders of a batch have drafts of
 * their own, since all are checked before the first is placed.
 */

import type { Pair, PairId } from "../catalogue/catalogue.ts";
import type { Area } from "../ledger/area.ts";
import { NO_WALLET, type Wallet } from "../ledger/ledger.ts";
import { newOrder, type Order } from "../orders/order.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { type Lock, lockedAsset, lockOf } from "./order-value.ts";

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

export interface OrderDraft extends Writable<Order> {
  /** What it sets aside. */
  readonly lock: Writable<Lock>;
  /** Which pays for it, once the check of its money has found that; `NO_WALLET` before. */
  wallet: Wallet;
  /** Its row, as soon as it has one. */
  order: OrderRow;
  /** The last price before the command (SPOT-BAND-3); 0 where no range stops the order. */
  reference: number;
  /** A forced order is not stopped by its user's own (MARG-LIQ-4). */
  isForced: boolean;
  /** It comes to the book later than its id was given: its place is behind all that rest (SPOT-STOP-5). */
  isLate: boolean;
}

/** What a draft is begun with. */
type DraftTerms = Pick<Order, "user" | "side" | "kind" | "clientId"> & { readonly pair: PairId };

export function newDraft(): OrderDraft {
  const order = newOrder({ user: 0, area: "spot", market: 0, side: "buy", ticks: 0, lots: 0 });
  return {
    ...order,
    lock: { asset: 0, amount: 0 },
    wallet: NO_WALLET,
    order: NO_ORDER,
    reference: 0,
    isForced: false,
    isLate: false,
  };
}

/** All fields of the order before are gone; what the order asks for is filled in by its checks. */
export function beginDraft(draft: OrderDraft, terms: DraftTerms, area: Area): void {
  draft.id = 0;
  draft.user = terms.user;
  draft.area = area;
  draft.market = terms.pair;
  draft.side = terms.side;
  draft.kind = terms.kind;
  draft.clientId = terms.clientId;
  draft.nameHash = 0;
  draft.ticks = 0;
  draft.budget = 0n;
  draft.instructions = undefined;
  draft.wallet = NO_WALLET;
  draft.order = NO_ORDER;
  draft.isForced = false;
  draft.isLate = false;
  askFor(draft, 0);
}

/** The draft of an order that has its row already: a stop that is triggered, a leg that goes live. */
export function draftAgain(draft: OrderDraft, rows: OrderRows, order: OrderRow): void {
  Object.assign(draft, rows.orderAt(order));
  draft.order = order;
  draft.reference = 0;
  draft.isForced = false;
  draft.isLate = true;
}

/** What is left of it after its trades, and what it has traded. */
export function countTrades(draft: OrderDraft, rows: OrderRows): void {
  draft.remaining = rows.remaining(draft.order);
  draft.executed = rows.executed(draft.order);
}

/** It asks for so many lots. */
export function askFor(draft: OrderDraft, lots: number): void {
  draft.lots = lots;
  draft.remaining = lots;
  draft.executed = 0;
}

/** Once all that it asks for is known. */
export function setLock(draft: OrderDraft, pair: Pair): void {
  draft.lock.asset = lockedAsset(pair, draft);
  draft.lock.amount = lockOf(pair, draft);
}
