/** The shown price is the one at which it happens, whatever tiers lie between it and the mark. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Holdings } from "../../../../test/support/holdings.ts";
import { runs } from "../../../../test/support/runs.ts";
import { formatUnits, tenTo } from "../../money/decimal.ts";
import type { Tier } from "../catalogue/contract.ts";
import type { Position } from "./futures-state.ts";
import { isIsolatedAtRisk } from "./liquidation/assess-risk.ts";

const LEVERAGE_MAX = 100;

/** By where each tier ends, in whole coins, and what it keeps, in 10^-4. */
function tiersOf(desk: Holdings, words: readonly (readonly [number, number])[]): Tier[] {
  return words.map(([valueMax, rate]) => ({
    valueMax: desk.units(`${valueMax}`),
    leverageMax: LEVERAGE_MAX,
    maintenanceRate: rate * 10_000,
  }));
}

test("FUT-FIELD-7 the tier is that of the price that is shown, and not that of the mark", () => {
  const desk = new Holdings();
  const tiers = tiersOf(desk, [
    [50_000, 40],
    [250_000, 50],
    [1_000_000, 100],
  ]);
  const words = { mark: "30000", multiplier: "0.001", tiers };
  const terms = { mode: "isolated", price: "30000" } as const;
  const short = desk.hold(desk.list(words), { ...terms, side: "sell", volume: 8_000 });
  const long = desk.hold(desk.list(words), { ...terms, side: "buy", volume: 8_500 });
  for (const one of [short, long]) one.margin = one.cost / 10n;

  const shown = (one: Position) => formatUnits(desk.fieldsOf(one).liquidationPrice, 8);

  expect([short, long].map(shown)).toEqual(["32673.26732673", "27135.67839196"]);
});

test("FUT-FIELD-7 where a tier keeps more than is left, its first tick is the price", () => {
  const desk = new Holdings();
  const tiers = tiersOf(desk, [
    [250, 50],
    [100_000, 5_000],
  ]);
  const market = desk.list({ mark: "100", tiers });
  const short = desk.hold(market, { mode: "isolated", side: "sell", volume: 2, price: "100" });
  short.margin = desk.units("100");

  // Up to 125.00 it keeps 1.25 of 50 that are left, from 125.01 on 125.01 of 49.98.
  expect(formatUnits(desk.fieldsOf(short).liquidationPrice, 8)).toBe("125.01");
});

const held = fc.record({
  kind: fc.constantFrom("linear" as const, "inverse" as const),
  side: fc.constantFrom("buy" as const, "sell" as const),
  volume: fc.integer({ min: 1_000, max: 50_000 }),
  leverage: fc.integer({ min: 2, max: 40 }),
  /** Where tiers end, as parts of the value at the mark, and how much more each keeps. */
  ends: fc.uniqueArray(fc.integer({ min: 60, max: 160 }), { minLength: 0, maxLength: 4 }),
  steps: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 5, maxLength: 5 }),
});
const MARK = 3_000_000;
const SAMPLES = 40;

test("FUT-FIELD-7 at the shown price it happens, and one tick before it does not, nor anywhere on the way", () => {
  let crossed = 0;

  fc.assert(
    fc.property(held, ({ kind, side, volume, leverage, ends, steps }) => {
      const desk = new Holdings();
      const multiplier = kind === "linear" ? "0.001" : "100";
      const value = kind === "linear" ? volume * 30 : Math.ceil((volume * 100) / 30_000);
      const sorted = [...ends].sort((one, other) => one - other);
      const rates = steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, step) => sum + step));
      const tiers = tiersOf(desk, [
        ...sorted.map((part, at) => [Math.ceil((value * part) / 100), rates[at] ?? 0] as const),
        [1_000_000_000, rates[sorted.length] ?? 0],
      ]);
      const market = desk.list({ kind, multiplier, mark: "30000", tiers });
      const own = desk.hold(market, { side, volume, mode: "isolated", price: "30000" });
      own.margin = own.cost / BigInt(leverage);
      if (isIsolatedAtRisk(own)) return;
      const price = desk.fieldsOf(own).liquidationPrice;
      if (price <= 0n) return;

      const way = side === "buy" ? -1 : 1;
      const [safe, gone] = around(Number(price) / Number(tenTo(6)), way);
      const isGoneAt = (mark: number) => {
        market.mark = mark;
        return isIsolatedAtRisk(own);
      };
      if (desk.fieldsOf(own).maintenanceRate !== rateAt(desk, own, gone)) crossed++;
      expect([isGoneAt(gone), isGoneAt(safe)]).toEqual([true, false]);
      for (let sample = 0; sample <= SAMPLES; sample++) {
        const mark = MARK + Math.trunc(((safe - MARK) * sample) / SAMPLES);
        expect(isGoneAt(mark), `${mark}`).toBe(false);
      }
    }),
    { numRuns: runs(900, 20_000), seed: 40 },
  );
  expect(crossed).toBeGreaterThan(20);
});

/** Money is counted in whole units, of which the smallest position gains 27 in a tick: three roundings are so much of a tick. */
const ROUNDED = 3 / 27;

/** The ticks before a price and behind it: a price that is almost on a tick is neither. */
function around(ticks: number, way: 1 | -1): readonly [safe: number, gone: number] {
  const near = Math.round(ticks);
  if (Math.abs(ticks - near) <= ROUNDED) return [near - way, near + way];
  return way > 0 ? [Math.floor(ticks), Math.ceil(ticks)] : [Math.ceil(ticks), Math.floor(ticks)];
}

/** What is shown to be kept of the value at another mark. */
function rateAt(desk: Holdings, own: Position, mark: number): number {
  const { market } = own.contractAccount;
  const before = market.mark;
  market.mark = mark;
  const { maintenanceRate } = desk.fieldsOf(own);
  market.mark = before;
  return maintenanceRate;
}
