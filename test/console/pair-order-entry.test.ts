/**
 * The order entry of pairs against the real exchange: what it refuses is refused, for the same reason;
 * what it takes is taken; and what it estimates is what then happens, to the last unit.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unitsOf } from "../../src/core/money/decimal.ts";
import type { PairAsked } from "../../src/core/preview/pair/pair-market-view.ts";
import { previewPairOrder } from "../../src/core/preview/pair/preview-pair-order.ts";
import type { PairReason } from "../../src/core/preview/preview-words.ts";
import { runs } from "../support/runs.ts";
import { ConsoleDesk, told } from "./console-desk.ts";

const SYMBOL = "BTCUSDT";
const RUN = { seed: 71, numRuns: runs(120, 120) };

/** What the server answers to each reason of the preview. */
const CODES: Readonly<Partial<Record<PairReason, number>>> = {
  price_not_positive: -1102,
  quantity_not_positive: -1102,
  price_too_precise: -1111,
  quantity_too_precise: -1111,
  quantity_below_min: -1136,
  notional_below_min: -1136,
  quantity_above_max: -1137,
  notional_above_max: -1137,
  price_out_of_band: -1138,
  no_opposite_orders: -1112,
  insufficient_balance: -2017,
};

const price = fc.oneof(
  fc.integer({ min: 4_990_000, max: 5_010_000 }).map((cents) => `${cents / 100}`),
  fc.constantFrom("0", "0.01", "9999.99", "10000", "50000.005", "249999.99", "250100", "1e15"),
);
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 40_000 }).map((lots) => `${lots / 100_000}`),
  fc.constantFrom(
    "0",
    "0.00001",
    "0.000001",
    "99.9",
    "101",
    "1000",
    "90071992547.5",
    "20000",
    "0.0000001",
  ),
);
const level = fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 20_000 }));

const asked: fc.Arbitrary<PairAsked> = fc.record({
  area: fc.constantFrom("spot" as const),
  side: fc.constantFrom("buy" as const, "sell" as const),
  kind: fc.constantFrom("limit" as const, "limit" as const, "market" as const),
  price: price.map(plain),
  quantity: quantity.map(plain),
});

function plain(text: string): string {
  return text.includes("e") ? BigInt(Number(text)).toString() : text;
}

let desk: ConsoleDesk;
beforeAll(async () => {
  desk = await ConsoleDesk.open();
});
afterAll(() => desk.exchange.close());

async function standBook(bids: [number, number][], asks: [number, number][]): Promise<void> {
  const open = await desk.others.spot.openOrders({ symbol: SYMBOL });
  for (const { orderId } of open) await desk.others.spot.cancelOrder({ symbol: SYMBOL, orderId });
  const own = await desk.me.spot.openOrders({ symbol: SYMBOL });
  for (const { orderId } of own) await desk.me.spot.cancelOrder({ symbol: SYMBOL, orderId });
  const put = (side: "BUY" | "SELL", cents: number, lots: number) =>
    desk.others.spot.createOrder({
      symbol: SYMBOL,
      side,
      type: "LIMIT",
      price: `${cents / 100}`,
      volume: `${lots / 100_000}`,
    });
  for (const [below, lots] of bids) await put("BUY", 5_000_000 - below, lots);
  for (const [above, lots] of asks) await put("SELL", 5_000_000 + above, lots);
}

async function balances(): Promise<Record<string, bigint>> {
  const { balances } = await desk.me.spot.account();
  const units = (text: string) => unitsOf(text, 8) ?? 0n;
  return Object.fromEntries(
    balances.flatMap(({ asset, free, locked }) => [
      [asset, units(free) + units(locked)],
      [`${asset} locked`, units(locked)],
    ]),
  );
}

test("SPOT-CHECK-1 SPOT-SETTLE-1 SPOT-LOCK-1 the order entry of a pair tells beforehand what the exchange then does", async () => {
  const levels = fc.array(level, { maxLength: 4 });
  let refused = 0;
  let traded = 0;
  await fc.assert(
    fc.asyncProperty(levels, levels, asked, async (bids, asks, order) => {
      await standBook(bids, asks);
      const marketView = await desk.pairMarketView(SYMBOL, "spot");
      const preview = previewPairOrder(marketView, order);
      const before = await balances();

      const side = order.side === "buy" ? "BUY" : "SELL";
      const type =
        order.kind === "limit"
          ? { type: "LIMIT" as const, price: order.price }
          : { type: "MARKET" as const };
      const real = await told(
        desk.me.spot.createOrder({ symbol: SYMBOL, side, volume: order.quantity, ...type }),
      );

      if (!preview.ok) {
        refused++;
        expect(real, preview.reason).toBe(CODES[preview.reason]);
        return;
      }
      if (typeof real === "number") throw new Error(`taken by the form, refused with ${real}`);
      expect(real.executedQty).toBe(preview.now.base);
      if (real.executedQty !== "0") traded++;
      expect(real.status === "CANCELED").toBe(preview.isCutShort);
      const after = await balances();
      const [got, gave] = order.side === "buy" ? ["BTC", "USDT"] : ["USDT", "BTC"];
      const money = (text: string) => unitsOf(text, 8) ?? 0n;
      const paid = order.side === "buy" ? preview.now.quote : preview.now.base;
      const gained = order.side === "buy" ? preview.now.base : preview.now.quote;
      expect((before[gave] ?? 0n) - (after[gave] ?? 0n)).toBe(money(paid));
      const fee = money(preview.fee?.now ?? "0");
      expect((after[got] ?? 0n) - (before[got] ?? 0n)).toBe(money(gained) - fee);
      const rest = order.side === "buy" ? preview.rest.quote : preview.rest.base;
      expect((after[`${gave} locked`] ?? 0n) - (before[`${gave} locked`] ?? 0n)).toBe(money(rest));
    }),
    RUN,
  );
  expect(refused).toBeGreaterThan(5);
  expect(traded).toBeGreaterThan(2);
});

test("MARG-BORROW-1 the form tells what a margin order will borrow", async () => {
  await standBook([], [[100, 5_000]]);
  const marketView = await desk.pairMarketView(SYMBOL, "margin");
  const order = {
    area: "margin",
    side: "buy",
    kind: "limit",
    price: "50000",
    quantity: "0.3",
  } as const;

  const preview = previewPairOrder(marketView, order);
  await desk.me.margin.createOrder({
    symbol: SYMBOL,
    side: "BUY",
    type: "LIMIT",
    price: order.price,
    volume: order.quantity,
  });

  const { balances } = await desk.me.margin.account();
  const usdt = balances.find(({ asset }) => asset === "USDT");
  expect(preview).toMatchObject({ ok: true, borrows: "5000" });
  expect(usdt?.borrowed).toBe("5000");
});

test("SPOT-FEE-2 the form tells the fee by the user's own rates, of what trades and of what rests", async () => {
  await standBook([], [[100, 20_000]]);
  const own = { user: "demo1", symbol: SYMBOL, makerFeeRate: "0.0002", takerFeeRate: "0.0005" };
  await desk.exchange.operator.post("/fees/users", own);
  const order = {
    area: "spot",
    side: "buy",
    kind: "limit",
    price: "50001",
    quantity: "0.3",
  } as const;

  const preview = previewPairOrder(await desk.pairMarketView(SYMBOL, "spot"), order);
  const { orderId } = await desk.me.spot.createOrder({
    symbol: SYMBOL,
    side: "BUY",
    type: "LIMIT",
    price: order.price,
    volume: order.quantity,
  });

  const trades = await desk.me.spot.myTrades({ symbol: SYMBOL, limit: 5 });
  expect(preview).toMatchObject({ ok: true, fee: { now: "0.0001", atRest: "0.00002" } });
  expect(trades.filter((trade) => trade.orderId === orderId).map(({ fee }) => fee)).toEqual([
    "0.0001",
  ]);
});
