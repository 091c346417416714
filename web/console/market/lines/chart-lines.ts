/**
 * What of the user's own stands on the chart as a line: open orders at their price, or at their trigger while they
 * wait, the entry of each position, and the price at which it would be liquidated. A stop that trails has no line: where its
 * trigger is now no message tells (SPOT-TRAIL-2), and a line would be taken for it.
 */
import { openSizeOf } from "../../exchange/account/counted-size.ts";
import { findList, listsIn, type OwnList } from "../../exchange/account/own-lists.ts";
import {
  isPending,
  isTrailing,
  isWaiting,
  waitsForPrice,
} from "../../exchange/account/say-trigger.ts";
import type { AccountOrder, AccountPosition, ShownMarket } from "../../exchange/exchange.ts";
import { compareDecimals, subtractDecimals } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";

export interface ChartLine {
  readonly id: string;
  readonly kind: "order" | "entry" | "liquidation";
  readonly tone: "up" | "down" | "alarm";
  /** Decimal text. */
  readonly price: string;
  /** Side and size, or what it is: `Buy 0.5`, `Stop loss 400`, `Long 400`. */
  readonly label: string;
  /** What is moved with the line. */
  readonly order?: AccountOrder;
  /** The orders that are moved with that. */
  readonly list?: OwnList;
}

/** More would hide the candles: those that are nearest to the last price are shown. */
export const LINES_MAX = 40;

interface Own {
  readonly orders: readonly AccountOrder[];
  readonly positions: readonly AccountPosition[];
  readonly market: ShownMarket;
  readonly last: string;
}

export function linesOf({ orders, positions, market, last }: Own): readonly ChartLine[] {
  const held = positions.filter(
    ({ contractName, volume }) => contractName === market.name && volume !== "0",
  );
  const lists = listsIn(orders);
  const ofOrders = orders
    .filter((order) => isOn(market, order) && !isTrailing(order))
    .map((order) => lineOfOrder(order, findList(lists, order)));
  const lines = [...held.flatMap(linesOfPosition), ...ofOrders];
  if (lines.length <= LINES_MAX) return lines;
  return [...lines]
    .sort((a, b) => compareDecimals(distance(a.price, last), distance(b.price, last)))
    .slice(0, LINES_MAX);
}

function isOn({ name }: ShownMarket, order: AccountOrder): boolean {
  return (order.area === "futures" ? order.contractName : order.symbol) === name;
}

function distance(a: string, b: string): string {
  return compareDecimals(a, b) < 0 ? subtractDecimals(b, a) : subtractDecimals(a, b);
}

export function orderLineId({ area, orderIdString }: AccountOrder): string {
  return `${area} ${orderIdString}`;
}

/** The price that a move of the order changes: that of its trigger while it waits. */
export function movedPriceOf(order: AccountOrder): string {
  return waitsForPrice(order) ? (order.triggerPrice ?? order.price) : order.price;
}

function lineOfOrder(order: AccountOrder, list: OwnList | undefined): ChartLine {
  const size = formatPlain(openSizeOf(order));
  const kind = list ? ` (${list.kind})` : "";
  const what = `${wordOf(order)} ${size}${kind}`;
  return {
    id: orderLineId(order),
    kind: "order",
    tone: order.side === "BUY" ? "up" : "down",
    price: movedPriceOf(order),
    label: isToTrail(order) ? `${what}, to trail from` : what,
    order,
    ...(list ? { list } : {}),
  };
}

/** Its line is where it begins to trail. */
function isToTrail(order: AccountOrder): boolean {
  return order.area !== "futures" && order.trailingDelta !== undefined && waitsForPrice(order);
}

function wordOf(order: AccountOrder): string {
  const side = order.side === "BUY" ? "Buy" : "Sell";
  if (!isWaiting(order)) return side;
  if (order.area !== "futures") {
    const word = order.triggerPrice === undefined ? side : `${side} stop`;
    return isPending(order) ? `Pending: ${word.toLowerCase()}` : word;
  }
  if (order.triggerType === 1) return "Stop loss";
  if (order.triggerType === 2) return "Take profit";
  return `${side} once at`;
}

function linesOfPosition(position: AccountPosition): ChartLine[] {
  const { id, side, volume, openPrice, reducePrice } = position;
  const [word, tone] = side === "BUY" ? (["Long", "up"] as const) : (["Short", "down"] as const);
  const label = `${word} ${formatPlain(volume)}`;
  const entry: ChartLine = { id: `entry ${id}`, kind: "entry", tone, price: openPrice, label };
  // An account that bears every price has none.
  if (compareDecimals(reducePrice, "0") <= 0) return [entry];
  const ruin = `Liquidation of the ${word.toLowerCase()}`;
  return [
    entry,
    {
      id: `liquidation ${id}`,
      kind: "liquidation",
      tone: "alarm",
      price: reducePrice,
      label: ruin,
    },
  ];
}
