/** Impact prices, premiums and their weighted mean, against fractions worked out by the letter. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import { runningRateOf } from "./funding.ts";
import { impactPrice, premiumOf, samplePremium } from "./premium.ts";

type Level = readonly [number, number];
const RUN = { seed: 17, numRuns: runs(20, 60) };

/** A contract whose impact notional is so many dollars, 10 of them in one inverse contract. */
function deskWith(kind: "linear" | "inverse", impact: number): RiskDesk {
  const inverse = { name: "E-BTC-USD", kind, multiplier: 10n, multiplierDecimals: 0 };
  const face = kind === "inverse" ? inverse : {};
  const impactNotional = BigInt(impact) * 10n ** 8n;
  const desk = new RiskDesk({}, { contract: { ...face, impactNotional, priceRange: 90_000_000 } });
  desk.markAt("10000");
  return desk;
}

function fill(desk: RiskDesk, bids: readonly Level[], asks: readonly Level[]): void {
  const words = ([lots, ticks]: Level) => [lots, (ticks / 10).toFixed(1)] as const;
  desk.bids(bids.map(words));
  desk.asks(asks.map(words));
}

/** The average price in ticks as a fraction: notional over base, level by level. */
function naiveImpact(levels: readonly Level[], kind: string, impact: number) {
  // Everything in tenths of a dollar; a linear contract is 1/1000 of a coin, an inverse one $10.
  let left = { top: BigInt(impact) * 10n * 1000n, bottom: 1n };
  let base = { top: 0n, bottom: 1n };
  for (const [lots, ticks] of levels) {
    const price = BigInt(ticks);
    const offered = kind === "linear" ? BigInt(lots) * price : BigInt(lots) * 100n * 1000n;
    const taken = offered * left.bottom < left.top ? { top: offered, bottom: 1n } : left;
    base = {
      top: base.top * taken.bottom * price + taken.top * base.bottom,
      bottom: base.bottom * taken.bottom * price,
    };
    left = {
      top: left.top * taken.bottom - taken.top * left.bottom,
      bottom: left.bottom * taken.bottom,
    };
    if (left.top === 0n) return { top: BigInt(impact) * 10_000n * base.bottom, bottom: base.top };
  }
  return undefined;
}

function naivePremium(
  bids: readonly Level[],
  asks: readonly Level[],
  kind: string,
  impact: number,
) {
  const index = 100_000n;
  const none = { top: index, bottom: 1n };
  const bid = naiveImpact(bids, kind, impact) ?? none;
  const ask = naiveImpact(asks, kind, impact) ?? none;
  const above = bid.top - index * bid.bottom;
  const below = index * ask.bottom - ask.top;
  const top = (above > 0n ? above : 0n) * ask.bottom - (below > 0n ? below : 0n) * bid.bottom;
  return (top * 10n ** 8n) / (bid.bottom * ask.bottom * index);
}

const ladder = (low: number, high: number) =>
  fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: low, max: high })), {
    maxLength: 5,
    selector: ([, ticks]) => ticks,
  });
/** A book at any distance from the index, bids below asks. */
const books = fc.integer({ min: 96_000, max: 104_000 }).chain((middle) =>
  fc.record({
    bids: ladder(middle - 900, middle).map((all) => all.sort((a, b) => b[1] - a[1])),
    asks: ladder(middle + 1, middle + 900).map((all) => all.sort((a, b) => a[1] - b[1])),
  }),
);

test.each(["linear", "inverse"] as const)(
  "FUT-FUND-1 the premium of a %s contract is the rule's fraction, cut at 8 decimals",
  (kind) => {
    fc.assert(
      fc.property(books, fc.integer({ min: 50, max: 20_000 }), ({ bids, asks }, impact) => {
        const desk = deskWith(kind, impact);
        fill(desk, bids, asks);

        expect(premiumOf(desk.market())).toBe(naivePremium(bids, asks, kind, impact));
      }),
      RUN,
    );
  },
);

test.each(["linear", "inverse"] as const)(
  "FUT-FUND-1 a premium of a %s contract that is exact is not cut by one",
  (kind) => {
    const desk = deskWith(kind, 100);

    fill(desk, [], [[900, 99_900]]);

    expect(premiumOf(desk.market())).toBe(-100_000n);
  },
);

test("FUT-FUND-1 a side that is too thin contributes nothing, one that just suffices does", () => {
  const desk = deskWith("inverse", 1000);
  fill(desk, [[99, 101_000]], []);
  expect(impactPrice(desk.contract(), desk.market().book.bids)).toBeUndefined();
  expect(premiumOf(desk.market())).toBe(0n);

  fill(desk, [[1, 101_000]], []);

  expect(premiumOf(desk.market())).toBe(1_000_000n);
});

test("FUT-FUND-2 a sample every 60 s, and later ones weigh more", () => {
  const desk = deskWith("inverse", 10);
  expect(desk.market()).toMatchObject({ premiumCount: 1, premiumSum: 0n });

  desk.second(58);
  expect(desk.market().premiumCount).toBe(1);
  fill(desk, [[1, 100_100]], []);
  desk.second();
  expect(desk.market()).toMatchObject({ premiumCount: 2, premiumSum: 2n * 100_000n });
  desk.second(60);
  expect(desk.market()).toMatchObject({ premiumCount: 3, premiumSum: 5n * 100_000n });
});

test("FUT-FUND-2 without an index there is no sample", () => {
  const market = new RiskDesk().market();

  samplePremium(market);

  expect(market.premiumCount).toBe(0);
});

test("FUT-FUND-3 the rate is P and at most the clamp toward the interest, within the cap, cut", () => {
  const clamp = 50_000n;
  const cap = 500_000n;
  const desk = new RiskDesk();
  const premium = fc.integer({ min: -900_000, max: 900_000 });
  fc.assert(
    fc.property(fc.array(premium, { minLength: 1, maxLength: 40 }), (samples) => {
      const sum = samples.reduce((total, each, at) => total + BigInt((at + 1) * each), 0n);
      const market = { ...desk.market(), premiumCount: samples.length, premiumSum: sum };

      const rate = BigInt(runningRateOf(market));

      const weights = BigInt((samples.length * (samples.length + 1)) / 2);
      const drift = 10_000n * weights - sum;
      const most = clamp * weights;
      const held = drift > most ? most : drift < -most ? -most : drift;
      const exact = sum + held;
      const limit = cap * weights;
      const capped = exact > limit ? limit : exact < -limit ? -limit : exact;
      expect(rate).toBe(capped / weights);
    }),
    { seed: 16, numRuns: 1000 },
  );
});

test("FUT-FUND-3 without a sample the rate is 0", () => {
  expect(runningRateOf(new RiskDesk().market())).toBe(0);
});
