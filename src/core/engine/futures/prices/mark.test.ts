/** The mark: the median of three prices, held near the index. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { rationalOf } from "../../../../../test/support/rational.ts";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { writeSnapshot } from "../../snapshot/snapshot.ts";
import { BASIS_SAMPLES, setMark } from "./mark.ts";

const HOUR_MS = 3_600_000;

/** A contract whose prices never traded. */
function quietDesk(): RiskDesk {
  return new RiskDesk({ ann: { USDT: "100000" } });
}

test("FUT-MARK-3 without a book and without a trade the mark is the index", () => {
  const desk = quietDesk();

  desk.markAt("20000.05");

  expect(desk.market().mark).toBe(200_001); // Half-up.
});

test("FUT-MARK-3 a last trade alone does not move the mark, nor does a book alone", () => {
  const desk = quietDesk();
  desk.markAt("20000");

  desk.hold("ann", "long 1 @ 20500");
  desk.second();
  expect(desk.market().mark).toBe(200_000);
  desk.bids([[1, "20300"]]);
  desk.asks([[1, "20320"]]);
  desk.second(5);
  expect(desk.market().mark).toBe(203_100); // Of 20000, 20310 and 20500.
});

test("FUT-MARK-3 the mark stays within 5% of the index", () => {
  const desk = quietDesk();
  desk.markAt("20000");
  desk.hold("ann", "long 1 @ 21900 cross");
  desk.bids([[1, "21800"]]);
  desk.asks([[1, "21810"]]);

  desk.second(5);
  expect(desk.market().mark).toBe(210_000);
  desk.index("BTC", "23000");
  desk.second();
  expect(desk.market().mark).toBe(230_000);
  desk.index("BTC", "25000");
  desk.second();
  expect(desk.market().mark).toBe(250_000); // The old basis is above it, the last trade below.
});

test("FUT-MARK-3 the mark is the clamped median of the three fractions, half-up", () => {
  const desk = quietDesk();
  const tick = fc.integer({ min: 1, max: 10 ** 9 });
  const near = fc.integer({ min: -40, max: 40 });
  fc.assert(
    fc.property(
      fc.record({
        index: tick,
        last: fc.oneof(near, fc.integer({ min: -999_999_999, max: 10 ** 9 })),
        basis: fc.array(near, { maxLength: BASIS_SAMPLES }),
        fundingRate: fc.integer({ min: -500_000, max: 500_000 }),
        atMs: fc.integer({ min: 0, max: 24 * HOUR_MS }),
      }),
      ({ index, last: off, basis, fundingRate, atMs }) => {
        const last = Math.max(1, index + off);
        const market = { ...desk.market(), index, last, basis, fundingRate };

        setMark(desk.state, market, atMs);

        // Everything over one bottom: 10^8 × interval × twice the samples × 100.
        const interval = BigInt(8 * HOUR_MS);
        const count = BigInt(Math.max(1, basis.length));
        const bottom = 10n ** 8n * interval * 2n * count * 100n;
        const left = interval - (BigInt(atMs) % interval);
        const exact = BigInt(index) * bottom;
        const funded = exact + BigInt(index) * BigInt(fundingRate) * left * 2n * count * 100n;
        const sum = basis.reduce((total, each) => total + BigInt(each), 0n);
        const withBasis = exact + (sum * bottom) / (2n * count);
        const sorted = [funded, withBasis, BigInt(last) * bottom].sort((a, b) => (a < b ? -1 : 1));
        const low = (exact * 95n) / 100n;
        const high = (exact * 105n) / 100n;
        const median = sorted[1] as bigint;
        const clamped = median < low ? low : median > high ? high : median;
        const rounded = (2n * clamped + bottom) / (2n * bottom);
        expect(BigInt(market.mark)).toBe(rounded > 1n ? rounded : 1n);
      },
    ),
    { seed: 19, numRuns: 2000 },
  );
});

test("FUT-MARK-3 a settled rate pulls less and less until the next funding", () => {
  const desk = quietDesk();
  const market = { ...desk.market(), index: 2_000_000, last: 3_000_000, fundingRate: 500_000 };

  const marks = [0, 4, 7, 8].map((hours) => {
    setMark(desk.state, market, hours * HOUR_MS);
    return market.mark;
  });

  const { numerator, denominator } = rationalOf("0.005");
  const full = (2_000_000n * numerator) / denominator;
  expect(marks).toEqual([2_000_000 + Number(full), 2_005_000, 2_001_250, 2_010_000]);
});

test("FUT-MARK-2 a sample every 5 s, none without both sides, the last 30 count", () => {
  const desk = quietDesk();
  desk.markAt("20000");
  desk.bids([[1, "20010"]]);
  desk.second(10);
  expect(desk.market().basis).toEqual([]);

  desk.asks([[1, "20021"]]);
  desk.second(5);
  expect(desk.market().basis).toEqual([310]);
  desk.second(3);
  expect(desk.market().basis).toHaveLength(1);
  desk.second(5 * (BASIS_SAMPLES - 1));
  expect(desk.market().basis).toHaveLength(BASIS_SAMPLES);
  desk.index("BTC", "20001");
  desk.second(5);
  expect(desk.market().basis).toHaveLength(BASIS_SAMPLES); // CORE-BOUND-1
  expect(desk.market().basis.at(-1)).toBe(290);
});

test("FUT-MARK-2 samples of seconds that did not tick are not made up", () => {
  const desk = quietDesk();
  desk.markAt("20000");
  desk.bids([[1, "20010"]]);
  desk.asks([[1, "20020"]]);

  desk.advance(3_600_000);
  desk.second();

  expect(desk.market().basis).toEqual([300]);
});

test("CORE-BOUND-1 FUT-MARK-2 a sample of the largest price that a book can hold fits a snapshot", () => {
  const desk = new RiskDesk(
    { ann: { BTC: "1" } },
    { contract: { name: "E-BTC-USD", kind: "inverse", multiplierDecimals: 0 } },
  );
  desk.markAt("20000");
  desk.bids([[100, "20000"]]);
  desk.trade("ann", "open sell 100 @ 900719925474099.1");
  desk.markAt("1000");

  desk.second(5);

  expect(desk.market().basis.length).toBeGreaterThan(0);
  expect(() => writeSnapshot(desk.state)).not.toThrow();
});

test("FUT-MARK-4 a contract without index gets its first mark at the end of its first trade", () => {
  const desk = quietDesk();
  desk.second();
  expect(desk.market()).toMatchObject({ index: 0, mark: 0 });

  desk.hold("ann", "long 10 @ 20000");
  expect(desk.market()).toMatchObject({ index: 200_000, mark: 200_000 });
  desk.bids([[10, "19000"]]);
  desk.trade("ann", "close sell 10 @ 19000");
  expect(desk.market().mark).toBe(200_000); // No trade moves the mark of its own command.
  desk.second();
  expect(desk.market().mark).toBe(190_000);
});

test("FUT-MARK-4 a first trade under a stale index has its own price for a mark", () => {
  const desk = quietDesk();
  desk.feed("20000");
  desk.fallSilent();
  expect(desk.market().mark).toBe(0);

  desk.hold("ann", "long 10 @ 15000");

  expect(desk.market()).toMatchObject({ index: 0, mark: 150_000 });
});
