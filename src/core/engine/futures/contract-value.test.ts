/** What contracts are worth, and every rounding of it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { amountOf } from "../../money/amount.ts";
import type { Contract } from "../catalogue/contract.ts";
import {
  averagePriceOf,
  bottomOf,
  isValueUp,
  isWithinTiers,
  maintenanceAt,
  marginNeededAt,
  profitAt,
  shareDownAt,
  shareUpAt,
  tierAt,
  topOf,
  valueAt,
  valueMaxFor,
  valueUpAt,
} from "./contract-value.ts";

const desk = new FuturesDesk({});
const linear = desk.contract();
const inverse = desk.addContract({
  name: "E-BTC-USD",
  kind: "inverse",
  multiplier: 100n,
  multiplierDecimals: 0,
});

const lot = fc.record({
  lots: fc.oneof(
    fc.integer({ min: 1, max: 10_000 }),
    fc.maxSafeNat().filter((lots) => lots > 0),
  ),
  ticks: fc.oneof(
    fc.integer({ min: 1, max: 10 ** 6 }),
    fc.maxSafeNat().filter((ticks) => ticks > 0),
  ),
});

test("FUT-VALUE-1 linear: volume × multiplier × price, exactly, of any size", () => {
  expect(linear.marginCoin).toBe(desk.asset("USDT"));
  // 0.001 × 0.1 of a coin of 8 decimals
  fc.assert(
    fc.property(lot, ({ lots, ticks }) => {
      expect(valueAt(linear, { lots, ticks })).toBe(BigInt(lots) * BigInt(ticks) * 10_000n);
      expect(valueUpAt(linear, { lots, ticks })).toBe(valueAt(linear, { lots, ticks }));
    }),
    { seed: 1, numRuns: runs(200, 200) },
  );
});

test("FUT-VALUE-2 inverse: volume × multiplier ÷ price, cut once", () => {
  expect(inverse.marginCoin).toBe(desk.asset("BTC"));
  fc.assert(
    fc.property(lot, ({ lots, ticks }) => {
      const top = BigInt(lots) * 100n * 10n ** 9n;
      const value = valueAt(inverse, { lots, ticks });
      expect(value * BigInt(ticks) <= top && (value + 1n) * BigInt(ticks) > top).toBe(true);
      const isExact = value * BigInt(ticks) === top;
      expect(valueUpAt(inverse, { lots, ticks })).toBe(isExact ? value : value + 1n);
    }),
    { seed: 2, numRuns: runs(200, 200) },
  );
});

test("FUT-VALUE-3 the profit of linear longs and inverse shorts grows with the value", () => {
  expect([isValueUp(linear, "buy"), isValueUp(linear, "sell")]).toEqual([true, false]);
  expect([isValueUp(inverse, "buy"), isValueUp(inverse, "sell")]).toEqual([false, true]);
});

test("FUT-VALUE-4 FUT-VALUE-5 a gain is rounded down, what is asked for up; longs and shorts never gain together", () => {
  const cost = fc.bigInt({ min: 1n, max: 10n ** 20n });
  const either = fc.constantFrom<Contract>(linear, inverse);
  fc.assert(
    fc.property(either, lot, cost, (contract, { lots, ticks }, paid) => {
      const at = (side: "buy" | "sell") =>
        profitAt(contract, { side, volume: lots, cost: paid }, ticks);
      const both = at("buy") + at("sell");
      expect(both === 0n || (contract === inverse && both === -1n)).toBe(true);

      const [top, bottom] =
        contract === linear
          ? [BigInt(lots) * BigInt(ticks) * 10_000n, 1n]
          : [BigInt(lots) * 10n ** 11n, BigInt(ticks)];
      const needed = marginNeededAt(contract, { lots, ticks }, { leverage: 7 });
      expect(needed * bottom * 7n >= top && (needed - 1n) * bottom * 7n < top).toBe(true);
      const kept = maintenanceAt(contract, { lots, ticks });
      expect(kept * bottom * 200n >= top && (kept - 1n) * bottom * 200n < top).toBe(true);
    }),
    { seed: 3, numRuns: runs(200, 200) },
  );
});

test("FUT-VALUE-6 an average price is half-up at 8 decimals, 0 without volume", () => {
  // 100.01 for 3 × 0.001
  expect(averagePriceOf(linear, 10_001_000_000n, 3n)).toBe(3_333_666_666_667n);
  expect(averagePriceOf(linear, 0n, 0n)).toBe(0n);
  // 300 USD for 0.01499999
  expect(averagePriceOf(inverse, 1_499_999n, 3n)).toBe(2_000_001_333_334n);
});

test("FUT-CHECK-16 FUT-RISK-1 tiers: the first that reaches so far; what a leverage allows", () => {
  const [one, two] = [10n ** 10n, 2n * 10n ** 10n];
  const tiers = [
    { valueMax: one, leverageMax: 50, maintenanceRate: 500_000 },
    { valueMax: two, leverageMax: 10, maintenanceRate: 1_000_000 },
  ];
  const tiered = { ...linear, tiers, tierEnds: [Number(one), Number(two)] };
  expect(tierAt(tiered, { lots: 1000, ticks: 1000 })).toBe(0);
  expect(tierAt(tiered, { lots: 1001, ticks: 1000 })).toBe(1);
  expect(tierAt(tiered, { lots: 9_000_000, ticks: 1000 })).toBe(1);
  expect([50, 11, 10, 1].map((leverage) => valueMaxFor(tiered, leverage))).toEqual([
    one,
    one,
    two,
    two,
  ]);
  expect(valueMaxFor(tiered, 51)).toBe(0n);
});

test("FUT-CHECK-16 FUT-RISK-1 whether numbers hold them or not, tiers are those of bigints", () => {
  const edge = Number.MAX_SAFE_INTEGER;
  const size = fc.oneof(
    fc.integer({ min: 1, max: 10 ** 6 }),
    fc.integer({ min: 1, max: edge }),
    fc.constantFrom(1, 2 ** 32, edge - 1, edge),
  );
  const end = fc.oneof(
    fc.bigInt(1n, 10n ** 14n),
    fc.bigInt(BigInt(edge) - 2n, BigInt(edge) + 4n),
    fc.bigInt(1n, 10n ** 40n),
  );
  const near = fc.bigInt(-1n, 1n);
  fc.assert(
    fc.property(size, size, end, near, (lots, ticks, valueMax, step) => {
      const tiers = [
        { valueMax, leverageMax: 50, maintenanceRate: 500_000 },
        { valueMax: valueMax * 2n, leverageMax: 10, maintenanceRate: 1_000_000 },
      ];
      const tierEnds = tiers.map((tier) => Number(tier.valueMax));
      for (const contract of [linear, inverse]) {
        const tiered = { ...contract, tiers, tierEnds };
        const isAbove = topOf(contract, { lots, ticks }) > valueMax * bottomOf(contract, ticks);
        expect(tierAt(tiered, { lots, ticks })).toBe(isAbove ? 1 : 0);
        for (const value of [valueMax + step, 2n * valueMax + step]) {
          for (const leverage of [50, 10, 51]) {
            const isWithin = value <= valueMaxFor(tiered, leverage);
            expect(isWithinTiers(tiered, leverage, value)).toBe(isWithin);
            expect(isWithinTiers(tiered, leverage, amountOf(value))).toBe(isWithin);
          }
        }
      }
    }),
    { seed: 14, numRuns: runs(1000, 1000) },
  );
});

test("FUT-VALUE-1 FUT-VALUE-2 FUT-VALUE-5 FUT-RISK-2 whether numbers hold them or not, values, margins and shares are those of bigints", () => {
  const edge = Number.MAX_SAFE_INTEGER;
  const huge = 10n ** 20n;
  const size = fc.oneof(
    fc.integer({ min: 1, max: 10 ** 6 }),
    fc.integer({ min: 1, max: edge }),
    fc.constantFrom(1, 2, 3, 2 ** 32, 2 ** 51, edge - 1, edge),
    // A top around 2^53 of either contract.
    fc.integer({ min: -3, max: 3 }).map((by) => Math.floor(edge / 10_000) + by),
    fc.integer({ min: -3, max: 3 }).map((by) => Math.floor(edge / 100_000_000_000) + by),
  );
  const rate = fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(0, 1, 40_000));
  const rounded = (top: bigint, bottom: bigint) => ({
    down: top / bottom,
    up: (top + bottom - 1n) / bottom,
  });
  fc.assert(
    fc.property(size, size, rate, fc.integer({ min: 1, max: 200 }), (lots, ticks, at, leverage) => {
      for (const contract of [linear, inverse, { ...linear, unit: huge, unitNumber: Number.NaN }]) {
        const isLinear = contract.kind === "linear";
        const top = BigInt(lots) * (isLinear ? BigInt(ticks) : 1n) * contract.unit;
        const bottom = isLinear ? 1n : BigInt(ticks);
        const share = rounded(top * BigInt(at), bottom * 100_000_000n);
        const value = rounded(top, bottom);
        const one = { lots, ticks };
        expect(topOf(contract, one)).toBe(top);
        expect([valueAt(contract, one), valueUpAt(contract, one)]).toEqual([value.down, value.up]);
        expect(shareUpAt(contract, one, at)).toBe(share.up);
        expect(shareDownAt(contract, one, at)).toBe(share.down);
        const margin = rounded(top, bottom * BigInt(leverage)).up;
        expect(marginNeededAt(contract, one, { leverage })).toBe(margin);
      }
    }),
    { seed: 20, numRuns: runs(2_000, 2_000) },
  );
});
