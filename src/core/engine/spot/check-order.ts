/**
 * The checks of a new order, in the order of the rules: the first that fails decides, and nothing has
 * changed. SPOT-CHECK-1, 3 and 4 are about text, and the API checks them with the symbol's name before there is
 * a command; `checkTerms` is SPOT-CHECK-2 and 5 to 10, `checkPlaceable` SPOT-CHECK-11 to 13, and the money of
 * SPOT-CHECK-14 is place-order.ts. A test order runs all of them but the money (SPOT-CHECK-16), a batch the first for all
 * its items before the second for any.
 */

import { type Rejected, reject } from "../../base/outcome.ts";
import { bigOf } from "../../money/amount.ts";
import {
  formatUnits,
  isPositive,
  stepsOf,
  TOO_LARGE,
  TOO_PRECISE,
  unitsOf,
} from "../../money/decimal.ts";
import { isAtLeastTimes, isAtMostTimes } from "../../money/rate.ts";
import { type Book, bestOpposite } from "../book/book.ts";
import { trailingTicks } from "../book/trailing-price.ts";
import { type Catalogue, findPair, type Pair } from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import { pairRatesOf } from "../catalogue/user-fees.ts";
import type { Area } from "../ledger/area.ts";
import { isNameFormed } from "../orders/client-id-form.ts";
import { findNameHolder } from "../orders/client-ids.ts";
import { hasRoom, mayRest, openCountOf, type StandingOrders } from "../orders/open-orders.ts";
import type { Order } from "../orders/order.ts";
import {
  amounts,
  bound,
  places,
  type RefusalNumbers,
  ticksFrom,
  ticksTo,
} from "../orders/refusal-numbers.ts";
import { lastTicksOf, type Prices } from "../prices/prices.ts";
import { isFrozen, type Users } from "../users/users.ts";
import {
  checkExtras,
  checkInstructions,
  checkSlice,
  checkTactics,
  checkTrailing,
  instructionsFrom,
  triggerTicksOf,
} from "./check-instructions.ts";
import { askFor, beginDraft, type OrderDraft, setLock } from "./order-draft.ts";
import { highestTicks, isForAmount, lotsForAmount, quoteAmount } from "./order-value.ts";
import type { OrderRequest, PlaceOrder, PlaceReject } from "./spot.ts";
import { isStop } from "./stops.ts";

/** What an order of any area asks for, and its sender. */
export type UserOrderRequest = OrderRequest & Pick<PlaceOrder, "user" | "pair">;

type Refusal = Rejected<PlaceReject>;

/** What the form of an order is checked against. */
export interface TermsState {
  readonly rules: number;
  readonly users: Pick<Users, "frozen">;
  readonly catalogue: Pick<Catalogue, "assets" | "pairs" | "userFees">;
  readonly prices: Pick<Prices, "last">;
}

/** What an order of the right form must stand beside. */
export interface PlaceableState {
  readonly rules: number;
  readonly catalogue: Pick<Catalogue, "pairs">;
  readonly orders: StandingOrders;
  /** By pair id less one. */
  readonly books: readonly Book[];
}

/** The draft is the order as it would be, without an id, if its form is right. */
export function checkTerms(
  state: TermsState,
  draft: OrderDraft,
  asked: UserOrderRequest,
  area: Area,
): Refusal | undefined {
  const pair = findPair(state.catalogue, asked.pair);
  if (!pair) return reject("pair_not_found"); // SPOT-CHECK-2
  const last = lastTicksOf(state.prices, pair.id);
  if (asked.instructions) {
    const { kind, instructions } = asked;
    const no = checkInstructions({ pair, area, kind, last, rules: state.rules }, instructions); // SPOT-CHECK-17
    if (no) return no;
  }
  if (asked.extras) {
    const { kind, extras } = asked;
    const no = checkExtras({ pair, area, kind, last, rules: state.rules }, extras); // SPOT-CHECK-17
    if (no) return no;
  }
  if (asked.tactics) {
    const no = checkTactics({ area, rules: state.rules }, asked); // SPOT-CHECK-17
    if (no) return no;
  }
  if (asked.trailing) {
    const no = checkTrailing({ area, last, rules: state.rules }, asked.trailing); // SPOT-CHECK-17
    if (no) return no;
  }
  if (pair.status !== "trading") return reject("pair_halted"); // SPOT-CHECK-5, SPOT-HALT-1
  if (isFrozen(state.users, asked.user)) return reject("user_frozen"); // SPOT-CHECK-5, USER-FREEZE-1
  beginDraft(draft, asked, area);
  draft.reference = last; // SPOT-BAND-3
  const no = (isForAmount(asked) ? checkAmount : checkLots)(state, draft, pair, asked);
  if (no) return no;
  giveTerms(state, draft, pair, asked);
  return undefined;
}

/** A market order that names an amount of the quote asset: what a buy spends, what a sell brings. */
function checkAmount(
  state: TermsState,
  draft: OrderDraft,
  pair: Pair,
  asked: OrderRequest,
): Refusal | undefined {
  const precision = pair.pricePrecision + pair.quantityPrecision;
  const budget = unitsOf(asked.quantity, precision);
  if (!isPositive(asked.quantity)) return reject("quantity_not_positive"); // SPOT-CHECK-6
  const no = checkTriggerSign(asked);
  if (no) return no;
  if (budget === undefined) {
    return reject("quantity_too_precise", places(asked.quantity, precision)); // SPOT-CHECK-7
  }
  const triggerTicks = asked.instructions ? triggerTicksOf(pair, asked.instructions) : 0;
  if (triggerTicks === TOO_PRECISE) return triggerTooPrecise(pair, asked); // SPOT-CHECK-7
  const amount = budget * pair.quoteUnit;
  if (amount < pair.notionalMin) {
    return reject("notional_below_min", quotes(state, pair, amount, pair.notionalMin)); // SPOT-CHECK-8
  }
  const { marketNotionalMax } = pair;
  if (marketNotionalMax > 0n && amount > marketNotionalMax) {
    return reject("notional_above_max", quotes(state, pair, amount, marketNotionalMax)); // SPOT-CHECK-9
  }
  draft.budget = budget;
  const { reference: last } = draft;
  if (asked.side === "sell") {
    const above = sellForAmount(draft, pair, referenceOf(asked, triggerTicks || last));
    if (above) return above;
  }
  return triggerTicks === 0 ? undefined : checkTrigger(pair, asked, { triggerTicks, last }); // SPOT-CHECK-10
}

/** SPOT-UNIT-3: what it may have to sell. */
function sellForAmount(draft: OrderDraft, pair: Pair, reference: number): Refusal | undefined {
  const { quantityPrecision, lotsMax } = pair;
  const lots = lotsForAmount(pair, reference, draft.budget);
  if (lots > BigInt(lotsMax)) {
    const had = formatUnits(lots, quantityPrecision);
    return reject("quantity_above_max", bound(had, lotsMax, quantityPrecision)); // SPOT-CHECK-9
  }
  askFor(draft, Number(lots));
  return undefined;
}

function checkLots(
  state: TermsState,
  draft: OrderDraft,
  pair: Pair,
  asked: OrderRequest,
): Refusal | undefined {
  const isLimit = asked.kind === "limit";
  const ticks = isLimit ? stepsOf(asked.price, pair.pricePrecision) : 0;
  const lots = stepsOf(asked.quantity, pair.quantityPrecision);
  if (isLimit && !isAboveZero(ticks, asked.price)) {
    return reject(asked.price === "" ? "price_missing" : "price_not_positive"); // SPOT-CHECK-6
  }
  if (!isAboveZero(lots, asked.quantity)) return reject("quantity_not_positive"); // SPOT-CHECK-6
  const sign = asked.instructions ? checkTriggerSign(asked) : undefined;
  if (sign) return sign;
  if (ticks === TOO_PRECISE) {
    return reject("price_too_precise", places(asked.price, pair.pricePrecision)); // SPOT-CHECK-7
  }
  if (lots === TOO_PRECISE) {
    return reject("quantity_too_precise", places(asked.quantity, pair.quantityPrecision)); // SPOT-CHECK-7
  }
  const triggerTicks = asked.instructions ? triggerTicksOf(pair, asked.instructions) : 0;
  if (triggerTicks === TOO_PRECISE) return triggerTooPrecise(pair, asked); // SPOT-CHECK-7
  const { reference: last } = draft;
  const reference = referenceOf(asked, triggerTicks > 0 ? triggerTicks : last); // SPOT-STOP-1
  if (lots !== TOO_LARGE && lots < pair.lotsMin) {
    return reject("quantity_below_min", lotsBound(pair, asked, pair.lotsMin)); // SPOT-CHECK-8
  }
  if (pair.notionalMin > 0n && (isLimit || reference > 0)) {
    const value = notionalOf(pair, asked, { ticks: isLimit ? ticks : reference, lots });
    if (value < pair.notionalMin) {
      return reject("notional_below_min", quotes(state, pair, value, pair.notionalMin)); // SPOT-CHECK-8
    }
  }
  if (lots === TOO_LARGE || lots > pair.lotsMax) {
    return reject("quantity_above_max", lotsBound(pair, asked, pair.lotsMax)); // SPOT-CHECK-9
  }
  const isMarketBuy = !isLimit && asked.side === "buy";
  if (isMarketBuy && pair.marketNotionalMax > 0n) {
    const value = bigOf(quoteAmount(pair, reference, lots));
    if (value > pair.marketNotionalMax) {
      return reject("notional_above_max", quotes(state, pair, value, pair.marketNotionalMax)); // SPOT-CHECK-9
    }
  }
  const no = triggerTicks === 0 ? undefined : checkTrigger(pair, asked, { triggerTicks, last });
  if (no) return no; // SPOT-CHECK-10
  if (ticks === TOO_LARGE || (isLimit && reference !== 0 && !isInBand(pair, ticks, reference))) {
    return reject("price_out_of_band", band(pair, asked.price, reference)); // SPOT-CHECK-10
  }
  draft.ticks = isMarketBuy ? highestTicks(pair, reference) : ticks; // SPOT-UNIT-2
  askFor(draft, lots);
  return asked.tactics ? checkSlice(pair, asked.tactics, lots) : undefined; // SPOT-ICE-1
}

/** SPOT-TRAIL-4: the price around which its bounds lie, of one that trails the trigger that it would have if the price turned at once. */
function referenceOf({ side, trailing }: OrderRequest, ticks: number): number {
  return trailing ? trailingTicks(side, ticks, trailing.delta) : ticks;
}

/** Steps above zero say it; else the decimal is zero, below it, or not so many steps. */
function isAboveZero(steps: number, decimal: string): boolean {
  return steps > 0 || isPositive(decimal);
}

function checkTriggerSign({ instructions }: OrderRequest): Refusal | undefined {
  const trigger = instructions?.triggerPrice;
  if (!trigger || isPositive(trigger)) return undefined;
  return reject("trigger_price_not_positive"); // SPOT-CHECK-6
}

function triggerTooPrecise({ pricePrecision }: Pair, { instructions }: OrderRequest): Refusal {
  return reject(
    "trigger_price_too_precise",
    places(instructions?.triggerPrice ?? "", pricePrecision),
  );
}

/** SPOT-CHECK-10: a trigger lies in the band around the last price. */
function checkTrigger(
  pair: Pair,
  { instructions }: OrderRequest,
  { triggerTicks, last }: { readonly triggerTicks: number; readonly last: number },
): Refusal | undefined {
  const isFine = triggerTicks !== TOO_LARGE && isInBand(pair, triggerTicks, last);
  const trigger = instructions?.triggerPrice ?? "";
  return isFine ? undefined : reject("price_out_of_band", band(pair, trigger, last));
}

/** Price times quantity, also of an order that is too large for a book: check 8 comes first. */
function notionalOf(
  pair: Pair,
  { price, quantity }: OrderRequest,
  { ticks, lots }: { ticks: number; lots: number },
): bigint {
  if (ticks !== TOO_LARGE && lots !== TOO_LARGE) return bigOf(quoteAmount(pair, ticks, lots));
  const exactTicks = ticks === TOO_LARGE ? unitsOf(price, pair.pricePrecision) : BigInt(ticks);
  const exactLots = lots === TOO_LARGE ? unitsOf(quantity, pair.quantityPrecision) : BigInt(lots);
  return (exactTicks ?? 0n) * (exactLots ?? 0n) * pair.quoteUnit;
}

/** SPOT-BAND-2: the bounds are included. */
function isInBand(pair: Pair, ticks: number, last: number): boolean {
  return isAtLeastTimes(ticks, last, pair.limitDown) && isAtMostTimes(ticks, last, pair.limitUp);
}

function lotsBound(
  { quantityPrecision }: Pair,
  { quantity }: OrderRequest,
  lots: number,
): RefusalNumbers {
  return bound(quantity, lots, quantityPrecision);
}

function quotes(
  { catalogue }: TermsState,
  pair: Pair,
  had: bigint,
  needed: bigint,
): RefusalNumbers {
  return amounts(catalogue.assets[pair.quote - 1]?.scale ?? 0, { had, needed });
}

/** Before the first trade there is no band, and only a price that no book can hold is outside. */
function band(pair: Pair, price: string, last: number): RefusalNumbers {
  const { pricePrecision, limitDown, limitUp } = pair;
  const shown = (ticks: bigint) => formatUnits(ticks, pricePrecision);
  if (last === 0) return { had: price, needed: `below ${shown(TICKS_END)}` };
  const [from, to] = [ticksFrom(last, limitDown), ticksTo(last, limitUp)];
  return { had: price, needed: `${shown(from)} to ${shown(to)}` };
}

const TICKS_END = 2n ** 53n;

/** What an order of the right form and size has besides. */
function giveTerms(
  { catalogue, prices }: TermsState,
  draft: OrderDraft,
  pair: Pair,
  asked: OrderRequest,
): void {
  const rates = pairRatesOf(catalogue.userFees, draft.user, pair); // SPOT-FEE-2
  draft.makerRate = rates.makerRate;
  draft.takerRate = rates.takerRate;
  if (asked.instructions || asked.extras || asked.tactics || asked.trailing)
    draft.instructions = instructionsFrom(asked, pair, prices);
  setLock(draft, pair);
}

export function checkPlaceable(
  state: PlaceableState,
  order: Order,
  timeMs: number,
): Refusal | undefined {
  const { clientId } = order;
  if (clientId !== "") {
    if (!isNameFormed(order)) return reject("client_id_malformed"); // SPOT-CHECK-11
    const first = findNameHolder(state.orders, order, timeMs); // SPOT-CLIENT-3, SPOT-CLIENT-7
    if (first !== 0) {
      return reject("client_id_used", { had: `${first}`, needed: "" }); // SPOT-CHECK-11, SPOT-CLIENT-2
    }
  }
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const isFull = state.orders.byId.size >= state.orders.openMax; // CORE-BOUND-1
  if (isFull) return reject("too_many_open_orders");
  const isPassing = isInForce(state, "passing_orders") && !mayRest(order);
  if (!isPassing && !hasRoom(state.orders, order, { pair: pair.id, max: pair.openOrdersMax })) {
    const had = `${openCountOf(state.orders, order, pair.id)}`;
    return reject("too_many_open_orders", { had, needed: `${pair.openOrdersMax}` }); // SPOT-CHECK-12
  }
  const book = state.books[order.market - 1] as Book;
  const waits = order.instructions !== undefined && isStop(order.instructions);
  if (order.kind === "market" && !waits && !bestOpposite(book, order.side)) {
    return reject("no_opposite_orders"); // SPOT-CHECK-13
  }
  return undefined;
}
