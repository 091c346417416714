/** A new order: what it locks, how it ends up, what a batch does with it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { substanceOf } from "../../../../test/support/substance.ts";
import type { OrderRequest } from "./spot.ts";

const balances = { alice: { BTC: "5" }, bob: { USDT: "500" } };

test("SPOT-LOCK-1 a LIMIT BUY locks price times volume of the quote asset", () => {
  const desk = new Desk(balances);

  desk.place("bob", "buy 1.5 @ 100.01");

  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "349.985/150.015" });
});

test("SPOT-LOCK-2 a SELL locks its volume of the base asset", () => {
  const desk = new Desk(balances);

  desk.place("alice", "sell 1.5 @ 100");

  expect(desk.balances("alice")).toEqual({ BTC: "3.5/1.5", USDT: "0/0" });
});

test("SPOT-LOCK-2 a MARKET SELL needs its whole volume free, though the bids are for less", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 1 @ 100");

  expect(desk.refusal("alice", "sell 5.0001")).toBe("insufficient_balance");
  desk.place("alice", "sell 5");
  expect(desk.balances("alice")).toEqual({ BTC: "4/0", USDT: "100/0" });
});

test("SPOT-LOCK-3 a MARKET BUY needs its whole amount free, though the asks are worth less", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");

  expect(desk.refusal("bob", "buy for 500.000001")).toBe("insufficient_balance");
  desk.place("bob", "buy for 500");
  expect(desk.balances("bob")).toEqual({ BTC: "1/0", USDT: "400/0" });
});

test("SPOT-LOCK-4 a lock is at every moment what the rest of the order needs", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 3 @ 100");
  for (const rest of ["299", "250", "0.01"]) {
    const sold = (300 - Number(rest)) / 100 - Number(desk.balances("bob")["BTC"]?.split("/")[0]);
    desk.place("alice", `sell ${sold.toFixed(4)} @ 100`);

    expect(desk.balances("bob")["USDT"]).toBe(`200/${rest}`);
  }
});

test("SPOT-LOCK-4 fees lock nothing: they come off what is received", () => {
  const rules = { makerRate: 1_000_000, takerRate: 1_000_000 };
  const desk = new Desk(balances, { rules });

  desk.place("bob", "buy 5 @ 100");
  desk.place("alice", "sell 5 @ 100");

  expect(desk.balances("bob")).toEqual({ BTC: "4.95/0", USDT: "0/0" });
  expect(desk.balances("alice")).toEqual({ BTC: "0/0", USDT: "495/0" });
});

test("SPOT-FIELD-1 an order shows its price, its volume as sent, what it executed and the average", () => {
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "1000" } });
  const asks = [desk.place("alice", "sell 1 @ 100"), desk.place("alice", "sell 2 @ 103")];
  const taken = desk.place("bob", "buy for 306");
  const waiting = desk.place("bob", "buy 2.5 @ 50.10 as mine");

  expect(desk.shown(taken)).toEqual({
    status: "filled",
    price: "0",
    quantity: "306",
    executed: "3",
    average: "102",
    clientId: `bourse:${taken}`,
  });
  expect(desk.shown(waiting)).toEqual({
    status: "new",
    price: "50.1",
    quantity: "2.5",
    executed: "0",
    average: "0",
    clientId: "mine",
  });
  expect(asks.map((ask) => desk.shown(ask).average)).toEqual(["100", "103"]);
});

test("SPOT-BATCH-1 a batch has 1 to 10 items", () => {
  const desk = new Desk(balances);
  const items = (count: number) => Array<string>(count).fill("buy 0.1 @ 100");

  expect(desk.batch("bob", [])).toMatchObject({ reason: "batch_empty" });
  expect(desk.batch("bob", items(11))).toMatchObject({ reason: "batch_too_large" });
  expect(desk.batch("bob", items(10))).toMatchObject({ ok: true });
  expect(desk.book()).toEqual(["buy 1 @ 100"]);
});

test.each<[string, Partial<OrderRequest>]>([
  ["price_missing", { price: "" }],
  ["quantity_not_positive", { quantity: "0" }],
  ["price_too_precise", { price: "1.001" }],
  ["quantity_above_max", { quantity: "9".repeat(20) }],
  ["price_out_of_band", { price: "501" }],
])("SPOT-BATCH-2 one item that fails a check up to 10 (%s) refuses the whole batch", (...row) => {
  const [reason, wrong] = row;
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100");
  const { type: _, ...good } = desk.placing("bob", "buy 1 @ 99");
  const { user, key, request, pair, ...item } = good;
  const items = [item, { ...item, ...wrong }, item];

  const answer = desk.refusalOf({ type: "PlaceBatch", user, key, request, pair, items });

  expect(answer).toBe(reason);
});

test("SPOT-BATCH-2 a batch on an unknown or halted symbol is refused whole", () => {
  const desk = new Desk(balances);
  desk.halt();
  expect(desk.batch("bob", ["buy 1 @ 99"])).toMatchObject({ reason: "pair_halted" });

  desk.delist();
  expect(desk.batch("bob", ["buy 1 @ 99"])).toMatchObject({ reason: "pair_not_found" });
});

test("SPOT-BATCH-2 the band of every item is that of the start: items do not move it", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 10");

  const outcome = desk.batch("bob", ["buy 1 @ 10", "buy 1 @ 60"]);

  expect(outcome).toMatchObject({ ok: true });
  expect(desk.trades()).toEqual(["1 @ 10"]);
  expect(desk.book()).toEqual(["buy 1 @ 60"]);
});

test("SPOT-BATCH-3 SPOT-BATCH-7 SPOT-STATE-6 an item that fails check 11 to 14 ends REJECTED, the next goes on", () => {
  const desk = new Desk(balances, { rules: { openOrdersMax: 2 } });
  const words = [
    "buy for 10", // 13: no asks
    "buy 1 @ 99 as x",
    "buy 1 @ 98 as x", // 11: in use
    "buy 1 @ 98 as a,b", // 11: malformed
    "buy 100 @ 97", // 14: too little money
    "buy 1 @ 96",
    "buy 1 @ 95", // 12: two are open
  ];

  const outcome = desk.batch("bob", words);

  expect(outcome).toMatchObject({
    answer: {
      orderIds: [1, 2, 3, 4, 5, 6, 7],
      rejected: [
        { index: 0, reason: "no_opposite_orders" },
        { index: 2, reason: "client_id_used" },
        { index: 3, reason: "client_id_malformed" },
        { index: 4, reason: "insufficient_balance" },
        { index: 6, reason: "too_many_open_orders" },
      ],
    },
  });
  expect([1, 2, 3, 4, 5, 6, 7].map((id) => desk.status(id))).toEqual([
    ...["rejected", "new", "rejected", "rejected", "rejected", "new", "rejected"],
  ]);
  expect(desk.book()).toEqual(["buy 1 @ 99", "buy 1 @ 96"]);
  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "305/195" });
});

test("SPOT-STATE-6 a batch of nothing but rejected items changes only the order counter", () => {
  const desk = new Desk(balances);
  const before = substanceOf(desk.state);

  desk.batch("bob", ["buy 100 @ 100", "buy 200 @ 100"]);
  expect(desk.state.orders.orderIdLast).toBe(2);
  desk.state.orders.orderIdLast = 0;

  expect(substanceOf(desk.state)).toEqual(before);
});

test("SPOT-BATCH-3 the items of a batch run one after the other, each on what the last one left", () => {
  const desk = new Desk({ bob: { USDT: "500" } }, { rules: { selfTrade: "none" } });

  desk.batch("bob", ["buy 1 @ 100", "sell 1 @ 100", "buy for 50"]);
  expect([1, 2, 3].map((id) => desk.status(id))).toEqual(["new", "rejected", "rejected"]);

  desk.deposit("bob", "1 BTC");
  desk.batch("bob", ["sell 1 @ 100", "sell 1 @ 100"]);
  expect([1, 4, 5].map((id) => desk.status(id))).toEqual(["filled", "filled", "new"]);
});

test("SPOT-CLIENT-5 a rejected item does not take its client id", () => {
  const desk = new Desk(balances);
  desk.batch("bob", ["buy 100 @ 100 as x"]);
  expect(desk.status(1)).toBe("rejected");

  expect(desk.cancel("bob", "x")).toMatchObject({ reason: "order_not_open" });
  expect(desk.order("bob", "buy 1 @ 100 as x")).toMatchObject({ ok: true });
});

test("SPOT-CLIENT-2 no two open orders of a user bear one client id; the refusal names the first", () => {
  const desk = new Desk({ ...balances, carol: { USDT: "100" } });
  const first = desk.place("bob", "buy 1 @ 100 as x");

  expect(desk.order("bob", "buy 2 @ 90 as x")).toEqual({
    ok: false,
    reason: "client_id_used",
    had: `${first}`,
    needed: "",
  });
  expect(desk.order("carol", "buy 1 @ 90 as x")).toMatchObject({ ok: true });
});

test("SPOT-CLIENT-3 the id of an order that ended stays taken for 60 s", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 3 @ 100");
  desk.place("bob", "buy 1 @ 100 as x");
  desk.advance(60_000);

  expect(desk.refusal("bob", "buy 1 @ 100 as x")).toBe("client_id_used");
  desk.advance(1);
  expect(desk.order("bob", "buy 1 @ 100 as x")).toMatchObject({ ok: true });
});

test.each<[string, (desk: Desk, id: number) => unknown]>([
  ["a fill as maker", (desk) => desk.place("alice", "sell 1 @ 100")],
  ["the operator's cancel", (desk, id) => desk.cancelByOperator(id)],
])("SPOT-CLIENT-3 %s leaves the id taken", (_, end) => {
  const desk = new Desk(balances);
  const id = desk.place("bob", "buy 1 @ 100 as x");
  end(desk, id);

  expect(desk.refusal("bob", "buy 1 @ 100 as x")).toBe("client_id_used");
});

test("SPOT-CLIENT-3 self-trade prevention is not the user's cancel: the id stays taken", () => {
  const desk = new Desk({ bob: { USDT: "500", BTC: "1" } });
  desk.place("bob", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100 as x");

  expect(desk.refusal("bob", "buy 1 @ 99 as x")).toBe("client_id_used");
});

test("SPOT-CLIENT-3 a user who cancels an order may use its id at once, alone or in a batch", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 1 @ 100 as x");
  desk.cancel("bob", "x");
  const second = desk.place("bob", "buy 1 @ 100 as x");
  desk.cancelBatch("bob", [second]);

  expect(desk.order("bob", "buy 1 @ 100 as x")).toMatchObject({ ok: true });
});

test("CORE-REPLAY-1 I-1 I-3 no run of orders makes or loses money, and no lock outlives its order", () => {
  const order = fc.record({
    who: fc.constantFrom("alice", "bob", "carol"),
    side: fc.constantFrom("buy", "sell"),
    isMarket: fc.boolean(),
    size: fc.integer({ min: 1, max: 400 }),
    price: fc.integer({ min: 1, max: 30 }),
  });
  const balances = { BTC: "2", USDT: "4" };
  const rules = { pricePrecision: 1, quantityPrecision: 2, makerRate: -33_333, takerRate: 77_777 };
  fc.assert(
    fc.property(fc.array(order, { maxLength: 40 }), (orders) => {
      const desk = new Desk({ alice: balances, bob: balances, carol: balances }, { rules });

      // After each of these the desk itself checks I-1, I-2, I-3 and I-5.
      for (const { who, side, size, price, isMarket } of orders) {
        const limit = isMarket ? "" : ` @ ${price / 10}`;
        desk.order(who, `${side} ${size / 100}${limit}`);
      }
      desk.delist();

      expect(desk.external()).toEqual({ BTC: "-6", USDT: "-12" });
      for (const who of ["alice", "bob", "carol"]) {
        for (const shown of Object.values(desk.balances(who))) expect(shown).toMatch(/\/0$/);
      }
    }),
    { seed: 72, numRuns: 60 },
  );
});
