/** The invariants: each is broken once, and the check reports it. */

import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { viewOf } from "../../../../test/support/wallet-view.ts";
import { present } from "../../base/assert.ts";
import { houseOf } from "../ledger/ledger.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import type { ExchangeState } from "../state.ts";
import { brokenInvariants } from "./invariants.ts";

function soundState(): ExchangeState {
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "500" } });
  desk.place("alice", "sell 2 @ 100 as a");
  desk.place("alice", "sell 1 @ 100");
  desk.place("alice", "sell 1 @ 110");
  desk.place("bob", "buy 1 @ 100");
  desk.place("bob", "buy 1 @ 90 as b");
  for (const block of ["10.0.0.2", "10.0.0.1"])
    desk.must({ type: "BanAddress", block, request: 0 });
  return desk.state;
}

function rowsOf(state: ExchangeState): OrderRows {
  return state.orders.byId.rows;
}

function order(state: ExchangeState, id: number): OrderRow {
  return present(state.orders.byId.find(id) || undefined, `order ${id}`);
}

function wallet(state: ExchangeState, user: number, asset: number) {
  return viewOf(state.ledger, "spot", user, asset);
}

const FAULTS: readonly [string, RegExp, (state: ExchangeState) => void][] = [
  ["a rebate too many", /SPOT-FEE-1 orders/, (state) => (state.orders.rebated += 1)],
  ["money out of nothing", /I-1 USDT/, (state) => (wallet(state, 2, 2).free += 1n)],
  ["a balance below zero", /I-2 user 2/, (state) => (wallet(state, 2, 2).free = -1n)],
  ["FEE below zero", /I-2 fee/, (state) => (houseOf(state.ledger, 1).fee = -1n)],
  [
    "a lock that outlives its order",
    /I-3 locks of user\/asset spot 1\/1/,
    (state) => {
      wallet(state, 1, 1).free -= 1n;
      wallet(state, 1, 1).locked += 1n;
    },
  ],
  [
    "more executed than asked",
    /I-4 order 1/,
    (state) => rowsOf(state).addTrade(order(state, 1), 1, 0),
  ],
  [
    "nothing remaining",
    /I-5 order 3 rests/,
    (state) => rowsOf(state).reduce(order(state, 3), rowsOf(state).remaining(order(state, 3))),
  ],
  [
    "value without trades",
    /I-16 order 3/,
    (state) => rowsOf(state).addTrade(order(state, 3), 0, 1),
  ],
  ["an id never given", /I-17 order 5/, (state) => (state.orders.orderIdLast = 4)],
  [
    "a client id that is lost",
    /I-17 client id c/,
    (state) => {
      const row = order(state, 5);
      rowsOf(state)["words"][row * 16 + 12] = 1;
      rowsOf(state)["clientIds"].set(row, "c");
    },
  ],
  [
    "a crossed book",
    /I-5 book 1 is not crossed/,
    (state) => Object.assign(present(state.books[0]?.bids.best, "bid"), { ticks: 10_000 }),
  ],
  [
    "a level that does not sum up",
    /sums up its orders/,
    (state) => (present(state.books[0]?.asks.best, "ask").lots += 1),
  ],
  [
    "an older order behind a newer one",
    /in time order/,
    (state) => rowsOf(state).setBefore(order(state, 2), NO_ORDER),
  ],
  [
    "a best that is none",
    /best of book 1/,
    (state) => Object.assign(state.books[0]?.asks ?? {}, { best: undefined }),
  ],
  [
    "an order missing from its user's list",
    /on its user's list/,
    (state) => {
      const list = present(state.orders.users.spot.get(1), "a list");
      list.newest = rowsOf(state).older(list.newest);
    },
  ],
  [
    "an order missing from the table",
    /open|on a book/,
    (state) => state.orders.byId.remove(order(state, 3)),
  ],
  ["bans out of order", /10.0.0.1 is in its place/, (state) => state.bans.byEnd.reverse()],
  [
    "a ban that is not found",
    /10.0.0.1 is in its place/,
    (state) => state.bans.byBlock.delete("10.0.0.1"),
  ],
  ["a ban that is listed no more", /one too many/, (state) => state.bans.byEnd.pop()],
  ["half an hour", /the hour has struck/, (state) => (state.hourMs += 1)],
];

test("I-1 to I-17 hold in a sound state", () => {
  expect(brokenInvariants(soundState())).toEqual([]);
});

test.each(FAULTS)("%s is noticed", (_, sentence, breakIt) => {
  const state = soundState();

  breakIt(state);

  expect(brokenInvariants(state).join("\n")).toMatch(sentence);
});
