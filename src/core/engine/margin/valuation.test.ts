/** What an account is worth, against exact fractions, and when its level is unknown. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { areEqual, type Rational } from "../../../../test/support/rational.ts";
import { enterAsset } from "../catalogue/catalogue.ts";
import { marginWallet } from "../ledger/ledger.ts";
import { indexEntry, OPERATOR, SILENT_AFTER_MS } from "../prices/index-prices.ts";
import { emptyState } from "../state.ts";
import { openAccount, openDebt } from "./account.ts";
import { holdingsOf, indexValueOf, undecidedBy, worthOf } from "./valuation.ts";

const amount = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 40n }));
const part = fc.record({
  scale: fc.integer({ min: 0, max: 18 }),
  free: amount,
  locked: amount,
  principal: amount,
  /** In 10^-12 units, and the rates that were added since. */
  interest: amount,
  rateSum: fc.bigInt({ min: 0n, max: 10n ** 16n }),
  price: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 30n })),
});

/** units × price, where the units have `decimals` decimals and the price has 18. */
function valueIn(units: bigint, decimals: number, price: bigint): Rational {
  return { numerator: units * price, denominator: 10n ** BigInt(decimals + 18) };
}

function sumOf(values: readonly Rational[]): Rational {
  return values.reduce(
    (sum, { numerator, denominator }) => ({
      numerator: sum.numerator * denominator + numerator * sum.denominator,
      denominator: sum.denominator * denominator,
    }),
    { numerator: 0n, denominator: 1n },
  );
}

test("MARG-LEVEL-1 assets and debt are exact sums at index prices, whatever the scales; without one an asset counts 0", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const state = emptyState();
      parts.forEach(({ scale, free, locked, principal, interest, rateSum, price }, index) => {
        const asset = index + 1;
        enterAsset(state.catalogue, { id: asset, name: `A${asset}`, scale });
        const source = { name: OPERATOR, weight: 1, price, atMs: 0 };
        const sources = price > 0n ? [source] : [];
        Object.assign(indexEntry(state.prices, asset), { sources, price });
        state.ledger.wallets.set(marginWallet(state.ledger, 1, asset), { free, locked });
        state.margin.rateSums.push(rateSum);
        if (principal === 0n) return;
        const debt = openDebt(state.margin, openAccount(state.margin, 1), asset);
        Object.assign(debt, { principal, interest, rateSum: 0n });
      });

      const { assets, debt } = worthOf(holdingsOf(state, 1));

      const held = parts.map((each) => valueIn(each.free + each.locked, each.scale, each.price));
      const owed = parts
        .filter(({ principal }) => principal > 0n)
        .map(({ scale, principal, interest, rateSum, price }) => {
          const fine = principal * 10n ** 12n + interest + principal * rateSum;
          return valueIn(fine, scale + 12, price);
        });
      const unit = 10n ** 48n;
      expect(areEqual({ numerator: assets, denominator: unit }, sumOf(held))).toBe(true);
      expect(areEqual({ numerator: debt, denominator: unit }, sumOf(owed))).toBe(true);
    }),
    { seed: 63, numRuns: 200 },
  );
});

test("MARG-LEVEL-1 USDT is worth itself, in whatever scale it is kept", () => {
  const desk = new MarginDesk({ ann: { USDT: "1.5" } }, { scales: { USDT: 6 } });

  expect(indexValueOf(desk.state, desk.asset("USDT"), 1_500_000n)).toBe(15n * 10n ** 47n);
});

test("MARG-ACC-1 a user who never had anything in margin is worth nothing and owes nothing", () => {
  const desk = new MarginDesk({ ann: {} });

  expect(worthOf(holdingsOf(desk.state, desk.user("ann")))).toEqual({ assets: 0n, debt: 0n });
});

/** Ann has BTC, ETH and USDT in margin and owes USDT or BTC. */
function knownDesk(): MarginDesk {
  const desk = new MarginDesk({ ann: { BTC: "1", ETH: "1", USDT: "10" } });
  desk.lend("1000 USDT");
  desk.lend("1000 BTC");
  return desk;
}

function undecided(desk: MarginDesk): string {
  const { state } = desk;
  const asset = undecidedBy(state, holdingsOf(state, desk.user("ann")), desk.timeMs);
  return state.catalogue.assets[asset - 1]?.name ?? "nothing";
}

test("MARG-LEVEL-2 an asset that is held and has no index leaves the level known; it counts 0", () => {
  const desk = knownDesk();
  desk.index("BTC", "100");
  desk.placeMargin("ann", "buy 0.5 @ 100");

  expect(undecided(desk)).toBe("nothing");
  expect(desk.standing("ann")).toEqual({ level: "3.75", state: "normal" }); // (100 + 10 + 40) / 40
});

test("MARG-LEVEL-2 an asset that is owed and has no index makes the level unknown", () => {
  const desk = knownDesk();
  desk.index("BTC", "100");
  desk.placeMargin("ann", "sell 1.04 @ 100");
  expect(undecided(desk)).toBe("nothing");

  desk.withdrawIndex("BTC");

  expect(undecided(desk)).toBe("BTC");
  expect(desk.standing("ann")).toEqual({ level: "0", state: "trade_only" });
});

test("MARG-LEVEL-2 any index that is used and is stale makes the level unknown, to the millisecond; others do not", () => {
  const desk = knownDesk();
  desk.index("BTC", "100");
  desk.placeMargin("ann", "buy 0.5 @ 100");
  desk.index("ETH", "10", "feed");

  desk.advance(SILENT_AFTER_MS);
  expect(undecided(desk)).toBe("nothing");
  desk.advance(1);
  expect(undecided(desk)).toBe("ETH");
  expect(desk.standing("ann")).toEqual({ level: "4", state: "normal" }); // Shown as it was.
  desk.repay("ann", "0 USDT");
  desk.deposit("ann", "100 USDT");
  desk.moveIn("ann", "100 USDT");
  expect(undecided(desk)).toBe("ETH");
  desk.repay("ann", "0 USDT");
  desk.moveOut("ann", "1 ETH");
  expect(undecided(desk)).toBe("nothing");
});
