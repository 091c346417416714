/** Margin orders are spot orders with another settlement account: what is the same, and what is not. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";

function orderDesk(): MarginDesk {
  const desk = new MarginDesk(
    { ann: { USDT: "1000", BTC: "10" } },
    { rules: { openOrdersMax: 2, lotsMin: 10 } },
  );
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  desk.deposit("ann", "1000 USDT");
  desk.addUser("lee");
  desk.deposit("lee", "10 BTC");
  desk.deposit("lee", "1000 USDT");
  return desk;
}

test("MARG-ORDER-1 a margin order passes the checks of spot, in their order", () => {
  const desk = orderDesk();
  desk.place("lee", "sell 1 @ 100");

  expect(desk.refusedMargin("ann", "buy 0 @ 100")).toBe("quantity_not_positive");
  expect(desk.refusedMargin("ann", "buy 1 @ 100.001")).toBe("price_too_precise");
  expect(desk.refusedMargin("ann", "buy 0.0009 @ 100")).toBe("quantity_below_min");
  expect(desk.refusedMargin("ann", "buy 1 @ 100 as bourse:1")).toBe("client_id_malformed");
  expect(desk.refusedMargin("ann", "sell 1")).toBe("no_opposite_orders");
  expect(desk.refusedMargin("ann", "buy 100 @ 100")).toBe("insufficient_balance");
  desk.halt();
  expect(desk.refusedMargin("ann", "buy 1 @ 100")).toBe("pair_halted");
});

test("MARG-ORDER-1 a margin order is matched and settled on the book of spot, with the money of margin", () => {
  const desk = orderDesk();
  desk.setFees("0.001");
  desk.place("lee", "sell 1 @ 100");
  desk.place("lee", "sell 1 @ 101");

  const order = desk.placeMargin("ann", "buy 3 @ 101 as mine");

  expect(desk.shown(order)).toEqual({
    status: "partially_filled",
    price: "101",
    quantity: "3",
    executed: "2",
    average: "100.5",
    clientId: "mine",
  });
  expect(desk.book()).toEqual(["buy 1 @ 101"]);
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "698", locked: "101" });
  expect(desk.balance("ann", "BTC").free).toBe("11.998");
  expect(desk.balances("ann")).toMatchObject({ USDT: "1000/0", BTC: "0/0" });
  expect(desk.events.filter(({ type }) => type === "Traded")).toMatchObject([
    { takerArea: "margin", takerUser: desk.user("ann"), makerArea: "spot" },
    { takerArea: "margin", makerArea: "spot" },
  ]);
});

test("MARG-ORDER-1 a symbol without margin does not exist here; what rests when it is taken away stays", () => {
  const desk = orderDesk();
  expect(desk.refusedMargin("ann", "buy 1 @ 1 on USDTBTC")).toBe("pair_not_found");
  const order = desk.placeMargin("ann", "buy 1 @ 100");
  const enable = { type: "SetMarginPair", pair: desk.pair().id, request: 0 } as const;

  desk.must({ ...enable, isMarginEnabled: false });
  expect(desk.refusedMargin("ann", "buy 1 @ 100")).toBe("pair_not_found");
  expect(desk.order("ann", "buy 1 @ 99")).toMatchObject({ ok: true });
  expect(desk.status(order)).toBe("new");
  expect(desk.cancelMargin("ann", order)).toMatchObject({ ok: true });
  desk.must({ ...enable, isMarginEnabled: true });
  expect(desk.margin("ann", "buy 1 @ 98")).toMatchObject({ ok: true });
});

test("MARG-ORDER-1 client ids and the largest number of open orders are counted apart from spot", () => {
  const desk = orderDesk();
  for (const place of ["place", "placeMargin"] as const) {
    desk[place]("ann", "buy 1 @ 50 as one");
    desk[place]("ann", "buy 1 @ 50 as two");
  }

  expect(desk.refusal("ann", "buy 1 @ 50")).toBe("too_many_open_orders");
  expect(desk.refusedMargin("ann", "buy 1 @ 50")).toBe("too_many_open_orders");
  expect(desk.refusedMargin("ann", "buy 1 @ 50 as one")).toBe("client_id_used");
});

test("MARG-ORDER-1 each area cancels its own orders only", () => {
  const desk = orderDesk();
  const spot = desk.place("ann", "buy 1 @ 50");
  const margin = desk.placeMargin("ann", "buy 1 @ 50");

  expect(desk.cancel("ann", margin)).toMatchObject({ reason: "order_not_open" });
  expect(desk.cancelMargin("ann", spot)).toMatchObject({ reason: "order_not_open" });
  expect(desk.cancelMargin("lee", margin)).toMatchObject({ reason: "order_not_open" });
  expect(desk.cancelMargin("ann", margin)).toMatchObject({ ok: true });
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "1000", locked: "0" });
});

test("MARG-ORDER-1 SPOT-STP-1 an order in margin does not meet the same user's in spot", () => {
  const desk = orderDesk();
  desk.place("ann", "buy 1 @ 100");

  const order = desk.placeMargin("ann", "sell 1 @ 100");

  expect(desk.status(order)).toBe("canceled");
  expect(desk.balance("ann", "BTC")).toMatchObject({ free: "10", locked: "0" });
});

test("MARG-ORDER-2 an account in liquidation places nothing and may cancel", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT");
  desk.owe("ann", { usdt: "300", bought: "3" });
  desk.index("BTC", "70"); // There is no buyer, so the account stays in liquidation.

  expect(desk.refusedMargin("ann", "sell 1 @ 70")).toBe("account_in_liquidation");
  expect(desk.refusedMargin("ann", "buy 0 @ 0")).toBe("account_in_liquidation");
  expect(desk.cancelMargin("ann", 1)).toMatchObject({ reason: "order_not_open" });
  expect(desk.order("ann", "sell 1 @ 70")).toMatchObject({ reason: "insufficient_balance" });
});

function lendingDesk(): MarginDesk {
  const desk = orderDesk();
  desk.index("BTC", "100");
  desk.lend("5000 USDT");
  return desk;
}

test("SPOT-TIF-3 SPOT-TIF-4 MARG-BORROW-1 nothing is lent for an order that ends before it trades", () => {
  const desk = lendingDesk();
  desk.place("lee", "sell 1 @ 100");

  for (const words of ["buy 15 @ 100 post_only", "buy 15 @ 100 fok"]) {
    const id = desk.placeMargin("ann", words);
    expect(desk.status(id)).toBe("canceled");
    expect(desk.events.map(({ type }) => type)).toEqual(["OrderEnded"]);
  }
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "1000", borrowed: "0", interest: "0" });
});

test("SPOT-TIF-2 MARG-BORROW-1 the rest of an IOC order gives its loan back", () => {
  const desk = lendingDesk();
  desk.place("lee", "sell 1 @ 100");

  const id = desk.placeMargin("ann", "buy 15 @ 100 ioc");

  expect(desk.shown(id)).toMatchObject({ status: "canceled", executed: "1" });
  expect(desk.balance("ann", "USDT")).toMatchObject({ locked: "0", borrowed: "0" });
});

test("SPOT-STOP-1 there are no stops in margin", () => {
  const desk = lendingDesk();
  desk.place("lee", "sell 1 @ 100");
  desk.placeMargin("ann", "buy 1 @ 100");

  expect(desk.refusedMargin("ann", "buy 1 @ 100 stop 101")).toBe("trigger_in_margin");
});

test("SPOT-STP-4 an order of spot cancels one of the same user in margin, and its loan is given back", () => {
  const desk = lendingDesk();
  const borrowed = desk.placeMargin("ann", "buy 15 @ 100");
  desk.deposit("ann", "1 BTC");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "500" });

  desk.place("ann", "sell 1 @ 100 meets expire_maker");

  expect(desk.status(borrowed)).toBe("canceled");
  expect(desk.book()).toEqual(["sell 1 @ 100"]);
  expect(desk.balance("ann", "USDT")).toMatchObject({ locked: "0", borrowed: "0" });
});
