/**
 * Order lists that ended, as they are kept: what each was, and from when to when. Its orders are records of their own, under the ids
 * behind its own (SPOT-LIST-7), and ended before it or with it. Rule HIST-LIST-1.
 */
import { oneOf, type RecordOf, record, text, uint } from "../../core/base/records/record.ts";
import type { Area } from "../../core/engine/ledger/area.ts";
import { LIST_KINDS, type OrderListEnded } from "../../core/engine/orders/order-lists.ts";
import { owner } from "./public-records.ts";

const endedListFields = {
  id: uint,
  ...owner,
  kind: oneOf(...LIST_KINDS),
  /** As its user named it; "" where it has no name. */
  name: text,
  placedAtMs: uint,
  endedAtMs: uint,
};
export type EndedList = RecordOf<typeof endedListFields>;
export const endedListRecord = record(endedListFields);

export function endedListOf(ended: OrderListEnded): EndedList {
  const { id, user, pair: market, kind, clientId: name, placedAtMs, timeMs: endedAtMs } = ended;
  return { id, area: "spot", user, market, kind, name, placedAtMs, endedAtMs };
}

/** HIST-LIST-2: the newest ended list of a user that bore a name; one of another market is none. */
export interface ListNameQuery {
  readonly kind: "list_name";
  readonly area: Area;
  readonly user: number;
  readonly market: number;
  readonly name: string;
}
