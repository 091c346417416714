/**
 * The tripwire: an honest exchange never trips it (the simulation checks it after every command), and
 * each planted difference does, on either side of the two counts and in every area, as soon as
 * something touches the account.
 */

import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { viewsIn, WalletView } from "../../../../test/support/wallet-view.ts";
import { present } from "../../base/assert.ts";
import { findContractAccount } from "../futures/contract-account.ts";
import type { Area } from "../ledger/area.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { Touched } from "../ledger/touched.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";
import type { ExchangeState } from "../state.ts";
import { inspectTouched } from "./tripwire.ts";

/** Ann has orders in all three areas; Bob has a cross short and Ann an isolated long. */
function livelyDesk(): FuturesDesk {
  const balances = { USDT: "1000", BTC: "5" };
  const desk = new FuturesDesk({ ann: balances, bob: balances });
  desk.markAt("100");
  desk.trade("bob", "open sell 100 @ 100 cross");
  desk.trade("ann", "open buy 60 @ 100");
  desk.trade("ann", "open buy 5 @ 98");
  desk.trade("ann", "open buy 7 @ 120 when up 110");
  inspectTouched(desk.state);
  return desk;
}

/** A margin account with an order on the book beside a spot order. */
function lendingDesk(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "500" }, bob: { BTC: "5" } });
  desk.lend("1000 USDT");
  desk.index("BTC", "100");
  desk.placeMargin("ann", "buy 6 @ 60");
  desk.deposit("ann", "100 USDT");
  desk.place("ann", "buy 1 @ 50");
  desk.deposit("bob", "5 BTC");
  desk.place("bob", "sell 1 @ 120");
  inspectTouched(desk.state);
  return desk;
}

function wallet({ ledger }: ExchangeState, area: Area, user: number, asset: number) {
  const found = present(ledger.wallets.find(area, user, asset), `a wallet of ${area}`);
  return new WalletView(ledger, found);
}

/** Touches the wallet, as a posting would. */
function touch({ ledger }: ExchangeState, { wallet: one }: WalletView): void {
  if (ledger.touched.add(one)) ledger.wallets.setTouched(one, true);
}

const PLANTED: readonly [string, (wallet: WalletView) => void][] = [
  ["a lock that is one too much", (one) => (one.locked += 1n)],
  ["a lock that is one too little", (one) => (one.locked -= 1n)],
  ["orders that count one too much", (one) => (one.expectedLock += 1n)],
  ["orders that count one too little", (one) => (one.expectedLock -= 1n)],
  ["orders that count far too much", (one) => (one.expectedLock += 2n ** 90n)],
];

test.each(PLANTED)("CORE-TRIP-1 %s is seen in spot and margin", (_, plant) => {
  for (const area of ["spot", "margin"] as const) {
    const { state } = lendingDesk();
    const one = wallet(state, area, 1, 2);
    expect(one.locked).toBeGreaterThan(0n);
    plant(one);
    inspectTouched(state); // The wallet is not touched yet.

    touch(state, one);

    expect(() => inspectTouched(state)).toThrow(/^I-3 I-12 user 1, asset 2: \d+ is locked/);
    inspectTouched(state); // A wallet that was inspected is not inspected again.
  }
});

test.each(PLANTED)("CORE-TRIP-1 %s is seen in futures", (_, plant) => {
  const { state } = livelyDesk();
  const one = wallet(state, "futures", 2, 2);
  expect(one.locked).toBeGreaterThan(0n);

  plant(one);
  touch(state, one);

  expect(() => inspectTouched(state)).toThrow("the open orders need");
});

test.each(["spot", "margin"] as const)("CORE-TRIP-1 I-2 nothing in %s is below zero", (area) => {
  const { state } = lendingDesk();
  const one = wallet(state, area, 1, 2);
  one.free = -1n;
  touch(state, one);

  expect(() => inspectTouched(state)).toThrow("I-2 user 1, asset 2: -1 is free");
});

test("CORE-TRIP-1 I-2 a lock is not below zero, even where the orders agree", () => {
  const { state } = lendingDesk();
  const one = wallet(state, "spot", 1, 2);
  one.expectedLock = -1n;
  one.locked = -1n;
  touch(state, one);

  expect(() => inspectTouched(state)).toThrow("I-2 user 1, asset 2:");
});

test("CORE-TRIP-1 I-2 the free balance is below zero only while cross positions carry it", () => {
  const { state } = livelyDesk();
  const [ann, bob] = [wallet(state, "futures", 2, 2), wallet(state, "futures", 3, 2)];
  const short = present(findContractAccount(state.futures, 3, 1)?.short, "Bob's position");
  bob.free = -1n;
  short.cost += 10n ** 12n; // Bob sold for so much more, and has an unrealised profit.
  touch(state, bob);
  inspectTouched(state);

  ann.free = -1n;
  touch(state, ann);
  expect(() => inspectTouched(state)).toThrow("I-2 user 2, asset 2: -1 is free");
  short.cost = 0n;
  touch(state, bob);
  expect(() => inspectTouched(state)).toThrow("I-2 user 3, asset 2: -1 is free");
});

test("CORE-TRIP-1 I-2 the margin of a position is not below zero", () => {
  const { state } = livelyDesk();
  const position = present(findContractAccount(state.futures, 2, 1)?.long, "Ann's position");
  position.margin = -1n;
  inspectTouched(state);

  state.ledger.touchedMargins.add(position);

  expect(() => inspectTouched(state)).toThrow("I-2 the margin of a position of user 2, asset 2");
});

test("CORE-TRIP-2 where more were touched than the list holds, all are inspected", () => {
  const { state } = lendingDesk();
  Object.assign<Ledger, Partial<Ledger>>(state.ledger, { touched: new Touched(1) });
  const [first, second] = [wallet(state, "spot", 2, 1), wallet(state, "margin", 1, 2)];
  wallet(state, "spot", 1, 2).locked += 1n;
  touch(state, first);
  inspectTouched(state);

  for (const one of [first, second]) touch(state, one);

  expect(() => inspectTouched(state)).toThrow("user 1, asset 2");
  touch(state, second);
  inspectTouched(state);
});

test("STREAM-MINE-3 the caller is told which users' money was posted to, or that it is unknown", () => {
  const { state } = livelyDesk();
  const position = present(findContractAccount(state.futures, 2, 1)?.long, "Ann's position");
  const told: (number | "all")[] = [];
  const tell = (user: number | "all") => void told.push(user);

  inspectTouched(state, tell);
  expect(told).toEqual([]);
  touch(state, wallet(state, "futures", 3, 2));
  state.ledger.touchedMargins.add(position);
  inspectTouched(state, tell);
  expect(told).toEqual([3, 2]);

  Object.assign<Ledger, Partial<Ledger>>(state.ledger, { touched: new Touched(0) });
  touch(state, wallet(state, "futures", 3, 2));
  inspectTouched(state, tell);
  expect(told).toEqual([3, 2, "all"]);
});

test("CORE-TRIP-3 a load counts anew what the orders need, in every area and both ways", () => {
  for (const { state } of [lendingDesk(), livelyDesk()]) {
    for (const direction of ["forward", "backward"] as const) {
      const loaded = readSnapshot(writeSnapshot(state), direction);
      let locked = 0;
      for (const area of ["spot", "margin", "futures"] as const) {
        for (const one of viewsIn(loaded.ledger, area)) {
          expect(one.expectedLock).toBe(one.locked);
          if (one.locked > 0n) locked++;
        }
      }
      expect(locked).toBeGreaterThan(0);
    }
  }
});
