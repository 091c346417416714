/** Order lists: the worked examples of their rules, what each end of an order does to the others, and what is not taken. */
import { expect, test } from "vitest";
import { Desk } from "../../../../../test/support/desk.ts";
import { readSnapshot, writeSnapshot } from "../../snapshot/snapshot.ts";

const people = {
  ann: { BTC: "2" },
  bob: { USDT: "106" },
  cid: { USDT: "99" },
  dan: { BTC: "900", USDT: "900000" },
  eve: { BTC: "900", USDT: "900000" },
};

/** A symbol whose last price is 100, without fees, and nothing rests there. */
function traded(rules = {}, had = people): Desk {
  const desk = new Desk(had, { rules: { makerRate: 0, takerRate: 0, ...rules } });
  trade(desk, "100");
  return desk;
}

function trade(desk: Desk, price: string, lots = "1"): void {
  desk.place("dan", `sell ${lots} @ ${price}`);
  desk.place("eve", `buy ${lots} @ ${price}`);
}

const EXIT = ["sell 2 @ 110", "sell 2 stop 95"];

test("SPOT-LIST-8 SPOT-LIST-9 the worked example: one lock for both, and the first leg to trade ends the other before it", () => {
  const desk = traded();
  const [, limit = 0, stop = 0] = desk.list("ann", "oco", EXIT);
  expect(desk.balances("ann")).toEqual({ BTC: "0/2", USDT: "0/0" });
  expect(desk.book()).toEqual(["sell 2 @ 110"]);

  desk.place("eve", "buy 0.5 @ 110");

  expect(desk.endOf(stop)).toMatchObject({ status: "canceled", reason: "other_leg" });
  expect(desk.events.map(({ type }) => type)).toEqual(["OrderEnded", "Traded", "OrderEnded"]);
  expect(desk.shown(limit)).toMatchObject({ status: "partially_filled", executed: "0.5" });
  expect(desk.balances("ann")).toEqual({ BTC: "0/1.5", USDT: "55/0" });
  expect(desk.book()).toEqual(["sell 1.5 @ 110"]);
  desk.cancel("ann", limit);
  expect(desk.state.lists.byId.size).toBe(0);
});

test("SPOT-LIST-9 the worked example the other way: a trigger ends the limit leg, then the stop sells", () => {
  const desk = traded();
  const [, limit = 0, stop = 0] = desk.list("ann", "oco", EXIT);
  desk.place("eve", "buy 5 @ 94");

  trade(desk, "95");

  expect(desk.endOf(limit)).toMatchObject({ status: "canceled", reason: "other_leg", executed: 0 });
  expect(desk.endOf(stop)).toMatchObject({ status: "filled", reason: undefined });
  expect(desk.balances("ann")).toEqual({ BTC: "0/0", USDT: "188/0" });
});

test("SPOT-LIST-8 the worked example of a buy: the leg that needs more is locked, and less is free when the other goes on", () => {
  const desk = traded();
  const [, limit = 0, stop = 0] = desk.list("bob", "oco", ["buy 1 @ 90", "buy 1 @ 106 stop 105"]);
  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "0/106" });
  desk.place("dan", "sell 1 @ 105.5");
  expect(desk.status(limit)).toBe("new");

  trade(desk, "105");

  expect(desk.endOf(limit)).toMatchObject({ reason: "other_leg" });
  expect(desk.endOf(stop)).toMatchObject({ status: "filled" });
  expect(desk.balances("bob")).toEqual({ BTC: "1/0", USDT: "0.5/0" });
});

test("SPOT-LIST-8 SPOT-LIST-9 of a buy whose limit leg works, the difference is free", () => {
  const desk = traded();
  desk.list("bob", "oco", ["buy 1 @ 106 stop 105", "buy 1 @ 90"]);

  desk.place("dan", "sell 0.4 @ 90");

  expect(desk.balances("bob")).toEqual({ BTC: "0.4/0", USDT: "16/54" });
});

const ENTRY = ["buy 1 @ 99", "sell 1 @ 110", "sell 1 stop 95"];

test("SPOT-LIST-11 SPOT-LIST-12 the worked example: legs go live with the last fill and not before", () => {
  const desk = traded();
  const [id = 0, first = 0, above = 0, below = 0] = desk.list("cid", "otoco", ENTRY, "plan");
  expect([first, above, below]).toEqual([id + 1, id + 2, id + 3]);
  expect(desk.balances("cid")).toEqual({ BTC: "0/0", USDT: "0/99" });
  expect([first, above, below].map((order) => desk.status(order))).toEqual([
    "new",
    "pending",
    "pending",
  ]);

  desk.place("dan", "sell 0.4 @ 99");
  expect(desk.status(above)).toBe("pending");
  expect(desk.book()).toEqual(["buy 0.6 @ 99"]);
  desk.place("dan", "sell 0.6 @ 99");

  expect(desk.status(first)).toBe("filled");
  expect([above, below].map((order) => desk.status(order))).toEqual(["new", "new"]);
  expect(desk.balances("cid")).toEqual({ BTC: "0/1", USDT: "0/0" });
  expect(desk.book()).toEqual(["sell 1 @ 110"]);
  trade(desk, "96");
  expect(desk.status(below)).toBe("new");
  desk.place("eve", "buy 1 @ 110");
  expect(desk.endOf(below)).toMatchObject({ reason: "other_leg" });
});

test("SPOT-LIST-12 where fees have taken of it the legs are rejected, and say why", () => {
  const desk = traded({ makerRate: 100_000 });
  const [, first = 0, above = 0, below = 0] = desk.list("cid", "otoco", ENTRY);

  desk.place("dan", "sell 1 @ 99");

  expect(desk.status(first)).toBe("filled");
  for (const leg of [above, below]) {
    expect(desk.endOf(leg)).toMatchObject({ status: "rejected", reason: "insufficient_balance" });
  }
  expect(desk.balances("cid")).toEqual({ BTC: "0.999/0", USDT: "0/0" });
  expect(desk.events.at(-1)).toMatchObject({ type: "OrderListEnded" });
});

test("SPOT-LIST-10 the worked example: a first order canceled in part ends the legs, and what was bought stays", () => {
  const desk = traded();
  const [, first = 0, above = 0, below = 0] = desk.list("cid", "otoco", ENTRY);
  desk.place("dan", "sell 0.4 @ 99");

  desk.cancel("cid", first);

  for (const leg of [above, below]) {
    expect(desk.endOf(leg)).toMatchObject({ status: "canceled", reason: "list_ended" });
  }
  expect(desk.balances("cid")).toEqual({ BTC: "0.4/0", USDT: "59.4/0" });
  expect(desk.state.lists.byId.size).toBe(0);
});

test("SPOT-LIST-11 a first order that is filled at once sets its legs live in its own command", () => {
  const desk = traded();
  desk.place("dan", "sell 2 @ 98");

  const [, first = 0, leg = 0] = desk.list("cid", "oto", ["buy 1 @ 99", "sell 1 @ 99 stop 99"]);

  expect(desk.status(first)).toBe("filled");
  // The last price is 98: the stop below 99 is triggered at once, and rests behind all others (SPOT-STOP-5).
  expect(desk.shown(leg)).toMatchObject({ status: "new", price: "99" });
  expect(desk.state.orders.byId.get(leg)?.instructions).toMatchObject({ isWaiting: false });
  expect(desk.book()).toEqual(["sell 1 @ 99", "sell 1 @ 98"]);
});

test("SPOT-LIST-12 a gap over one leg: that one alone goes live, triggered, and the other ends", () => {
  const desk = traded();
  const [, , above = 0, below = 0] = desk.list("cid", "otoco", ENTRY);
  desk.place("eve", "buy 3 @ 94");

  desk.place("dan", "sell 2 @ 94");

  expect(desk.endOf(above)).toMatchObject({ status: "canceled", reason: "other_leg" });
  expect(desk.endOf(below)).toMatchObject({ status: "filled" });
  expect(desk.balances("cid")).toEqual({ BTC: "0/0", USDT: "94/0" });
});

test.each([
  ["SPOT-LIST-4 above the price of the first order it waits for a rise", "sell 1 stop 101", true],
  ["SPOT-LIST-4 below it for a fall", "sell 1 stop 98", false],
])("%s", (_, leg, isRise) => {
  const desk = traded();

  const [, , pending = 0] = desk.list("cid", "oto", ["buy 1 @ 99", leg]);

  expect(desk.state.orders.byId.get(pending)?.instructions).toMatchObject({
    isRise,
    isPending: true,
  });
});

/** Ways in which a user, the operator or the clock ends an order of a list; the other one goes with it. */
const ENDS: readonly [
  string,
  (desk: Desk, limit: number, stop: number) => void,
  string | undefined,
][] = [
  ["SPOT-LIST-10 a cancel of one", (desk, limit) => desk.cancel("ann", limit), undefined],
  ["SPOT-LIST-10 a cancel of the stop", (desk, _, stop) => desk.cancel("ann", stop), "list_ended"],
  ["SPOT-LIST-13 a batch", (desk, limit, stop) => batch(desk, limit, stop), undefined],
  ["SPOT-CANCEL-3 all", (desk) => all(desk), "list_ended"],
  ["SPOT-STATE-11 the operator", (desk, limit) => desk.cancelByOperator(limit), undefined],
  ["SPOT-LIST-15 a delisting", (desk) => desk.delist(), undefined],
  ["SPOT-LIST-13 by its id", (desk, limit) => desk.cancelList("ann", limit - 1), undefined],
  ["SPOT-LIST-13 by its name", (desk) => desk.cancelList("ann", "way-out"), undefined],
];

function batch(desk: Desk, limit: number, stop: number): void {
  expect(desk.cancelBatch("ann", [limit, stop, stop])).toMatchObject({
    answer: { canceled: [limit, stop], failed: [stop] },
  });
}

function all(desk: Desk): void {
  const by = { user: desk.user("ann"), key: desk.key("ann"), request: 0 };
  const answer = desk.must({ type: "CancelAllOrders", ...by, pair: 1, area: "spot" });
  expect(answer).toEqual({ canceled: 2, more: false });
}

test.each(ENDS)("%s ends both legs, and frees what they share", (_, end, ofLimit) => {
  const desk = traded();
  const [, limit = 0, stop = 0] = desk.list("ann", "oco", EXIT, "way-out");

  end(desk, limit, stop);

  expect(desk.endOf(limit)).toMatchObject({ status: "canceled", reason: ofLimit });
  const ofStop = ofLimit === undefined ? "list_ended" : undefined;
  expect(desk.endOf(stop)).toMatchObject({ status: "canceled", reason: ofStop });
  expect(desk.balances("ann")).toEqual({ BTC: "2/0", USDT: "0/0" });
  expect([desk.state.lists.byId.size, desk.book()]).toEqual([0, []]);
});

test("SPOT-LIST-10 SPOT-COUNT-3 the worked example: a countdown ends a list with the plain order beside it", () => {
  const desk = traded();
  const by = { user: desk.user("dan"), key: desk.key("dan"), request: 0 };
  const [, limit = 0, stop = 0] = desk.list("dan", "oco", EXIT);
  const plain = desk.place("dan", "buy 1 @ 50");
  desk.must({ type: "SetCountdown", ...by, pair: 1, afterMs: 5_000 });
  desk.advance(5_000);

  desk.must({ type: "EndCountdown", user: by.user, pair: 1 });

  const reasons = [plain, stop, limit].map((id) => desk.endOf(id).reason);
  expect(reasons).toEqual(["countdown", "countdown", "list_ended"]);
});

test("SPOT-LIST-10 SPOT-CLIENT-3 a user's cancel frees the names of all of them, another end keeps them for a while", () => {
  const desk = traded();
  const named = ["sell 2 @ 110 as up", "sell 2 stop 95 as down"];
  desk.list("ann", "oco", named);
  expect(desk.refusal("ann", "sell 1 @ 120 as down")).toBe("client_id_used");
  desk.cancel("ann", "up");

  const [, limit = 0] = desk.list("ann", "oco", named);
  desk.cancelByOperator(limit);

  expect(desk.refusal("ann", "sell 1 @ 120 as down")).toBe("client_id_used");
});

test("SPOT-LIST-10 SPOT-TIF-4 SPOT-STP-1 a limit leg that is stopped when it comes ends the list", () => {
  const desk = traded();
  desk.place("eve", "buy 1 @ 111");
  const [, posted = 0, stop = 0] = desk.list("ann", "oco", [
    "sell 2 @ 110 post_only",
    "sell 2 stop 95",
  ]);
  expect(desk.endOf(posted)).toMatchObject({ reason: "post_only" });
  expect(desk.endOf(stop)).toMatchObject({ reason: "list_ended" });

  const [, own = 0, other = 0] = desk.list("eve", "oco", EXIT);
  expect(desk.endOf(own)).toMatchObject({ reason: "self_trade", executed: 0 });
  expect(desk.endOf(other)).toMatchObject({ reason: "list_ended" });
  expect(desk.state.lists.byId.size).toBe(0);
});

test("SPOT-LIST-9 a limit leg that trades as it comes ends the other before its trade", () => {
  const desk = traded();
  desk.place("eve", "buy 1 @ 111");

  const [, limit = 0, stop = 0] = desk.list("ann", "oco", EXIT);

  expect(desk.endOf(stop)).toMatchObject({ reason: "other_leg" });
  expect(desk.shown(limit)).toMatchObject({ status: "partially_filled", executed: "1" });
  expect(desk.balances("ann")).toEqual({ BTC: "0/1", USDT: "111/0" });
});

test("SPOT-LIST-9 SPOT-STOP-3 of two stops that one command reaches, the first one triggered ends the other", () => {
  const desk = traded();
  // Dan's stop sells down to 95 when the price has risen to 105, behind ann's leg of the same trigger.
  const [, up = 0, down = 0] = desk.list("ann", "oco", ["sell 2 @ 150 stop 105", "sell 2 stop 95"]);
  desk.place("dan", "sell 10 @ 95 stop 105");
  desk.place("eve", "buy 3 @ 95");

  trade(desk, "105");

  expect(desk.endOf(down)).toMatchObject({ status: "canceled", reason: "other_leg" });
  expect(desk.shown(up)).toMatchObject({ status: "new", price: "150" });
});

test("SPOT-LIST-11 the legs of several lists go live in the order of their fills, before any stop", () => {
  const desk = traded({}, { ...people, ann: { BTC: "9", USDT: "900" } } as typeof people);
  const [, , ofCid = 0] = desk.list("cid", "oto", ["buy 1 @ 99", "sell 1 @ 105"]);
  const [, , ofAnn = 0] = desk.list("ann", "oto", ["buy 1 @ 98", "sell 1 @ 105"]);
  desk.place("eve", "sell 1 @ 105 stop 98");

  desk.place("dan", "sell 2 @ 98");

  const ranked = [ofCid, ofAnn].map(
    (id) => desk.state.orders.byId.get(id)?.instructions?.rank ?? 0,
  );
  expect(ranked[0]).toBeLessThan(ranked[1] ?? 0);
  trade(desk, "104");
  desk.place("eve", "buy 1 @ 105");
  expect(desk.status(ofCid)).toBe("filled");
});

const MALFORMED: readonly [string, "oco" | "oto" | "otoco", readonly string[], string][] = [
  ["SPOT-LIST-1", "oco", ["sell 1 @ 110"], "list_size_wrong"],
  ["SPOT-LIST-1", "oto", ["buy 1 @ 99", "sell 1 @ 110", "sell 1 stop 95"], "list_size_wrong"],
  ["SPOT-LIST-1", "otoco", ["buy 1 @ 99", "sell 1 @ 110"], "list_size_wrong"],
  ["SPOT-LIST-2", "oco", ["sell 1 @ 110", "buy 1 @ 94 stop 95"], "legs_differ"],
  ["SPOT-LIST-2", "oco", ["sell 1 @ 110", "sell 2 stop 95"], "legs_differ"],
  ["SPOT-LIST-2", "oco", ["sell 1 @ 110", "sell 1 @ 120"], "no_leg_waits"],
  ["SPOT-LIST-2", "oco", ["buy 1 @ 90", "buy for 110 stop 110"], "leg_counts_quote"],
  ["SPOT-LIST-2", "oco", ["sell 1", "sell 1 stop 95"], "leg_cannot_rest"],
  ["SPOT-LIST-2", "oco", ["sell 1 @ 110 ioc", "sell 1 stop 95"], "leg_cannot_rest"],
  ["SPOT-LIST-3", "oco", ["sell 1 @ 90", "sell 1 stop 95"], "leg_prices_crossed"],
  ["SPOT-LIST-3", "oco", ["sell 1 @ 110", "sell 1 stop 100"], "leg_prices_crossed"],
  ["SPOT-LIST-3", "oco", ["sell 1 @ 94", "sell 1 stop 105"], "leg_prices_crossed"],
  ["SPOT-LIST-3", "oco", ["sell 1 @ 95", "sell 1 stop 95"], "leg_prices_crossed"],
  ["SPOT-LIST-3", "otoco", ["buy 1 @ 99", "sell 1 @ 90", "sell 1 stop 95"], "leg_prices_crossed"],
  ["SPOT-LIST-5", "oto", ["buy 1 @ 99", "sell 1"], "leg_cannot_rest"],
  ["SPOT-CHECK-10", "oco", ["sell 1 @ 501", "sell 1 stop 95"], "price_out_of_band"],
  ["SPOT-CHECK-11", "oco", ["sell 1 @ 110 as x", "sell 1 stop 95 as x"], "client_id_used"],
  ["SPOT-CHECK-14", "oco", ["sell 3 @ 110", "sell 3 stop 95"], "insufficient_balance"],
];

test.each(MALFORMED)("%s an %s of %j is refused whole: %s", (_, kind, words, reason) => {
  const desk = traded();
  const { orderIdLast } = desk.state.orders;

  expect(desk.refusalOf(desk.listing("ann", kind, words))).toBe(reason);

  expect([desk.state.orders.orderIdLast, desk.balances("ann")["BTC"]]).toEqual([
    orderIdLast,
    "2/0",
  ]);
});

test("SPOT-LIST-6 CORE-BOUND-1 a user has 20 lists on a symbol, all users as many as there may be, and each order counts", () => {
  const desk = traded();
  const small = ["sell 0.01 @ 110", "sell 0.01 stop 95"];
  const lists = Array.from({ length: 20 }, () => desk.list("ann", "oco", small));
  expect(desk.refusalOf(desk.listing("ann", "oco", small))).toBe("too_many_lists");
  desk.cancelList("ann", lists[7]?.[0] ?? 0);
  desk.list("ann", "oco", small);

  const few = new Desk(people, { limits: { orderLists: 1 }, rules: { openOrdersMax: 2 } });
  trade(few, "100");
  few.list("ann", "oco", small);
  expect(few.refusalOf(few.listing("dan", "oco", small))).toBe("too_many_lists");
  few.cancel("ann", 4);
  few.place("ann", "sell 0.01 @ 110");
  expect(few.refusalOf(few.listing("ann", "oco", small))).toBe("too_many_open_orders");
});

test("SPOT-LIST-7 a list may have a name of its user's own, and is not found by another's", () => {
  const desk = traded();
  desk.list("ann", "oco", ["sell 1 @ 110", "sell 1 stop 95"], "mine");

  const again = desk.listing("ann", "oco", ["sell 1 @ 111", "sell 1 stop 96"], "mine");
  expect(desk.refusalOf(again)).toBe("list_id_used");
  expect(desk.refusalOf({ ...again, clientId: "a b" })).toBe("list_id_malformed");
  expect(desk.cancelList("dan", "mine")).toMatchObject({ ok: false, reason: "list_not_open" });
  expect(desk.cancelList("ann", "other")).toMatchObject({ ok: false, reason: "list_not_open" });
  expect(desk.cancelList("ann", "mine")).toMatchObject({ answer: { clientId: "mine" } });
});

test("SPOT-LIST-14 no order of a list is replaced or amended, until the list can do nothing to it", () => {
  const desk = traded();
  const [, limit = 0] = desk.list("ann", "oco", EXIT);
  const less = desk.replacing("ann", limit, "sell 1 @ 110");
  expect(desk.refusalOf(less)).toBe("order_in_list");

  desk.place("eve", "buy 0.5 @ 110");

  expect(desk.send(less)).toMatchObject({ ok: true });
});

test("SPOT-LIST-15 a halt keeps a list, and a frozen user's goes on", () => {
  const desk = traded();
  const [, first = 0, above = 0] = desk.list("cid", "otoco", ENTRY);
  desk.halt();
  expect(desk.refusalOf(desk.listing("ann", "oco", EXIT))).toBe("pair_halted");
  desk.resume();
  desk.freeze("cid");

  desk.place("dan", "sell 1 @ 99");

  expect([desk.status(first), desk.status(above)]).toEqual(["filled", "new"]);
});

test("LOG-SNAP-1 SPOT-LIST-8 SPOT-LIST-11 lists of every stage go on from a snapshot, loaded forward and backward", () => {
  const desk = traded();
  desk.list("ann", "oco", ["sell 1 @ 110", "sell 1 stop 95"], "shared");
  desk.list("cid", "otoco", ENTRY, "waiting");
  desk.list("dan", "oco", ["sell 2 @ 111", "sell 2 stop 94"]);
  desk.place("eve", "buy 1.5 @ 111");
  const bytes = writeSnapshot(desk.state);

  for (const direction of ["forward", "backward"] as const) {
    const state = readSnapshot(bytes, direction);
    expect(
      [...state.lists.byId.values()].map(({ stage, open }) => `${stage} ${open}`).sort(),
    ).toEqual(
      [...desk.state.lists.byId.values()].map(({ stage, open }) => `${stage} ${open}`).sort(),
    );
    expect(Buffer.compare(writeSnapshot(state), bytes)).toBe(0);
  }
});

test("CORE-RULES-3 before rules 7 there are no lists", () => {
  const desk = new Desk(people, { adopted: 6 });
  trade(desk, "100");

  expect(desk.refusalOf(desk.listing("ann", "oco", EXIT))).toBe("rules_too_old");
});
