/** The state of an account by its level: the table, at its exact bounds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { rulesFor } from "../catalogue/lending.ts";
import { formatLevel, isAtLeast, isAtMost, mayOwe, stateAt } from "./risk-level.ts";

const L3 = rulesFor(3);

test.each<[string, bigint, bigint, string]>([
  ["a hair above 1.5 is normal", 15_000_000_001n, 10_000_000_000n, "normal"],
  ["1.5 is not", 3n, 2n, "trade_only"],
  ["a hair above 1.3 may trade", 13_000_000_001n, 10_000_000_000n, "trade_only"],
  ["1.3 is a margin call", 13n, 10n, "margin_call"],
  ["a hair above 1.1 is one too", 11_000_000_001n, 10_000_000_000n, "margin_call"],
  ["1.1 is liquidation", 11n, 10n, "liquidation"],
  ["so is owing with nothing", 0n, 1n, "liquidation"],
  ["and less than nothing", -5n, 1n, "liquidation"],
  ["without debt all is well", 0n, 0n, "normal"],
])("MARG-LEVEL-3 %s", (_, assets, debt, state) => {
  expect(stateAt({ assets, debt }, L3)).toBe(state);
});

const worth = fc.record({
  assets: fc.bigInt({ min: 0n, max: 10n ** 60n }),
  debt: fc.bigInt({ min: 1n, max: 10n ** 60n }),
});
const near = fc
  .tuple(
    fc.bigInt({ min: 1n, max: 10n ** 50n }),
    fc.integer({ min: 100_000_000, max: 200_000_000 }),
    fc.bigInt({ min: -2n, max: 2n }),
  )
  .map(([debt, level, off]) => ({ assets: (debt * BigInt(level)) / 100_000_000n + off, debt }));

test("MARG-LEVEL-1 levels are compared as fractions, never as the number that is shown", () => {
  const level = fc.integer({ min: 100_000_001, max: 200_000_000 });
  fc.assert(
    fc.property(fc.oneof(worth, near), level, ({ assets, debt }, bound) => {
      const scaled = assets * 100_000_000n - debt * BigInt(bound);

      expect(isAtMost({ assets, debt }, bound)).toBe(scaled <= 0n);
      expect(isAtLeast({ assets, debt }, bound)).toBe(scaled >= 0n);
    }),
    { seed: 64, numRuns: 1000 },
  );
});

test("MARG-BORROW-2 debt is at most (L-1) times assets less debt, for every leverage", () => {
  fc.assert(
    fc.property(fc.oneof(worth, near), fc.integer({ min: 2, max: 20 }), ({ assets, debt }, l) => {
      const isWithin = debt <= BigInt(l - 1) * (assets - debt);

      expect(mayOwe({ assets, debt }, rulesFor(l))).toBe(isWithin);
    }),
    { seed: 65, numRuns: 1000 },
  );
});

test("MARG-LEVEL-3 the states follow each other without a gap, for every leverage", () => {
  const order = ["liquidation", "margin_call", "trade_only", "normal"];
  fc.assert(
    fc.property(
      worth,
      fc.bigInt({ min: 0n, max: 10n ** 55n }),
      fc.integer({ min: 2, max: 20 }),
      (low, more, l) => {
        const high = { ...low, assets: low.assets + more };
        const rules = rulesFor(l);

        expect(order.indexOf(stateAt(high, rules))).toBeGreaterThanOrEqual(
          order.indexOf(stateAt(low, rules)),
        );
        const isFree = debtIsBelow(low, l);
        expect(stateAt(low, rules) === "normal").toBe(isFree);
      },
    ),
    { seed: 66, numRuns: 1000 },
  );
});

/** Whether the level is above L/(L-1). */
function debtIsBelow(
  { assets, debt }: { assets: bigint; debt: bigint },
  leverage: number,
): boolean {
  return debt * BigInt(leverage) < assets * BigInt(leverage - 1);
}

test.each<[bigint, bigint, string]>([
  [14n, 10n, "1.4"],
  [2n, 3n, "0.66666666"],
  [1999999999n, 1000000000n, "1.99999999"],
  [0n, 5n, "0"],
  [5n, 0n, "999"],
  [0n, 0n, "999"],
  [10n ** 70n, 1n, `1${"0".repeat(70)}`],
])(
  "MARG-LEVEL-1 %d to %d is shown as %s: cut at 8 decimals, 999 without debt",
  (assets, debt, shown) => {
    expect(formatLevel({ assets, debt })).toBe(shown);
  },
);

test("MARG-LEVEL-3 an account shows its level and its state", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT");
  desk.index("BTC", "100");
  expect(desk.standing("ann")).toEqual({ level: "999", state: "normal" });
  desk.owe("ann", { usdt: "300", bought: "3" });
  const seen = ["100", "86.67", "86.66", "73.34", "73.33"].map((price) => {
    desk.index("BTC", price);
    const { level, state } = desk.standing("ann");
    return `${level} ${state}`;
  });

  expect(seen).toEqual([
    "1.5 trade_only",
    "1.30005 trade_only",
    "1.2999 margin_call",
    "1.1001 margin_call",
    "1.09995 liquidation",
  ]);
});

test("MARG-LEVEL-3 MARG-LIQ-1 liquidation sticks while its level cannot be known", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT");
  desk.owe("ann", { usdt: "300", bought: "3" });
  desk.withdrawIndex("BTC");
  desk.index("BTC", "70", "feed");
  expect(desk.standing("ann")).toEqual({ level: "1.05", state: "liquidation" });

  desk.passHours(1);

  expect(desk.indexShown("BTC")).toBe("70 stale");
  expect(desk.standing("ann")).toEqual({ level: "1.05", state: "liquidation" });
});
