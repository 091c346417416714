/**
 * What would become of a futures order, before it is sent: refused by which rule, or what it trades at
 * once, what it freezes, what it costs, where the position would then be liquidated, what a close
 * brings. The engine itself plays it on a preview state; what would rest is then filled at its price, so that
 * the figures are those of the whole order. The visible book tells no single orders: where several stand
 * at one price the fee, which each fill rounds up, may be a unit more for each. Rules FUT-CHECK-1 to
 * FUT-CHECK-18, FUT-FREEZE-1, FUT-SETTLE-2 to FUT-SETTLE-6, FUT-FIELD-7.
 */
import { availableOf, crossSumsOf, freeBalanceOf } from "../engine/futures/account.ts";
import { positionOn } from "../engine/futures/contract-account.ts";
import { averagePriceOf, valueAt } from "../engine/futures/contract-value.ts";
import type { ContractTraded } from "../engine/futures/futures.ts";
import type { FuturesPlaceReject, PlaceFuturesOrder } from "../engine/futures/futures-commands.ts";
import type { ContractMarket, Position } from "../engine/futures/futures-state.ts";
import { positionFieldsOf } from "../engine/futures/position-fields.ts";
import { checkFuturesTerms } from "../engine/futures/trading/check-futures-order.ts";
import { freezeOf, openLossOf, worstWorth } from "../engine/futures/trading/freeze.ts";
import { giveFromBook } from "../engine/futures/trading/match-futures.ts";
import { placeFuturesOrder } from "../engine/futures/trading/place-futures-order.ts";
import { triggerPriceOf } from "../engine/futures/trading/trigger-queue.ts";
import { isTriggered } from "../engine/futures/triggers.ts";
import type {
  Action,
  FuturesTerms,
  MarginMode,
  Order,
  Side,
  TimeInForce,
  Trigger,
} from "../engine/orders/order.ts";
import { formatUnits } from "../money/decimal.ts";
import { RATE_DECIMALS } from "../money/rate.ts";
import { mulDiv } from "../money/rounding.ts";
import type { ContractMarketView, ContractPreviewState } from "./contract-market-view.ts";
import { setContractPreviewState } from "./contract-preview-state.ts";
import type { RefusedPreview } from "./refused-preview.ts";
import { marketViewAtTrigger } from "./trigger-market-view.ts";
import { ME } from "./visible-book.ts";

export interface ContractAsked {
  readonly side: Side;
  readonly action: Action;
  readonly kind: "limit" | "market";
  readonly timeInForce: TimeInForce;
  readonly price: string;
  /** Contracts; of a market order that opens a value in the margin coin. */
  readonly quantity: string;
  readonly trigger: Trigger;
  readonly triggerPrice: string;
}

/** Money is of the margin coin; all of it is decimal text. */
export interface ContractEstimate {
  readonly ok: true;
  /** Contracts that trade at once, on the book as it is shown, and those that would rest. */
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
  /** Of the position after it; undefined where there is none, or where the API does not tell enough. */
  readonly liquidationPrice: string | undefined;
  /** An order that would end before it has all it asked for. */
  readonly isCutShort: boolean;
  /** What is free to open with before it; undefined when no user is signed in. */
  readonly available: string | undefined;
}

export type ContractPreview = ContractEstimate | RefusedPreview<FuturesPlaceReject>;

export function previewContractOrder(
  marketView: ContractMarketView,
  asked: ContractAsked,
): ContractPreview {
  const previewState = setContractPreviewState(marketView);
  const { state, market, context } = previewState;
  const command = commandOf(asked, marketView.mode);
  const checked = checkFuturesTerms(state, command);
  if (!checked.ok) return checked;
  const available = availableOf(state, ME, market.contract.marginCoin);
  const needs = asked.action === "open" ? needsOf(previewState, checked.answer) : 0n;
  const held = positionOf(previewState, asked);
  const profitBefore = held?.closeProfit ?? 0n;
  const outcome = placeFuturesOrder(state, command, context);
  if (!outcome.ok) return outcome;
  if (asked.trigger !== "none") {
    return previewTriggered(marketView, asked, isTriggered(checked.answer, triggerPriceOf(market)));
  }
  const rested = state.orders.byId.get(outcome.answer.orderId);
  const lotsAtRest = rested?.remaining ?? 0;
  const restFee = rested ? fillRest(previewState, rested) : 0n;
  return {
    ok: true,
    lotsAtRest: `${lotsAtRest}`,
    ...totalsOf(previewState, { asked, lotsAtRest, restFee, ticks: rested?.ticks ?? 0 }),
    needs: coins(market, needs),
    profit:
      held && asked.action === "close" ? coins(market, held.closeProfit - profitBefore) : undefined,
    liquidationPrice: isLiquidationPriceKnown(marketView)
      ? liquidationPriceOf(previewState, asked)
      : undefined,
    isCutShort: outcome.answer.status === "canceled",
    available: marketView.normal === undefined ? undefined : coins(market, available),
  };
}

/** What is free to open with, whatever the order will be; undefined when no user is signed in. */
export function availableIn(marketView: ContractMarketView): string | undefined {
  if (marketView.normal === undefined) return undefined;
  const { state, market } = setContractPreviewState(marketView);
  return coins(market, availableOf(state, ME, market.contract.marginCoin));
}

/** The liquidation price of a cross position depends on the whole account. */
function isLiquidationPriceKnown({ mode, normal }: ContractMarketView): boolean {
  return mode === "isolated" || normal !== undefined;
}

/** FUT-COND-2: would its trigger be true when it comes, so that it does not wait? */
export function isDueNow(marketView: ContractMarketView, asked: ContractAsked): boolean {
  if (asked.trigger === "none") return false;
  const { state, market } = setContractPreviewState(marketView);
  const checked = checkFuturesTerms(state, commandOf(asked, marketView.mode));
  return checked.ok && isTriggered(checked.answer, triggerPriceOf(market));
}

/** What it would be at its trigger, or now if that is reached; a no of that moment need not come then. */
function previewTriggered(
  marketView: ContractMarketView,
  asked: ContractAsked,
  isDue: boolean,
): ContractPreview {
  const then = isDue ? marketView : marketViewAtTrigger(marketView, asked);
  const preview = previewContractOrder(then, { ...asked, trigger: "none" });
  return preview.ok ? preview : { ...preview, isLater: true };
}

function commandOf(asked: ContractAsked, mode: MarginMode): PlaceFuturesOrder {
  const price = asked.kind === "limit" ? asked.price : "";
  const by = { type: "PlaceFuturesOrder", user: ME, key: 0, request: 0, contract: 1 } as const;
  return { ...by, mode, clientId: "", ...asked, price };
}

/** FUT-FREEZE-3: the freeze, and the loss that it would have at once. */
function needsOf({ market }: ContractPreviewState, order: Order): bigint {
  const terms = order.futures as FuturesTerms;
  return freezeOf(worstWorth(market, order), terms) + openLossOf(market, order);
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
  maker: Order,
): bigint {
  const lots = maker.remaining;
  const value = valueAt(market.contract, { lots, ticks: maker.ticks });
  return giveFromBook(state, { contractAccount, maker, lots, value }, context);
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
function liquidationPriceOf(
  previewState: ContractPreviewState,
  asked: ContractAsked,
): string | undefined {
  const { state, market } = previewState;
  const position = positionOf(previewState, asked);
  if (!position) return undefined;
  if (market.mark === 0) market.mark = market.last;
  const coin = market.contract.marginCoin;
  const account = { free: freeBalanceOf(state, ME, coin), ...crossSumsOf(state, ME, coin) };
  const { liquidationPrice } = positionFieldsOf(position, account);
  return liquidationPrice > 0n ? formatUnits(liquidationPrice, RATE_DECIMALS) : undefined;
}

function coins({ contract }: ContractMarket, units: bigint): string {
  return formatUnits(units, contract.scale);
}
