/**
 * What the private channels of `/ws` say in the words of the REST API: the rows of its order queries
 * and histories, each with its area.
 */
import type { ValueOf, Written } from "../contract/field.ts";
import { USER_CONFIG } from "../contract/futures/accounts.ts";
import type { FUTURES_TRADE } from "../contract/futures/history-shapes.ts";
import type { FUTURES_ORDER } from "../contract/futures/order-shapes.ts";
import { ACCOUNT_STATES } from "../contract/pairs/account.ts";
import type { OWN_TRADE } from "../contract/pairs/histories.ts";
import type { ORDER } from "../contract/pairs/order-shapes.ts";
import {
  FUTURES_AREA,
  MY_DELISTED,
  MY_MARGIN,
  PAIR_AREA,
} from "../contract/streams/private-rows.ts";
import { joinedRecords, writerOf } from "../contract/writer.ts";
import type { Pair } from "../engine/catalogue/catalogue.ts";
import type { Contract } from "../engine/catalogue/contract.ts";
import { openRowsOf } from "../engine/orders/open-orders.ts";
import { AREAS, type Area, clientIdOf, openStatusOf } from "../engine/orders/order.ts";
import { type OrderDetails, orderRested } from "../engine/orders/order-events.ts";
import { averagePrice } from "../engine/read/average-price.ts";
import { standingOf } from "../engine/read/margin.ts";
import type { ExchangeState } from "../engine/state.ts";
import { recordOf } from "../history/records-of.ts";
import { listedContracts } from "../http/fapi-v1/contract-name.ts";
import { detailsIn } from "../http/fapi-v1/history-rows.ts";
import { writeOpen } from "../http/fapi-v1/order-reply.ts";
import { configOf } from "../http/fapi-v1/user-config.ts";
import { detailsIn as pairDetailsIn } from "../http/sapi-v1/history-rows.ts";
import { writeOrder } from "../http/sapi-v1/order-reply.ts";
import type { MyOrderText, MyTradeText, PrivateWords } from "../ws/private/private-words.ts";
import { restText } from "../ws/rest-text.ts";
import { balancesOf, positionsOf } from "./account-rows.ts";
import { figuresInQuotes } from "./numbers-as-strings.ts";
import { rowsWriter } from "./rows-writer.ts";

const pairAreaText = writerOf(PAIR_AREA);
const configText = writerOf(USER_CONFIG);
const marginText = writerOf(MY_MARGIN);
const IN_FUTURES = writerOf(FUTURES_AREA)({ area: "futures" });
const DELISTED = writerOf(MY_DELISTED)({ delisted: true });

export function privateWords(state: ExchangeState): PrivateWords {
  const writeRow = rowsWriter(state.catalogue);
  return {
    openOrdersOf(user) {
      const { rows } = state.orders.byId;
      return AREAS.flatMap((area) => {
        const open = [...openRowsOf(state.orders, { area, user })].reverse();
        return open.map((order) => orderRested(rows, order));
      });
    },
    openOrder: (order) => writeOpenOrder(state, order),
    endedOrder(event) {
      const ended = recordOf(event, "order");
      const row = writeRow(ended);
      const { area } = ended.record;
      return area === "futures"
        ? futuresOrder(detailsIn(row))
        : pairOrder(area, pairDetailsIn(row));
    },
    ownTrade(event, side) {
      const traded = recordOf(event, side);
      return ownTrade(traded.record.area, writeRow(traded));
    },
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
    marginOf(user) {
      const { level, state: standing } = standingOf(state, user);
      return marginText({ marginLevel: level, state: ACCOUNT_STATES[standing] });
    },
  };
}

const VOLUME = /"volume":"[0-9]+"/;

function pairOrder(
  area: Exclude<Area, "futures">,
  row: Written<ValueOf<typeof ORDER>>,
): MyOrderText {
  return joinedRecords(pairAreaText({ area }), row);
}

function futuresOrder(row: Written<ValueOf<typeof FUTURES_ORDER>>): MyOrderText {
  return joinedRecords(IN_FUTURES, figuresInQuotes(row));
}

function ownTrade(area: Area, row: string): MyTradeText {
  if (area !== "futures") {
    const trade = restText<ValueOf<typeof OWN_TRADE>>(row);
    return joinedRecords(pairAreaText({ area }), figuresInQuotes(trade));
  }
  const trade = restText<ValueOf<typeof FUTURES_TRADE>>(row);
  return joinedRecords(IN_FUTURES, figuresInQuotes(trade));
}

/** The order as it stands now. */
function writeOpenOrder({ catalogue }: ExchangeState, order: OrderDetails): MyOrderText {
  const { area } = order;
  if (area === "futures") {
    const contract = catalogue.contracts[order.market - 1] as Contract;
    return futuresOrder(writeOpen(contract, order));
  }
  const pair = catalogue.pairs[order.market - 1] as Pair;
  const avgPrice = averagePrice(pair, order);
  const outcome = { clientId: clientIdOf(order), status: openStatusOf(order), avgPrice };
  return pairOrder(area, writeOrder(pair, order, outcome));
}
