/**
 * What the exchange did with an order, in the words in which a preview tells it beforehand: fills from the
 * events, money and positions read from the live state.
 */
import { present } from "../../src/core/base/assert.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { availableOf } from "../../src/core/engine/futures/account.ts";
import { findContractAccount } from "../../src/core/engine/futures/contract-account.ts";
import type { PlaceFuturesOrder } from "../../src/core/engine/futures/futures-commands.ts";
import type { OrderStatus, PairArea, Side } from "../../src/core/engine/orders/order.ts";
import { accountFieldsOf } from "../../src/core/engine/read/futures-account.ts";
import { standingOf } from "../../src/core/engine/read/margin.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { formatSteps, formatUnits, unitsOf } from "../../src/core/money/decimal.ts";
import { RATE_DECIMALS } from "../../src/core/money/rate.ts";
import type {
  ContractAccountAfter,
  PositionAfter,
} from "../../src/core/preview/contract/contract-account-after.ts";
import type { PairAccountAfter } from "../../src/core/preview/pair/pair-account-after.ts";
import type { PreviewFill } from "../../src/core/preview/preview-words.ts";
import { readContractView } from "../../src/core/preview/read/read-contract-view.ts";
import { readPairView } from "../../src/core/preview/read/read-pair-view.ts";

/** Precisions of price, quantity and fee. */
export interface FillPrecisions {
  readonly price: number;
  readonly quantity: number;
  readonly fee: number;
}

/** All trades of a command, seen by their taker. */
export function fillsIn(events: readonly ExchangeEvent[], digits: FillPrecisions): PreviewFill[] {
  return events.flatMap((event) => {
    if (event.type !== "Traded" && event.type !== "ContractTraded") return [];
    return {
      price: formatSteps(event.ticks, digits.price),
      quantity: formatSteps(event.lots, digits.quantity),
      fee: formatUnits(takerFeeOf(event), digits.fee),
    };
  });
}

function takerFeeOf(event: Extract<ExchangeEvent, { type: "Traded" | "ContractTraded" }>): bigint {
  if (event.type === "ContractTraded") return event.takerFee;
  return event.takerSide === "buy" ? event.buyerFee : event.sellerFee;
}

export function feesOf(fills: readonly PreviewFill[], scale: number): string {
  const units = fills.reduce((sum, { fee }) => sum + (unitsOf(fee, scale) ?? 0n), 0n);
  return formatUnits(units, scale);
}

/** Of all trades of a command in contracts. */
export function valueIn(events: readonly ExchangeEvent[]): bigint {
  return events.reduce((sum, one) => (one.type === "ContractTraded" ? sum + one.value : sum), 0n);
}

/** What a close realises: to be asked before it, and answered by the events of its command. */
export function realisedBy(
  state: ExchangeState,
  { user, contract, side }: Pick<PlaceFuturesOrder, "user" | "contract" | "side">,
): (events: readonly ExchangeEvent[]) => bigint | undefined {
  const account = findContractAccount(state.futures, user, contract);
  const held = side === "sell" ? account?.long : account?.short;
  const before = held?.closeProfit ?? 0n;
  return (events) => {
    if (!held) return undefined;
    for (const event of events) {
      if (event.type !== "PositionEnded" || event.positionId !== held.id) continue;
      return event.closeProfit - before;
    }
    return held.closeProfit - before;
  };
}

/** What was lent in a command. */
export function lentIn(events: readonly ExchangeEvent[], scale: number): string {
  const lent = events.reduce((sum, one) => (one.type === "Borrowed" ? sum + one.amount : sum), 0n);
  return formatUnits(lent, scale);
}

const OF_AN_ORDER: ReadonlySet<string> = new Set([
  ...["Traded", "ContractTraded", "OrderRested", "OrderEnded"],
  ...["Borrowed", "Repaid", "PositionEnded", "MatchPrevented"],
]);

/** An order of which a preview told so much. */
export interface ToldOrder {
  readonly status: OrderStatus;
  readonly fills: readonly PreviewFill[];
  /** It was to trade although it has a trigger. */
  readonly isDue: boolean;
}

/**
 * What no preview tells: a maker was canceled instead of traded with (FUT-DEFICIT-1), or more followed of
 * the command than the order itself, such as triggers of other orders and liquidations.
 */
export function beyondOrder(
  events: readonly ExchangeEvent[],
  { status, fills, isDue }: ToldOrder,
): "maker canceled" | "more followed" | undefined {
  if (isMakerCanceled(events, { status, fills })) return "maker canceled";
  if (events.some(({ type }) => !OF_AN_ORDER.has(type))) return "more followed";
  const trades = events.filter(isTrade).length;
  const rested = events.filter(({ type }) => type === "OrderRested").length;
  const isOpen = ["new", "partially_filled", "waiting"].includes(status);
  const isAlone =
    trades === fills.length &&
    rested === (isOpen ? 1 : 0) + (isDue ? 1 : 0) &&
    countEnded(events, "canceled") === (status === "canceled" ? 1 : 0) &&
    countEnded(events, "rejected") === 0;
  return isAlone ? undefined : "more followed";
}

/** Before the last trade that was told, an order was canceled: a maker, since the order itself ends last. */
function isMakerCanceled(
  events: readonly ExchangeEvent[],
  { status, fills }: Pick<ToldOrder, "status" | "fills">,
): boolean {
  if (fills.length === 0) return false;
  const trades = events.flatMap((event, index) => (isTrade(event) ? index : []));
  const last = trades[fills.length - 1];
  if (last !== undefined) return countEnded(events.slice(0, last), "canceled") > 0;
  return countEnded(events, "canceled") > (status === "canceled" ? 1 : 0);
}

function isTrade({ type }: ExchangeEvent): boolean {
  return type === "Traded" || type === "ContractTraded";
}

function countEnded(events: readonly ExchangeEvent[], how: string): number {
  return events.filter((event) => event.type === "OrderEnded" && event.status === how).length;
}

interface Who {
  readonly user: number;
  readonly timeMs: number;
}

export function pairAccountOf(
  state: ExchangeState,
  { user, timeMs }: Who,
  { area, pair }: { readonly area: PairArea; readonly pair: number },
): PairAccountAfter {
  const now = readPairView(state, { user, area, pair, clientId: "" }, timeMs);
  const assetOf = (which: "base" | "quote") => {
    const { free, locked = "0" } = present(now.balances, "balances")[which];
    const inMargin = now.margin?.assets.find(({ name }) => name === now.terms[which].name);
    const { principal = "0", interest = "0" } = inMargin ?? {};
    return { free, locked, principal, interest };
  };
  const margin = area === "margin" ? standingOf(state, user) : undefined;
  return { base: assetOf("base"), quote: assetOf("quote"), margin };
}

export function contractAccountOf(
  state: ExchangeState,
  { user, timeMs }: Who,
  contract: number,
): ContractAccountAfter {
  const { account, balance, mark } = readContractView(
    state,
    { user, contract, clientId: "" },
    timeMs,
  );
  const { marginCoin, scale } = present(state.catalogue.contracts[contract - 1], "the contract");
  const { positions } = accountFieldsOf(state, user, marginCoin);
  const positionOf = (side: Side): PositionAfter | undefined => {
    const held = side === "buy" ? account.long : account.short;
    const shown = positions.find(
      ({ position }) =>
        position.side === side && position.contractAccount.market.contract.id === contract,
    );
    if (!held || !shown) return undefined;
    const price = formatUnits(shown.liquidationPrice, RATE_DECIMALS);
    return { ...held, liquidationPrice: mark === "0" ? undefined : price };
  };
  const { free, locked = "0" } = present(balance, "the balance");
  const available = formatUnits(availableOf(state, user, marginCoin), scale);
  const { mode } = account;
  return { mode, free, locked, available, long: positionOf("buy"), short: positionOf("sell") };
}
