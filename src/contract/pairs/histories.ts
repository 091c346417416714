/** What is over: own trades and ended orders, in pages, newest first (HIST-PAGE-1, HIST-PAGE-3). */
import { WALK, WALK_TRADES } from "../about.ts";
import { signedEndpoint } from "../endpoint.ts";
import { decimalText, id, list, name, record, signedFigure, time, truth, word } from "../field.ts";
import { USUAL_LIMIT } from "../limits.ts";
import { SELF_TRADES, SIDES } from "../order-words.ts";
import { PAGE_PARAMETERS } from "../pages.ts";
import { required } from "../parameter.ts";
import type { PairOrderArea } from "./areas.ts";
import { symbolName } from "./order-parameters.ts";
import { ENDED_MARGIN_ORDER, FORCED, ORDER } from "./order-shapes.ts";

const PARAMETERS = { symbol: required(symbolName), ...PAGE_PARAMETERS };

/** SPOT-FIELD-2: the fee is a JSON number. SPOT-SETTLE-5 */
export const OWN_TRADE = record({
  symbol: name("symbol"),
  id: id("id of the trade"),
  bidId: id("order that bought"),
  askId: id("order that sold"),
  orderId: id("which of the two is yours"),
  price: decimalText("price"),
  qty: decimalText("quantity"),
  time: time("when it was traded"),
  side: word(Object.values(SIDES), "your side"),
  isBuyer: truth("whether you bought"),
  isMaker: truth("whether your order was there first"),
  feeCoin: name("what the fee is in: the asset that you received"),
  fee: signedFigure("your fee, below zero for a rebate"),
  forced: FORCED,
});

export const myTrades = ({ area, root }: PairOrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/myTrades`,
    security: "TRADE",
    limit: USUAL_LIMIT,
    parameters: PARAMETERS,
    operation: `${area}MyTrades`,
    tags: [area],
    summary: "Your trades of a symbol",
    description: WALK_TRADES,
    reply: list(OWN_TRADE, "newest first"),
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  });

/**
 * Beyond the spec, in the words of its family of venues: ended orders as in the order query; of margin
 * also which of them the exchange placed (HIST-FORCED-2).
 */
export const historyOrders = ({ area, root }: PairOrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/historyOrders`,
    security: "TRADE",
    limit: USUAL_LIMIT,
    parameters: PARAMETERS,
    operation: `${area}HistoryOrders`,
    tags: [area, "extensions"],
    summary:
      area === "spot" ? "Your ended orders of a symbol" : "Your ended margin orders of a symbol",
    description: WALK,
    reply: list(area === "spot" ? ORDER : ENDED_MARGIN_ORDER, "newest first"),
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  });

/** SPOT-STP-7 */
export const PREVENTED_MATCH = record({
  symbol: name("symbol"),
  id: id("id of the prevented match"),
  price: decimalText("price of the order that was there first"),
  selfTrade: word(Object.values(SELF_TRADES), "what the other order had asked for"),
  side: word(Object.values(SIDES), "side of the order that came"),
  makerOrderId: id("order that was there first"),
  makerPreventedQty: decimalText("what it lost"),
  takerOrderId: id("order that came"),
  takerPreventedQty: decimalText("what it lost"),
  time: time("when they met"),
});

/** Beyond the spec: what self-trade prevention has done. */
export const myPreventedMatches = ({ area, root }: PairOrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/myPreventedMatches`,
    security: "TRADE",
    limit: USUAL_LIMIT,
    parameters: PARAMETERS,
    operation: `${area}MyPreventedMatches`,
    tags: [area, "extensions"],
    summary: "Where two orders of yours met on a symbol, and did not trade",
    description: WALK,
    reply: list(PREVENTED_MATCH, "newest first"),
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  });

export const historyEndpoints = (area: PairOrderArea) =>
  [historyOrders(area), myTrades(area), myPreventedMatches(area)] as const;

export const HISTORY_RECORDS = { OwnTrade: OWN_TRADE, PreventedMatch: PREVENTED_MATCH };
