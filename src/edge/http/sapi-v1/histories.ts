/** What is over: own trades and final orders, in pages, newest first (HIST-PAGE-1, HIST-PAGE-3). */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { PAGE_DEFAULT } from "../../../contract/pages.ts";
import * as histories from "../../../contract/pairs/histories.ts";
import type { ValuesOf } from "../../../contract/parameter.ts";
import { writtenList } from "../../../contract/writer.ts";
import type { PageQuery } from "../../../runtime/history/history.ts";
import { type SignedCall, serve } from "../dialect/endpoint.ts";
import { rowsOrRefusal } from "../dialect/find-order.ts";
import type { OrderArea } from "./areas.ts";
import { detailsIn, historyIn } from "./history-rows.ts";
import { getPairEver } from "./order-request.ts";

const myTrades = (area: OrderArea) =>
  serve(histories.myTrades(area), async (call, values) => {
    const rows = await pageOf(call, { area: area.area, kind: "trade" }, values);
    return writtenList(rows as readonly Written<ValueOf<typeof histories.OWN_TRADE>>[]);
  });

/** SPOT-STP-7 */
const myPreventedMatches = (area: OrderArea) =>
  serve(histories.myPreventedMatches(area), async (call, values) => {
    const rows = await pageOf(call, { area: area.area, kind: "prevented" }, values);
    return writtenList(rows as readonly Written<ValueOf<typeof histories.PREVENTED_MATCH>>[]);
  });

/**
 * Beyond the spec, in the words of its family of venues: final orders as in the order query; of margin
 * also which of them the exchange placed (HIST-FORCED-2).
 */
const historyOrders = (area: OrderArea) =>
  serve(histories.historyOrders(area), async (call, values) => {
    const rows = await pageOf(call, { area: area.area, kind: "order" }, values);
    return writtenList(rows.map(area.area === "spot" ? detailsIn : historyIn));
  });

type PageValues = ValuesOf<ReturnType<typeof histories.myTrades>["parameters"]>;

async function pageOf(
  call: SignedCall,
  list: Pick<PageQuery, "area" | "kind">,
  { symbol, limit = PAGE_DEFAULT, fromId = 0 }: PageValues,
): Promise<readonly string[]> {
  const pair = getPairEver(call, symbol);
  const query = { ...list, user: call.user, market: pair.id, limit, fromId };
  return rowsOrRefusal(await call.history.page(query));
}

export const historyRoutes = (area: OrderArea) => [
  myTrades(area),
  historyOrders(area),
  myPreventedMatches(area),
];
