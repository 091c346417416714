/** The settlement account of a margin order: what it borrows, what it refuses, with what it repays. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { SILENT_AFTER_MS } from "../prices/index-prices.ts";

/** Ann has 100 USDT in margin; a BTC is worth 1 USDT; USDT is lent as given. */
function lendingDesk(lent: string, rate = "0", cap = lent): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend(lent, rate, cap);
  desk.index("BTC", "1");
  desk.addUser("lee");
  desk.deposit("lee", "1000 BTC");
  desk.deposit("lee", "1000 USDT");
  return desk;
}

test("MARG-BORROW-1 free money is used first; an order that finds enough borrows nothing", () => {
  const desk = lendingDesk("1000 USDT");

  desk.placeMargin("ann", "buy 100 @ 1");
  expect(desk.balance("ann", "USDT")).toMatchObject({ locked: "100", borrowed: "0" });
  desk.placeMargin("ann", "buy 0.0001 @ 1");
  expect(desk.balance("ann", "USDT")).toMatchObject({ locked: "100.0001", borrowed: "0.0001" });
  expect(desk.news()).toEqual(["ann borrows 0.0001 USDT"]);
});

test("MARG-BORROW-3 the pool has it to the unit, or the order is refused and no part of a loan is made", () => {
  const desk = lendingDesk("50 USDT", "0", "1000 USDT");

  expect(desk.refusedMargin("ann", "buy 150.0001 @ 1")).toBe("loan_pool_short");
  expect(desk.margin("ann", "buy 150 @ 1")).toMatchObject({ ok: true });
  expect(desk.house("USDT")["loanPool"]).toBe("0");
  expect(desk.refusedMargin("ann", "buy 0.0001 @ 1")).toBe("loan_pool_short");
});

test("MARG-BORROW-3 the user's debt stays within the cap to the unit, all loans together", () => {
  const desk = lendingDesk("1000 USDT", "0", "50 USDT");

  expect(desk.refusedMargin("ann", "buy 150.0001 @ 1")).toBe("loan_cap_reached");
  desk.placeMargin("ann", "buy 120 @ 1");
  expect(desk.margin("ann", "buy 30.0001 @ 1")).toEqual({
    ok: false,
    reason: "loan_cap_reached",
    had: "30",
    needed: "30.0001",
  });
  expect(desk.margin("ann", "buy 30 @ 1")).toMatchObject({ ok: true });
});

test("MARG-BORROW-3 a cap that was lowered below what is owed leaves no room, and takes nothing back", () => {
  const desk = lendingDesk("1000 USDT");
  desk.placeMargin("ann", "buy 150 @ 1");

  desk.terms("USDT", "0", desk.units("20 USDT").amount);

  expect(desk.margin("ann", "buy 1 @ 1")).toEqual({
    ok: false,
    reason: "loan_cap_reached",
    had: "0",
    needed: "1",
  });
  expect(desk.balance("ann", "USDT").borrowed).toBe("50");
});

test("MARG-BORROW-3 an asset that is not lent at all is refused as too little money", () => {
  const desk = lendingDesk("1000 USDT");

  expect(desk.margin("ann", "sell 1 @ 1")).toEqual({
    ok: false,
    reason: "insufficient_balance",
    had: "0",
    needed: "1",
  });
});

test("MARG-BORROW-2 the level is at least i after the loan, to the last unit", () => {
  const desk = lendingDesk("1000 USDT");

  expect(desk.refusedMargin("ann", "buy 300.0001 @ 1")).toBe("level_too_low");
  expect(desk.margin("ann", "buy 300 @ 1")).toMatchObject({ ok: true });
  expect(desk.standing("ann").level).toBe("1.5");
});

test("MARG-BORROW-2 the first hour's interest counts", () => {
  const desk = lendingDesk("1000 USDT", "0.01");

  // 1.01 x at most 2 × (100 + x - 1.01 x): x is 194.17475...
  expect(desk.refusedMargin("ann", "buy 294.1748 @ 1")).toBe("level_too_low");
  expect(desk.margin("ann", "buy 294.1747 @ 1")).toMatchObject({ ok: true });
});

test("MARG-BORROW-2 an old debt counts, in another asset too", () => {
  const desk = lendingDesk("1000 USDT");
  desk.lend("1000 BTC");
  desk.placeMargin("ann", "sell 120 @ 1");

  // 100 of her own and 120 BTC against 120, then 80 more of USDT.
  expect(desk.refusedMargin("ann", "buy 180.0001 @ 1")).toBe("level_too_low");
  expect(desk.margin("ann", "buy 180 @ 1")).toMatchObject({ ok: true });
});

test("MARG-BORROW-4 a borrowed asset has an index", () => {
  const desk = lendingDesk("1000 USDT");
  desk.lend("1000 BTC");
  desk.withdrawIndex("BTC");

  expect(desk.refusedMargin("ann", "sell 1 @ 1")).toBe("index_not_known");
});

test("MARG-BORROW-4 no asset that the account has or owes has a stale index", () => {
  const desk = lendingDesk("1000 USDT");
  desk.addAsset("ETH", 8);
  desk.deposit("ann", "1 ETH");
  desk.index("ETH", "1", "feed");
  desk.advance(SILENT_AFTER_MS + 1);
  expect(desk.margin("ann", "buy 110 @ 1")).toMatchObject({ ok: true });

  desk.moveIn("ann", "1 ETH");
  expect(desk.refusedMargin("ann", "buy 1 @ 1")).toBe("index_not_known");
  desk.index("ETH", "1", "feed");
  desk.advance(SILENT_AFTER_MS);
  expect(desk.margin("ann", "buy 1 @ 1")).toMatchObject({ ok: true });
});

test("MARG-BORROW-4 the asset bought with the loan has no stale index either", () => {
  const desk = lendingDesk("1000 USDT");
  desk.withdrawIndex("BTC");
  desk.index("BTC", "1", "feed");
  desk.advance(SILENT_AFTER_MS + 1);

  expect(desk.refusedMargin("ann", "buy 110 @ 1")).toBe("index_not_known");
  expect(desk.margin("ann", "buy 100 @ 1")).toMatchObject({ ok: true });
});

test("MARG-BORROW-4 an order without a loan is assessed by the last index known", () => {
  const desk = lendingDesk("1000 USDT");
  desk.place("lee", "sell 300 @ 1");
  desk.placeMargin("ann", "buy 300 @ 1");
  desk.withdrawIndex("BTC");
  desk.index("BTC", "1", "feed");
  desk.advance(SILENT_AFTER_MS + 1);

  expect(desk.margin("ann", "sell 300 @ 1")).toMatchObject({ ok: true });
});

test("MARG-BORROW-4 an order without a loan needs an index of what is owed", () => {
  const desk = lendingDesk("1000 USDT");
  desk.lend("1000 BTC");
  desk.placeMargin("ann", "sell 100 @ 1");
  desk.withdrawIndex("BTC");

  expect(desk.refusedMargin("ann", "buy 1 @ 1")).toBe("index_not_known");
});

test("MARG-ORDER-3 an account that owes nothing and borrows nothing is not assessed at all", () => {
  const desk = lendingDesk("1000 USDT");
  desk.withdrawIndex("BTC");

  expect(desk.margin("ann", "buy 1 @ 100")).toMatchObject({ ok: true });
});

test("MARG-REPAY-2 each fill repays at once, as taker and as maker, whichever area the other side is of", () => {
  const desk = lendingDesk("1000 USDT", "0.01");
  desk.place("lee", "sell 200 @ 1");
  desk.placeMargin("ann", "buy 200 @ 1");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "1" });
  desk.place("lee", "buy 0.5 @ 1");

  desk.placeMargin("ann", "sell 0.5 @ 1"); // As taker: half of the interest.
  expect(desk.balance("ann", "USDT")).toMatchObject({
    free: "0",
    borrowed: "100",
    interest: "0.5",
  });
  desk.placeMargin("ann", "sell 150 @ 1");
  desk.place("lee", "buy 50.5 @ 1"); // As maker, by a spot order.
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "0", borrowed: "50", interest: "0" });
  expect(desk.news()).toContain("ann repays 50.5 USDT");
  desk.place("lee", "buy 90 @ 1");
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "40", borrowed: "0" });
});

test("MARG-REPAY-2 one margin order fills another, and both sides repay", () => {
  const desk = lendingDesk("1000 USDT");
  desk.lend("1000 BTC");
  desk.addUser("bob");
  desk.deposit("bob", "100 USDT");
  desk.moveIn("bob", "100 USDT");
  desk.place("lee", "buy 50 @ 1");
  desk.placeMargin("bob", "sell 50 @ 1"); // Bob is short.
  desk.place("lee", "sell 150 @ 1");
  desk.placeMargin("ann", "buy 150 @ 1"); // Ann is long.

  desk.placeMargin("bob", "buy 60 @ 1");
  desk.placeMargin("ann", "sell 60 @ 1");

  expect(desk.balance("bob", "BTC")).toMatchObject({ borrowed: "0", free: "10" });
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "0", free: "10" });
});

test("MARG-REPAY-3 at the end of an order what it still had locked repays, up to what was borrowed for it", () => {
  const desk = lendingDesk("1000 USDT");
  const order = desk.placeMargin("ann", "buy 130 @ 1"); // 30 of it are borrowed.
  desk.place("lee", "sell 110 @ 1");
  expect(desk.balance("ann", "USDT")).toMatchObject({ locked: "20", borrowed: "30" });

  desk.cancelMargin("ann", order);
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "0", locked: "0", borrowed: "10" });
  const other = desk.placeMargin("ann", "sell 5 @ 1"); // It borrowed nothing,
  desk.deposit("ann", "5 USDT");
  desk.moveIn("ann", "5 USDT");
  desk.cancelMargin("ann", other); // so its end repays nothing,
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "5", borrowed: "10" });
});

test("MARG-REPAY-3 an order for which nothing was borrowed repays nothing, though its asset is owed", () => {
  const desk = lendingDesk("1000 USDT");
  const own = desk.placeMargin("ann", "buy 100 @ 1");
  desk.placeMargin("ann", "buy 50 @ 1");

  desk.cancelMargin("ann", own);

  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "100", locked: "50", borrowed: "50" });
});

test("MARG-REPAY-3 the rest of a market order repays too, and an order that the operator cancels", () => {
  const desk = lendingDesk("1000 USDT");
  desk.place("lee", "sell 120 @ 1");

  desk.placeMargin("ann", "buy for 150");
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "0", locked: "0", borrowed: "20" });
  const order = desk.placeMargin("ann", "buy 30 @ 1");
  desk.cancelByOperator(order);
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "0", locked: "0", borrowed: "20" });
});

test("MARG-REPAY-3 money that a better price saves is free at the fill, and the user may repay with it", () => {
  const desk = lendingDesk("1000 USDT");
  desk.place("lee", "sell 50 @ 0.5");
  desk.place("lee", "sell 100 @ 1");

  desk.placeMargin("ann", "buy 150 @ 1");

  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "25", locked: "0", borrowed: "50" });
});

test("MARG-REPAY-2 a fill whose fee is all it brings repays nothing and breaks nothing", () => {
  const desk = new MarginDesk(
    { ann: { BTC: "100" } },
    { scales: { USDT: 0, BTC: 0 }, rules: { pricePrecision: 0, quantityPrecision: 0 } },
  );
  desk.lend("100 USDT");
  desk.index("BTC", "1");
  desk.addUser("lee");
  desk.deposit("lee", "50 USDT");
  desk.deposit("lee", "10 BTC");
  desk.place("lee", "sell 10 @ 1");
  desk.placeMargin("ann", "buy 10 @ 1");
  desk.setFees("0.001");

  desk.place("lee", "buy 1 @ 2");
  desk.placeMargin("ann", "sell 1 @ 2");
  expect(desk.balance("ann", "USDT").borrowed).toBe("9");
  desk.place("lee", "buy 1 @ 1");

  desk.placeMargin("ann", "sell 1 @ 1");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "9", free: "0" });
  expect([desk.balance("ann", "BTC").free, desk.house("USDT")["fee"]]).toEqual(["108", "2"]);
});
