/**
 * What would become of a futures order, before it is sent: refused by which rule, or what it trades at
 * once, what it freezes, what it costs, where the position would then be liquidated, what a close
 * brings. The engine itself plays it on a preview state; what would rest is then filled at its price, so that
 * the figures of the whole order can be told, too. Rules FUT-CHECK-1 to FUT-CHECK-18, FUT-FREEZE-1,
 * FUT-SETTLE-2 to FUT-SETTLE-6, FUT-FIELD-7.
 *
 * What it cannot know: where several orders stand at one price and a level is told as one entry, the fee,
 * which each fill rounds up, may be a unit more for each; whether a maker has the money for its side, and is
 * canceled instead (FUT-DEFICIT-1); the first mark of a contract that has none; what a triggered order
 * meets; and what follows of the order beyond it: triggers of others, liquidations.
 */

import { availableOf } from "../../engine/futures/account.ts";
import { positionOn } from "../../engine/futures/contract-account.ts";
import { averagePriceOf, valueAt } from "../../engine/futures/contract-value.ts";
import type { ContractTraded } from "../../engine/futures/futures.ts";
import type { PlaceFuturesOrder } from "../../engine/futures/futures-commands.ts";
import type { ContractMarket, Position } from "../../engine/futures/futures-state.ts";
import { checkFuturesTerms } from "../../engine/futures/trading/check-futures-order.ts";
import { freezeOf, openLossOf, worstWorth } from "../../engine/futures/trading/freeze.ts";
import { placeFuturesOrder } from "../../engine/futures/trading/place-futures-order.ts";
import { triggerPriceOf } from "../../engine/futures/trading/trigger-queue.ts";
import { giveFromBook } from "../../engine/futures/trading/walk-book.ts";
import { isTriggered } from "../../engine/futures/triggers.ts";
import type { FuturesTerms, Order, OrderStatus } from "../../engine/orders/order.ts";
import { bigOf } from "../../money/amount.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import { mulDiv } from "../../money/rounding.ts";
import type { ContractReason, PreviewFill, RefusedPreview } from "../preview-words.ts";
import { ME } from "../visible-book.ts";
import {
  type ContractAccountAfter,
  contractAccountAfter,
  liquidationPriceOf,
} from "./contract-account-after.ts";
import type { ContractAsked, ContractMarketView } from "./contract-market-view.ts";
import { type ContractPreviewState, setContractPreviewState } from "./contract-preview-state.ts";
import { marketViewAtTrigger } from "./trigger-market-view.ts";

/** Money is of the margin coin; all of it is decimal text. */
export interface ContractEstimate {
  readonly ok: true;
  /** Once the order is placed; an order whose trigger is reached already trades at once. */
  readonly status: OrderStatus;
  readonly fills: readonly PreviewFill[];
  /** The account then, with nothing of the rest traded. */
  readonly after: ContractAccountAfter;
  /** Contracts that trade at once, on the book as it is told, and those that would rest. */
  readonly lotsNow: string;
  readonly lotsAtRest: string;
  /** Of everything that would trade. */
  readonly value: string;
  readonly averagePrice: string;
  /** What must be free for it; "0" of a close. */
  readonly needs: string;
  /** What stands behind what it opens: its value by the leverage. */
  readonly margin: string;
  readonly fee: string;
  /** What a close realises, without the fee; undefined of what opens. */
  readonly profit: string | undefined;
  /** Of the position with all of it traded; undefined where there is none, or where not enough is told. */
  readonly liquidationPrice: string | undefined;
  /** An order that would end before it has all it asked for. */
  readonly isCutShort: boolean;
  /** What is free to open with before it; undefined when no user is signed in. */
  readonly available: string | undefined;
}

export type ContractPreview = ContractEstimate | RefusedPreview<ContractReason>;

export function previewContractOrder(
  view: ContractMarketView,
  asked: ContractAsked,
): ContractPreview {
  const previewState = setContractPreviewState(view, asked.clientId);
  const { state, market, context } = previewState;
  const command = commandOf(asked);
  const checked = checkFuturesTerms(state, command);
  if (!checked.ok) return checked;
  const available = availableOf(state, ME, market.contract.marginCoin);
  const needs = asked.action === "open" ? needsOf(previewState, checked.answer) : 0n;
  const held = positionOf(previewState, asked);
  const outcome = placeFuturesOrder(state, command, context);
  if (!outcome.ok) return outcome;
  const { orderId, status } = outcome.answer;
  const after = contractAccountAfter(previewState);
  if (asked.trigger !== "none") {
    return isTriggered(checked.answer, triggerPriceOf(market))
      ? previewDue(view, asked)
      : previewWaiting(view, asked, after);
  }
  const fills = fillsOf(previewState);
  const rested = state.orders.byId.get(orderId);
  const lotsAtRest = rested?.remaining ?? 0;
  const restFee = rested ? fillRest(previewState, rested) : 0n;
  return {
    ok: true,
    status,
    fills,
    after,
    lotsAtRest: `${lotsAtRest}`,
    ...totalsOf(previewState, { asked, lotsAtRest, restFee, ticks: rested?.ticks ?? 0 }),
    needs: coins(market, needs),
    profit: held && asked.action === "close" ? coins(market, held.closeProfit) : undefined,
    liquidationPrice: wholeLiquidationPrice(previewState, view, asked),
    isCutShort: status === "canceled",
    available: view.balance && coins(market, available),
  };
}

/** What is free to open with, whatever the order will be; undefined when no user is signed in. */
export function availableIn(view: ContractMarketView): string | undefined {
  if (!view.balance) return undefined;
  const { state, market } = setContractPreviewState(view);
  return coins(market, availableOf(state, ME, market.contract.marginCoin));
}

/** FUT-COND-2: would its trigger be true when it comes, so that it does not wait? */
export function isDueNow(view: ContractMarketView, asked: ContractAsked): boolean {
  if (asked.trigger === "none") return false;
  const { state, market } = setContractPreviewState(view);
  const checked = checkFuturesTerms(state, commandOf(asked));
  return checked.ok && isTriggered(checked.answer, triggerPriceOf(market));
}

/** Its trigger is reached: it goes live at once, or ends rejected. */
function previewDue(view: ContractMarketView, asked: ContractAsked): ContractPreview {
  return asLater(previewContractOrder(view, { ...asked, trigger: "none" }));
}

/** What it would be at its trigger; a no of that moment need not come then. */
function previewWaiting(
  view: ContractMarketView,
  asked: ContractAsked,
  after: ContractAccountAfter,
): ContractPreview {
  const then = marketViewAtTrigger(view, asked);
  const preview = asLater(previewContractOrder(then, { ...asked, trigger: "none" }));
  return preview.ok ? { ...preview, status: "waiting", fills: [], after } : preview;
}

function asLater(preview: ContractPreview): ContractPreview {
  return preview.ok ? preview : { ...preview, isLater: true };
}

function commandOf(asked: ContractAsked): PlaceFuturesOrder {
  const { kind, clientId = "" } = asked;
  const price = kind === "limit" ? asked.price : "";
  const by = { type: "PlaceFuturesOrder", user: ME, key: 0, request: 0, contract: 1 } as const;
  return { ...asked, ...by, clientId, price };
}

/** FUT-FREEZE-3: the freeze, and the loss that it would have at once. */
function needsOf({ market }: ContractPreviewState, order: Order): bigint {
  const terms = order.futures as FuturesTerms;
  return freezeOf(worstWorth(market, order), terms) + bigOf(openLossOf(market, order));
}

function positionOf(
  { contractAccount }: ContractPreviewState,
  { side, action }: ContractAsked,
): Position | undefined {
  return positionOn(contractAccount, (action === "open") === (side === "buy") ? "buy" : "sell");
}

/** Fills what rests at its price, as a maker; tells the fee. */
function fillRest(
  { state, market, contractAccount, context }: ContractPreviewState,
  { id, remaining: lots, ticks }: Order,
): bigint {
  const maker = state.orders.byId.find(id);
  const value = valueAt(market.contract, { lots, ticks });
  return bigOf(giveFromBook(state, { contractAccount, maker, lots, value }, context));
}

interface PreviewedOrder {
  readonly asked: ContractAsked;
  readonly lotsAtRest: number;
  readonly restFee: bigint;
  readonly ticks: number;
}

/** Sums over what traded at once and what rested. */
function totalsOf(
  previewState: ContractPreviewState,
  { asked, lotsAtRest, restFee, ticks }: PreviewedOrder,
) {
  const { market, contractAccount, context } = previewState;
  const trades = context.events.filter(isTrade);
  const lots = trades.reduce((sum, trade) => sum + trade.lots, 0);
  const now = trades.reduce((sum, trade) => sum + trade.value, 0n);
  const fee = trades.reduce((sum, { takerFee }) => sum + takerFee, restFee);
  const atRest = lotsAtRest > 0 ? valueAt(market.contract, { lots: lotsAtRest, ticks }) : 0n;
  const value = now + atRest;
  const margin = mulDiv(value, 1n, BigInt(contractAccount.leverage), "up");
  const price = averagePriceOf(market.contract, value, BigInt(lots + lotsAtRest));
  return {
    lotsNow: `${lots}`,
    value: coins(market, value),
    averagePrice: formatUnits(price, RATE_DECIMALS),
    margin: coins(market, asked.action === "open" ? margin : 0n),
    fee: coins(market, fee),
  };
}

function isTrade(event: object): event is ContractTraded {
  return "type" in event && event.type === "ContractTraded";
}

/** FUT-FIELD-7; before there is a mark, at the price of the order itself. */
function wholeLiquidationPrice(
  previewState: ContractPreviewState,
  { balance }: ContractMarketView,
  asked: ContractAsked,
): string | undefined {
  const position = positionOf(previewState, asked);
  // The liquidation price of a cross position depends on the whole account.
  if (!position || (asked.mode === "cross" && !balance)) return undefined;
  const { market } = previewState;
  if (market.mark === 0) market.mark = market.last;
  const price = liquidationPriceOf(previewState, position);
  return price > 0n ? formatUnits(price, RATE_DECIMALS) : undefined;
}

function fillsOf({ market, context }: ContractPreviewState): PreviewFill[] {
  return context.events.filter(isTrade).map(({ ticks, lots, takerFee }) => ({
    price: formatSteps(ticks, market.contract.pricePrecision),
    quantity: `${lots}`,
    fee: coins(market, takerFee),
  }));
}

function coins({ contract }: ContractMarket, units: bigint): string {
  return formatUnits(units, contract.scale);
}
