/** What happened to an account, as sentences of the feed. */
import type { LiquidationEvent } from "../../../../src/client/client.ts";
import { formatPlain } from "../../text/format.ts";
import type { NewFeedEntry, Order, OwnTrade } from "../exchange.ts";

type ForceClosed = Extract<LiquidationEvent, { readonly event: "FORCE_CLOSED" }>;

export function marketNameOf(row: Order | OwnTrade): string {
  return row.area === "futures" ? row.contractName : row.symbol;
}

/** Bought 0.5 BTCUSDT at 49,960.43 */
export function fillText(trade: OwnTrade): string {
  const verb = trade.side === "BUY" ? "Bought" : "Sold";
  return `${verb} ${formatPlain(trade.qty)} ${marketNameOf(trade)} at ${formatPlain(trade.price)}`;
}

/** Fills are told by the trades; of an order only its beginning and its other ends are news. */
export function orderNews(order: Order): NewFeedEntry | undefined {
  const text = orderText(order);
  switch (order.status) {
    case "NEW":
    case "INIT":
      return { kind: "order", tone: "plain", text: `Placed: ${text}` };
    case "CANCELED":
    case "CANCELLED":
      return { kind: "cancel", tone: "plain", text: `Cancelled: ${text}` };
    case "REJECTED":
      return { kind: "refusal", tone: "bad", text: `Rejected: ${text}` };
    default:
      return undefined;
  }
}

/** buy 0.5 BTCUSDT at 49,000, or at market */
function orderText(order: Order): string {
  const verb = order.side === "BUY" ? "buy" : "sell";
  const price = order.type === "MARKET" ? "market" : formatPlain(order.price);
  return `${verb} ${formatPlain(order.origQty)} ${marketNameOf(order)} at ${price}`;
}

export function liquidationText(event: LiquidationEvent): string {
  switch (event.event) {
    case "MARGIN_CALLED":
      return "Margin call: repay, or bring in more, before the account is liquidated";
    case "LIQUIDATION_BEGAN":
      return "The margin account is being liquidated";
    case "LIQUIDATION_OVER":
      return `The margin account's liquidation is over: ${wordsOf(event.end)}`;
    case "INSURED":
      return `The insurance fund took ${formatPlain(event.amount)} ${event.asset}`;
    case "LOSS_COVERED":
      return `A loss of ${formatPlain(event.amount)} ${event.asset} was covered`;
    case "FUTURES_LIQUIDATED":
      return `Liquidated: ${event.contractName ?? `cross ${event.marginCoin}`}, ${wordsOf(event.end)}`;
    case "DEFICIT_COVERED":
      return `A deficit of ${formatPlain(event.amount)} ${event.marginCoin} was covered`;
    case "FORCE_CLOSED":
      return `Closed by force (${wordsOf(event.reason)}): ${closedText(event)}`;
  }
}

/** sold 100 E-BTC-USDT at 48,000 */
function closedText({ side, volume, contractName, price }: ForceClosed): string {
  const verb = side === "BUY" ? "bought" : "sold";
  return `${verb} ${formatPlain(volume)} ${contractName} at ${formatPlain(price)}`;
}

/** BAD_DEBT is "bad debt". */
function wordsOf(name: string): string {
  return name.replaceAll("_", " ").toLowerCase();
}
