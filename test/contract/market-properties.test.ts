/**
 * Random trading over HTTP, and everything that the market data then says of it, against what
 * follows from the trades and the open orders themselves: SPOT-DATA-1 to SPOT-DATA-6.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Traded } from "../../src/core/engine/spot/spot.ts";
import { unitsOf } from "../../src/core/money/decimal.ts";
import { INTERVALS } from "../../src/core/views/interval.ts";
import { HttpDesk, type User } from "../support/http-client.ts";
import { runs } from "../support/runs.ts";
import { slowCandles, slowTicker } from "../views/trade-tape.ts";

/** BTCUSDT. */
const PRICE_DECIMALS = 2;
const QUANTITY_DECIMALS = 5;
const RUN = { seed: 97, numRuns: runs(20, 60) };

const step = fc.record({
  gapMs: fc.oneof(
    fc.integer({ min: 0, max: 1_500 }),
    fc.integer({ min: 0, max: 300_000 }),
    fc.integer({ min: 0, max: 20_000_000 }),
  ),
  user: fc.constantFrom<User>("demo1", "demo2"),
  side: fc.constantFrom("BUY", "SELL"),
  type: fc.constantFrom("LIMIT", "LIMIT", "LIMIT", "MARKET"),
  cents: fc.integer({ min: 9_500, max: 10_500 }),
  lots: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300_000 })),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What a desk is after some orders: those that were refused leave nothing. */
async function tradedDesk(steps: readonly Step[]): Promise<{ desk: HttpDesk; tape: Traded[] }> {
  const desk = await HttpDesk.open();
  const tape: Traded[] = [];
  desk.exchange.onEvent((event) => {
    if (event.type === "Traded") tape.push({ ...event });
  });
  for (const { gapMs, user, side, type, cents, lots } of steps) {
    desk.exchange.nowMs += gapMs;
    const order = { symbol: "BTCUSDT", side, type, volume: `${lots}e-5`, price: `${cents}e-2` };
    await desk.post("/sapi/v1/order", order, { user });
  }
  return { desk, tape };
}

const trading = fc.array(step, { minLength: 1, maxLength: 50 });
const delayMs = fc.integer({ min: 0, max: 100_000_000 });

function ticksOf(price: string): number {
  return Number(unitsOf(price, PRICE_DECIMALS));
}

function lotsOf(quantity: string): bigint | undefined {
  return unitsOf(quantity, QUANTITY_DECIMALS);
}

test("SPOT-DATA-1 depth is the sum of all open orders, price by price", async () => {
  await fc.assert(
    fc.asyncProperty(trading, async (steps) => {
      const { desk } = await tradedDesk(steps);

      const { json } = await desk.get("/sapi/v1/depth?symbol=BTCUSDT");

      const bids = await openSums(desk, "BUY");
      const asks = await openSums(desk, "SELL");
      expect(json).toMatchObject({ bids: bids.reverse(), asks });
    }),
    RUN,
  );
});

/** The open quantities of both users by price, lowest first, in the form of depth. */
async function openSums(desk: HttpDesk, side: string): Promise<string[][]> {
  const sums = new Map<number, bigint>();
  for (const user of ["demo1", "demo2"] as const) {
    const { json } = await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000", { user });
    for (const order of json as Record<string, string>[]) {
      if (order["side"] !== side) continue;
      const ticks = ticksOf(order["price"] ?? "");
      const open =
        (lotsOf(order["origQty"] ?? "") ?? 0n) - (lotsOf(order["executedQty"] ?? "") ?? 0n);
      sums.set(ticks, (sums.get(ticks) ?? 0n) + open);
    }
  }
  return [...sums]
    .sort(([one], [other]) => one - other)
    .map(([ticks, lots]) => [plain(ticks, PRICE_DECIMALS), plain(lots, QUANTITY_DECIMALS)]);
}

/** By another way than the server's: the digits, then a point, then what is needless cut off. */
function plain(steps: number | bigint, decimals: number): string {
  const digits = `${steps}`.padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, "");
}

test("SPOT-DATA-2 recent trades are the trades, newest first", async () => {
  await fc.assert(
    fc.asyncProperty(trading, fc.integer({ min: 1, max: 60 }), async (steps, limit) => {
      const { desk, tape } = await tradedDesk(steps);

      const { json } = await desk.get(`/sapi/v1/trades?symbol=BTCUSDT&limit=${limit}`);

      const list = tape.toReversed().slice(0, limit);
      expect(json).toEqual({
        list: list.map(({ ticks, lots, timeMs, takerSide }) => ({
          price: plain(ticks, PRICE_DECIMALS),
          qty: plain(lots, QUANTITY_DECIMALS),
          time: timeMs,
          side: takerSide === "buy" ? "BUY" : "SELL",
        })),
      });
    }),
    RUN,
  );
});

test("SPOT-DATA-3 SPOT-DATA-6 the ticker is that of the trades of its window, and of the book", async () => {
  await fc.assert(
    fc.asyncProperty(trading, delayMs, async (steps, delay) => {
      const { desk, tape } = await tradedDesk(steps);
      desk.exchange.nowMs += delay;

      const { json: ticker } = await desk.get("/sapi/v1/ticker?symbol=BTCUSDT");
      const { json: depth } = await desk.get("/sapi/v1/depth?symbol=BTCUSDT");

      const shown = ticker as Record<string, string>;
      const { bids, asks } = depth as Record<"bids" | "asks", string[][]>;
      expect({
        open: ticksOf(shown["open"] ?? ""),
        high: ticksOf(shown["high"] ?? ""),
        low: ticksOf(shown["low"] ?? ""),
        last: ticksOf(shown["last"] ?? ""),
        lots: lotsOf(shown["vol"] ?? ""),
        traded: unitsOf(shown["amount"] ?? "", PRICE_DECIMALS + QUANTITY_DECIMALS),
        rose: unitsOf(shown["rose"] ?? "", 8),
      }).toEqual(slowTicker(tape, desk.exchange.nowMs));
      expect(shown["time"]).toBe(desk.exchange.nowMs);
      expect([shown["buy"], shown["sell"]]).toEqual([bids[0]?.[0] ?? "0", asks[0]?.[0] ?? "0"]);
    }),
    RUN,
  );
});

const span = fc.record({
  startMs: fc.option(fc.integer({ min: -100_000_000, max: 200_000_000 }), { nil: undefined }),
  endMs: fc.option(fc.integer({ min: -100_000_000, max: 200_000_000 }), { nil: undefined }),
  limit: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
});

test("SPOT-DATA-4 SPOT-DATA-5 klines are those of the trades, in any interval and span", async () => {
  const interval = fc.constantFrom(...INTERVALS);
  await fc.assert(
    fc.asyncProperty(trading, delayMs, interval, span, async (steps, delay, name, asked) => {
      const { desk, tape } = await tradedDesk(steps);
      const firstMs = tape[0]?.timeMs ?? 0;
      const startTime =
        asked.startMs === undefined ? undefined : Math.max(firstMs + asked.startMs, 0);
      const endTime = asked.endMs === undefined ? undefined : Math.max(firstMs + asked.endMs, 0);
      desk.exchange.nowMs += delay;
      const query = Object.entries({ interval: name, startTime, endTime, limit: asked.limit })
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => `${key}=${value}`);

      const { json } = await desk.get(`/sapi/v1/klines?symbol=BTCUSDT&${query.join("&")}`);

      const limit = Math.min(asked.limit ?? (startTime === undefined ? 100 : 300), 300);
      const all = slowCandles(tape, name, { nowMs: desk.exchange.nowMs, limit: 1e6 });
      const expected = all
        .filter(({ startMs }) => startMs >= (startTime ?? 0) && startMs <= (endTime ?? startMs))
        .slice(0, limit);
      expect(json).toEqual(
        expected.map(({ startMs, open, close, high, low, lots }) => ({
          idx: startMs,
          open: plain(open, PRICE_DECIMALS),
          close: plain(close, PRICE_DECIMALS),
          high: plain(high, PRICE_DECIMALS),
          low: plain(low, PRICE_DECIMALS),
          vol: plain(lots, QUANTITY_DECIMALS),
        })),
      );
    }),
    { ...RUN, numRuns: runs(50, 150) },
  );
});
