/** The invariants of futures: each is broken once, and the check reports it. */

import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { viewOf } from "../../../../test/support/wallet-view.ts";
import { present } from "../../base/assert.ts";
import { addOpening, findContractAccount } from "../futures/contract-account.ts";
import type { ContractAccount, ContractMarket, Position } from "../futures/futures-state.ts";
import { houseOf } from "../ledger/ledger.ts";
import type { FuturesTerms, Order } from "../orders/order.ts";
import type { ExchangeState } from "../state.ts";
import { brokenInvariants } from "./invariants.ts";

/** By user: Ann isolated and long, Bob cross and short, and their orders on the book. */
const [ANN, BOB] = [2, 3] as const;
const USDT = 2;

function soundState(): ExchangeState {
  const balances = { USDT: "1000" };
  const fees = { openMakerRate: 20_000, openTakerRate: 40_000 };
  const rates = { ...fees, closeMakerRate: 20_000, closeTakerRate: 40_000 };
  const contract = { fees: rates, maxFeeRate: 40_000 };
  const desk = new FuturesDesk({ ann: balances, bob: balances }, { contract });
  desk.insureFutures("5 USDT");
  desk.markAt("100");
  desk.trade("bob", "open sell 100 @ 100 cross");
  desk.trade("ann", "open buy 60 @ 100");
  desk.trade("bob", "close buy 10 @ 99");
  desk.trade("ann", "close sell 20 @ 99");
  desk.trade("ann", "open buy 5 @ 98");
  desk.trade("ann", "open buy 7 @ 120 when up 110");
  return desk.state;
}

function market({ futures }: ExchangeState): ContractMarket {
  return present(futures.markets[0], "a market");
}

function contractAccount({ futures }: ExchangeState, user: number): ContractAccount {
  return present(findContractAccount(futures, user, 1), "a contract account");
}

function long(state: ExchangeState): Position {
  return present(contractAccount(state, ANN).long, "Ann's position");
}

function orderWith(state: ExchangeState, is: (terms: FuturesTerms) => boolean): Order {
  const found = state.orders.byId.sorted().find(({ futures }) => futures && is(futures));
  return present(found, "an order");
}

function opening(state: ExchangeState): FuturesTerms {
  const order = orderWith(state, (terms) => !terms.isWaiting && terms.action === "open");
  return present(order.futures, "its terms");
}

const FAULTS: readonly [string, RegExp, (state: ExchangeState) => void][] = [
  [
    "an account that was not assessed",
    /everything in futures was followed up/,
    ({ futures }) => futures.touched.add(ANN),
  ],
  ["a margin out of nothing", /I-1 USDT/, (state) => (long(state).margin += 1n)],
  ["a margin below zero", /I-2 margin of position/, (state) => (long(state).margin = -1n)],
  [
    "money left in transit",
    /I-2 funding of asset 2 is empty/,
    (state) => (houseOf(state.ledger, USDT).funding = 1n),
  ],
  [
    "bad debt above zero",
    /I-2 bad debt of asset 2/,
    (state) => (houseOf(state.ledger, USDT).futuresBadDebt = 1n),
  ],
  [
    "an insurance below zero",
    /I-2 futuresInsurance of asset 2/,
    (state) => (houseOf(state.ledger, USDT).futuresInsurance = -1n),
  ],
  ["more longs than shorts", /I-9 longs of E-BTC-USDT/, (state) => (long(state).volume += 1)],
  ["a close that is not pending", /I-10 pending closes/, (state) => (long(state).pending += 1)],
  [
    "a close of more than is held",
    /I-10 user 2 at E-BTC-USDT closes no more/,
    (state) => (long(state).volume = 1),
  ],
  ["a cost that was not paid", /I-11 clearing of E-BTC-USDT/, (state) => (long(state).cost += 1n)],
  [
    "money frozen for no order",
    /I-12 the locked balance of user 2/,
    (state) => (viewOf(state.ledger, "futures", ANN, USDT).locked += 1n),
  ],
  [
    "an order with too much frozen",
    /I-12 order \d+ has frozen what it needs/,
    (state) => (opening(state).frozen += 1n),
  ],
  [
    "margin in a cross position",
    /I-12 cross position/,
    (state) => (present(contractAccount(state, BOB).short, "Bob's position").margin = 1n),
  ],
  [
    "an isolated position at risk",
    /I-13 position \d+ is above/,
    (state) => (market(state).mark = 1),
  ],
  [
    "a cross account at risk",
    /I-13 cross account of user 3/,
    (state) => (market(state).mark = 10_000_000),
  ],
  [
    "a profit that came from nowhere",
    /I-14 all profits/,
    (state) => (long(state).closeProfit += 1n),
  ],
  ["a fee that no account received", /I-15 all fees/, (state) => (long(state).tradeFee -= 1n)],
  [
    "a waiting order that has traded",
    /I-16 waiting order/,
    (state) => {
      const { byId } = state.orders;
      const { id } = orderWith(state, ({ isWaiting }) => isWaiting);
      byId.rows.addTrade(byId.find(id), 1, 0n);
    },
  ],
  ["a position frozen for ever", /is not frozen when/, (state) => (long(state).isFrozen = true)],
  [
    "an order not counted",
    /as many resting orders/,
    (state) => (contractAccount(state, ANN).resting -= 1),
  ],
  [
    "an order that opens and is not counted",
    /that open are worth what it counts/,
    (state) => addOpening(contractAccount(state, ANN), "buy", 0, 1),
  ],
];

test("I-9 to I-16 hold in a sound state of futures", () => {
  expect(brokenInvariants(soundState())).toEqual([]);
});

test.each(FAULTS)("%s is noticed", (_, sentence, breakIt) => {
  const state = soundState();

  breakIt(state);

  expect(brokenInvariants(state).join("\n")).toMatch(sentence);
});

test("I-2 the free balance below zero is noticed when no cross position carries it", () => {
  const state = soundState();
  viewOf(state.ledger, "futures", ANN, USDT).free = -1n;

  expect(brokenInvariants(state).join("\n")).toMatch(/I-2 the free balance of user 2/);
});

test("FUT-RISK-5 an account that cannot be assessed breaks nothing: a halt, an index that is not known", () => {
  const state = soundState();
  market(state).mark = 1;
  Object.assign(market(state).contract, { status: "halted" });

  expect(brokenInvariants(state)).toEqual([]);
});
