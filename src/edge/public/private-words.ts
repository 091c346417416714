/**
 * What the private channels of `/ws` say in the words of the REST API: the rows of its order queries
 * and histories, each with its area.
 */

import { USER_CONFIG } from "../../contract/futures/accounts.ts";
import {
  MY_DELISTED,
  MY_FUTURES_ENTRY,
  MY_FUTURES_ORDER,
  MY_FUTURES_TRADE,
  MY_LIST,
  MY_MARGIN,
  MY_MARGIN_ENTRY,
  MY_PAIR_ORDER,
  MY_PAIR_TRADE,
  MY_SPOT_ENTRY,
} from "../../contract/streams/private-rows.ts";
import { joinedRecords, writerOf } from "../../contract/writer.ts";
import { assert } from "../../core/base/assert.ts";
import type { Catalogue, Pair } from "../../core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../core/engine/catalogue/contract.ts";
import { AREAS, type Area } from "../../core/engine/ledger/area.ts";
import { openRowsOf } from "../../core/engine/orders/open-orders.ts";
import type { PairArea } from "../../core/engine/orders/order.ts";
import { type OrderDetails, orderRested } from "../../core/engine/orders/order-events.ts";
import { openListsOfUser } from "../../core/engine/read/order-lists.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { UserRecord } from "../../runtime/history/history.ts";
import { recordOf } from "../../runtime/history/records-of.ts";
import { type EntryWriters, writeEntry } from "../http/dialect/entry-rows.ts";
import { listedContracts } from "../http/fapi-v1/contract-name.ts";
import {
  tradeOf as contractTradeOf,
  endedOrderOf as endedContractOrderOf,
} from "../http/fapi-v1/history-rows.ts";
import { openOf as openContractOrderOf } from "../http/fapi-v1/order-reply.ts";
import { configOf } from "../http/fapi-v1/user-config.ts";
import { levelOf } from "../http/sapi-v1/account.ts";
import {
  endedOrderOf as endedPairOrderOf,
  tradeOf as pairTradeOf,
} from "../http/sapi-v1/history-rows.ts";
import { endedKeptOf, openKeptOf } from "../http/sapi-v1/list-reply.ts";
import { openOf as openPairOrderOf } from "../http/sapi-v1/order-reply.ts";
import type { ListStanding } from "../ws/private/list-standing.ts";
import type {
  MyEntryText,
  MyListText,
  MyOrderText,
  MyTradeText,
  PrivateWords,
} from "../ws/private/private-words.ts";
import { restText } from "../ws/rest-text.ts";
import { balancesOf, positionsOf } from "./account-rows.ts";

const pairOrderText = writerOf(MY_PAIR_ORDER);
const futuresOrderText = writerOf(MY_FUTURES_ORDER);
const listText = writerOf(MY_LIST);
const pairTradeText = writerOf(MY_PAIR_TRADE);
const futuresTradeText = writerOf(MY_FUTURES_TRADE);
const configText = writerOf(USER_CONFIG);
const marginText = writerOf(MY_MARGIN);
const spotEntryText = writerOf(MY_SPOT_ENTRY);
const marginEntryText = writerOf(MY_MARGIN_ENTRY);
const futuresEntryText = writerOf(MY_FUTURES_ENTRY);
const ENTRY_WRITERS: EntryWriters = {
  spot: (entry) => spotEntryText({ area: "spot", ...entry }),
  margin: (entry) => marginEntryText({ area: "margin", ...entry }),
  futures: (entry) => futuresEntryText({ area: "futures", ...entry }),
};
const DELISTED = writerOf(MY_DELISTED)({ delisted: true });

export function privateWords(state: ExchangeState): PrivateWords {
  const { catalogue } = state;
  return {
    openOrdersOf(user) {
      const { rows } = state.orders.byId;
      return AREAS.flatMap((area) => {
        const open = [...openRowsOf(state.orders, { area, user })].reverse();
        return open.map((order) => orderRested(rows, order));
      });
    },
    openOrder: (order) => openText(catalogue, order),
    endedOrder: (event) => endedText(catalogue, recordOf(event, "order")),
    openListsOf: (user) =>
      openListsOfUser(state, user).map(({ orders: _, ...list }) => ({
        ...list,
        endedAtMs: undefined,
      })),
    orderList: (list) => listTextOf(catalogue, list),
    ownTrade: (event, side) => tradeText(catalogue, recordOf(event, side)),
    ledgerEntry: (entry) => writeEntry(ENTRY_WRITERS, catalogue, entry) as MyEntryText,
    balancesOf: (user) => balancesOf(state, user),
    positionsOf: (user) => positionsOf(state, user),
    endedPosition: (told) => restText(told.replace(VOLUME, '"volume":"0"')),
    configsOf: (user) =>
      new Map(
        listedContracts(state).map((contract) => [
          contract.name,
          configText(configOf(state, { user, contract })),
        ]),
      ),
    endedConfig: (told) => joinedRecords(told, DELISTED),
    marginOf: (user) => marginText(levelOf(state, user)),
  };
}

const VOLUME = /"volume":"[0-9]+"/;

/** The order as it stands now. */
function openText(catalogue: Catalogue, order: OrderDetails): MyOrderText {
  const { area } = order;
  if (area === "futures") {
    return futuresOrderText({ area, ...openContractOrderOf(contractOf(catalogue, order), order) });
  }
  return pairOrderText({ area, ...openPairOrderOf(pairOf(catalogue, order), order) });
}

function endedText(catalogue: Catalogue, ended: UserRecord): MyOrderText {
  if (ended.kind === "futures_order") {
    const order = endedContractOrderOf(contractOf(catalogue, ended.record), ended.record);
    return futuresOrderText({ area: "futures", ...order });
  }
  assert(ended.kind === "order", "what is told here is an order");
  const area = pairAreaOf(ended.record);
  return pairOrderText({
    area,
    ...endedPairOrderOf(pairOf(catalogue, ended.record), ended.record),
  });
}

function listTextOf({ pairs }: Catalogue, list: ListStanding): MyListText {
  const pair = pairs[list.pair - 1] as Pair;
  const { endedAtMs } = list;
  const kept =
    endedAtMs === undefined ? openKeptOf(pair, list) : endedKeptOf(pair, list, endedAtMs);
  return listText({ area: "spot", ...kept });
}

function tradeText(catalogue: Catalogue, traded: UserRecord): MyTradeText {
  if (traded.kind === "futures_trade") {
    const trade = contractTradeOf(contractOf(catalogue, traded.record), traded.record);
    return futuresTradeText({ area: "futures", ...trade });
  }
  assert(traded.kind === "trade", "what is told here is a trade");
  const area = pairAreaOf(traded.record);
  const trade = pairTradeOf(catalogue, pairOf(catalogue, traded.record), traded.record);
  return pairTradeText({ area, ...trade });
}

function pairAreaOf({ area }: { readonly area: Area }): PairArea {
  assert(area !== "futures", "futures have records of other kinds");
  return area;
}

/** What has an order or a trade was listed, and nothing that was listed leaves the catalogue. */
function pairOf({ pairs }: Catalogue, { market }: { readonly market: number }): Pair {
  return pairs[market - 1] as Pair;
}

function contractOf({ contracts }: Catalogue, { market }: { readonly market: number }): Contract {
  return contracts[market - 1] as Contract;
}
