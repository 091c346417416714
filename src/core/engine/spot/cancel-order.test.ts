/** Cancelling: whose order, on which symbol, and what it gives back. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { DELIST_STEP } from "./cancel-order.ts";

const balances = { alice: { BTC: "5", USDT: "500" }, bob: { USDT: "500" } };
const NOT_OPEN = { ok: false, reason: "order_not_open" };

test("SPOT-CANCEL-1 an unknown order, another user's or another symbol's is no order at all", () => {
  const desk = new Desk(balances);
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  const id = desk.place("alice", "sell 1 @ 100 as a");

  expect(desk.cancel("bob", 99)).toMatchObject(NOT_OPEN);
  expect(desk.cancel("bob", id)).toMatchObject(NOT_OPEN);
  expect(desk.cancel("bob", "a")).toMatchObject(NOT_OPEN);
  expect(desk.cancel("alice", id, "USDTBTC")).toMatchObject(NOT_OPEN);
  expect(desk.cancel("alice", "a", "USDTBTC")).toMatchObject(NOT_OPEN);
  expect(desk.cancel("alice", "")).toMatchObject(NOT_OPEN);
  expect(desk.book()).toEqual(["sell 1 @ 100"]);
});

test("SPOT-CANCEL-1 a cancel on an unknown symbol is refused for the symbol", () => {
  const desk = new Desk(balances);
  const by = { user: 1, key: 1, request: 0, pair: 9 };

  const one = { type: "CancelOrder", ...by, order: 1, clientId: "" } as const;
  const many = { type: "CancelBatch", ...by, orders: [] } as const;

  expect([desk.refusalOf(one), desk.refusalOf(many)]).toEqual(["pair_not_found", "pair_not_found"]);
});

test("SPOT-CANCEL-2 SPOT-STATE-12 an order in a final state cannot be cancelled", () => {
  const desk = new Desk(balances);
  const canceled = desk.place("bob", "buy 1 @ 90");
  desk.cancel("bob", canceled);
  const filled = desk.place("bob", "buy 1 @ 90");
  desk.place("alice", "sell 1 @ 90");
  desk.batch("bob", ["buy 100 @ 90"]);
  const rejected = desk.state.orders.orderIdLast;
  expect([canceled, filled, rejected].map((id) => desk.status(id))).toEqual([
    ...["canceled", "filled", "rejected"],
  ]);

  for (const id of [canceled, filled, rejected]) {
    expect(desk.cancel("bob", id)).toMatchObject({ ...NOT_OPEN, had: `${id}` });
    expect(desk.cancelByOperator(id)).toMatchObject(NOT_OPEN);
  }
  const all = [canceled, filled, rejected];
  expect(desk.cancelBatch("bob", all)).toEqual({ ok: true, answer: { canceled: [], failed: all } });
});

test("SPOT-CLIENT-4 a cancel by client id means the newest order that bears it", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 1 @ 90 as x");
  desk.cancel("bob", "x");
  const newest = desk.place("bob", "buy 1 @ 91 as x");

  expect(desk.cancel("bob", "x")).toMatchObject({
    ok: true,
    answer: { orderId: newest, clientId: "x" },
  });
});

test("SPOT-CLIENT-4 if an order id is given too, the order id decides", () => {
  const desk = new Desk(balances);
  const first = desk.place("bob", "buy 1 @ 90 as x");
  const second = desk.place("bob", "buy 1 @ 91 as y");
  const by = { user: desk.user("bob"), key: desk.key("bob"), request: 0, pair: 1 };

  desk.must({ type: "CancelOrder", ...by, order: second, clientId: "x" });

  expect([desk.status(first), desk.status(second)]).toEqual(["new", "canceled"]);
});

test("SPOT-CLIENT-4 a cancel by the id of an ended order, still remembered, says which it was", () => {
  const desk = new Desk(balances);
  const id = desk.place("bob", "buy 1 @ 90 as x");
  desk.place("alice", "sell 1 @ 90");

  expect(desk.cancel("bob", "x")).toMatchObject({ ...NOT_OPEN, had: `${id}` });
});

test("SPOT-CLIENT-6 an order sent without a client id is cancelled by the server's own", () => {
  const desk = new Desk(balances);
  const id = desk.place("bob", "buy 1 @ 90");

  expect(desk.cancel("alice", `bourse:${id}`)).toMatchObject(NOT_OPEN);
  expect(desk.cancel("bob", `bourse:${id}`)).toMatchObject({
    ok: true,
    answer: { orderId: id, clientId: `bourse:${id}` },
  });
});

test("SPOT-CLIENT-6 the server's own id names no order to which its user gave a client id", () => {
  const desk = new Desk(balances);
  const id = desk.place("bob", "buy 1 @ 90 as mine");

  expect(desk.cancel("bob", `bourse:${id}`)).toMatchObject(NOT_OPEN);
  expect(desk.status(id)).toBe("new");
});

test("SPOT-BATCH-4 a batch of cancels has 1 to 10 ids", () => {
  const desk = new Desk(balances);

  expect(desk.cancelBatch("bob", [])).toMatchObject({ reason: "batch_empty" });
  expect(desk.cancelBatch("bob", Array(11).fill(1))).toMatchObject({ reason: "batch_too_large" });
  expect(desk.cancelBatch("bob", Array(10).fill(1))).toMatchObject({ ok: true });
});

test("SPOT-BATCH-4 each order is cancelled for itself, in order, and an id named twice fails the second time", () => {
  const desk = new Desk(balances);
  const [a, b] = [desk.place("bob", "buy 1 @ 90"), desk.place("bob", "buy 1 @ 91")];
  const other = desk.place("alice", "sell 1 @ 100");

  const outcome = desk.cancelBatch("bob", [b, 99, a, other, b]);

  expect(outcome).toEqual({ ok: true, answer: { canceled: [b, a], failed: [99, other, b] } });
  expect(desk.book()).toEqual(["sell 1 @ 100"]);
  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "500/0" });
});

test("SPOT-HALT-1 SPOT-HALT-2 a halted symbol takes and matches nothing; what rests may be cancelled", () => {
  const desk = new Desk(balances);
  const ids = ["buy 1 @ 90", "buy 1 @ 91", "buy 1 @ 92"].map((words) => desk.place("bob", words));
  desk.halt();

  expect(desk.refusal("alice", "sell 1 @ 90")).toBe("pair_halted");
  expect(desk.refusal("alice", "sell 1")).toBe("pair_halted");
  expect(desk.book()).toHaveLength(3);
  expect(desk.cancel("bob", ids[0] ?? 0)).toMatchObject({ ok: true });
  expect(desk.cancelBatch("bob", ids.slice(1, 2))).toMatchObject({ ok: true });
  desk.resume();
  expect(desk.status(desk.place("alice", "sell 1 @ 90"))).toBe("filled");
});

test("SPOT-DELIST-1 SPOT-STATE-11 delisting cancels every order there, bids first, as they would trade", () => {
  const desk = new Desk(balances, { rules: { selfTrade: "none" } });
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  // More orders than prices, ids scattered over users, sides and levels.
  const words = ["buy 1 @ 90", "sell 1 @ 101", "buy 1 @ 92", "sell 1 @ 100", "buy 1 @ 91"];
  const ids = words.map((one) => desk.place("alice", one));
  ids.push(desk.place("bob", "buy 1 @ 92"));
  const elsewhere = desk.place("bob", "sell 1 @ 9 on USDTBTC");
  desk.cancel("alice", ids[2] ?? 0);
  ids.push(desk.place("alice", "buy 1 @ 92"));
  desk.halt();

  desk.delist("BTCUSDT");

  const ended = desk.events.flatMap((event) => (event.type === "OrderEnded" ? [event] : []));
  // Bids of 92 (bob, then alice again), 91, 90; asks of 100, 101.
  const inTradingOrder = [5, 6, 4, 0, 3, 1].map((index) => ids[index]);
  expect(ended.map(({ id }) => id)).toEqual(inTradingOrder);
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(["canceled"]));
  expect(desk.balances("alice")).toEqual({ BTC: "5/0", USDT: "500/0" });
  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "499/1" });
  expect(desk.status(elsewhere)).toBe("new");
});

test("SPOT-DELIST-1 a large book goes in steps, and takes no order meanwhile", () => {
  const count = DELIST_STEP + 3;
  const desk = new Desk({ bob: { USDT: `${count}` } }, { rules: { openOrdersMax: count } });
  for (let n = 0; n < count; n++) desk.place("bob", "buy 1 @ 1");

  desk.delist();

  expect(desk.state.orders.byId.size).toBe(3);
  expect(desk.refusal("bob", "buy 1 @ 1")).toBe("pair_halted");
  expect(desk.resume()).toMatchObject({ reason: "pair_not_found" });
  expect(desk.cancel("bob", count)).toMatchObject({ ok: true });

  desk.delist();

  expect(desk.balances("bob")).toMatchObject({ USDT: `${count}/0` });
  expect(desk.refusal("bob", "buy 1 @ 1")).toBe("pair_not_found");
});

test("SPOT-DELIST-1 a delisted symbol is gone for ever, its name taken", () => {
  const desk = new Desk(balances);
  desk.delist();

  expect(desk.resume()).toMatchObject({ reason: "pair_not_found" });
  expect(desk.delist()).toMatchObject({ reason: "pair_not_found" });
  expect(() => desk.addPair({ name: "BTCUSDT" }, "BTC", "USDT")).toThrow();
});
