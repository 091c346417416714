/** What an alert says: what became of the position or the account, and what it cost. */
import type {
  EndedFuturesOrder,
  LiquidationEvent,
  OwnTrade,
  Profit,
} from "../../../../src/client/client.ts";
import { formatDecimal, formatPlain } from "../../text/format.ts";
import type { AccountAlert, MarginLevel, PastEntry, ShownMarket } from "../exchange.ts";
import { titleOf } from "../market/markets.ts";

const ENDS = { NONE: "Closed", LIQUIDATION: "Liquidated", DELEVERAGING: "Deleveraged" } as const;

/** lost 20.16 USDT: of a whole position, with its fees and its funding. */
function sayResult({ historyRealizedAmount: amount }: Profit, { contract }: ShownMarket): string {
  const coin = contract?.marginCoin ?? "";
  return amount.startsWith("-")
    ? `lost ${formatPlain(amount.slice(1))} ${coin}`
    : `gained ${formatPlain(amount)} ${coin}`;
}

/** Liquidated: BTC/USDT Perp long */
function sayEnd({ forced, side }: Profit, market: ShownMarket): string {
  return `${ENDS[forced]}: ${titleOf(market)} ${side === "BUY" ? "long" : "short"}`;
}

/** price −20, fees −0.16, funding 0 */
function sayParts({ closeProfit, settleProfit, tradeFee, capitalFee }: Profit): string {
  const settled = settleProfit === "0" ? [] : [`settled ${formatPlain(settleProfit)}`];
  const price = `price ${formatPlain(closeProfit)}`;
  const rest = [`fees ${formatPlain(tradeFee)}`, `funding ${formatPlain(capitalFee)}`];
  return [price, ...settled, ...rest].join(", ");
}

/** Closed: BTC/USDT Perp long. You lost 2 USDT: price −0.4, fees −1.6, funding 0. */
export function sayClosed(profit: Profit, market: ShownMarket): string {
  return `${sayEnd(profit, market)}. You ${sayResult(profit, market)}: ${sayParts(profit)}.`;
}

export function alertOfProfit(profit: Profit, market: ShownMarket): AccountAlert {
  const opened = formatDecimal(profit.openPrice, market.pricePrecision);
  const why = profit.forced === "DELEVERAGING" ? WHY_DELEVERAGED : WHY_LIQUIDATED;
  return {
    id: `profit ${profit.id}`,
    time: profit.mtime,
    title: sayEnd(profit, market),
    lines: [
      `You ${sayResult(profit, market)}: ${sayParts(profit)}.`,
      `${formatPlain(profit.volume)} contracts, opened at ${opened}. ${why}`,
    ],
  };
}

const WHY_LIQUIDATED = "At the mark price its margin was used up, and the exchange closed it.";
const WHY_DELEVERAGED =
  "The exchange closed it against a bankrupt position that nobody else would take.";

/** The same as a line of the feed. */
export function entryOfProfit(profit: Profit, market: ShownMarket): PastEntry {
  return {
    kind: "liquidation",
    tone: "bad",
    key: `profit ${profit.id}`,
    time: profit.mtime,
    text: `${sayEnd(profit, market)}, ${sayResult(profit, market)} (${sayParts(profit)})`,
  };
}

/** FUT-LIQ-2, FUT-ADL-2: a part of a position was closed, and the rest stays. */
export function alertOfPart(order: EndedFuturesOrder, market: ShownMarket): AccountAlert {
  const verb = order.side === "BUY" ? "bought" : "sold";
  const price = formatDecimal(order.avgPrice, market.pricePrecision);
  const isReduced = order.forced === "LIQUIDATION";
  const why = isReduced ? "so that the rest of your position could stay" : PART_DELEVERAGED;
  return {
    id: `order ${order.orderId}`,
    time: order.ctimeMs,
    title: `${isReduced ? "Reduced by force" : "Deleveraged in part"}: ${titleOf(market)}`,
    lines: [
      `The exchange ${verb} ${formatPlain(order.dealVolume)} contracts at ${price}, ${why}. What it came to is in the position's realised profit.`,
    ],
  };
}

const PART_DELEVERAGED = "against a bankrupt position that nobody else would take";

/** Sales of one moment are one liquidation. */
export function alertsOfSales(
  sales: readonly (OwnTrade & { readonly market: ShownMarket })[],
): readonly AccountAlert[] {
  const byTime = new Map<number, string[]>();
  for (const { market, side, qty, price, time, fee, feeCoin } of sales) {
    const verb = side === "BUY" ? "Bought" : "Sold";
    const at = formatDecimal(price, market.pricePrecision);
    const line = `${verb} ${formatPlain(qty)} ${market.base} at ${at} ${market.quote}, fee ${formatPlain(fee)} ${feeCoin}.`;
    byTime.set(time, [...(byTime.get(time) ?? []), line]);
  }
  return [...byTime].map(([time, lines]) => ({
    id: `margin ${time}`,
    time,
    title: MARGIN_TITLE,
    lines: [MARGIN_WHY, ...lines.slice(0, SALES_MAX)],
  }));
}

const MARGIN_TITLE = "Margin account liquidated";
const MARGIN_WHY = "The exchange sold what it held to pay what it owed:";
/** A liquidation that sweeps the book may make hundreds; the rest is under Trades. */
const SALES_MAX = 6;

/** What a liquidation took beside what it sold; only the stream tells it. */
export function alertOfInsured(event: LiquidationEvent): readonly AccountAlert[] {
  if (event.event !== "INSURED") return [];
  const line = `${formatPlain(event.amount)} ${event.asset} went to the insurance fund.`;
  const { time } = event;
  return [{ id: `margin ${time}`, time, title: MARGIN_TITLE, lines: [line] }];
}

export function isGrave({ state }: MarginLevel): boolean {
  return state === "MARGIN_CALL" || state === "LIQUIDATION";
}

export function alertOfMargin({ state, marginLevel }: MarginLevel, time: number): AccountAlert {
  const level = `The margin level is ${formatDecimal(marginLevel, 4)}.`;
  const [title, meaning] =
    state === "MARGIN_CALL"
      ? ["Margin call", "Repay, or transfer money in: a little lower, and your assets are sold."]
      : ["Your margin account is being liquidated", "Its assets are sold to pay what it owes."];
  return { id: `${state} ${time}`, time, title, lines: [`${level} ${meaning}`] };
}
