/** What is over: own trades and final orders, in pages, newest first (HIST-PAGE-1, HIST-PAGE-3). */

import { list, told } from "../../contract/field.ts";
import { limitTo, recordId } from "../../contract/forms.ts";
import { ENDED_MARGIN_ORDER, ORDER } from "../../contract/pair-orders.ts";
import { optional, required, type ValuesOf } from "../../contract/parameter.ts";
import type { PageQuery } from "../../history/history.ts";
import { WALK, WALK_TRADES } from "../dialect/about.ts";
import { type SignedCall, signedEndpoint } from "../dialect/endpoint.ts";
import { rowsOrRefusal } from "../dialect/find-order.ts";
import { jsonList } from "../dialect/json-text.ts";
import type { OrderArea } from "./areas.ts";
import { detailsIn, historyIn, OWN_TRADE } from "./history-rows.ts";
import { symbolName } from "./order-parameters.ts";
import { getPairEver } from "./order-request.ts";

const PAGE_MAX = 1_000;
const PAGE_DEFAULT = 100;

const PAGE_PARAMETERS = {
  symbol: required(symbolName),
  limit: optional(told(limitTo(PAGE_MAX), { default: PAGE_DEFAULT })),
  fromId: optional(recordId),
};

export const myTrades = ({ area, root }: OrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/myTrades`,
    security: "TRADE",
    limit: { count: 20, perMs: 2_000 },
    parameters: PAGE_PARAMETERS,
    about: {
      operation: `${area}MyTrades`,
      tags: [area],
      summary: "Your trades of a symbol",
      description: WALK_TRADES,
      reply: list(OWN_TRADE, "newest first"),
      codes: ["BAD_SYMBOL"],
      waitsFor: "archive",
    },
    handle: async (call, values) => jsonList(await pageOf(call, { area, kind: "trade" }, values)),
  });

/** How the ended orders of an area are shown. */
const ENDED = {
  spot: { summary: "Your ended orders of a symbol", order: ORDER, orderIn: detailsIn },
  margin: {
    summary: "Your ended margin orders of a symbol",
    order: ENDED_MARGIN_ORDER,
    orderIn: historyIn,
  },
} as const;

/**
 * Beyond the spec, in the words of its family of venues: final orders as in the order query; of margin
 * also which of them the exchange placed (HIST-FORCED-2).
 */
export const historyOrders = ({ area, root }: OrderArea) => {
  const { summary, order, orderIn } = ENDED[area];
  return signedEndpoint({
    method: "GET",
    path: `${root}/historyOrders`,
    security: "TRADE",
    limit: { count: 20, perMs: 2_000 },
    parameters: PAGE_PARAMETERS,
    about: {
      operation: `${area}HistoryOrders`,
      tags: [area, "extensions"],
      summary,
      description: WALK,
      reply: list(order, "newest first"),
      codes: ["BAD_SYMBOL"],
      waitsFor: "archive",
    },
    async handle(call, values) {
      return jsonList((await pageOf(call, { area, kind: "order" }, values)).map(orderIn));
    },
  });
};

async function pageOf(
  call: SignedCall,
  list: Pick<PageQuery, "area" | "kind">,
  { symbol, limit = PAGE_DEFAULT, fromId = 0 }: ValuesOf<typeof PAGE_PARAMETERS>,
): Promise<readonly string[]> {
  const pair = getPairEver(call, symbol);
  const query = { ...list, user: call.user, market: pair.id, limit, fromId };
  return rowsOrRefusal(await call.history.page(query));
}
