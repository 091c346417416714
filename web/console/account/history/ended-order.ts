/** Ended orders of the three areas in the same words, as the order history shows them. */
import type {
  EndedFuturesOrder,
  EndedMarginOrder,
  Forced,
  Order as PairOrder,
} from "../../../../src/client/client.ts";
import { countsQuote } from "../../exchange/account/counted-size.ts";
import { sayStopTrigger, sayTrigger } from "../../exchange/account/say-trigger.ts";
import type { ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { formatPlain } from "../../text/format.ts";
import { shortStatus } from "../../trade/form/say-status.ts";
import { sayKind } from "../../trade/form/time-in-force.ts";
import type { PastRow } from "./filter.ts";
import type { MarketArea } from "./places.ts";

export interface EndedOrderRow extends PastRow {
  readonly id: number;
  readonly side: string;
  readonly type: string;
  readonly price: string;
  readonly quantity: string;
  readonly filled: string;
  readonly averagePrice: string;
  readonly status: string;
  readonly forced: Forced;
}

export async function loadEnded(
  { client }: ConsoleExchange,
  { market, area }: MarketArea,
  limit: number,
): Promise<readonly EndedOrderRow[]> {
  const { name } = market;
  if (area === "futures") {
    const ended = await client.value.futures.orderHistory({ contractName: name, limit });
    return ended.map((order) => ofContract(order, market));
  }
  const ended = await client.value[area].orderHistory({ symbol: name, limit });
  return ended.map((order: PairOrder | EndedMarginOrder) => ofPair(order, { market, area }));
}

function ofPair(order: PairOrder | EndedMarginOrder, place: MarketArea): EndedOrderRow {
  const { quote } = place.market;
  const isBuy = order.side === "BUY";
  return {
    ...place,
    id: order.orderId,
    time: order.time,
    isBuy,
    side: isBuy ? "Buy" : "Sell",
    type: sayType(order),
    price: order.price,
    filled: order.executedQty,
    quantity: sizeOf(order.origQty, countsQuote(order) ? quote : ""),
    averagePrice: order.avgPrice,
    status: shortStatus(order.status),
    // Nothing is forced in spot.
    forced: "forced" in order ? order.forced : "NONE",
  };
}

/** `Market, trailing 1%, triggered at 49,500`, `Limit, showing 2 at a time` */
function sayType(order: PairOrder | EndedMarginOrder): string {
  const { icebergQty, trailingPrice, triggered } = order;
  const isTold = triggered === true && trailingPrice !== undefined;
  const at = isTold ? `, triggered at ${formatPlain(trailingPrice)}` : "";
  const slices = icebergQty === undefined ? "" : `, showing ${formatPlain(icebergQty)} at a time`;
  return `${sayKind(order.type, order.timeInForce)}${sayStopTrigger(order)}${at}${slices}`;
}

const TYPES = { 1: "Limit", 2: "Market", 3: "IOC", 4: "FOK", 5: "Post only" } as const;
const STATUSES = { 2: "FILLED", 4: "CANCELLED", 6: "REJECTED" } as const;

/** FUT-MARKET-2: a market order that opens names a value. */
function ofContract(order: EndedFuturesOrder, market: ShownMarket): EndedOrderRow {
  const { contract } = market;
  const isBuy = order.side === "BUY";
  const isValue = order.type === 2 && order.openOrClose === "OPEN";
  return {
    market,
    area: "futures",
    id: order.orderId,
    time: order.ctimeMs,
    isBuy,
    forced: order.forced,
    side: `${isBuy ? "Buy" : "Sell"} ${order.openOrClose.toLowerCase()}`,
    type: `${TYPES[order.type]}${sayTrigger(order)}`,
    price: order.price,
    filled: order.dealVolume,
    quantity: sizeOf(order.volume, isValue ? (contract?.marginCoin ?? "") : ""),
    averagePrice: order.avgPrice,
    status: shortStatus(STATUSES[order.status]),
  };
}

/** With its coin where it is an amount of money, and not of what is traded. */
function sizeOf(amount: string, coin: string): string {
  return `${formatPlain(amount)} ${coin}`.trim();
}
