/** An order list as it is sent, and what is said of it. */
import type { BatchItem, NewOrderList } from "../../../../src/client/client.ts";
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import type { ShownMarket } from "../../exchange/exchange.ts";
import { formatPlain } from "../../text/format.ts";
import { formatBasisPoints } from "../../text/percent.ts";
import type { FigureLine } from "../form/figure-line.ts";
import { apiInstructions } from "../pair/pair-instructions.ts";
import type { AssessedList } from "./assess-list.ts";
import type { Exit } from "./exit.ts";

export function newOrderList(
  { isOco, orders = [] }: Pick<AssessedList, "isOco" | "orders">,
  { name: symbol }: Pick<ShownMarket, "name">,
): NewOrderList {
  const listType = isOco ? "OCO" : orders.length === 2 ? "OTO" : "OTOCO";
  return { symbol, listType, orders: orders.map(itemOf) };
}

function itemOf(asked: PairAsked): BatchItem {
  const { side, kind, price, quantity: volume } = asked;
  const type =
    kind === "limit"
      ? ({ batchType: "LIMIT", price } as const)
      : ({ batchType: "MARKET" } as const);
  return { side: side === "buy" ? "BUY" : "SELL", volume, ...type, ...apiInstructions(asked) };
}

/** What is placed with an order, behind what is said of it. */
export function sayBeside({ isOco, exit }: Pick<AssessedList, "isOco" | "exit">): string {
  return isOco ? sayOther(exit) : sayThen(exit);
}

/** `, or at market once at 49,000` */
function sayOther({ trigger = "", stopLimit }: Exit): string {
  return `, or ${sayAt(stopLimit)} once at ${formatPlain(trigger)}`;
}

/** `, then take profit at 52,000 or stop loss at 49,000` */
function sayThen({ limit, trigger, stopLimit, delta }: Exit): string {
  const profit = limit === undefined ? [] : [`take profit at ${formatPlain(limit)}`];
  const behind = stopLimit === undefined ? "" : ` (limit ${formatPlain(stopLimit)})`;
  const loss = trigger === undefined ? [] : [`stop loss at ${formatPlain(trigger)}${behind}`];
  const trail = delta === undefined ? [] : [`stop loss trailing ${formatBasisPoints(delta)}`];
  return `, then ${[...profit, ...loss, ...trail].join(" or ")}`;
}

function sayAt(limit: string | undefined): string {
  return limit === undefined ? "at market" : `at ${formatPlain(limit)}`;
}

/** SPOT-LIST-10, SPOT-LIST-11: what the exit of an order trades, and when. */
export function sayExit(
  { quantity }: Pick<AssessedList, "quantity">,
  isBuy: boolean,
  base: string,
): string {
  const size = quantity === undefined ? undefined : `${formatPlain(quantity)} ${base}`;
  const sells =
    size === undefined ? "Sells what the fee leaves" : `Sells ${size}, what the fee leaves,`;
  const does = isBuy ? sells : `Buys ${size ?? "it"} back`;
  return `${does} once all of the order is filled. If the order ends before, so does its exit.`;
}

/** Beneath an order with an exit: what that will set aside when it goes live. */
export function exitLine(
  list: Pick<AssessedList, "locks">,
  { isBuy, base, quote }: { readonly isBuy: boolean } & Pick<ShownMarket, "base" | "quote">,
): FigureLine {
  const title = "When the order is filled. Where so much is not free then, the exit is rejected.";
  return { name: "Exit sets aside", value: list.locks, unit: isBuy ? base : quote, title };
}

/** SPOT-LIST-8: both legs of an OCO set aside as much as the one that needs more. */
export function ocoLines(
  lines: readonly FigureLine[],
  list: Pick<AssessedList, "locks">,
): readonly FigureLine[] {
  return lines.flatMap((line) => {
    if (line.name === "Sets aside") return [{ ...line, value: list.locks }];
    return line.name === "Trades at once" ? [line] : [];
  });
}
