/** An order on a pair, in spot or in margin: its preview against what the exchange does with it. */
import { present } from "../../src/core/base/assert.ts";
import { crosses, ladderOf } from "../../src/core/engine/book/book.ts";
import type { Pair } from "../../src/core/engine/catalogue/catalogue.ts";
import { pairRatesOf } from "../../src/core/engine/catalogue/user-fees.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import type { PlaceMarginOrder } from "../../src/core/engine/margin/margin.ts";
import type { Order } from "../../src/core/engine/orders/order.ts";
import { averagePrice } from "../../src/core/engine/read/average-price.ts";
import { testOrder } from "../../src/core/engine/spot/place-order.ts";
import type { OrderRequest, PlaceOrder } from "../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { formatUnits, stepsOf, unitsOf } from "../../src/core/money/decimal.ts";
import { checkPairOrder } from "../../src/core/preview/pair/check-pair-order.ts";
import {
  type PairEstimate,
  previewPairOrder,
} from "../../src/core/preview/pair/preview-pair-order.ts";
import { readPairFacts, readPairView } from "../../src/core/preview/read/read-pair-view.ts";
import { feeDue } from "../simulation/referee/accounts.ts";
import { trailingFrom } from "../simulation/referee/trail.ts";
import {
  type Compared,
  isExchangeFull,
  isOfTheKey,
  type Met,
  placedIn,
  throughText,
} from "./compared.ts";
import type { Done, PreviewedExchange } from "./previewed-exchange.ts";
import { beyondOrder, feesOf, fillsIn, lentIn, pairAccountOf } from "./what-was-done.ts";

const RATE_ONE = 100_000_000n;

export function comparePair(
  { state, timeMs }: PreviewedExchange,
  command: PlaceOrder | PlaceMarginOrder,
  carryOut: () => Done,
  met: Met,
): Compared | undefined {
  const { user, pair, clientId, side, kind } = command;
  const area = command.type === "PlaceOrder" ? "spot" : "margin";
  const view = throughText(readPairView(state, { user, area, pair, clientId }, timeMs));
  const preview = previewPairOrder(view, { ...command, area });

  const isBlind = reachesHidden(state, command);

  const carriedOut = carryOut();

  if (isOfTheKey(carriedOut)) return undefined;
  if (isBlind) {
    met.count("reaches what is hidden");
    return undefined;
  }
  const { outcome, events } = carriedOut;
  met.count(area);
  if (!outcome.ok) met.count(`${area} refused: ${outcome.reason}`);
  if (isExchangeFull(carriedOut)) met.count("full exchange");
  if (!outcome.ok || !preview.ok) return { told: preview, done: outcome };
  const { base, quote, pricePrecision: price, quantityPrecision: quantity } = view.terms;
  const pairOf = state.catalogue.pairs[pair - 1];
  const listed = { pair: present(pairOf, "the pair"), scales: [base.scale, quote.scale] } as const;
  const rates = pairRatesOf(state.catalogue.userFees, user, listed.pair);
  if (rates !== listed.pair) met.count(`${area} own rates`);
  const [gets, gives] = side === "buy" ? [base, quote] : [quote, base];
  const { status, fills, borrows, after, fee, now } = preview;
  const { executed, ...answer } = placedIn(outcome.answer);
  const unlisted = events.filter((event) => !isOfOtherList(event, user));
  if (unlisted.length < events.length) met.count("other lists acted");
  const followed = withoutExpiries(unlisted, answer.orderId);
  if (followed.length < unlisted.length) met.count("own orders expired");
  const more = beyondOrder(followed, { status, fills, isDue: false });
  met.count(`${area} ${kind}: ${more ?? status}`);
  met.count(`${area} fills`, fills.length);
  tellInstructions(met, { ...command, area }, `${answer.isWaiting ? "waits" : status}`);
  const traded = fillsIn(events, { price, quantity, fee: gets.scale }).slice(0, fills.length);
  const isCutShort = kind === "market" && answer.status === "canceled";
  const { isCutShort: isCut, isWaiting } = preview;
  const told = { status, fills, fee: fee.now, now, isCutShort: isCut, isWaiting };
  // SPOT-REPLY-1: the answer has what else became of the order in its command, of which a preview knows nothing.
  const own = lotsIn(events, fills.length);
  const isLeft = more === undefined || executed === own;
  const done = {
    status: isLeft ? answer.status : status,
    fills: traded,
    fee: feesOf(traded, gets.scale),
    now: tradedIn(listed, events, { executed: isLeft ? executed : own, count: fills.length }),
    isCutShort,
    isWaiting: answer.isWaiting,
  };
  if (more) return { told, done };
  if (isRebateLeft(state, listed.pair, { user, events })) {
    met.count(`${area} rebate after others of unknown rates`);
    return { told, done };
  }
  const open = state.orders.byId.get(answer.orderId);
  const rests = restOf(listed, answer.isWaiting ? undefined : open);
  const got = side === "buy" ? [done.now.base, rests.base] : [done.now.quote, rests.quote];
  const whole = wholeOf({ got, feeNow: done.fee, rate: rates.makerRate, asset: gets });
  const lock = lockedBy(listed, command, view.last);
  const locks = { asset: gives.name, amount: formatUnits(lock, gives.scale) };
  const lent = lentIn(events, gives.scale);
  if (lent !== "0") met.count("margin loans");
  const account = pairAccountOf(state, { user, timeMs }, { area, pair });
  return {
    told: { ...told, ...toldMore(preview), borrows, after },
    done: { ...done, rests, locks, ...whole, borrows: lent, after: account },
  };
}

/** SPOT-FEE-2, NUM-ROUND-3: an own maker's rebate is paid of what FEE has left by those of others, whose own rates no preview knows. */
function isRebateLeft(
  { catalogue: { userFees } }: ExchangeState,
  pair: Pair,
  { user, events }: { readonly user: number; readonly events: readonly ExchangeEvent[] },
): boolean {
  const makers = events.flatMap((event) => (event.type === "Traded" ? [event.makerUser] : []));
  const hasOwnRates = (maker: number) => pairRatesOf(userFees, maker, pair) !== pair;
  return makers.includes(user) && makers.some((maker) => maker !== user && hasOwnRates(maker));
}

/** SPOT-ICE-2: whether lots that no depth shows, and so no preview knows, stand where the order would trade. */
function reachesHidden(
  { books, catalogue }: ExchangeState,
  command: PlaceOrder | PlaceMarginOrder,
): boolean {
  const book = books[command.pair - 1];
  const pair = catalogue.pairs[command.pair - 1];
  if (!book || !pair) return false;
  const hidden = [...ladderOf(book, command.side === "buy" ? "sell" : "buy").hidden.keys()];
  const ticks = stepsOf(command.price || "0", pair.pricePrecision);
  return hidden.some((at) => command.kind === "market" || crosses(command.side, ticks, at));
}

/** SPOT-LIST-9, SPOT-LIST-10: what a trade does to the list of whoever it meets is told to none but them. */
function isOfOtherList(event: ExchangeEvent, user: number): boolean {
  if (event.type === "OrderListEnded") return event.user !== user;
  // A leg that goes live and rests; one that trades besides has its trades.
  if (event.type === "OrderRested") return event.user !== user && Boolean(event.instructions?.list);
  if (event.type !== "OrderEnded" || event.user === user) return false;
  const { reason } = event;
  return reason === "other_leg" || reason === "list_ended" || reason === "insufficient_balance";
}

/** SPOT-STP-4: an own order that goes for this one, before it rests or ends; a preview knows it. */
function withoutExpiries(events: readonly ExchangeEvent[], order: number): ExchangeEvent[] {
  const isOwn = (event: ExchangeEvent) =>
    (event.type === "OrderEnded" || event.type === "OrderRested") && event.id === order;
  const done = events.findIndex(isOwn);
  return events.filter((event, at) => {
    const isExpiry = event.type === "OrderEnded" && event.reason === "self_trade";
    return !isExpiry || event.id === order || at > done;
  });
}

/** Counts what an order with instructions came to. */
function tellInstructions(
  met: Met,
  { area, instructions, trailing }: OrderRequest & { readonly area: string },
  end: string,
): void {
  if (trailing) met.count(`trailing: ${end}`);
  if (!instructions) return;
  const { timeInForce, selfTrade, triggerPrice } = instructions;
  met.count(`${area} ${timeInForce}: ${end}`);
  if (selfTrade) met.count(`self-trade ${selfTrade}`);
  if (triggerPrice !== "") met.count(`stop: ${end}`);
}

function toldMore({ rest, locks, fee, receives }: PairEstimate) {
  return { rests: rest, locks, feeAtRest: fee.atRest, receives };
}

/** What is received when the rest has been taken at its price, and the maker's fee of it. */
function wholeOf(of: {
  readonly got: readonly string[];
  readonly feeNow: string;
  readonly rate: number;
  readonly asset: { readonly name: string; readonly scale: number };
}) {
  const { name, scale } = of.asset;
  const [now = 0n, rest = 0n] = of.got.map((amount) => unitsOf(amount, scale) ?? 0n);
  const feeAtRest = feeDue(rest, of.rate, FEE_HELD);
  const feeNow = unitsOf(of.feeNow, scale) ?? 0n;
  const amount = formatUnits(now + rest - feeNow - feeAtRest, scale);
  return { feeAtRest: formatUnits(feeAtRest, scale), receives: { asset: name, amount } };
}

/** A rebate is paid by then, whatever FEE holds now. */
const FEE_HELD = 10n ** 60n;

interface Listed {
  readonly pair: Pair;
  /** Of base and quote. */
  readonly scales: readonly [number, number];
}

/** The lots of the first trades of a command. */
function lotsIn(events: readonly ExchangeEvent[], count: number): number {
  const trades = events.flatMap((event) => (event.type === "Traded" ? [event.lots] : []));
  return trades.slice(0, count).reduce((sum, lots) => sum + lots, 0);
}

/** What the order itself traded, from the first trades of its command. */
function tradedIn(
  { pair, scales }: Listed,
  events: readonly ExchangeEvent[],
  { executed, count }: { executed: number; count: number },
) {
  const trades = events.flatMap((event) => (event.type === "Traded" ? [event] : []));
  const traded = trades
    .slice(0, count)
    .reduce((sum, { ticks, lots }) => sum + BigInt(ticks) * BigInt(lots), 0n);
  return {
    base: formatUnits(BigInt(executed) * pair.baseUnit, scales[0]),
    quote: formatUnits(traded * pair.quoteUnit, scales[1]),
    averagePrice: averagePrice(pair, { traded, executed }),
  };
}

/** What stands on the book of it. */
function restOf({ pair, scales }: Listed, open: Order | undefined) {
  const { remaining = 0, ticks = 0, instructions } = open ?? {};
  const lots = BigInt(remaining + (instructions?.hidden ?? 0));
  return {
    base: formatUnits(lots * pair.baseUnit, scales[0]),
    quote: formatUnits(lots * BigInt(ticks) * pair.quoteUnit, scales[1]),
  };
}

/** SPOT-LOCK-1 to SPOT-LOCK-3, from the words of the order. */
function lockedBy({ pair }: Listed, asked: OrderRequest, last: string): bigint {
  const { side, kind, price, quantity, instructions, extras, trailing } = asked;
  const { pricePrecision, quantityPrecision, baseUnit, quoteUnit } = pair;
  const lots = unitsOf(quantity, quantityPrecision) ?? 0n;
  const begins = unitsOf(instructions?.triggerPrice || last, pricePrecision) ?? 0n;
  const { delta = 0 } = trailing ?? {};
  const reference = BigInt(trailingFrom({ side, delta }, Number(begins))); // SPOT-TRAIL-4
  // SPOT-UNIT-2, SPOT-UNIT-3
  if (side === "buy" && extras?.unit === "base") {
    return ((reference * BigInt(pair.rangeUp)) / RATE_ONE) * lots * quoteUnit;
  }
  if (side === "sell" && extras?.unit === "quote") {
    const amount = unitsOf(quantity, pricePrecision + quantityPrecision) ?? 0n;
    const lowest = (reference * BigInt(pair.rangeDown) + RATE_ONE - 1n) / RATE_ONE || 1n;
    return ((amount + lowest - 1n) / lowest) * baseUnit;
  }
  if (side === "sell") return lots * baseUnit;
  if (kind === "limit") return (unitsOf(price, pricePrecision) ?? 0n) * lots * quoteUnit;
  return (unitsOf(quantity, pricePrecision + quantityPrecision) ?? 0n) * quoteUnit;
}

/** SPOT-CHECK-16: the checks on what an endpoint reads are those on the live state. */
export function compareTestOrder(
  { state, timeMs }: PreviewedExchange,
  command: PlaceOrder,
): Compared {
  const asked = { ...command, area: "spot" } as const;
  const told = checkPairOrder(throughText(readPairFacts(state, asked, timeMs)), asked);
  const outcome = testOrder(state, command, timeMs);
  return { told, done: outcome.ok ? undefined : outcome };
}
