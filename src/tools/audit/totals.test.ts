/** What each has: the users, the house and what stands between winners and losers, to the unit. */
import { expect, test } from "vitest";
import { FuturesRun } from "../../../test/history/futures-run.ts";
import {
  futuresWallet,
  houseOf,
  marginWallet,
  spotWallet,
} from "../../core/engine/ledger/ledger.ts";
import { unitsOf } from "../../core/money/decimal.ts";
import { totalsOf } from "./totals.ts";

function sumOf({ users, houses }: ReturnType<typeof totalsOf>[number]): bigint {
  const amounts = [users, ...houses.map(({ held }) => held)];
  return amounts.reduce((sum, held) => sum + (unitsOf(held, 8) ?? 1n), 0n);
}

test.each([1, 2, 3])(
  "I-1 run %i: with every account of futures listed, each asset sums to zero",
  (seed) => {
    const run = new FuturesRun(seed, () => undefined);
    const names = new Set<string>();
    for (let step = 0; step < 1_500; step++) {
      run.step();
      if (step % 50 !== 0) continue;
      const totals = totalsOf(run.state);
      expect(totals.map(sumOf)).toEqual([0n, 0n]);
      for (const { houses } of totals) for (const { name } of houses) names.add(name);
    }
    expect([...names].sort()).toEqual(
      expect.arrayContaining(["CLEARING:E-BTC-USD", "CLEARING:E-BTC-USDT", "EXTERNAL", "FEE"]),
    );
  },
);

test("every balance holder of a user's money counts, and every account of the house has its name", () => {
  const { state } = new FuturesRun(1, () => undefined);
  const { ledger } = state;
  for (const wallet of [spotWallet, marginWallet, futuresWallet]) {
    ledger.wallets.set(wallet(ledger, 1, 1), { free: 100_000_000n, locked: 1n });
  }
  const held = { fee: 1n, external: -2n, interest: 3n, loanPool: 4n, marginInsurance: 5n };
  const futures = { futuresInsurance: 7n, futuresBadDebt: -8n, funding: 9n };
  Object.assign(houseOf(ledger, 1), { ...held, marginBadDebt: -6n, ...futures });
  ledger.clearing[1] = -10n;

  const [btc] = totalsOf(state);

  expect(btc?.users).toBe("3.25000003"); // Five others have 0.05 each.
  expect(btc?.houses).toEqual([
    { name: "FEE", held: "0.00000001" },
    { name: "EXTERNAL", held: "-0.00000002" },
    { name: "INTEREST", held: "0.00000003" },
    { name: "LOAN_POOL", held: "0.00000004" },
    { name: "MARGIN_INSURANCE", held: "0.00000005" },
    { name: "MARGIN_BAD_DEBT", held: "-0.00000006" },
    { name: "FUT_INSURANCE", held: "0.00000007" },
    { name: "FUT_BAD_DEBT", held: "-0.00000008" },
    { name: "FUNDING", held: "0.00000009" },
    { name: "CLEARING:E-BTC-USD", held: "-0.0000001" },
  ]);
});
