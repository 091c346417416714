/** What is over: ended orders, own trades and profits, in pages, newest first (HIST-PAGE-1, HIST-PAGE-3). */

import { told } from "../../contract/field.ts";
import { limitTo, recordId } from "../../contract/forms.ts";
import { optional } from "../../contract/parameter.ts";
import type { PageQuery } from "../../history/history.ts";
import { WALK, WALK_TRADES } from "../dialect/about.ts";
import { type SignedCall, signedEndpoint } from "../dialect/endpoint.ts";
import { rowsOrRefusal } from "../dialect/find-order.ts";
import { jsonList } from "../dialect/json-text.ts";
import { contractName, getContractEver, maybeContractName } from "./contract-name.ts";
import { historyIn } from "./history-rows.ts";
import { ENDED_ORDERS, OWN_TRADES, PROFITS } from "./history-shapes.ts";

const PAGE_MAX = 1_000;
const PAGE_DEFAULT = 100;
const LIMIT = { count: 20, perMs: 2_000 };

const PAGE = {
  limit: optional(told(limitTo(PAGE_MAX), { default: PAGE_DEFAULT })),
  fromId: optional(recordId),
};

export const orderHistorical = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/orderHistorical",
  security: "TRADE",
  limit: LIMIT,
  parameters: { contractName, ...PAGE },
  about: {
    operation: "futuresOrderHistorical",
    tags: ["futures"],
    summary: "Your ended orders of a contract",
    description: WALK,
    reply: ENDED_ORDERS,
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  },
  async handle(call, values) {
    const rows = await pageOf(call, "futures_order", values);
    return jsonList(rows.map(historyIn));
  },
});

/** HIST-PROFIT-1: of all contracts, if none is named. */
export const profitHistorical = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/profitHistorical",
  security: "TRADE",
  limit: LIMIT,
  parameters: { contractName: maybeContractName, ...PAGE },
  about: {
    operation: "futuresProfitHistorical",
    tags: ["futures"],
    summary: "What your ended positions came to, of a contract or of all",
    description: WALK,
    reply: PROFITS,
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  },
  handle: async (call, values) => jsonList(await pageOf(call, "profit", values)),
});

export const myTrades = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/myTrades",
  security: "TRADE",
  limit: LIMIT,
  parameters: { contractName, ...PAGE },
  about: {
    operation: "futuresMyTrades",
    tags: ["futures"],
    summary: "Your trades of a contract",
    description: WALK_TRADES,
    reply: OWN_TRADES,
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  },
  handle: async (call, values) => jsonList(await pageOf(call, "futures_trade", values)),
});

interface PageValues {
  readonly contractName: string | undefined;
  readonly limit: number | undefined;
  readonly fromId: number | undefined;
}

async function pageOf(
  call: SignedCall,
  kind: PageQuery["kind"],
  { contractName: name, limit = PAGE_DEFAULT, fromId = 0 }: PageValues,
): Promise<readonly string[]> {
  const market = name === undefined ? 0 : getContractEver(call, name).id;
  const query = { kind, area: "futures", user: call.user, market, limit, fromId } as const;
  return rowsOrRefusal(await call.history.page(query));
}
