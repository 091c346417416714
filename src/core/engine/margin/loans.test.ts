/** Loans: made, charged by the hour, paid back; against a model that charges every hour by itself. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { viewOf } from "../../../../test/support/wallet-view.ts";
import { enterAsset } from "../catalogue/catalogue.ts";
import { enterTerms } from "../catalogue/lending.ts";
import { fill } from "../ledger/house.ts";
import { deposit, houseOf, marginWallet } from "../ledger/ledger.ts";
import type { SettlementEvent } from "../spot/settlement-account.ts";
import { type ExchangeState, emptyState } from "../state.ts";
import { findAccount, findDebt } from "./account.ts";
import { borrow, chargeHour, INTEREST_ONE, interestOf, owedBy, repay } from "./loans.ts";

const USER = 3;
const ASSET = 2;

/** One asset that is lent, and a user who has some of it. */
function lendingState(): ExchangeState {
  const state = emptyState();
  enterAsset(state.catalogue, { id: 1, name: "BTC", scale: 8 });
  enterAsset(state.catalogue, { id: 2, name: "USDT", scale: 8 });
  fill(state.ledger, "loan_pool", ASSET, 10n ** 12n);
  deposit(state.ledger, marginWallet(state.ledger, USER, ASSET), 10n ** 12n);
  return state;
}

function setRate({ catalogue }: ExchangeState, hourlyRate: number): void {
  enterTerms(catalogue, { asset: ASSET, hourlyRate, cap: 10n ** 30n });
}

/** The cost of a loan by the letter of the rule: each hour on what is owed then. Interest is in 10^-12. */
class Ledgerless {
  principal = 0n;
  interest = 0n;
  /** What was paid to INTEREST in all. */
  earned = 0n;

  borrow(amount: bigint, rate: bigint): void {
    this.principal += amount;
    this.interest += amount * rate;
  }

  hour(rate: bigint): void {
    this.interest += this.principal * rate;
  }

  /** What of an offer is taken. */
  repay(offer: bigint): bigint {
    const whole = this.interest / INTEREST_ONE;
    const due = whole * INTEREST_ONE === this.interest ? whole : whole + 1n;
    const toInterest = offer < due ? offer : due;
    this.interest = toInterest === due ? 0n : this.interest - toInterest * INTEREST_ONE;
    const rest = offer - toInterest;
    const toPrincipal = rest < this.principal ? rest : this.principal;
    this.principal -= toPrincipal;
    this.earned += toInterest;
    return toInterest + toPrincipal;
  }
}

const deed = fc.oneof(
  fc.record({ what: fc.constant("borrow" as const), size: fc.bigInt({ min: 1n, max: 10n ** 9n }) }),
  fc.record({ what: fc.constant("repay" as const), size: fc.bigInt({ min: 0n, max: 10n ** 9n }) }),
  fc.record({ what: fc.constant("hours" as const), size: fc.bigInt({ min: 1n, max: 30n }) }),
  fc.record({ what: fc.constant("rate" as const), size: fc.bigInt({ min: 0n, max: 10n ** 10n }) }),
);

test("MARG-INT-1 MARG-INT-2 interest is the sum over all hours of what was owed then at the rate of then", () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
      const state = lendingState();
      const model = new Ledgerless();
      const events: SettlementEvent[] = [];
      const context = { timeMs: 0, events };
      let rate = 0n;
      setRate(state, 0);

      for (const { what, size: amount } of deeds) {
        if (what === "rate") {
          rate = amount;
          setRate(state, Number(amount));
        } else if (what === "borrow") {
          model.borrow(amount, rate);
          borrow(state, { user: USER, asset: ASSET, amount }, context);
        } else if (what === "repay") {
          const paid = repay(state, { user: USER, asset: ASSET, amount }, context);
          expect(paid).toBe(model.principal === 0n ? 0n : model.repay(amount));
        } else {
          for (let hour = 0n; hour < amount; hour++) {
            model.hour(rate);
            chargeHour(state);
          }
        }
        expectAgreement(state, model);
      }
    }),
    { seed: 62, numRuns: 200 },
  );
});

function expectAgreement(state: ExchangeState, model: Ledgerless): void {
  const debt = findDebt(findAccount(state.margin, USER), ASSET);
  const { free } = viewOf(state.ledger, "margin", USER, ASSET);
  const { loanPool, interest } = houseOf(state.ledger, ASSET);
  expect({
    principal: debt?.principal ?? 0n,
    interest: debt ? interestOf(state.margin, debt) : 0n,
    free,
    loanPool,
    earned: interest,
  }).toEqual({
    principal: model.principal,
    interest: model.interest,
    free: 10n ** 12n + model.principal - model.earned,
    loanPool: 10n ** 12n - model.principal,
    earned: model.earned,
  });
  expect(debt === undefined || debt.principal > 0n).toBe(true);
}

test("MARG-BORROW-1 an order borrows exactly what is missing", () => {
  const desk = new MarginDesk({ alice: { USDT: "1000" }, bob: { BTC: "1" } });
  desk.lend("100000 USDT", "0.00001");
  desk.index("BTC", "20000");

  desk.placeMargin("alice", "buy 0.14 @ 20000");

  expect(desk.balance("alice", "USDT")).toEqual({
    free: "0",
    locked: "2800",
    borrowed: "1800",
    interest: "0.018",
  });
  expect(desk.events[0]).toMatchObject({ type: "Borrowed", amount: 180_000_000_000n });
});

/** A user who owes 100 USDT at 1% for each hour, and has 200 USDT of own money. */
function debtorDesk(scale = 8): MarginDesk {
  const desk = new MarginDesk({ ann: { BTC: "10" } }, { scales: { USDT: scale } });
  desk.lend("1000 USDT", "0.01");
  desk.index("BTC", "1000");
  desk.placeMargin("ann", "buy 0.1 @ 1000");
  desk.deposit("ann", "200 USDT");
  desk.moveIn("ann", "200 USDT");
  return desk;
}

test("MARG-REPAY-1 a payment goes to interest first, then to principal", () => {
  const desk = debtorDesk();
  desk.passHours(2);
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "3" });

  desk.repay("ann", "1.5 USDT");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "1.5" });
  desk.repay("ann", "11.5 USDT");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "90", interest: "0", free: "187" });
  expect(desk.house("USDT")).toMatchObject({ interest: "3", loanPool: "910" });
  expect(desk.events).toMatchObject([
    { type: "Repaid", interest: 150_000_000n, principal: 1_000_000_000n },
  ]);
});

test("MARG-INT-3 MARG-REPAY-1 interest below a unit costs a unit, once, when it is paid", () => {
  const desk = debtorDesk(6);
  desk.terms("USDT", "0.000000000001", 10n ** 12n);
  desk.repay("ann", "1 USDT");
  desk.passHours(1);
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "0.0000000001" });

  desk.repay("ann", "100 USDT");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "0.000001", interest: "0" });
  expect(desk.house("USDT")["interest"]).toBe("1.000001");
});

test("MARG-INT-2 interest bears no interest, and a part of it that was paid stays paid", () => {
  const desk = debtorDesk();
  desk.passHours(100);
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "101" });

  desk.repay("ann", "100.5 USDT");
  desk.passHours(1);

  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "1.5" });
});

test("MARG-INT-1 a new loan joins what is owed, and each hour is charged on both", () => {
  const desk = new MarginDesk({ ann: { BTC: "10" } });
  desk.lend("1000 USDT", "0.01");
  desk.index("BTC", "1000");
  desk.placeMargin("ann", "buy 0.1 @ 1000");
  desk.passHours(1);

  desk.placeMargin("ann", "buy 0.2 @ 1000");
  desk.passHours(1);

  // 1 + 1 for the first 100, then 2 for the new 200, then 3 for all.
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "300", interest: "7" });
});

test("MARG-INT-1 hours of downtime are charged too, in order, before the first request", () => {
  const desk = debtorDesk();

  desk.advance(90 * 3_600_000);
  expect(desk.tick()).toBe(90);

  expect(desk.balance("ann", "USDT").interest).toBe("91");
  expect(owedBy(desk.state.margin, desk.user("ann"), desk.asset("USDT"))).toBe(19_100_000_000n);
});

test.each([0, 18])("MARG-INT-2 interest is exact in an asset of scale %d", (scale) => {
  const desk = new MarginDesk({ ann: { BTC: "1000" } }, { base: "BTC", scales: { GEM: scale } });
  desk.addAsset("GEM", scale);
  desk.addPair(
    { name: "BTCGEM", pricePrecision: 0, quantityPrecision: 0, isMarginEnabled: true },
    "BTC",
    "GEM",
  );
  desk.lend("1000 GEM", "0.000000000007");
  desk.index("BTC", "10");
  desk.index("GEM", "1");

  desk.placeMargin("ann", "buy 3 @ 5 on BTCGEM");
  desk.passHours(2);

  expect(desk.balance("ann", "GEM")).toMatchObject({
    borrowed: "15",
    interest: "0.000000000315",
  });
  desk.cancelMargin("ann", desk.state.orders.orderIdLast, "BTCGEM");
  // The interest is rounded up to a unit and taken first; so much of the loan stays.
  const unit = scale === 0 ? "1" : "0.000000000315";
  expect(desk.house("GEM")["interest"]).toBe(unit);
  expect(desk.balance("ann", "GEM")).toMatchObject({ borrowed: unit, interest: "0", free: "0" });
});
