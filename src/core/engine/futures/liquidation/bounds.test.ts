/** Within its risk bounds no position can be at risk, whatever it is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import type { Side } from "../../orders/order.ts";
import {
  type Appraisal,
  maintenanceAt,
  profitAt,
  riskRateAt,
  tierAt,
  valueAt,
} from "../contract-value.ts";
import type { Position } from "../futures-state.ts";
import { boundsOf, tighter, volumeMaxIn } from "./bounds.ts";

const TIERS = [
  { valueMax: 20_000n, leverageMax: 100, maintenanceRate: 500_000 },
  { valueMax: 60_000n, leverageMax: 40, maintenanceRate: 1_500_000 },
  { valueMax: 10n ** 30n, leverageMax: 5, maintenanceRate: 9_000_000 },
];
/** Contracts and the ticks at which they were opened; 0 contracts is nothing held. */
const held = fc.record({
  volume: fc.integer({ min: 0, max: 120 }),
  open: fc.integer({ min: 100, max: 900 }),
});

test.each(["linear", "inverse"] as const)(
  "FUT-WATCH-1 within its bounds, both included, a %s contract account stays above maintenance",
  (kind) => {
    const face =
      kind === "linear"
        ? { multiplier: 1n, multiplierDecimals: 8, pricePrecision: 0 }
        : { name: "E-BTC-USD", multiplier: 1n, multiplierDecimals: 3, pricePrecision: 0 };
    const rules = { kind, ...face, tiers: TIERS, maxFeeRate: 40_000 };
    const desk = new RiskDesk({}, { contract: rules });
    const contract = desk.contract();
    const mark = fc.integer({ min: 100, max: 900 });
    const surplus = fc.integer({ min: 1, max: 30_000 });
    const property = fc.property(held, held, mark, surplus, (bought, sold, ticks, share) => {
      const market = { ...desk.market(), mark: ticks };
      const position = (side: Side, { volume, open }: typeof bought) => {
        const cost = valueAt(contract, { lots: volume, ticks: open });
        return volume === 0 ? undefined : ({ side, volume, cost } as Position);
      };
      const appraisalOf = (one: Position | undefined, at: number): Appraisal | undefined => {
        if (!one) return undefined;
        const lot = { lots: one.volume, ticks: at };
        const [tier, rate] = [tierAt(contract, lot), riskRateAt(contract, lot)];
        return { position: one, unrealized: 0n, maintenance: 0n, tier, rate };
      };
      const long = position("buy", bought);
      const short = position("sell", sold);
      const worthAt = (price: number) =>
        [long, short].reduce((sum, one) => {
          if (!one) return sum;
          const kept = maintenanceAt(contract, { lots: one.volume, ticks: price });
          return sum + profitAt(contract, one, price) - kept;
        }, 0n);
      const money = BigInt(share) - worthAt(ticks);

      const appraised = { long: appraisalOf(long, ticks), short: appraisalOf(short, ticks) };
      const { low, high } = boundsOf(market, appraised, BigInt(share));

      const from = Math.max(1, low ?? 1);
      const to = Math.min(2000, high ?? 2000);
      expect(from <= ticks && ticks <= to).toBe(true);
      for (let price = from; price <= to; price++) {
        if (money + worthAt(price) <= 0n) expect(price).toBe("a price that is out of bounds");
      }
    });
    fc.assert(property, { seed: 12, numRuns: runs(80, 300) });
  },
);

test("FUT-WATCH-1 the bounds that are worked out in numbers are those of bigints", () => {
  const edge = Number.MAX_SAFE_INTEGER;
  const size = fc.oneof(
    fc.integer({ min: 1, max: 10 ** 6 }),
    fc.integer({ min: 1, max: edge }),
    fc.constantFrom(1, 2, 2 ** 32, 2 ** 51, edge - 1, edge),
  );
  const unit = fc.constantFrom(1n, 1000n, 10n ** 8n, 10n ** 15n, 10n ** 40n);
  const ends = fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 40n));
  const rate = fc.oneof(fc.integer({ min: 1, max: 10 ** 7 }), fc.constantFrom(99_999_999, 10 ** 8));
  const desk = new RiskDesk({});
  const small = fc.record({ volume: size, mark: size, share: size, rate, tier: fc.nat(2) });
  const property = fc.property(small, unit, ends, fc.boolean(), (told, face, [one, two], isBuy) => {
    const tiers = [one, two, 10n ** 41n].map((valueMax) => ({ ...TIERS[0], valueMax }));
    const contract = {
      ...desk.contract(),
      tiers: tiers as typeof TIERS,
      tierEnds: tiers.map(({ valueMax }) => Number(valueMax)),
      unit: face,
      unitNumber: face <= edge ? Number(face) : Number.NaN,
    };
    const market = { ...desk.market(), contract, mark: told.mark };
    const position = { side: isBuy ? "buy" : "sell", volume: told.volume } as Position;
    const { tier, rate: kept, share } = told;
    const long = { position, unrealized: 0n, maintenance: 0n, tier, rate: kept };

    const bounds = boundsOf(market, { long, short: undefined }, share);

    expect(bounds).toEqual(boundsOf(market, { long, short: undefined }, BigInt(share)));
  });
  fc.assert(property, { seed: 13, numRuns: runs(2000, 20_000) });
});

test("FUT-WATCH-1 of two bounds the nearer counts, and none is no bound", () => {
  const none = { low: undefined, high: undefined };

  expect(tighter(none, none)).toEqual(none);
  expect(tighter({ low: 5, high: 20 }, none)).toEqual({ low: 5, high: 20 });
  expect(tighter({ low: 5, high: undefined }, { low: 7, high: 9 })).toEqual({ low: 7, high: 9 });
  expect(tighter({ low: 8, high: 9 }, { low: 7, high: 20 })).toEqual({ low: 8, high: 9 });
});

test.each([
  ["linear", 5n],
  ["inverse", 50n],
] as const)("FUT-LIQ-2 the most that a tier of a %s contract allows at the mark", (kind, most) => {
  const face =
    kind === "linear"
      ? { multiplier: 1n, multiplierDecimals: 8, pricePrecision: 0 }
      : { name: "E-BTC-USD", multiplier: 4n, multiplierDecimals: 2, pricePrecision: 0 };
  const desk = new RiskDesk({}, { contract: { kind, ...face, tiers: TIERS } });

  // 20,000 units: linear 4,000 each at 4000, inverse 4,000,000 / 10,000 = 400 each at 10,000.
  expect(volumeMaxIn(desk.contract(), 0, kind === "linear" ? 4000 : 10_000)).toBe(most);
});
