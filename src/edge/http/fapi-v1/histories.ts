/** What is over: ended orders, own trades and profits, in pages, newest first (HIST-PAGE-1, HIST-PAGE-3). */
import type { ValueOf, Written } from "../../../contract/field.ts";
import type { FUTURES_TRADE, PROFIT } from "../../../contract/futures/history-shapes.ts";
import * as orders from "../../../contract/futures/orders.ts";
import { PAGE_DEFAULT } from "../../../contract/pages.ts";
import { writtenList } from "../../../contract/writer.ts";
import type { PageQuery } from "../../../runtime/history/history.ts";
import { type SignedCall, serve } from "../dialect/endpoint.ts";
import { rowsOrRefusal } from "../dialect/find-order.ts";
import { getContractEver } from "./contract-name.ts";
import { historyIn } from "./history-rows.ts";

const orderHistorical = serve(orders.orderHistorical, async (call, values) => {
  const rows = await pageOf(call, "futures_order", values);
  return writtenList(rows.map(historyIn));
});

/** HIST-PROFIT-1: of all contracts, if none is named. */
const profitHistorical = serve(orders.profitHistorical, async (call, values) => {
  const rows = await pageOf(call, "profit", values);
  return writtenList(rows as readonly Written<ValueOf<typeof PROFIT>>[]);
});

const myTrades = serve(orders.myTrades, async (call, values) => {
  const rows = await pageOf(call, "futures_trade", values);
  return writtenList(rows as readonly Written<ValueOf<typeof FUTURES_TRADE>>[]);
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

export const FUTURES_HISTORY_ROUTES = [orderHistorical, profitHistorical, myTrades];
