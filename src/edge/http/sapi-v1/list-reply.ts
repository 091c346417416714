/** Order lists as the contract has them, open or ended. Rules SPOT-LIST-7, SPOT-LIST-16, HIST-LIST-1. */
import type { ValueOf } from "../../../contract/field.ts";
import { KEPT_LIST, LIST_STATUSES, LIST_TYPES } from "../../../contract/pairs/order-lists.ts";
import { writerOf } from "../../../contract/writer.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import { type OrderList, orderIdsOf } from "../../../core/engine/orders/order-lists.ts";
import type { EndedList } from "../../../runtime/history/list-records.ts";

const listText = writerOf(KEPT_LIST);

/** The fields of a list as its row tells it. */
export type KeptList = ValueOf<typeof KEPT_LIST>;

export function namesOf(
  { name: symbol }: Pair,
  { id, clientId }: Pick<OrderList, "id" | "clientId">,
) {
  return { orderListId: id, listClientOrderId: clientId === "" ? undefined : clientId, symbol };
}

type Placed = Pick<OrderList, "id" | "clientId" | "kind" | "placedAtMs">;

/** SPOT-LIST-16: a list of which an order is open. */
export function openKeptOf(pair: Pair, list: Placed & { readonly areLegsLive: boolean }): KeptList {
  const { areLegsLive: legsLive } = list;
  return { ...keptOf(pair, list), listStatus: LIST_STATUSES.open, legsLive };
}

/** One of which none is. */
export function endedKeptOf(pair: Pair, list: Placed, endTime: number): KeptList {
  return { ...keptOf(pair, list), listStatus: LIST_STATUSES.ended, endTime };
}

function keptOf(pair: Pair, list: Placed) {
  return {
    ...namesOf(pair, list),
    listType: LIST_TYPES[list.kind],
    transactTime: list.placedAtMs,
    legsLive: undefined,
    endTime: undefined,
    orderIds: orderIdsOf(list),
  };
}

/** As a row of the history. */
export function writeEndedList(pair: Pair, { name: clientId, ...list }: EndedList): string {
  return listText(endedKeptOf(pair, { ...list, clientId }, list.endedAtMs));
}

/** Reads what `writeEndedList` has written. */
export function keptListIn(row: string): KeptList {
  return JSON.parse(row);
}
