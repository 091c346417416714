/**
 * The slow and obvious model of the market views: it keeps every trade and works out each answer
 * from all of them, with the calendar of `Date.UTC`. The oracle of I-18.
 */
import fc from "fast-check";
import { newOrder, type Order } from "../../src/core/engine/orders/order.ts";
import type { Traded } from "../../src/core/engine/spot/spot.ts";
import type { Candle } from "../../src/core/views/candles.ts";
import type { IntervalName } from "../../src/core/views/interval.ts";
import type { Ticker } from "../../src/core/views/ticker.ts";

/** A Monday, 4 March 2024, 00:00. */
export const MONDAY_MS = Date.UTC(2024, 2, 4);

export function someOrder(changes: Partial<Order> = {}): Order {
  const terms = { user: 1, area: "spot", market: 1, side: "buy", ticks: 1, lots: 1 } as const;
  return { ...newOrder({ ...terms, id: 1, executed: 1, traded: 1n }), ...changes };
}

export function trade(changes: Partial<Traded>): Traded {
  const amounts = { ticks: 1, lots: 1, timeMs: MONDAY_MS, takerSide: "buy" } as const;
  const fees = { buyerFee: 0n, sellerFee: 0n };
  return { type: "Traded", id: 1, pair: 1, ...amounts, ...SIDES, ...fees, ...changes };
}

/** What a trade tells of an order on either side of it. */
export function makerOf({ id, user, area }: Order) {
  return { makerOrder: id, makerUser: user, makerArea: area };
}

export function takerOf({ id, user, area }: Order) {
  return { takerOrder: id, takerUser: user, takerArea: area };
}

const SIDES = { ...makerOf(someOrder()), ...takerOf(someOrder()), isForced: undefined };

/** Tells one view of a trade, as `Views` tells all of them. */
export function addTo(view: { add(market: number, trade: Traded): void }, each: Traded): void {
  view.add(each.pair, each);
}

const gapMs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 2_000 }),
  fc.integer({ min: 1, max: 400_000 }),
  fc.integer({ min: 1, max: 50_000_000 }),
  fc.constantFrom(999, 1_000, 59_999, 60_000, 86_399_000, 86_399_999, 86_400_000, 86_400_001),
  fc.integer({ min: 1, max: 5_000_000_000 }),
);
const quantity = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER, 2 ** 52, 2 ** 52 - 1) },
);
const price = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) },
);

/** Some trades of up to three pairs, in the order of time. */
export const tapes: fc.Arbitrary<readonly Traded[]> = fc
  .array(
    fc.record({
      gapMs,
      ticks: price,
      lots: quantity,
      pair: fc.integer({ min: 1, max: 3 }),
      takerSide: fc.constantFrom("buy" as const, "sell" as const),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((steps) => {
    let timeMs = MONDAY_MS;
    return steps.map(({ gapMs: gap, ...rest }, index) => {
      timeMs += gap;
      return trade({ ...rest, id: index + 1, timeMs });
    });
  });

/** How long after the last trade a reader looks. */
export const delaysMs = gapMs;

export function ofPair(tape: readonly Traded[], pair: number): Traded[] {
  return tape.filter((each) => each.pair === pair);
}

export function totalLots(tape: readonly Traded[]): bigint {
  return tape.reduce((sum, { lots }) => sum + BigInt(lots), 0n);
}

/** SPOT-DATA-3 in the words of the rule. `tape` is of one pair. */
export function slowTicker(tape: readonly Traded[], nowMs: number): Ticker {
  const last = tape.at(-1)?.ticks ?? 0;
  const nowSecond = Math.floor(nowMs / 1_000);
  const inside = tape.filter(({ timeMs }) => Math.floor(timeMs / 1_000) >= nowSecond - 86_399);
  const prices = inside.map(({ ticks }) => ticks);
  const open = prices[0] ?? last;
  return {
    open,
    high: prices.length === 0 ? last : Math.max(...prices),
    low: prices.length === 0 ? last : Math.min(...prices),
    last,
    lots: totalLots(inside),
    traded: inside.reduce((sum, { ticks, lots }) => sum + BigInt(ticks) * BigInt(lots), 0n),
    rose: open === 0 ? 0n : slowRose(BigInt(last), BigInt(open)),
  };
}

function slowRose(last: bigint, open: bigint): bigint {
  const isFall = last < open;
  const scaled = (isFall ? open - last : last - open) * 10n ** 9n;
  const rounded = (scaled / open + 5n) / 10n;
  return isFall ? -rounded : rounded;
}

const MINUTES: Readonly<Partial<Record<IntervalName, number>>> = {
  "1min": 1,
  "5min": 5,
  "15min": 15,
  "30min": 30,
  "60min": 60,
  "4hour": 240,
};

/** SPOT-DATA-4: the start of the interval that a time lies in. */
export function slowStart(name: IntervalName, timeMs: number): number {
  const date = new Date(timeMs);
  const midnight = timeMs - (timeMs % 86_400_000);
  const minutes = MINUTES[name];
  if (minutes !== undefined) return timeMs - (timeMs % (minutes * 60_000));
  if (name === "1day") return midnight;
  if (name === "1week") return midnight - ((date.getUTCDay() + 6) % 7) * 86_400_000;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** SPOT-DATA-4 in the words of the rule: the newest `limit`. `tape` is of one pair. */
export function slowCandles(
  tape: readonly Traded[],
  name: IntervalName,
  { nowMs, limit }: { nowMs: number; limit: number },
): Candle[] {
  const [first] = tape;
  const candles: Candle[] = [];
  if (!first) return candles;
  let endMs = Number.POSITIVE_INFINITY;
  let startMs = slowStart(name, nowMs);
  while (candles.length < limit && endMs > first.timeMs) {
    candles.push(slowCandle(tape, startMs, endMs));
    endMs = startMs;
    startMs = slowStart(name, startMs - 1);
  }
  return candles;
}

function slowCandle(tape: readonly Traded[], startMs: number, endMs: number): Candle {
  const inside = tape.filter(({ timeMs }) => timeMs >= startMs && timeMs < endMs);
  const prices = inside.map(({ ticks }) => ticks);
  const before = tape.filter(({ timeMs }) => timeMs < startMs).at(-1)?.ticks ?? 0;
  const [open = before] = prices;
  const close = prices.at(-1) ?? before;
  const [high, low] = [Math.max(open, ...prices), Math.min(open, ...prices)];
  return { startMs, open, high, low, close, lots: totalLots(inside) };
}
