/** Matching: which order is next, how far a market order goes, and what its value buys. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FuturesDesk, type FuturesDeskOptions } from "../../../../../test/support/futures-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";

const RICH = { USDT: "1000000", BTC: "1000" };

function market(options: FuturesDeskOptions = {}): FuturesDesk {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH, cat: RICH }, options);
  desk.markAt("20000");
  return desk;
}

test("FUT-MATCH-1 best price first, then the order that came first, at the price of the maker", () => {
  const desk = market();
  const [late, first, second] = [20_010, 20_000, 20_000].map((price) =>
    desk.trade("bob", `open sell 2 @ ${price}`),
  );

  desk.trade("ann", "open buy 5 @ 20100");

  expect(desk.deals()).toEqual(["2 @ 20000", "2 @ 20000", "1 @ 20010"]);
  expect(desk.events.filter(({ type }) => type === "ContractTraded")).toMatchObject([
    { makerOrder: first, takerSide: "buy" },
    { makerOrder: second },
    { makerOrder: late },
  ]);
});

test("FUT-SETTLE-1 a trade is public, with its value and both sides", () => {
  const desk = market();
  const maker = desk.trade("bob", "open sell 3 @ 20000");
  const taker = desk.trade("ann", "open buy 3 @ 20000");

  expect(desk.events).toContainEqual(
    expect.objectContaining({
      type: "ContractTraded",
      id: 1,
      contract: 1,
      ticks: 200_000,
      lots: 3,
      value: desk.money("60"),
      makerOrder: maker,
      takerOrder: taker,
    }),
  );
  expect(desk.market().last).toBe(200_000);
});

test("FUT-MARKET-1 a market order goes no further than its reach and never rests", () => {
  const desk = market();
  desk.trade("bob", "open sell 5 @ 22000 cross");
  desk.trade("bob", "open sell 5 @ 22000.1 cross");
  expect(desk.fate(desk.trade("ann", "open buy for 1000 cross"))).toBe("canceled 5/0");

  desk.trade("bob", "open buy 2 @ 18000 cross");
  desk.trade("bob", "open buy 2 @ 17999.9 cross");
  expect(desk.fate(desk.trade("ann", "close sell 5 cross"))).toBe("canceled 2/5");
  expect(desk.position("ann", "buy")).toMatchObject({ volume: 3, pending: 0 });
});

test("FUT-MARKET-2 a value is filled when the rest buys nothing at the next price, canceled when there is none", () => {
  const desk = market();
  desk.trade("bob", "open sell 5 @ 20000");
  expect(desk.fate(desk.trade("ann", "open buy for 119.9"))).toBe("canceled 5/0");

  desk.trade("bob", "open sell 6 @ 20000");
  expect(desk.fate(desk.trade("ann", "open buy for 119.9"))).toBe("filled 5/0");
  expect(desk.fate(desk.trade("ann", "open buy for 20"))).toBe("filled 1/0");

  desk.trade("bob", "open sell 6 @ 20000");
  expect(desk.fate(desk.trade("ann", "open buy for 19.99999999"))).toBe("canceled 0/0");
  expect(desk.account("ann").endsWith("/0")).toBe(true);
});

test("FUT-MARKET-2 a value of an inverse contract buys more contracts the higher the price", () => {
  const desk = market();
  const rules = { name: "E-BTC-USD", kind: "inverse", multiplier: 100n, multiplierDecimals: 0 };
  desk.addContract(rules as Parameters<FuturesDesk["addContract"]>[0]);
  desk.second();
  desk.trade("bob", "open sell 3 @ 20000 on E-BTC-USD");
  desk.trade("bob", "open sell 9 @ 20500 on E-BTC-USD");

  // 0.015 for 3, then 0.035 × 205 = 7.175, and 0.035 - 7 × 100 ÷ 20500 = 0.00085367 buys none.
  const id = desk.trade("ann", "open buy for 0.05 on E-BTC-USD");

  expect(desk.fate(id)).toBe("filled 10/0");
  expect(desk.deals()).toEqual(["3 @ 20000", "7 @ 20500"]);
  expect(desk.position("ann", "buy", "E-BTC-USD")?.openCost).toBe(1_500_000n + 3_414_634n);
});

test("FUT-MARKET-2 a value never buys more than it is, and never one contract less than it could", () => {
  const rungs = fc.array(
    fc.record({ lots: fc.integer({ min: 1, max: 30 }), tick: fc.integer({ min: -90, max: 90 }) }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(
      rungs,
      fc.integer({ min: 1, max: 50_000 }),
      fc.boolean(),
      (ladder, cents, isLinear) => {
        const kind = isLinear ? ("linear" as const) : ("inverse" as const);
        const name = isLinear ? "E-BTC-USDT" : "E-BTC-USD";
        const multiplier = isLinear ? {} : { multiplier: 7n, multiplierDecimals: 0 };
        const desk = market({ contract: { kind, name, ...multiplier } });
        for (const { lots, tick } of ladder) {
          desk.trade("bob", `open sell ${lots} @ ${20_000 + tick} cross`);
        }
        const value = isLinear ? cents / 100 : cents / 10 ** 7;
        const coin = isLinear ? "USDT" : "BTC";
        const id = desk.trade("ann", `open buy for ${value.toFixed(8)} cross`);

        const spent = desk.position("ann", "buy")?.cost ?? 0n;
        const left = desk.money(value.toFixed(8), coin) - spent;
        expect(left >= 0n).toBe(true);
        const next = desk.market().book.asks.best;
        if (!next) return;
        const { unit } = desk.contract();
        const ticks = BigInt(next.ticks);
        const affordable = isLinear ? left / (ticks * unit) : (left * ticks) / unit;
        expect(affordable).toBe(0n);
        expect(desk.fate(id).startsWith(spent > 0n ? "filled" : "canceled")).toBe(true);
      },
    ),
    { seed: 23, numRuns: runs(12, 40) },
  );
});

test("FUT-STP-1 an order that meets its user's own stops there; what it has traded stays", () => {
  const desk = market();
  desk.trade("bob", "open sell 2 @ 20000");
  const own = desk.trade("ann", "open sell 2 @ 20001");
  desk.trade("bob", "open sell 2 @ 20002");

  expect(desk.fate(desk.trade("ann", "open buy 6 @ 20010"))).toBe("canceled 2/6");
  expect(desk.fate(own)).toBe("new 0/2");
});

test("FUT-STP-1 where nothing prevents it, a user trades with itself", () => {
  const desk = market({ contract: { selfTrade: "none" } });
  desk.trade("ann", "open sell 2 @ 20000");
  desk.trade("ann", "open buy 2 @ 20000");

  expect(desk.position("ann", "buy")?.volume).toBe(2);
  expect(desk.position("ann", "sell")?.volume).toBe(2);
  expect(desk.account("ann")).toBe("999996/0");
});
