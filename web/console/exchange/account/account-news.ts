/** What happened to an account, as sentences of the feed. Markets are called as people call them. */
import type { LiquidationEvent } from "../../../../src/client/client.ts";
import { formatPlain } from "../../text/format.ts";
import type {
  AccountArea,
  AccountOrder,
  AccountTrade,
  NewFeedEntry,
  PastEntry,
  ShownMarket,
} from "../exchange.ts";
import { titleOf } from "../market/markets.ts";
import { countsMoney } from "./counted-size.ts";
import { sayReason } from "./say-reason.ts";
import { isTrailing, isTriggeredStop, sayStopTrigger, sayTrigger } from "./say-trigger.ts";

type ForceClosed = Extract<LiquidationEvent, { readonly event: "FORCE_CLOSED" }>;

/** What people call a market, and in what a market order names what it spends. */
export interface MarketLabel {
  readonly title: string;
  readonly coin: string;
}
export type CallMarket = (name: string) => MarketLabel;

export function marketNameOf(row: AccountOrder | AccountTrade): string {
  return row.area === "futures" ? row.contractName : row.symbol;
}

/** E-BTC-USDT, before the list of markets is there. */
const CONTRACT = /^E-([A-Z0-9]+)-([A-Z0-9]+)$/;

/** BTC/USDT, BTC/USDT Perp; the API's name of one that is not known. */
export function callMarket(markets: readonly ShownMarket[], name: string): string {
  return labelOfMarket(markets, name).title;
}

export function labelOfMarket(markets: readonly ShownMarket[], name: string): MarketLabel {
  const market = markets.find((one) => one.name === name);
  if (market) return { title: titleOf(market), coin: market.contract?.marginCoin ?? market.quote };
  const [, base, quote] = CONTRACT.exec(name) ?? [];
  return { title: base === undefined ? name : `${base}/${quote} Perp`, coin: "" };
}

/** Bought 0.5 BTC/USDT at 49,960.43 on margin */
export function fillText(trade: AccountTrade, { title }: MarketLabel): string {
  const verb = trade.side === "BUY" ? "Bought" : "Sold";
  const what = `${formatPlain(trade.qty)} ${title} at ${formatPlain(trade.price)}`;
  const forced = trade.forced === "NONE" ? "" : ` by ${trade.forced.toLowerCase()}`;
  return `${verb} ${what}${areaWord(trade)}${forced}`;
}

function areaWord({ area }: { readonly area: AccountArea }): string {
  return area === "margin" ? " on margin" : "";
}

export function entryOfTrade(trade: AccountTrade, market: ShownMarket): PastEntry {
  return { ...fillNews(trade, labelOfMarket([market], market.name)), time: trade.time };
}

/** A trade with oneself is two rows of one id. */
export function fillNews(trade: AccountTrade, words: MarketLabel): Omit<PastEntry, "time"> {
  const { area, id, isBuyer, forced } = trade;
  return {
    kind: "fill",
    tone: forced === "NONE" ? "good" : "bad",
    text: fillText(trade, words),
    key: `trade ${area} ${id} ${isBuyer}`,
  };
}

/** Fills are told by the trades; of an order only its beginning and its other ends are news. */
export function orderNews(order: AccountOrder, words: MarketLabel): NewFeedEntry | undefined {
  const trigger = order.area === "futures" ? sayTrigger(order) : sayStopTrigger(order);
  const text = orderText({ ...order, ...kindOf(order), trigger }, words);
  switch (order.status) {
    case "NEW":
    case "PARTIALLY_FILLED":
    case "FILLED":
      if (isTriggeredStop(order)) return triggeredNews(order, text);
      if (order.status !== "NEW") return undefined;
      if (hasBegunToTrail(order)) return trailsNews(order, text);
      return { kind: "order", tone: "plain", text: `Placed: ${text}`, key: placedKey(order) };
    case "INIT":
    case "PENDING_NEW":
      return { kind: "order", tone: "plain", text: `Placed: ${text}`, key: placedKey(order) };
    case "CANCELED":
    case "CANCELLED":
      return { kind: "cancel", tone: "plain", text: `Canceled: ${text}${whyOf(order)}` };
    case "REJECTED":
      return { kind: "refusal", tone: "bad", text: `Rejected: ${text}${whyOf(order)}` };
    default:
      return undefined;
  }
}

/** SPOT-STOP-3: a stop that was triggered says so in every later row; it is news once. */
function triggeredNews(order: AccountOrder, text: string): NewFeedEntry {
  const key = `triggered ${order.area} ${order.orderIdString}`;
  return { kind: "order", tone: "plain", text: `Triggered: ${text}`, key };
}

/** SPOT-TRAIL-2: a stop that was to trail from a price has come there; one that trails at once is only placed. */
function hasBegunToTrail(order: AccountOrder): boolean {
  return order.area !== "futures" && order.triggerPrice !== undefined && isTrailing(order);
}

function trailsNews(order: AccountOrder, text: string): NewFeedEntry {
  const key = `trails ${order.area} ${order.orderIdString}`;
  return { kind: "order", tone: "plain", text: `Trails now: ${text}`, key };
}

function whyOf({ endReason }: AccountOrder): string {
  return endReason ? ` (${sayReason(endReason)})` : "";
}

function kindOf(order: AccountOrder) {
  return { isMarket: order.type === "MARKET", isForMoney: countsMoney(order) };
}

interface OrderFacts extends Pick<AccountOrder, "area" | "side" | "price" | "origQty"> {
  readonly isMarket: boolean;
  /** Its size is an amount of money. */
  readonly isForMoney: boolean;
  /** `, stop loss 45,000 (last price)` or, of a pair, `, stop at 45,000` */
  readonly trigger: string;
}

export interface EndedFacts extends OrderFacts, Pick<AccountOrder, "orderIdString" | "time"> {
  readonly isCanceled: boolean;
}

/** A history tells when an order was placed, and not when it ended. */
export function entryOfOrder(order: EndedFacts, market: ShownMarket): PastEntry {
  const since = order.isCanceled ? " (canceled since)" : "";
  const text = orderText(order, labelOfMarket([market], market.name));
  return {
    kind: "order",
    tone: "plain",
    key: placedKey(order),
    time: order.time,
    text: `Placed: ${text}${since}`,
  };
}

function placedKey({ area, orderIdString }: Pick<EndedFacts, "area" | "orderIdString">): string {
  return `placed ${area} ${orderIdString}`;
}

/** buy 0.5 BTC/USDT at 49,000; buy BTC/USDT for 2,500 USDT at market */
function orderText(order: OrderFacts, { title, coin }: MarketLabel): string {
  const { side, isMarket, isForMoney, price, origQty, trigger } = order;
  const verb = side === "BUY" ? "buy" : "sell";
  const amount = formatPlain(origQty);
  const what = isForMoney ? `${title} for ${amount} ${coin}` : `${amount} ${title}`;
  return `${verb} ${what} at ${isMarket ? "market" : formatPlain(price)}${areaWord(order)}${trigger}`;
}

/** A forced close is told by its trade, and what a position came to by its profit. */
export function isToldElsewhere(event: LiquidationEvent): boolean {
  if (event.event === "FORCE_CLOSED") return true;
  const isTakeover = event.event === "FUTURES_LIQUIDATED" && event.end === "TAKEN_OVER";
  return isTakeover && event.contractName !== undefined;
}

export function liquidationText(event: LiquidationEvent, call: CallMarket): string {
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
    case "FUTURES_LIQUIDATED": {
      const { contractName: name } = event;
      const what = name === undefined ? `cross ${event.marginCoin}` : call(name).title;
      return `Liquidated: ${what}, ${wordsOf(event.end)}`;
    }
    case "DEFICIT_COVERED":
      return `A deficit of ${formatPlain(event.amount)} ${event.marginCoin} was covered`;
    case "FORCE_CLOSED":
      return `Closed by force (${wordsOf(event.reason)}): ${closedText(event, call)}`;
  }
}

/** sold 100 BTC/USDT Perp at 48,000 */
function closedText({ side, volume, contractName, price }: ForceClosed, call: CallMarket): string {
  const verb = side === "BUY" ? "bought" : "sold";
  return `${verb} ${formatPlain(volume)} ${call(contractName).title} at ${formatPlain(price)}`;
}

/** BAD_DEBT is "bad debt". */
function wordsOf(name: string): string {
  return name.replaceAll("_", " ").toLowerCase();
}
