/**
 * The part of a snapshot that has the open orders on pairs. They are read into rows first, and entered afterwards: forward all at
 * once, backward one by one, which must give the same state. Rules LOG-SNAP-1, LOG-SNAP-3.
 */
import { assert } from "../../base/assert.ts";
import type { ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import { type Book, placeOf, restOrder } from "../book/book.ts";
import { SideFilling } from "../book/side-filling.ts";
import { addHidden } from "../book/slices.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { enterAll } from "../orders/enter-all.ts";
import { enterOrder } from "../orders/open-orders.ts";
import type { PairArea } from "../orders/order.ts";
import type { OrderRow, OrderRows } from "../orders/order-rows.ts";
import {
  type OrdersForm,
  readInstructed,
  readOrder,
  writeInstructed,
  writeOrder,
} from "../orders/stored-order.ts";
import { countExpectedLock, expectWaiting } from "../spot/count-expected-lock.ts";
import { addStop } from "../spot/stops.ts";
import type { ExchangeState } from "../state.ts";

/** The order in which maps and lists are filled: the state must not depend on it. */
export type FillDirection = "forward" | "backward";

interface ReadForm {
  readonly form: OrdersForm;
  readonly direction: FillDirection;
}

interface WrittenOrders extends Pick<ReadForm, "form"> {
  /** By id. */
  readonly orders: readonly OrderRow[];
}

export function writeOrders(
  out: ByteWriter,
  rows: OrderRows,
  { orders, form }: WrittenOrders,
): void {
  out.uint(orders.length);
  for (const order of orders) {
    writeOrder(out, rows, order);
    writeInstructed(out, rows, order, form);
  }
}

export function readOrders(from: ByteReader, state: ExchangeState, as: ReadForm): void {
  const orders = readRows(from, state.orders.byId.rows, as);
  for (const order of orders) if (!isPending(state, order)) lockAgain(state, order);
  if (as.direction === "forward") enterAtOnce(state, orders);
  else enterOneByOne(state, orders);
}

/** The orders in the order in which they are entered. */
function readRows(from: ByteReader, rows: OrderRows, { form, direction }: ReadForm): OrderRow[] {
  const count = from.uint();
  assert(from.offset + count <= from.end, "an order has at least a byte");
  const orders = rows.addEmpty(count);
  for (let read = 0; read < count; read++) {
    const order = orders[direction === "forward" ? read : count - 1 - read] as OrderRow;
    readOrder(from, rows, order);
    readInstructed(from, rows, order, form);
  }
  rows.clientIds.endStored();
  return orders;
}

/** SPOT-LIST-11: a leg that is not live has locked nothing, and stands nowhere. */
function isPending({ orders }: ExchangeState, order: OrderRow): boolean {
  return orders.byId.rows.instructions(order)?.isPending === true;
}

/** Its wallet is to have its money locked. */
function lockAgain(state: ExchangeState, order: OrderRow): void {
  const { orders, catalogue, ledger } = state;
  const { rows } = orders.byId;
  const pair = catalogue.pairs[rows.market(order) - 1] as Pair;
  const asset = rows.side(order) === "buy" ? pair.quote : pair.base;
  const area = rows.area(order) as PairArea;
  rows.setWallet(order, ledger.wallets.open(area, rows.user(order), asset));
  if (isWaiting(rows, order)) expectWaiting(state, order);
  else countExpectedLock(state, order, rows.unfilled(order));
}

function isWaiting(rows: OrderRows, order: OrderRow): boolean {
  return rows.instructions(order)?.isWaiting === true;
}

interface BookFilling {
  readonly bids: SideFilling;
  readonly asks: SideFilling;
}

function enterAtOnce(state: ExchangeState, orders: readonly OrderRow[]): void {
  const { rows } = state.orders.byId;
  enterAll(state.orders, orders);
  const fillings: BookFilling[] = state.books.map((book) => ({
    bids: new SideFilling(rows, book.bids),
    asks: new SideFilling(rows, book.asks),
  }));
  const ranked: OrderRow[] = [];
  for (const order of orders) {
    const instructions = rows.instructions(order);
    if (instructions?.isPending) continue;
    if (instructions?.isWaiting) {
      addStop(state.stops, order);
      continue;
    }
    if (instructions?.hidden) hideAgain(state, order);
    if (instructions?.rank) ranked.push(order);
    else {
      const { bids, asks } = fillings[rows.market(order) - 1] as BookFilling;
      if (rows.side(order) === "buy") bids.rest(order);
      else asks.rest(order);
    }
  }
  for (const { bids, asks } of fillings) {
    bids.end();
    asks.end();
  }
  // SPOT-STOP-5: each joins its level behind all that stand before it, so that no level is walked.
  ranked.sort((one, other) => placeOf(rows, one) - placeOf(rows, other));
  for (const order of ranked) rest(state, order);
}

function enterOneByOne(state: ExchangeState, orders: readonly OrderRow[]): void {
  const { rows } = state.orders.byId;
  for (const order of orders) {
    enterOrder(state.orders, order);
    if (isPending(state, order)) continue;
    if (isWaiting(rows, order)) addStop(state.stops, order);
    else {
      hideAgain(state, order);
      rest(state, order);
    }
  }
}

/** SPOT-ICE-2 */
function hideAgain({ books, orders }: ExchangeState, order: OrderRow): void {
  const { rows } = orders.byId;
  const hidden = rows.hidden(order);
  if (hidden > 0) addHidden(books[rows.market(order) - 1] as Book, order, hidden);
}

function rest({ books, orders }: ExchangeState, order: OrderRow): void {
  restOrder(books[orders.byId.rows.market(order) - 1] as Book, order);
}
