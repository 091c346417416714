/** What the checks of a new order ask about its sender beside money, read from the live state. */
import type { Area } from "../../engine/ledger/area.ts";
import { findNameHolder } from "../../engine/orders/client-ids.ts";
import { openCountOf } from "../../engine/orders/open-orders.ts";
import type { ExchangeState } from "../../engine/state.ts";
import { isFrozen } from "../../engine/users/users.ts";
import type { TraderStanding } from "../trader-standing.ts";

/** A new order: of whom, where, and under which name. */
export interface NewOrderSender {
  readonly user: number;
  readonly area: Area;
  readonly market: number;
  readonly clientId: string;
}

export function readStanding(
  { users, orders }: ExchangeState,
  sender: NewOrderSender,
  timeMs: number,
): Required<TraderStanding> {
  const { user, market, clientId, area } = sender;
  const name = { user, area, clientId, nameHash: 0 };
  return {
    isFrozen: isFrozen(users, user),
    openOrders: openCountOf(orders, sender, market),
    namedOrder: clientId === "" ? 0 : findNameHolder(orders, name, timeMs),
    isExchangeFull: orders.byId.size >= orders.openMax,
  };
}
