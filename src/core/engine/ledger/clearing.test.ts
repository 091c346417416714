/** Money of futures: whatever is paid, and in whichever order, all accounts sum to zero. */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { newDigest } from "../../base/records/digest.ts";
import { bigOf } from "../../money/amount.ts";
import {
  bookEngineProfit,
  clearingOf,
  closeFunding,
  coverDeficit,
  heldBy,
  moveMargin,
  payFee,
  payFunding,
  realiseProfit,
} from "./clearing.ts";
import {
  balanceOf,
  deposit,
  futuresWallet,
  houseOf,
  type IsolatedMargin,
  type Ledger,
  newLedger,
  type Wallet,
} from "./ledger.ts";

let ledger: Ledger;
let wallet: Wallet;
let isolated: IsolatedMargin;

beforeEach(() => {
  ledger = newLedger(newDigest());
  wallet = futuresWallet(ledger, 1, 1);
  isolated = {
    id: 7,
    user: 1,
    asset: 1,
    margin: 0n,
    isTouched: false,
    addMargin(change) {
      this.margin += bigOf(change);
      return this.margin;
    },
  };
});

function sum(): bigint {
  const house = Object.values(houseOf(ledger, 1)).reduce((total, held) => total + held, 0n);
  const clearing = ledger.clearing.reduce((total, held) => total + held, 0n);
  const { free, locked } = balanceOf(ledger, wallet);
  return free + locked + isolated.margin + house + clearing;
}

test("FUT-SETTLE-2 margin moves into a position and back, never more than is in it", () => {
  deposit(ledger, wallet, 100n);
  moveMargin(ledger, wallet, isolated, 60n);
  moveMargin(ledger, wallet, isolated, -20n);

  expect([ledger.wallets.free(wallet), isolated.margin]).toEqual([60n, 40n]);
  expect([heldBy(ledger, wallet), heldBy(ledger, isolated)]).toEqual([60n, 40n]);
  expect(() => moveMargin(ledger, wallet, isolated, -41n)).toThrow("was in it");
});

test("FUT-SETTLE-4 profit comes out of CLEARING of its contract, a loss goes into it", () => {
  deposit(ledger, wallet, 100n);
  realiseProfit(ledger, 2, wallet, 30n);
  realiseProfit(ledger, 2, isolated, -5n);

  expect([clearingOf(ledger, 1), clearingOf(ledger, 2), clearingOf(ledger, 3)]).toEqual([
    0n,
    -25n,
    0n,
  ]);
  expect([ledger.wallets.free(wallet), isolated.margin]).toEqual([130n, -5n]);
  expect(sum()).toBe(0n);
});

test("FUT-LOSS-1 a deficit is paid by the insurance as far as it goes, then by bad debt", () => {
  houseOf(ledger, 1).futuresInsurance = 30n;
  houseOf(ledger, 1).external = -30n;
  expect(coverDeficit(ledger, isolated, 20n)).toBe(20n);
  expect(coverDeficit(ledger, wallet, 25n)).toBe(10n);

  expect(houseOf(ledger, 1)).toMatchObject({ futuresInsurance: 0n, futuresBadDebt: -15n });
  expect(sum()).toBe(0n);
  expect(() => coverDeficit(ledger, isolated, 0n)).toThrow("above zero");
});

test("FUT-FEE-1 the house never pays more than it has", () => {
  deposit(ledger, wallet, 100n);
  payFee(ledger, wallet, 10n, "fee");
  payFee(ledger, wallet, -10n, "fee");
  expect(() => payFee(ledger, wallet, -1n, "fee")).toThrow("pays what it has");
  const loss = { asset: 1, profit: -1n };
  expect(() => bookEngineProfit(ledger, 1, loss)).toThrow("pays what it has");
});

test("LEDGER-POST-1 any run of payments keeps every asset at zero, and funding ends empty", () => {
  const step = fc.record({
    what: fc.constantFrom("margin", "profit", "fee", "fund", "cover", "engine", "close"),
    isIsolated: fc.boolean(),
    amount: fc.bigInt({ min: 1n, max: 10n ** 20n }),
    isBack: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      houseOf(ledger, 1).futuresInsurance += 10n ** 30n;
      houseOf(ledger, 1).external -= 10n ** 30n;
      for (const { what, isIsolated, amount, isBack } of steps) {
        const place = isIsolated ? isolated : wallet;
        const signed = isBack ? -amount : amount;
        if (what === "margin" && isolated.margin + signed >= 0n)
          moveMargin(ledger, wallet, isolated, signed);
        if (what === "profit") realiseProfit(ledger, 3, place, signed);
        if (what === "fee") payFee(ledger, place, amount, isBack ? "fee" : "futuresInsurance");
        if (what === "fund") payFunding(ledger, place, signed);
        if (what === "cover") coverDeficit(ledger, place, amount);
        if (what === "engine") bookEngineProfit(ledger, 2, { asset: 1, profit: signed });
        if (what === "close" && houseOf(ledger, 1).funding >= 0n) {
          closeFunding(ledger, 1);
          expect(houseOf(ledger, 1).funding).toBe(0n);
        }
        expect(sum()).toBe(0n);
      }
    }),
    { seed: 4, numRuns: 100 },
  );
});
