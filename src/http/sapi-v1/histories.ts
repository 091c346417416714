/** What is over: own trades and final orders, in pages, newest first (HIST-PAGE-1). */
import type { PageQuestion } from "../../history/history.ts";
import {
  optional,
  required,
  type SignedCall,
  signedEndpoint,
  type ValuesOf,
} from "../dialect/endpoint.ts";
import { rowsOrRefusal } from "../dialect/find-order.ts";
import { limitTo, recordId, words } from "../dialect/forms.ts";
import type { OrderArea } from "./areas.ts";
import { getPairEver } from "./order-request.ts";

const PAGE_MAX = 1_000;
const PAGE_DEFAULT = 100;

const PAGE_PARAMETERS = {
  symbol: required(words),
  limit: optional(limitTo(PAGE_MAX)),
  fromId: optional(recordId),
};

export const myTrades = ({ area, root }: OrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/myTrades`,
    security: "TRADE",
    limit: { count: 20, perMs: 2_000 },
    parameters: PAGE_PARAMETERS,
    handle: (call, values) => pageOf(call, { area, kind: "trade" }, values),
  });

/** Beyond the spec, in the family's words: final orders of spot as in the order query. */
export const historyOrders = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/historyOrders",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  parameters: PAGE_PARAMETERS,
  handle: (call, values) => pageOf(call, { area: "spot", kind: "order" }, values),
});

async function pageOf(
  call: SignedCall,
  shelf: Pick<PageQuestion, "area" | "kind">,
  { symbol, limit = PAGE_DEFAULT, fromId = 0 }: ValuesOf<typeof PAGE_PARAMETERS>,
): Promise<string> {
  const pair = getPairEver(call, symbol);
  const question = { ...shelf, user: call.user, pair: pair.id, limit, fromId };
  const rows = await call.questions.history.page(question);
  return `[${rowsOrRefusal(rows).join(",")}]`;
}
