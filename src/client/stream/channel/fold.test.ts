import fc from "fast-check";
import { expect, test } from "vitest";
import type { Level } from "../../api/market-words.ts";
import { foldDepth, foldOf } from "./fold.ts";

const EMPTY = { bids: [], asks: [] };

test("a book keeps its order, best first, and loses what is gone", () => {
  const book = {
    bids: [
      ["99.5", "1"],
      ["9", "2"],
    ] as const,
    asks: [["100", "3"]] as const,
  };

  const after = foldDepth(book, {
    bids: [
      ["99.50", "0"],
      ["10.25", "4"],
      ["100", "5"],
    ],
    asks: [
      ["100.0", "7"],
      ["99.999", "8"],
    ],
  });

  expect(after).toEqual({
    bids: [
      ["100", "5"],
      ["10.25", "4"],
      ["9", "2"],
    ],
    asks: [
      ["99.999", "8"],
      ["100.0", "7"],
    ],
  });
  expect(book.bids).toHaveLength(2);
});

test("a side has at most 100 levels, the best", () => {
  const prices = Array.from({ length: 130 }, (_, count) => `${count + 1}`);
  const levels = prices.map((price): Level => [price, "1"]);

  const { bids, asks } = foldDepth(EMPTY, { bids: levels, asks: levels });

  expect([bids.length, bids[0]?.[0], bids.at(-1)?.[0]]).toEqual([100, "130", "31"]);
  expect([asks.length, asks[0]?.[0], asks.at(-1)?.[0]]).toEqual([100, "1", "100"]);
});

test("whatever changes, a side is what a map of prices would be, sorted", () => {
  const change = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 3 }));
  const changes = fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 12 });

  fc.assert(
    fc.property(changes, (updates) => {
      const byPrice = new Map<number, number>();
      let book: { bids: readonly Level[]; asks: readonly Level[] } = EMPTY;
      for (const update of updates) {
        for (const [price, quantity] of update) byPrice.set(price, quantity);
        const levels = update.map(([price, quantity]): Level => [`${price}`, `${quantity}`]);
        book = foldDepth(book, { bids: levels, asks: levels });
      }

      const there = [...byPrice].filter(([, quantity]) => quantity > 0).sort(([a], [b]) => a - b);
      const asks = there.map(([price, quantity]) => [`${price}`, `${quantity}`]);

      expect(book).toEqual({ asks, bids: asks.toReversed() });
    }),
    { seed: 7 },
  );
});

test("rows are told apart by their keys, and those that are over go", () => {
  const orders = foldOf("my.orders");
  const spot = { area: "spot", orderId: 1, status: "NEW" };
  const futures = { area: "futures", orderId: 1, status: "INIT" };

  const open = orders({ orders: [spot] }, { orders: [futures] });
  const half = orders(open, { orders: [{ ...spot, status: "PARTIALLY_FILLED" }] });
  const left = orders(half, { orders: [{ ...futures, status: "CANCELLED" }] });

  expect(open).toEqual({ orders: [spot, futures] });
  expect(half).toEqual({ orders: [{ ...spot, status: "PARTIALLY_FILLED" }, futures] });
  expect(left).toEqual({ orders: [{ ...spot, status: "PARTIALLY_FILLED" }] });
});

test("SPOT-LIST-11 a leg that is pending is an open order", () => {
  const orders = foldOf("my.orders");
  const leg = { area: "spot", orderId: 2, status: "PENDING_NEW" };

  expect(orders({ orders: [] }, { orders: [leg] })).toEqual({ orders: [leg] });
});

test("a position of volume 0 is gone, however the zero is written", () => {
  const positions = foldOf("my.positions");

  expect(
    positions({ positions: [{ id: 4, volume: "2" }] }, { positions: [{ id: 4, volume: "0.00" }] }),
  ).toEqual({ positions: [] });
});

test("a balance is that of an asset in its area", () => {
  const balances = foldOf("my.balances");
  const spot = { area: "spot", asset: "USDT", free: "1", locked: "0" };
  const futures = { area: "futures", marginCoin: "USDT", accountNormal: "5" };

  const both = balances({ balances: [spot] }, { balances: [futures] });

  expect(both).toEqual({ balances: [spot, futures] });
  expect(balances(both, { balances: [{ ...spot, free: "2" }] })).toEqual({
    balances: [{ ...spot, free: "2" }, futures],
  });
});

test("the newest 300 candles and 100 trades are kept", () => {
  const candles = Array.from({ length: 310 }, (_, idx) => ({ idx }));
  const trades = Array.from({ length: 110 }, (_, id) => ({ id }));

  expect(foldOf("kline:BTCUSDT:1min")({ candles: [] }, { candles })).toEqual({
    candles: candles.slice(10),
  });
  expect(foldOf("trades:BTCUSDT")({ trades: [] }, { trades })).toEqual({
    trades: trades.slice(10),
  });
});

test("a ticker is replaced, and of events nothing is left to tell a newcomer", () => {
  expect(foldOf("ticker:BTCUSDT")({ last: "1" }, { last: "2" })).toEqual({ last: "2" });
  expect(foldOf("my.trades")({ trades: [] }, { trades: [{ id: 1 }] })).toEqual({ trades: [] });
});
