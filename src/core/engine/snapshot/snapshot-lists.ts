/** The part of a snapshot that has the order lists; their orders are there before them. Rules LOG-SNAP-1, SPOT-LIST-8. */
import { assert } from "../../base/assert.ts";
import type { ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import { list as listOf } from "../../base/records/record.ts";
import { minus } from "../../money/amount.ts";
import {
  enterList,
  legIdsOf,
  listRecord,
  type OrderList,
  orderIdsOf,
} from "../orders/order-lists.ts";
import { NO_ORDER, type OrderRow } from "../orders/order-rows.ts";
import { sharedBy } from "../spot/end-order.ts";
import type { ExchangeState } from "../state.ts";
import type { FillDirection } from "./snapshot-orders.ts";

const lists = listOf(listRecord);

/** By id. */
export function writeLists(out: ByteWriter, state: ExchangeState): void {
  const all = [...state.lists.byId.values()];
  lists.write(
    out,
    all.sort((one, other) => one.id - other.id),
  );
}

export function readLists(from: ByteReader, state: ExchangeState, direction: FillDirection): void {
  const all = lists.read(from);
  for (const list of direction === "forward" ? all : all.toReversed()) {
    const open = orderIdsOf(list).filter((id) => state.orders.byId.find(id) !== NO_ORDER).length;
    assert(open > 0, "an open list has an open order");
    enterList(state.lists, { ...list, open });
    if (list.stage === "both") shareAgain(state, { ...list, open });
  }
}

/** Each leg counts what it needs; both have locked the larger need. */
function shareAgain(state: ExchangeState, list: OrderList): void {
  const { byId } = state.orders;
  const [one, other] = legIdsOf(list).map((id) => byId.find(id)) as [OrderRow, OrderRow];
  const shared = sharedBy(state, [one, other]);
  state.ledger.wallets.addExpectedLock(byId.rows.wallet(one), minus(0, shared));
}
