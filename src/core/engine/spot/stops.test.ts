/** Stops: how they wait, when they are triggered, and where they stand then. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";

const PLENTY = { BTC: "90", USDT: "90000" };
const people = { ann: PLENTY, bob: PLENTY, cid: PLENTY, dan: PLENTY, eve: PLENTY };

/** A symbol whose last price is 100, and nothing rests there. */
function traded(rules = {}): Desk {
  const desk = new Desk(people, { rules });
  trade(desk, "100");
  return desk;
}

function trade(desk: Desk, price: string, lots = "1"): void {
  desk.place("ann", `sell ${lots} @ ${price}`);
  desk.place("bob", `buy ${lots} @ ${price}`);
}

test("SPOT-STOP-1 the trigger is above the last price or below it, and that is the direction", () => {
  const desk = traded();
  const rise = desk.place("cid", "buy 1 @ 111 stop 110");
  const fall = desk.place("dan", "sell 1 @ 89 stop 90");

  trade(desk, "105");
  trade(desk, "95");
  expect([desk.status(rise), desk.book()]).toEqual(["new", []]);
  trade(desk, "110");
  expect(desk.book()).toEqual(["buy 1 @ 111"]);
  desk.cancel("cid", rise);
  trade(desk, "90");

  expect(desk.book()).toEqual(["sell 1 @ 89"]);
  expect(desk.status(fall)).toBe("new");
});

test("SPOT-STOP-1 at the last price a stop is triggered at once, without a last price there is none", () => {
  const desk = new Desk(people);
  expect(desk.refusal("cid", "buy 1 @ 100 stop 100")).toBe("no_last_price");
  trade(desk, "100");

  const id = desk.place("cid", "buy 1 @ 101 stop 100");

  expect(desk.book()).toEqual(["buy 1 @ 101"]);
  expect(desk.state.orders.byId.get(id)?.instructions?.isWaiting).toBe(false);
});

test.each([
  ["SPOT-CHECK-6", "buy 1 @ 100 stop 0", "trigger_price_not_positive"],
  ["SPOT-CHECK-7", "buy 1 @ 100 stop 99.001", "trigger_price_too_precise"],
  ["SPOT-CHECK-7", "buy for 5 stop 99.001", "trigger_price_too_precise"],
  ["SPOT-CHECK-10", "buy 1 @ 100 stop 501", "price_out_of_band"],
  ["SPOT-CHECK-10", "buy for 100 stop 19.99", "price_out_of_band"],
  ["SPOT-CHECK-10", `buy for 100 stop ${"9".repeat(30)}`, "price_out_of_band"],
  ["SPOT-CHECK-10 of its limit, around the trigger", "buy 1 @ 90 stop 451", "price_out_of_band"],
  ["SPOT-CHECK-8", "sell 0.1 stop 90", "notional_below_min"],
  ["SPOT-CHECK-9", "buy for 6000 stop 90", "notional_above_max"],
  ["SPOT-CHECK-14", "buy 1000 @ 100 stop 90", "insufficient_balance"],
])("%s SPOT-STOP-1 %s is refused: %s", (_, words, reason) => {
  const desk = traded({ notionalMin: 950_000_000n, marketNotionalMax: 500_000_000_000n });

  expect(desk.refusal("cid", words)).toBe(reason);
});

test("SPOT-CHECK-8 SPOT-CHECK-10 SPOT-STOP-1 a stop is measured by its trigger and not by the last price", () => {
  const desk = traded({ notionalMin: 950_000_000n });

  expect(desk.status(desk.place("cid", "sell 0.1 stop 95"))).toBe("new");
  // 0.2 times the last price is 20, 0.2 times the trigger 18.
  expect(desk.status(desk.place("cid", "buy 1 @ 19 stop 90"))).toBe("new");
});

test("SPOT-STOP-2 a stop locks what it needs when it comes, counts as open and is canceled like any", () => {
  const desk = traded({ openOrdersMax: 3 });
  const limit = desk.place("cid", "buy 2 @ 111 stop 110");
  const sells = desk.place("cid", "sell 3 stop 90");
  const amount = desk.place("cid", "buy for 500 stop 105 as amount");
  expect(desk.balances("cid")).toEqual({ BTC: "87/3", USDT: "89278/722" });
  expect(desk.refusal("cid", "buy 1 @ 90")).toBe("too_many_open_orders");

  expect(desk.cancel("cid", "amount")).toMatchObject({ ok: true, answer: { orderId: amount } });
  desk.cancelByOperator(sells);
  desk.cancelBatch("cid", [limit]);

  expect(desk.balances("cid")).toEqual({ BTC: "90/0", USDT: "90000/0" });
  trade(desk, "120");
  trade(desk, "80");
  expect(desk.book()).toEqual([]);
});

test("SPOT-STOP-2 a halt keeps stops, and a delisting cancels them behind what rests", () => {
  const desk = traded();
  const stop = desk.place("cid", "buy 2 @ 111 stop 110");
  const rests = desk.place("cid", "sell 1 @ 120");
  desk.halt();
  expect(desk.refusal("dan", "sell 1 stop 90")).toBe("pair_halted");

  desk.delist();

  const ended = desk.events.flatMap((event) => (event.type === "OrderEnded" ? [event.id] : []));
  expect(ended).toEqual([rests, stop]);
  expect(desk.balances("cid")).toEqual({ BTC: "90/0", USDT: "90000/0" });
});

test("SPOT-STOP-3 the example of the rules: triggers as the price comes to them, then ids", () => {
  const desk = traded();
  for (const price of ["97", "95.5", "94.8", "94.5", "94"]) desk.place("bob", `buy 1 @ ${price}`);
  const cid = desk.place("cid", "sell 1 stop 95");
  const dan = desk.place("dan", "sell 2 @ 94 stop 95");
  const eve = desk.place("eve", "buy 1 @ 97 stop 97");

  desk.place("ann", "sell 2 @ 95.5");
  expect(desk.book()).toContain("buy 1 @ 97");
  expect(desk.state.orders.byId.get(eve)?.instructions?.isWaiting).toBe(false);
  desk.cancel("eve", eve);
  const seller = desk.place("ann", "sell 1 @ 94.8");

  const takers = desk.events.flatMap((e) => (e.type === "Traded" ? [[e.takerOrder, e.ticks]] : []));
  expect(takers).toEqual([
    [seller, 94_80],
    [cid, 94_50],
    [dan, 94_00],
  ]);
  expect(desk.book()).toEqual(["sell 1 @ 94"]);
});

test("SPOT-STOP-3 the trades of a stop trigger more, inside the same command", () => {
  const desk = traded();
  for (const price of ["99", "98", "97", "96"]) desk.place("bob", `buy 1 @ ${price}`);
  const chain = ["99", "98", "97"].map((trigger) => desk.place("cid", `sell 1 stop ${trigger}`));

  desk.place("ann", "sell 1");

  expect(desk.trades()).toEqual(["1 @ 99", "1 @ 98", "1 @ 97", "1 @ 96"]);
  expect(chain.map((id) => desk.status(id))).toEqual(["filled", "filled", "filled"]);
});

test("SPOT-STOP-3 a batch triggers stops when all of its items are placed, with ids in a row", () => {
  const desk = traded();
  desk.place("bob", "buy 1 @ 99");
  const stop = desk.place("cid", "sell 1 @ 99 stop 99");

  const outcome = desk.batch("ann", ["sell 1 @ 99", "buy 1 @ 98.5", "buy 1 @ 98"]);

  const first = stop + 1;
  expect(outcome).toMatchObject({ answer: { orderIds: [first, first + 1, first + 2] } });
  expect(desk.book()).toEqual(["sell 1 @ 99", "buy 1 @ 98.5", "buy 1 @ 98"]);
});

test("SPOT-STOP-4 the range of a stop at market is around its trigger", () => {
  const desk = traded();
  const stop = desk.place("cid", "sell 2 stop 90");
  desk.place("bob", "buy 1 @ 80");
  desk.place("bob", "buy 1 @ 44.99");

  desk.place("ann", "sell 0.5 @ 80");

  expect(desk.trades()).toEqual(["0.5 @ 80", "0.5 @ 80"]);
  expect(desk.shown(stop)).toMatchObject({ status: "canceled", executed: "0.5" });
  expect(desk.balances("cid")).toEqual({ BTC: "89.5/0", USDT: "90040/0" });
});

test("SPOT-STOP-5 what rests of a triggered stop stands behind all orders of its price", () => {
  const desk = traded();
  const stop = desk.place("cid", "sell 1 @ 110 stop 105");
  const before = desk.place("dan", "sell 1 @ 110");
  trade(desk, "105");
  const behind = desk.place("eve", "sell 1 @ 110");
  const loaded = readSnapshot(writeSnapshot(desk.state), "backward");
  expect(writeSnapshot(loaded)).toEqual(writeSnapshot(desk.state));

  desk.place("bob", "buy 3 @ 110");

  const makers = desk.events.flatMap((e) => (e.type === "Traded" ? [e.makerOrder] : []));
  expect(makers).toEqual([before, stop, behind]);
});

test("SPOT-STOP-2 stops that wait are in the snapshot, with amounts and directions", () => {
  const desk = traded();
  desk.place("cid", "buy for 500.5 stop 105 ioc as amount");
  desk.place("cid", "sell 3 @ 80 stop 90 fok meets expire_maker");
  const bytes = writeSnapshot(desk.state);

  for (const direction of ["forward", "backward"] as const) {
    const loaded = readSnapshot(bytes, direction);
    expect(writeSnapshot(loaded)).toEqual(bytes);
    expect(loaded.stops.byPair[0]).toMatchObject({ waiting: 2 });
  }
});
