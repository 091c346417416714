/** Which orders trade with each other, at which price, and what each side gets. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";

const balances = { alice: { BTC: "9" }, carol: { BTC: "9" }, bob: { USDT: "900" } };

/** Makers of the last trades, in order. */
function makers(desk: Desk): number[] {
  return desk.events.flatMap((event) => (event.type === "Traded" ? [event.makerOrder] : []));
}

test("SPOT-MATCH-1 the best price trades first, and at one price the lowest order id", () => {
  const desk = new Desk(balances);
  const dear = desk.place("alice", "sell 1 @ 102");
  const early = desk.place("alice", "sell 1 @ 101");
  const late = desk.place("carol", "sell 1 @ 101");
  const cheap = desk.place("carol", "sell 1 @ 100");

  desk.place("bob", "buy 4 @ 102");

  expect(makers(desk)).toEqual([cheap, early, late, dear]);
});

test("SPOT-MATCH-1 for a seller the highest bid is best", () => {
  const desk = new Desk(balances);
  const bids = [90, 91, 91, 89].map((price) => desk.place("bob", `buy 1 @ ${price}`));

  desk.place("alice", "sell 4 @ 80");

  expect(makers(desk)).toEqual([bids[1], bids[2], bids[0], bids[3]]);
});

test("SPOT-MATCH-1 a partial fill does not cost an order its place; a cancel does", () => {
  const desk = new Desk(balances);
  const first = desk.place("alice", "sell 2 @ 100");
  const second = desk.place("carol", "sell 2 @ 100");
  desk.place("bob", "buy 1 @ 100");
  desk.place("bob", "buy 0.5 @ 100");
  expect(makers(desk)).toEqual([first]);

  desk.cancel("alice", first);
  const again = desk.place("alice", "sell 2 @ 100");
  desk.place("bob", "buy 3 @ 100");

  expect(makers(desk)).toEqual([second, again]);
});

test("SPOT-MATCH-2 a trade happens at the maker's price", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 120");
  expect(desk.trades()).toEqual(["1 @ 100"]);

  desk.place("bob", "buy 1 @ 95");
  desk.place("alice", "sell 1 @ 90");
  expect(desk.trades()).toEqual(["1 @ 95"]);
  expect(desk.events).toMatchObject([{ type: "Traded", takerSide: "sell" }, {}, {}]);
});

test("SPOT-MATCH-3 SPOT-SETTLE-4 a taker trades while it crosses and its rest goes on the book", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");
  desk.place("carol", "sell 1 @ 120");
  desk.place("carol", "sell 1 @ 120.01");

  desk.place("bob", "buy 3 @ 120");

  expect(desk.trades()).toEqual(["1 @ 100", "1 @ 120"]);
  expect(desk.book()).toEqual(["sell 1 @ 120.01", "buy 1 @ 120"]);
  expect(desk.balances("bob")).toEqual({ BTC: "2/0", USDT: "560/120" });
});

test("SPOT-MATCH-4 SPOT-MATCH-6 a MARKET SELL trades until its quantity is used up: FILLED", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 1 @ 100");
  desk.place("bob", "buy 2 @ 60");

  const id = desk.place("alice", "sell 2");

  expect(desk.trades()).toEqual(["1 @ 100", "1 @ 60"]);
  expect(desk.status(id)).toBe("filled");
  expect(desk.book()).toEqual(["buy 1 @ 60"]);
});

test("SPOT-MATCH-4 SPOT-MATCH-6 a MARKET SELL that runs out of bids is CANCELED, its rest free", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 1 @ 100");

  const id = desk.place("alice", "sell 2");

  expect(desk.shown(id)).toMatchObject({ status: "canceled", executed: "1" });
  expect(desk.balances("alice")).toEqual({ BTC: "8/0", USDT: "100/0" });
  expect(desk.book()).toEqual([]);
});

test("SPOT-MATCH-5 SPOT-MATCH-6 a MARKET BUY takes whole steps and is FILLED when none is affordable", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");
  desk.place("carol", "sell 1 @ 130");

  const id = desk.place("bob", "buy for 150.01");

  expect(desk.trades()).toEqual(["1 @ 100", "0.3846 @ 130"]);
  expect(desk.status(id)).toBe("filled");
  expect(desk.balances("bob")).toEqual({ BTC: "1.3846/0", USDT: "750.002/0" });
});

test("SPOT-MATCH-6 a MARKET BUY whose amount is used up to the last unit is FILLED", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");

  const id = desk.place("bob", "buy for 100");

  expect(desk.shown(id)).toMatchObject({ status: "filled", executed: "1", average: "100" });
  expect(desk.book()).toEqual([]);
});

test("SPOT-MATCH-6 a MARKET BUY that empties the book with money left is CANCELED", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");

  const id = desk.place("bob", "buy for 100.000001");

  expect(desk.status(id)).toBe("canceled");
  expect(desk.balances("bob")).toEqual({ BTC: "1/0", USDT: "800/0" });
});

test("SPOT-MATCH-6 SPOT-STATE-5 a MARKET order that trades nothing ends CANCELED with 0 executed", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 1 @ 100");

  const id = desk.place("bob", "buy for 0.009");

  expect(desk.shown(id)).toMatchObject({ status: "canceled", executed: "0", average: "0" });
  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "900/0" });
});

test("SPOT-MATCH-6 SPOT-STATE-5 a MARKET BUY stops at 2^53 - 1 steps, the most an order can hold", () => {
  const most = "9007199254740991";
  const rich = { alice: { BTC: most }, carol: { BTC: most }, bob: { USDT: "9".repeat(17) } };
  const rules = { pricePrecision: 0, quantityPrecision: 0, limitUp: 10 ** 15 };
  const desk = new Desk(rich, { rules, scales: { BTC: 0, USDT: 0 } });
  desk.place("alice", `sell ${Number(most) - 1} @ 1`);
  desk.place("carol", `sell ${most} @ 1`);

  const id = desk.place("bob", `buy for ${BigInt(most) * 2n - 1n}`);

  expect(desk.shown(id)).toMatchObject({ status: "canceled", executed: most });
  expect(desk.balances("bob")["BTC"]).toBe(`${most}/0`);
});

test("SPOT-MATCH-7 the answer to a new order shows its state after matching", () => {
  const desk = new Desk(balances);
  const answers = [
    desk.must(desk.placing("alice", "sell 1 @ 100")),
    desk.must(desk.placing("bob", "buy 2 @ 100")),
    desk.must(desk.placing("carol", "sell 3")),
    desk.must(desk.placing("carol", "sell 1 @ 90")),
    desk.must(desk.placing("bob", "buy for 90")),
  ];

  const timeMs = desk.timeMs;
  expect(answers).toEqual([
    { orderId: 1, status: "new", executed: 0, timeMs },
    { orderId: 2, status: "partially_filled", executed: 10_000, timeMs },
    { orderId: 3, status: "canceled", executed: 10_000, timeMs, reason: "empty_book" },
    { orderId: 4, status: "new", executed: 0, timeMs },
    { orderId: 5, status: "filled", executed: 10_000, timeMs },
  ]);
});

const FEES = { makerRate: 70_000, takerRate: 130_000, quantityPrecision: 6 };

test("SPOT-SETTLE-1 SPOT-SETTLE-2 each side pays its fee, rounded up, out of what it receives", () => {
  const desk = new Desk({ bob: { USDT: "4000" }, alice: { BTC: "1" } }, { rules: FEES });
  desk.place("alice", "sell 0.123457 @ 27117.69");

  desk.place("bob", "buy 0.123457 @ 27117.69");

  expect(desk.balances("bob")).toEqual({ BTC: "0.1232965/0", USDT: "652.13134567/0" });
  expect(desk.balances("alice")).toEqual({ BTC: "0.876543/0", USDT: "3345.52514627/0" });
  expect(desk.fees()).toEqual({ BTC: "0.0001605", USDT: "2.34350806" });
});

test("SPOT-SETTLE-1 NUM-ROUND-2 the fee of a smallest amount takes all of it, and no more than that", () => {
  const desk = new Desk(
    { bob: { USDT: "1" }, alice: { BTC: "1" } },
    {
      rules: { ...FEES, pricePrecision: 0, quantityPrecision: 8 },
    },
  );
  desk.place("alice", "sell 0.00000001 @ 1");

  desk.place("bob", "buy 0.00000001 @ 1");

  expect(desk.balances("bob")).toEqual({ BTC: "0/0", USDT: "0.99999999/0" });
  expect(desk.balances("alice")).toEqual({ BTC: "0.99999999/0", USDT: "0/0" });
  expect(desk.fees()).toEqual({ BTC: "0.00000001", USDT: "0.00000001" });
});

test("SPOT-SETTLE-3 each side pays the rate of its role as it was when its order was accepted", () => {
  const desk = new Desk(balances, { rules: { makerRate: 1_000_000, takerRate: 2_000_000 } });
  desk.place("alice", "sell 1 @ 100");
  desk.must({ type: "SetFees", pair: 1, makerRate: 0, takerRate: 5_000_000, request: 0 });
  desk.place("carol", "sell 1 @ 100");

  desk.place("bob", "buy 2 @ 100");

  expect(desk.balances("alice")["USDT"]).toBe("99/0");
  expect(desk.balances("carol")["USDT"]).toBe("100/0");
  expect(desk.balances("bob")["BTC"]).toBe("1.9/0");
});

test("SPOT-SETTLE-3 an order that takes first and makes later pays both rates", () => {
  const desk = new Desk(balances, { rules: { makerRate: 1_000_000, takerRate: 2_000_000 } });
  desk.place("alice", "sell 1 @ 100");
  desk.place("bob", "buy 2 @ 100");

  desk.place("carol", "sell 1 @ 100");

  expect(desk.balances("bob")["BTC"]).toBe("1.97/0");
});

test("SPOT-SETTLE-4 a LIMIT BUY below its price gets the difference back with each trade", () => {
  const desk = new Desk(balances);
  desk.place("alice", "sell 0.5 @ 100");
  desk.place("carol", "sell 0.4 @ 101");

  desk.place("bob", "buy 1 @ 105");

  expect(desk.balances("bob")).toEqual({ BTC: "0.9/0", USDT: "799.1/10.5" });
});

test("SPOT-SETTLE-5 a trade keeps both orders, price, quantity, time, taker's side and both fees", () => {
  const desk = new Desk(balances, { rules: { makerRate: 1_000_000, takerRate: 2_000_000 } });
  const ask = desk.place("alice", "sell 1 @ 100");
  desk.advance(7);

  const bid = desk.place("bob", "buy 0.5 @ 100");

  expect(desk.events[0]).toMatchObject({
    type: "Traded",
    id: 1,
    pair: 1,
    ticks: 10_000,
    lots: 5_000,
    timeMs: desk.timeMs,
    takerSide: "buy",
    makerOrder: ask,
    makerUser: desk.user("alice"),
    makerArea: "spot",
    takerOrder: bid,
    takerUser: desk.user("bob"),
    takerArea: "spot",
    buyerFee: 1_000_000n,
    sellerFee: 50_000_000n,
  });
});

const own = { bob: { USDT: "900", BTC: "9" }, alice: { BTC: "9", USDT: "900" } };

test.each([
  ["LIMIT BUY", "buy 3 @ 110"],
  ["MARKET BUY", "buy for 300"],
])(
  "SPOT-STP-1 a %s stops before the user's own order; what traded and what rests stays",
  (...row) => {
    const desk = new Desk(own);
    desk.place("alice", "sell 1 @ 100");
    const resting = desk.place("bob", "sell 1 @ 101");
    desk.place("alice", "sell 1 @ 102");

    const id = desk.place("bob", row[1]);

    expect(desk.trades()).toEqual(["1 @ 100"]);
    expect([desk.status(id), desk.status(resting)]).toEqual(["canceled", "new"]);
    expect(desk.balances("bob")).toEqual({ BTC: "9/1", USDT: "800/0" });
  },
);

test.each([
  ["LIMIT SELL", "sell 3 @ 90"],
  ["MARKET SELL", "sell 3"],
])("SPOT-STP-1 a %s stops before the user's own order too", (...row) => {
  const desk = new Desk(own);
  const resting = desk.place("bob", "buy 1 @ 99");
  desk.place("alice", "buy 1 @ 100");

  const id = desk.place("bob", row[1]);

  expect(desk.trades()).toEqual(["1 @ 100"]);
  expect([desk.status(id), desk.status(resting)]).toEqual(["canceled", "new"]);
  expect(desk.balances("bob")).toEqual({ BTC: "8/0", USDT: "901/99" });
});

test("SPOT-STP-1 an own order that would not be reached stops nothing", () => {
  const desk = new Desk(own);
  desk.place("bob", "sell 1 @ 101");
  desk.place("alice", "sell 1 @ 100");

  expect(desk.status(desk.place("bob", "buy 1 @ 101"))).toBe("filled");
  expect(desk.status(desk.place("bob", "buy 1 @ 100"))).toBe("new");
});

test("SPOT-STP-2 in mode NONE the two orders of one user trade", () => {
  const rules = { selfTrade: "none", makerRate: 1_000_000, takerRate: 1_000_000 } as const;
  const desk = new Desk(own, { rules });
  const ask = desk.place("bob", "sell 1 @ 100");

  const bid = desk.place("bob", "buy 1 @ 100");

  expect([desk.status(ask), desk.status(bid)]).toEqual(["filled", "filled"]);
  expect(desk.balances("bob")).toEqual({ BTC: "8.99/0", USDT: "899/0" });
});

/** A desk whose last price is 10. */
function rangeDesk(): Desk {
  const desk = new Desk({ alice: { BTC: "99", USDT: "900" }, bob: { USDT: "900", BTC: "99" } });
  desk.place("alice", "sell 1 @ 10");
  desk.place("bob", "buy 1 @ 10");
  return desk;
}

test("SPOT-BAND-3 a MARKET BUY trades up to twice the reference, included, and stops there", () => {
  const desk = rangeDesk();
  for (const price of ["19", "20", "20.01"]) desk.place("alice", `sell 1 @ ${price}`);

  const id = desk.place("bob", "buy for 500");

  expect(desk.trades()).toEqual(["1 @ 19", "1 @ 20"]);
  expect(desk.status(id)).toBe("canceled");
  expect(desk.balances("bob")["USDT"]).toBe("851/0");
});

test("SPOT-BAND-3 a MARKET SELL trades down to half the reference, included", () => {
  const desk = rangeDesk();
  for (const price of ["6", "5", "4.99"]) desk.place("alice", `buy 1 @ ${price}`);

  const id = desk.place("bob", "sell 3");

  expect(desk.trades()).toEqual(["1 @ 6", "1 @ 5"]);
  expect(desk.status(id)).toBe("canceled");
});

test("SPOT-BAND-3 the reference is that at the start: the order's own trades do not move it", () => {
  const desk = rangeDesk();
  for (const price of ["18", "30"]) desk.place("alice", `sell 1 @ ${price}`);

  desk.place("bob", "buy for 500");
  expect(desk.trades()).toEqual(["1 @ 18"]);

  // Now 18 is the reference, and 30 is within twice that.
  desk.place("bob", "buy for 30");
  expect(desk.trades()).toEqual(["1 @ 30"]);
});

test("SPOT-BAND-1 SPOT-BAND-3 before the first trade a MARKET order trades at any price", () => {
  const desk = new Desk({ alice: { BTC: "9" }, bob: { USDT: "900" } });
  for (const price of ["1", "100"]) desk.place("alice", `sell 1 @ ${price}`);

  desk.place("bob", "buy for 101");

  expect(desk.trades()).toEqual(["1 @ 1", "1 @ 100"]);
});

test("SPOT-BAND-3 a LIMIT order is bound by its own price, not by the range", () => {
  const desk = rangeDesk();
  desk.place("alice", "sell 1 @ 30");

  desk.place("bob", "buy 1 @ 30");

  expect(desk.trades()).toEqual(["1 @ 30"]);
});

test("SPOT-BAND-3 the items of a batch are one command: they all have the reference of its start", () => {
  const desk = rangeDesk();
  for (const price of ["18", "30"]) desk.place("alice", `sell 1 @ ${price}`);

  desk.batch("bob", ["buy for 18", "buy for 30"]);

  expect(desk.trades()).toEqual(["1 @ 18"]);
  expect(desk.status(desk.state.orders.orderIdLast)).toBe("canceled");
});
