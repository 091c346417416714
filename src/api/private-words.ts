/**
 * What the private channels of `/ws` say in the words of the REST API: the rows of its order queries
 * and histories, each with its area.
 */
import { USER_CONFIG } from "../contract/futures/accounts.ts";
import { ACCOUNT_STATES } from "../contract/pairs/account.ts";
import { writerOf } from "../contract/writer.ts";
import type { Pair } from "../engine/catalogue/catalogue.ts";
import type { Contract } from "../engine/catalogue/contract.ts";
import { openRowsOf } from "../engine/orders/open-orders.ts";
import { AREAS, type Area, clientIdOf, openStatusOf } from "../engine/orders/order.ts";
import { type OrderDetails, orderRested } from "../engine/orders/order-events.ts";
import { averagePrice } from "../engine/read/average-price.ts";
import { standingOf } from "../engine/read/margin.ts";
import type { ExchangeState } from "../engine/state.ts";
import type { HistoryRecord } from "../history/history.ts";
import { recordOf } from "../history/records-of.ts";
import { jsonObject, jsonText } from "../http/dialect/json-text.ts";
import { listedContracts } from "../http/fapi-v1/contract-name.ts";
import { detailsIn } from "../http/fapi-v1/history-rows.ts";
import { writeOpen } from "../http/fapi-v1/order-reply.ts";
import { configOf } from "../http/fapi-v1/user-config.ts";
import { detailsIn as pairDetailsIn } from "../http/sapi-v1/history-rows.ts";
import { writeOrder } from "../http/sapi-v1/order-reply.ts";
import type { PrivateWords } from "../ws/private/private-words.ts";
import { balancesOf, positionsOf } from "./account-rows.ts";
import { figuresInQuotes } from "./numbers-as-strings.ts";
import { rowsWriter } from "./rows-writer.ts";

const configText = writerOf(USER_CONFIG);

export function privateWords(state: ExchangeState): PrivateWords {
  const writeRow = rowsWriter(state.catalogue);
  const write = (found: HistoryRecord) => {
    const row = writeRow(found);
    const shown = IN_ROW[found.kind]?.(row) ?? row;
    return withArea(found.record.area, found.kind === "order" ? shown : figuresInQuotes(shown));
  };
  return {
    openOrdersOf(user) {
      const { rows } = state.orders.byId;
      return AREAS.flatMap((area) => {
        const open = [...openRowsOf(state.orders, { area, user })].reverse();
        return open.map((order) => orderRested(rows, order));
      });
    },
    openOrder(order) {
      const row = writeOpenOrder(state, order);
      return withArea(order.area, order.area === "futures" ? figuresInQuotes(row) : row);
    },
    endedOrder: (event) => write(recordOf(event, "order")),
    ownTrade: (event, side) => write(recordOf(event, side)),
    balancesOf: (user) => balancesOf(state, user),
    positionsOf: (user) => positionsOf(state, user),
    endedPosition: (told) => told.replace(VOLUME, '"volume":"0"'),
    configsOf: (user) =>
      new Map(
        listedContracts(state).map((contract) => [
          contract.name,
          configText(configOf(state, { user, contract })),
        ]),
      ),
    endedConfig: (told) => `${told.slice(0, -1)},"delisted":true}`,
    marginOf(user) {
      const { level, state: standing } = standingOf(state, user);
      return jsonObject({
        marginLevel: jsonText(level),
        state: jsonText(ACCOUNT_STATES[standing]),
      });
    },
  };
}

/** An order as its query shows it; the other rows are told as they stand. */
const IN_ROW: Partial<Record<HistoryRecord["kind"], (row: string) => string>> = {
  order: pairDetailsIn,
  futures_order: detailsIn,
};

const VOLUME = /"volume":"[0-9]+"/;

function withArea(area: Area, row: string): string {
  return `{"area":"${area}",${row.slice(1)}`;
}

/** The order as it stands now. */
function writeOpenOrder({ catalogue }: ExchangeState, order: OrderDetails): string {
  if (order.area === "futures") {
    return writeOpen(catalogue.contracts[order.market - 1] as Contract, order);
  }
  const pair = catalogue.pairs[order.market - 1] as Pair;
  const avgPrice = averagePrice(pair, order);
  return writeOrder(pair, order, {
    clientId: clientIdOf(order),
    status: openStatusOf(order),
    avgPrice,
  });
}
