/**
 * What the engine did, in words: the events of a command that an explanation shows.
 */

import { trailingTicks } from "../../../core/engine/book/trailing-price.ts";
import { INDEX_DECIMALS } from "../../../core/engine/catalogue/catalogue.ts";
import type { ExchangeEvent } from "../../../core/engine/events.ts";
import type {
  ContractTraded,
  ForceClosed,
  FuturesLiquidated,
  PositionEnded,
} from "../../../core/engine/futures/futures.ts";
import type { EndReason } from "../../../core/engine/orders/end-reasons.ts";
import type { OrderEnded, OrderRested } from "../../../core/engine/orders/order-events.ts";
import type { MatchPrevented, Traded } from "../../../core/engine/spot/spot.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import type { Effect, TradeTold } from "./explanation.ts";
import type { Names } from "./names.ts";
import { listOf, orderNamed, sayList } from "./say-list.ts";

/** Undefined for what only repeats the command. `levels` are those at which liquidations began. */
export function effectOf(
  names: Names,
  event: ExchangeEvent,
  levels: ReadonlyMap<number, string> = NO_LEVELS,
): Effect | undefined {
  const { type } = event;
  switch (event.type) {
    case "Traded":
      return sayTrade(type, pairTradeOf(names, event));
    case "ContractTraded":
      return sayTrade(type, contractTradeOf(names, event));
    case "MatchPrevented":
      return { type, order: event.takerOrder, says: sayPrevented(names, event) };
    case "OrderRested":
      return { type, order: event.id, says: sayRested(names, event) };
    case "OrderEnded":
      return { type, order: event.id, says: `${orderNamed(event)} ${sayEnd(names, event)}` };
    case "OrderListOpened":
    case "OrderListEnded":
      return { type, says: sayList(names, event) };
    case "ForceClosed":
      return { type, order: event.orderId, says: sayForceClosed(names, event) };
    case "LiquidationBegan":
      return { type, says: sayBegan(names.user(event.user), levels.get(event.user)) };
    default: {
      const says = sayMoney(names, event) ?? sayRisk(names, event);
      return says === undefined ? undefined : { type, says };
    }
  }
}

const NO_LEVELS: ReadonlyMap<number, string> = new Map();

function sayBegan(user: string, level: string | undefined): string {
  const at = level === undefined ? "" : `, at level ${level}`;
  return `the liquidation of ${user}'s margin account began${at}`;
}

function sayTrade(type: string, trade: TradeTold): Effect {
  const { maker, taker, takerSide, volume, symbol, price, id } = trade;
  const taken = `order ${taker.order} of ${taker.user} (${takerSide}, fee ${taker.fee})`;
  const made = `order ${maker.order} of ${maker.user} (maker, fee ${maker.fee})`;
  return {
    type,
    trade,
    says: `trade ${id}: ${volume} ${symbol} at ${price}, ${taken} with ${made}`,
  };
}

/** SPOT-STP-7 */
function sayPrevented(names: Names, event: MatchPrevented): string {
  const { id, pair, ticks, mode, makerOrder, takerOrder, user } = event;
  const place = { area: event.takerArea, market: pair };
  const lost = (lots: number) => `lost ${names.quantity(place, lots)}`;
  const losses = `order ${makerOrder} ${lost(event.makerLots)}, order ${takerOrder} ${lost(event.takerLots)}`;
  const met = `two orders of ${names.user(user)} met on ${names.symbol(place)} at ${names.price(place, ticks)}`;
  return `prevented match ${id}: ${met} and did not trade (${mode}): ${losses}`;
}

function pairTradeOf(names: Names, event: Traded): TradeTold {
  const { id, pair, ticks, lots, takerSide, makerOrder, takerOrder } = event;
  const place = { area: event.takerArea, market: pair };
  const { base = 0, quote = 0 } = names.pair(pair) ?? {};
  const ofBuyer = names.money(base, event.buyerFee);
  const ofSeller = names.money(quote, event.sellerFee);
  const [takerFee, makerFee] = takerSide === "buy" ? [ofBuyer, ofSeller] : [ofSeller, ofBuyer];
  return {
    id,
    symbol: names.symbol(place),
    price: names.price(place, ticks),
    volume: names.quantity(place, lots),
    takerSide,
    maker: { order: makerOrder, user: names.user(event.makerUser), fee: makerFee },
    taker: { order: takerOrder, user: names.user(event.takerUser), fee: takerFee },
  };
}

function contractTradeOf(names: Names, event: ContractTraded): TradeTold {
  const { id, contract, ticks, lots, takerSide, makerOrder, takerOrder } = event;
  const place = { area: "futures", market: contract } as const;
  const { marginCoin = 0 } = names.contract(contract) ?? {};
  const fee = (paid: bigint) => names.money(marginCoin, paid);
  return {
    id,
    symbol: names.symbol(place),
    price: names.price(place, ticks),
    volume: names.quantity(place, lots),
    takerSide,
    maker: { order: makerOrder, user: names.user(event.makerUser), fee: fee(event.makerFee) },
    taker: { order: takerOrder, user: names.user(event.takerUser), fee: fee(event.takerFee) },
  };
}

/** Condition orders and stops come to rest twice: when they wait, and when they are live. */
function sayRested(names: Names, order: OrderRested): string {
  const { remaining, ticks, futures, instructions } = order;
  const named = orderNamed(order);
  if (instructions?.isPending) return `${named} is pending until the first order is filled`;
  if (instructions?.isWaiting) {
    const { isRise, triggerTicks, delta, trailed } = instructions;
    if (trailed > 0) {
      const trigger = names.price(order, trailingTicks(order.side, trailed, delta));
      return `${named} trails the last price, its trigger is ${trigger}, ${names.locked(order)} locked`;
    }
    const until = `the last price ${isRise ? "rises" : "falls"} to ${names.price(order, triggerTicks)}`;
    return `${named} waits until ${until}, ${names.locked(order)} locked`;
  }
  if (futures?.isWaiting) {
    const { trigger, triggerTicks } = futures;
    return `${named} waits: ${trigger} ${names.price(order, triggerTicks)}`;
  }
  const rest = `${names.quantity(order, remaining)} at ${names.price(order, ticks)}`;
  return `${named} rests: ${rest}, ${names.locked(order)} locked`;
}

/** How an order ended, and why where its status does not tell (SPOT-MATCH-6). */
export function sayEnd(names: Names, order: OrderEnded): string {
  const { status, reason } = order;
  const executed = names.quantity(order, order.executed);
  const of = order.lots === 0 ? "" : ` of ${names.quantity(order, order.lots)}`;
  const why = reason ? `: ${WHY[reason](names, order)}` : "";
  return `ended: ${status}, ${executed}${of} executed${why}`;
}

const WHY: Readonly<Record<EndReason, (names: Names, order: OrderEnded) => string>> = {
  below_one_step(names, order) {
    const step = `${names.quantity(order, 1)} ${names.symbol(order)}`;
    return `${names.budget(order)} did not pay for one step (${step}) at the next price`;
  },
  post_only: by("post only, and it would have traded", "SPOT-TIF-4", "FUT-TIF-3"),
  fill_or_kill: by(
    "fill or kill, and it would not have been filled whole",
    "SPOT-TIF-3",
    "FUT-TIF-2",
  ),
  immediate_or_cancel: by(
    "immediate or cancel, and no more could be traded",
    "SPOT-TIF-2",
    "FUT-TIF-1",
  ),
  self_trade: by("it met an order of the same user", "SPOT-STP-1, SPOT-STP-4", "FUT-STP-1"),
  countdown: () => "the countdown of its user on the symbol was not renewed (SPOT-COUNT-3)",
  out_of_range: by("the next price was out of range", "SPOT-BAND-3", "FUT-MARKET-1"),
  empty_book: by("nothing was left on the other side", "SPOT-MATCH-6", "FUT-MARKET-1"),
  other_leg: (_, order) => `another order of list ${listOf(order)} worked (SPOT-LIST-9)`,
  list_ended: (_, order) => `another order of list ${listOf(order)} had ended (SPOT-LIST-10)`,
  insufficient_balance: () =>
    "the first order of its list was filled, and its money was not there (SPOT-LIST-12)",
  deficit: () => "the next trade would have left its user in a deficit (FUT-DEFICIT-1)",
};

/** The same words in every area, and the rule of the order's own. */
function by(why: string, ofPairs: string, ofFutures: string) {
  return (_: Names, { area }: OrderEnded) => `${why} (${area === "futures" ? ofFutures : ofPairs})`;
}

function sayForceClosed(names: Names, event: ForceClosed): string {
  const { reason, orderId, tradeId, user, contract, side, lots, price } = event;
  const symbol = names.symbol({ area: "futures", market: contract });
  const closed = `${reason} of ${lots} ${symbol} of ${names.user(user)}`;
  const at = formatUnits(price, RATE_DECIMALS);
  return `${closed}: order ${orderId} (close ${side}) filled at ${at}, trade ${tradeId}, no fee`;
}

function sayMoney(names: Names, event: ExchangeEvent): string | undefined {
  switch (event.type) {
    case "Borrowed":
      return `${names.user(event.user)} borrowed ${names.money(event.asset, event.amount)}`;
    case "Repaid": {
      const { user, asset, principal, interest } = event;
      const of = `${names.money(asset, principal)} and ${names.money(asset, interest)} interest`;
      return `${names.user(user)} repaid ${of}`;
    }
    case "Transferred": {
      const { id, user, from, to, asset, amount } = event;
      const moved = `${names.money(asset, amount)} of ${names.user(user)} from ${from} to ${to}`;
      return `transfer ${id}: ${moved}`;
    }
    case "Moved": {
      const { direction, user, asset, amount, place } = event;
      const whose = place === "spot" ? names.user(user) : place;
      return `${names.money(asset, amount)} ${direction} for ${whose}`;
    }
    case "Insured":
      return `margin insurance took ${names.money(event.asset, event.amount)} of ${names.user(event.user)}`;
    case "LossCovered": {
      const { user, asset, principal, insured } = event;
      const paid = `${names.money(asset, insured)} of it by the insurance`;
      return `${names.user(user)} did not pay back ${names.money(asset, principal)}, ${paid}`;
    }
    case "DeficitCovered": {
      const { user, coin, insured, rest } = event;
      const lost = `${names.money(coin, insured + rest)} that ${names.user(user)} did not have`;
      return `${lost}: ${names.money(coin, insured)} paid by the insurance`;
    }
    default:
      return undefined;
  }
}

function sayRisk(names: Names, event: ExchangeEvent): string | undefined {
  switch (event.type) {
    case "MarginCalled":
      return `${names.user(event.user)} got a margin call`;
    case "LiquidationOver":
      return `the liquidation of ${names.user(event.user)}'s margin account is over: ${event.end}`;
    case "FuturesLiquidated":
      return sayLiquidated(names, event);
    case "PositionEnded":
      return sayPositionEnded(names, event);
    case "ContractAccountChanged": {
      const { user, contract, leverage, mode } = event;
      const symbol = names.symbol({ area: "futures", market: contract });
      return `${names.user(user)} trades ${symbol} at ${leverage}x, ${mode} margin`;
    }
    case "FundingSettled": {
      const { contract, rate, markTicks, positions } = event;
      const place = { area: "futures", market: contract } as const;
      const sign = rate < 0 ? "-" : "";
      const at = `rate ${sign}${formatSteps(Math.abs(rate), RATE_DECIMALS)}, mark ${names.price(place, markTicks)}`;
      return `funding of ${names.symbol(place)}: ${at}, ${positions} positions`;
    }
    case "ProfitsSettled": {
      const { contract, markTicks, positions } = event;
      const place = { area: "futures", market: contract } as const;
      const at = `mark ${names.price(place, markTicks)}, ${positions} positions`;
      return `profits of ${names.symbol(place)} settled: ${at}`;
    }
    case "IndexTrust": {
      const symbol = names.symbol({ area: "futures", market: event.contract });
      return `the index of ${symbol} is ${event.isStale ? "stale" : "trusted again"}`;
    }
    case "IndexChanged":
      return `the index of ${names.asset(event.asset)} is ${formatUnits(event.price, INDEX_DECIMALS)}`;
    default:
      return undefined;
  }
}

function sayLiquidated(names: Names, { user, contract, coin, end }: FuturesLiquidated): string {
  const what =
    contract === 0
      ? `cross account in ${names.asset(coin)}`
      : names.symbol({ area: "futures", market: contract });
  return `liquidation of ${names.user(user)}, ${what}: ${end}`;
}

function sayPositionEnded(names: Names, event: PositionEnded): string {
  const { positionId, user, contract, side, realized } = event;
  const symbol = names.symbol({ area: "futures", market: contract });
  const { marginCoin = 0 } = names.contract(contract) ?? {};
  const held = side === "buy" ? "long" : "short";
  const result = `realized ${names.money(marginCoin, realized)}`;
  return `position ${positionId} of ${names.user(user)} (${held} ${symbol}) ended, ${result}`;
}
