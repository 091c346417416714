/** The invariants of margin: each is broken once, and the check reports it. */

import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { viewOf } from "../../../../test/support/wallet-view.ts";
import { present } from "../../base/assert.ts";
import { houseOf } from "../ledger/ledger.ts";
import { findAccount, type MarginAccount } from "../margin/account.ts";
import type { ExchangeState } from "../state.ts";
import { brokenInvariants } from "./invariants.ts";

const ANN = 1;
const BOB = 2;
const CAT = 3;

/** Ann owes USDT and ETH and is safe, Bob is warned, Cat waits in liquidation. */
function soundState(): ExchangeState {
  const desk = new MarginDesk({ ann: { USDT: "500" }, bob: { USDT: "100" }, cat: { USDT: "100" } });
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");
  desk.lend("10000 USDT", "0");
  desk.lend("100 ETH");
  desk.index("ETH", "10");
  for (const name of ["bob", "cat"]) desk.owe(name, { usdt: "300", bought: "3" });
  desk.placeMargin("ann", "sell 1 @ 10 on ETHUSDT");
  desk.placeMargin("ann", "buy 10 @ 60");
  desk.deposit("bob", "30 USDT");
  desk.moveIn("bob", "30 USDT");
  desk.terms("USDT", "0.0001", 10n ** 20n);
  desk.passHours(1);
  desk.index("BTC", "72");
  return desk.state;
}

function account({ margin }: ExchangeState, user: number): MarginAccount {
  return present(findAccount(margin, user), "an account");
}

function firstDebt(state: ExchangeState, user: number) {
  return present(account(state, user).debts[0], "a debt");
}

const FAULTS: readonly [string, RegExp, (state: ExchangeState) => void][] = [
  [
    "an account that was not assessed",
    /everyone was looked at/,
    ({ margin }) => margin.touched.add(ANN),
  ],
  [
    "a price that was not followed",
    /everyone was looked at/,
    ({ prices }) => prices.repriced.push(1),
  ],
  ["a debt of nothing", /I-7 user 1 owes 2/, (state) => (firstDebt(state, ANN).principal = 0n)],
  [
    "interest below zero",
    /I-7 user 1 owes 2/,
    (state) => (firstDebt(state, ANN).interest = -(10n ** 30n)),
  ],
  [
    "debts out of order",
    /I-7 debts of user 1 stand in order/,
    (state) => account(state, ANN).debts.reverse(),
  ],
  [
    "a debt that stands twice",
    /I-7 debts of user 1 stand in order/,
    (state) => account(state, ANN).debts.push({ ...firstDebt(state, ANN), asset: 3 }),
  ],
  [
    "money that was lent and is not owed",
    /I-7 the pool of asset 2 is whole/,
    (state) => (firstDebt(state, ANN).principal -= 1n),
  ],
  [
    "a pool that lost a unit",
    /I-7 the pool of asset 2 is whole/,
    (state) => (houseOf(state.ledger, 2).loanPool -= 1n),
  ],
  [
    "capital that was not paid in",
    /I-7 the pool of asset 3 is whole/,
    (state) => (state.ledger.poolCapital[2] = 1n),
  ],
  [
    "a liquidation that is not listed",
    /user 3 is listed as it is/,
    ({ margin }) => margin.liquidating.delete(CAT),
  ],
  [
    "one that is listed and is none",
    /user 1 is listed as it is/,
    ({ margin }) => margin.liquidating.add(ANN),
  ],
  [
    "an account below liquidation that is left alone",
    /I-8 user 3 is not above liquidation/,
    (state) => {
      account(state, CAT).isLiquidating = false;
      state.margin.liquidating.delete(CAT);
    },
  ],
  [
    "a warning that was not given",
    /user 2 is warned when it must be/,
    (state) => (account(state, BOB).calledAtMs = 0),
  ],
  [
    "a warning of nothing",
    /user 1 is warned when it must be/,
    (state) => (account(state, ANN).calledAtMs = 1),
  ],
  ["bad debt above zero", /I-2 bad debt/, (state) => (houseOf(state.ledger, 2).marginBadDebt = 1n)],
  [
    "insurance below zero",
    /I-2 marginInsurance/,
    (state) => (houseOf(state.ledger, 2).marginInsurance = -1n),
  ],
  [
    "a balance below zero in margin",
    /I-2 user 1/,
    (state) => (viewOf(state.ledger, "margin", 1, 2).free = -1n),
  ],
  [
    "a lock in margin without its order",
    /I-3 locks of user\/asset margin 1\/2/,
    (state) => (viewOf(state.ledger, "margin", 1, 2).locked += 1n),
  ],
  ["money out of nothing", /I-1 USDT/, (state) => (houseOf(state.ledger, 2).interest += 1n)],
];

test("I-1 to I-8 hold in a sound state with debts, a warning and a liquidation", () => {
  const state = soundState();

  expect(brokenInvariants(state)).toEqual([]);
  expect(account(state, ANN)).toMatchObject({ debts: [{ asset: 2 }, { asset: 3 }], calledAtMs: 0 });
  expect(account(state, BOB).calledAtMs).toBeGreaterThan(0);
  expect(account(state, CAT).isLiquidating).toBe(true);
});

test.each(FAULTS)("%s is noticed", (_, sentence, breakIt) => {
  const state = soundState();

  breakIt(state);

  expect(brokenInvariants(state).join("\n")).toMatch(sentence);
});

test("I-8 MARG-LEVEL-2 says nothing of an unknown level", () => {
  const state = soundState();
  account(state, CAT).isLiquidating = false;
  state.margin.liquidating.delete(CAT);
  account(state, CAT).calledAtMs = 1;
  const index = present(state.prices.index[0], "the index of BTC");

  index.sources = index.sources.map((source) => ({ ...source, name: "feed", atMs: 0 }));

  expect(brokenInvariants(state)).toEqual([]);
});
