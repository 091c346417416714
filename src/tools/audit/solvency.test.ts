/** Solvency as a query: whatever happened, users and house have what was deposited, to the unit. */

import { expect, test } from "vitest";
import { FuturesRun } from "../../../test/history/futures-run.ts";
import { MarginDesk } from "../../../test/support/margin-desk.ts";
import { viewOf } from "../../../test/support/wallet-view.ts";
import { houseOf } from "../../core/engine/ledger/ledger.ts";
import { unitsOf } from "../../core/money/decimal.ts";
import { type AssetSolvency, problemsOf, solvencyOf } from "./solvency.ts";

/** The sum as it would be made by hand. */
function heldIn({ users, houses }: AssetSolvency): bigint {
  const amounts = [...Object.values(users), ...houses.map(({ held }) => held)];
  return amounts.reduce((sum, held) => sum + (unitsOf(held, 8) ?? 1n), 0n);
}

test.each([1, 2])(
  "CORE-AUDIT-1 CORE-AUDIT-2 run %i of futures: added up by hand it is what was deposited",
  (seed) => {
    const run = new FuturesRun(seed, () => undefined);
    let isolated = 0;
    for (let step = 0; step < 1_000; step++) {
      run.step();
      if (step % 100 !== 0) continue;
      const { assets, isSolvent, position, timeMs } = solvencyOf(run.state);
      expect([isSolvent, position, timeMs]).toEqual([true, run.state.position, run.state.timeMs]);
      for (const asset of assets) {
        expect(heldIn(asset)).toBe(unitsOf(asset.depositsLessWithdrawals, 8));
        expect(problemsOf(asset)).toEqual([]);
        if (asset.users.isolated !== "0") isolated++;
      }
    }
    expect(isolated).toBeGreaterThan(0);
  },
);

/** Ann has borrowed 60 USDT for an order; Bob lends nothing and owns some BTC. */
function lendingDesk(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100" }, bob: { BTC: "5" } });
  desk.lend("100 USDT");
  desk.index("BTC", "100");
  desk.placeMargin("ann", "buy 1.6 @ 100");
  return desk;
}

test("CORE-AUDIT-1 of lending it tells what was put into the pool, what is there and what is lent", () => {
  const { state } = lendingDesk();
  const [, usdt] = solvencyOf(state).assets;

  expect(usdt).toEqual({
    asset: "USDT",
    depositsLessWithdrawals: "200",
    users: { spot: "0", margin: "160", futures: "0", isolated: "0" },
    houses: [
      { name: "FEE", held: "0" },
      { name: "LOAN_POOL", held: "40" },
    ],
    difference: "0",
    lending: { capital: "100", inPool: "40", lent: "60", difference: "0" },
  });
});

test.each([
  [
    "a user's balance",
    1n,
    (desk: MarginDesk) => (viewOf(desk.state.ledger, "spot", 1, 2).free += 1n),
  ],
  ["an account", -1n, (desk: MarginDesk) => (houseOf(desk.state.ledger, 2).interest -= 1n)],
  ["deposits", 1n, (desk: MarginDesk) => (houseOf(desk.state.ledger, 2).external += 1n)],
])(
  "CORE-AUDIT-2 an imbalance planted in %s is told with the name of the asset",
  (_, much, plant) => {
    const desk = lendingDesk();
    plant(desk);

    const { isSolvent, assets } = solvencyOf(desk.state);

    const sign = much < 0n ? "-" : "";
    expect(isSolvent).toBe(false);
    expect(assets.flatMap(problemsOf)).toEqual([
      `USDT does not sum to zero: users and house have ${sign}0.00000001 beyond what was deposited`,
    ]);
  },
);

test("CORE-AUDIT-2 I-7 a loan that no user owes any more is told, although all sums are right", () => {
  const { state } = lendingDesk();
  const [debt] = state.margin.accounts.get(1)?.debts ?? [];
  if (debt) debt.principal -= 1n;

  expect(solvencyOf(state).assets.flatMap(problemsOf)).toEqual([
    "the loan pool of USDT is not whole: pool and loans have -0.00000001 beyond its capital",
  ]);
});
