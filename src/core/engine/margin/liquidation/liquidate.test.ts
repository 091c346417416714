/** The liquidation of an account, from the first cancelled order to the last unpaid unit. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../../test/support/margin-desk.ts";
import type { PairRules } from "../../catalogue/catalogue.ts";
import { findAccount } from "../account.ts";

/** Ann bought 3 BTC at 100 with 100 USDT of own money: Ann owes 200. Lee buys as the test says. */
function longDesk(rules: Partial<PairRules> = {}): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100" } }, { rules });
  desk.lend("1000 USDT");
  desk.owe("ann", { usdt: "300", bought: "3" });
  desk.addUser("lee");
  desk.deposit("lee", "10000 USDT");
  desk.deposit("lee", "100 BTC");
  return desk;
}

/** Lets interest accrue at an hourly rate. */
function charge(desk: MarginDesk, rate: string, hours: number): void {
  desk.terms("USDT", rate, desk.units("1000 USDT").amount);
  desk.passHours(hours);
}

function moveIn(desk: MarginDesk, what: string): void {
  desk.deposit("ann", what);
  desk.moveIn("ann", what);
}

test("MARG-LIQ-1 the account's open orders are cancelled, oldest first, and what was borrowed for them repaid", () => {
  const desk = longDesk();
  desk.index("BTC", "110");
  const first = desk.placeMargin("ann", "sell 1 @ 120");
  const second = desk.placeMargin("ann", "buy 0.0001 @ 90");
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "200.009", locked: "0.009" });

  desk.index("BTC", "70");

  expect([desk.status(first), desk.status(second)]).toEqual(["canceled", "canceled"]);
  const ended = desk.events.flatMap((event) => (event.type === "OrderEnded" ? [event.id] : []));
  expect(ended).toEqual([first, second]);
  expect(desk.news()).toEqual(["ann is liquidated", "ann repays 0.009 USDT"]);
  expect(desk.balance("ann", "BTC")).toMatchObject({ free: "3", locked: "0" });
});

test("MARG-LIQ-1 orders of spot stay, and so do those on a halted symbol when it is in spot", () => {
  const desk = longDesk();
  desk.deposit("ann", "1 BTC");
  const spot = desk.place("ann", "sell 1 @ 120");
  const margin = desk.placeMargin("ann", "sell 1 @ 120");
  desk.halt();

  desk.index("BTC", "70");

  expect([desk.status(spot), desk.status(margin)]).toEqual(["new", "canceled"]);
});

test("MARG-LIQ-2 free money of the asset that is owed repays without a sale; if that is enough it costs nothing", () => {
  const desk = longDesk();
  moveIn(desk, "60 USDT"); // Money in does not repay by itself.
  desk.place("lee", "buy 10 @ 60");
  const fund = desk.house("BTC")["marginInsurance"];

  desk.index("BTC", "53.3"); // 159.9 + 60 against 200, then 159.9 against 140.

  expect(desk.news()).toEqual([
    "ann is liquidated",
    "ann repays 60 USDT",
    "ann is through: recovered",
    "ann is warned",
  ]);
  expect(desk.balance("ann", "BTC").free).toBe("3");
  expect(desk.house("BTC")["marginInsurance"]).toBe(fund);
  expect(desk.standing("ann")).toEqual({ level: "1.14214285", state: "margin_call" });
});

test("MARG-LIQ-2 an account that owes nothing after that leaves liquidation, and its warning is cleared", () => {
  const desk = longDesk();
  moveIn(desk, "190 USDT");
  desk.index("BTC", "10"); // 30 + 190 against 200

  expect(desk.news()).toEqual([
    "ann is liquidated",
    "ann repays 190 USDT",
    "ann is through: recovered",
  ]);
  moveIn(desk, "10 USDT");
  desk.repay("ann", "0 USDT");
  expect(findAccount(desk.state.margin, desk.user("ann"))).toMatchObject({
    debts: [],
    isLiquidating: false,
    calledAtMs: 0,
  });
});

test("MARG-LIQ-4 the user's own bid does not protect an account: a forced order trades with it", () => {
  const desk = longDesk();
  desk.deposit("ann", "1000 USDT");
  desk.place("ann", "buy 1 @ 71"); // In spot, and first in time.
  desk.place("lee", "buy 5 @ 68");

  desk.index("BTC", "70");

  expect(desk.trades()).toEqual(["1 @ 71", "1.8971 @ 68"]);
  expect(desk.balances("ann")).toMatchObject({ BTC: "1/0", USDT: "929/0" });
});

test("MARG-LIQ-4 neither the smallest quantity and value of an order nor the price range of spot stop it", () => {
  const desk = longDesk({ lotsMin: 20_000, notionalMin: 150n * 10n ** 8n, rangeDown: 95_000_000 });
  desk.place("lee", "buy 2.2 @ 70"); // 30% below 100, the last price.
  desk.index("BTC", "70");
  expect(desk.trades()).toEqual(["2.2 @ 70"]);

  desk.place("lee", "buy 2.6 @ 60");
  desk.index("BTC", "57");

  expect(desk.trades()).toEqual(["0.7667 @ 60"]); // 46 USDT
});

test("MARG-LIQ-4 a forced order is an ended market order, and its trades are own trades, of area margin", () => {
  const desk = longDesk({ makerRate: 0, takerRate: 100_000 });
  const before = desk.state.orders.orderIdLast;
  desk.place("lee", "buy 5 @ 70");

  desk.index("BTC", "72");

  const id = before + 2;
  expect(desk.shown(id)).toEqual({
    status: "filled",
    price: "0",
    quantity: "2.8601",
    executed: "2.8601",
    average: "70",
    clientId: `bourse:${id}`,
  });
  expect(desk.events).toContainEqual(
    expect.objectContaining({
      type: "Traded",
      takerSide: "sell",
      takerOrder: id,
      takerArea: "margin",
      takerUser: desk.user("ann"),
      sellerFee: 20_020_700n,
    }),
  );
});

test("MARG-LIQ-5 2% of what all assets were worth before the sales is taken, rounded up", () => {
  const desk = longDesk();
  desk.place("lee", "buy 5 @ 73");

  desk.index("BTC", "73"); // 219: 4.38 of it, in BTC at 73, is 0.06.

  expect(desk.news()).toEqual([
    "ann is liquidated",
    "ann repays 200 USDT",
    "ann sells 2.7398 @ 73 on BTCUSDT",
    "ann gives 0.06 BTC to insurance",
    "ann is through: repaid",
  ]);
  expect(desk.balance("ann", "BTC").free).toBe("0.2002");
  expect(desk.balance("ann", "USDT").free).toBe("0.0054");
  expect(desk.house("BTC")["marginInsurance"]).toBe("0.06");
});

test("MARG-LIQ-5 a part of a unit costs a unit", () => {
  const desk = longDesk();
  desk.addAsset("ETH", 8);
  desk.index("ETH", "0.01");
  moveIn(desk, "1 ETH");
  desk.place("lee", "buy 5 @ 70");

  desk.index("BTC", "70"); // 2% of 210.01 is 4.2002, and that is 0.060002857... BTC.

  expect(desk.news()).toContain("ann gives 0.06000286 BTC to insurance");
});

test("MARG-LIQ-5 the fee is taken from the largest asset first, then the next, never more than is left", () => {
  const desk = longDesk();
  desk.addAsset("ETH", 8);
  desk.addAsset("DOG", 8);
  desk.index("ETH", "1");
  moveIn(desk, "3 ETH");
  moveIn(desk, "7 DOG"); // Without an index it pays no fee.
  desk.place("lee", "buy 5 @ 67");

  desk.index("BTC", "70"); // 210 + 3: the fee is 4.26, and 2.9851 BTC are sold for 200.0017.

  expect(desk.news().slice(3)).toEqual([
    "ann gives 3 ETH to insurance",
    "ann gives 0.0149 BTC to insurance",
    "ann gives 0.0017 USDT to insurance",
    "ann is through: repaid",
  ]);
  expect(desk.balance("ann", "DOG").free).toBe("7");
});

test("MARG-LIQ-6 a book too thin leaves the account in liquidation: it is tried at the next index price of any asset", () => {
  const desk = longDesk();
  desk.addAsset("ETH", 8);
  desk.place("lee", "buy 1 @ 70");
  desk.index("BTC", "70");
  expect(desk.trades()).toEqual(["1 @ 70"]);
  expect(desk.standing("ann").state).toBe("liquidation");

  desk.place("lee", "buy 0.5 @ 70");
  desk.deposit("lee", "1 USDT");
  expect(desk.trades()).toEqual([]);
  desk.index("ETH", "1");
  expect(desk.trades()).toEqual(["0.5 @ 70"]);
});

test("MARG-LIQ-6 the account is tried at the full hour too, and when its user brings money, and when a symbol resumes", () => {
  const desk = longDesk();
  desk.index("BTC", "70");
  desk.place("lee", "buy 0.5 @ 70");
  desk.passHours(1);
  expect(desk.trades()).toEqual(["0.5 @ 70"]);

  desk.place("lee", "buy 0.25 @ 70");
  desk.deposit("ann", "1 USDT");
  expect(desk.trades()).toEqual([]);
  desk.moveIn("ann", "1 USDT");
  expect(desk.trades()).toEqual(["0.25 @ 70"]);

  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  desk.halt("USDTBTC");
  desk.place("lee", "buy 0.25 @ 70");
  desk.resume("USDTBTC");
  expect(desk.trades()).toEqual(["0.25 @ 70"]);
});

test("MARG-LIQ-6 an account in liquidation whose level recovers leaves it without a fee", () => {
  const desk = longDesk();
  desk.index("BTC", "70");

  desk.index("BTC", "73.34");

  expect(desk.news()).toEqual(["ann is through: recovered", "ann is warned"]);
  expect(desk.house("BTC")["marginInsurance"]).toBe("0");
});

test("MARG-CALL-1 MARG-LIQ-2 an account that leaves liquidation into MARGIN_CALL is warned, though it was warned before", () => {
  const desk = longDesk();
  desk.index("BTC", "80");
  expect(desk.news()).toEqual(["ann is warned"]);
  desk.index("BTC", "70");

  desk.index("BTC", "80");

  expect(desk.news()).toEqual(["ann is through: recovered", "ann is warned"]);
});

test("MARG-LIQ-7 MARG-LOSS-1 what is left when nothing can be sold goes to insurance, which pays the pool first", () => {
  const desk = longDesk();
  charge(desk, "0.001", 1);
  desk.insure("10 USDT");
  desk.addAsset("DOG", 8);
  moveIn(desk, "7 DOG");
  desk.place("lee", "buy 2.995 @ 50");

  desk.index("BTC", "50"); // 0.005 BTC, worth 0.25, find no buyer.

  expect(desk.news()).toEqual([
    "ann is liquidated",
    "ann repays 149.75 USDT", // 0.2 of it interest
    "ann sells 2.995 @ 50 on BTCUSDT",
    "ann gives 0.005 BTC to insurance",
    "ann gives 7 DOG to insurance",
    "ann leaves 50.45 USDT unpaid",
    "ann is through: bad_debt",
  ]);
  expect(desk.house("USDT")).toMatchObject({
    interest: "0.2",
    loanPool: "1000",
    marginInsurance: "0",
    marginBadDebt: "-40.45",
  });
  expect(desk.house("BTC")["marginInsurance"]).toBe("0.005");
});

test("MARG-LOSS-1 insurance that has enough pays all of it; the house pays nothing", () => {
  const desk = longDesk();
  desk.insure("150 USDT");
  desk.place("lee", "buy 5 @ 50");

  desk.index("BTC", "50");

  expect(desk.house("USDT")).toMatchObject({
    loanPool: "1000",
    marginInsurance: "100",
    marginBadDebt: "0",
  });
  expect(desk.events).toContainEqual(
    expect.objectContaining({
      type: "LossCovered",
      principal: 5_000_000_000n,
      insured: 5_000_000_000n,
    }),
  );
});

test("MARG-LOSS-1 unpaid interest is dropped: it is no loss of the pool", () => {
  const desk = longDesk();
  charge(desk, "0.01", 35);
  expect(desk.balance("ann", "USDT").interest).toBe("70");

  desk.place("lee", "buy 5 @ 20");
  desk.index("BTC", "13"); // 60 USDT, which all go to interest.

  expect(desk.news().slice(-2)).toEqual(["ann leaves 200 USDT unpaid", "ann is through: bad_debt"]);
  expect(desk.house("USDT")).toMatchObject({
    interest: "60",
    loanPool: "1000",
    marginBadDebt: "-200",
  });
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "0", interest: "0" });
});

test("MARG-LIQ-7 a user whose debt was written off may borrow again", () => {
  const desk = longDesk();
  desk.place("lee", "buy 5 @ 50");
  desk.index("BTC", "50");
  expect(desk.standing("ann")).toEqual({ level: "999", state: "normal" });
  moveIn(desk, "100 USDT");

  expect(desk.margin("ann", "buy 4 @ 50")).toMatchObject({ ok: true });
  expect(desk.balance("ann", "USDT").borrowed).toBe("100");
});

test.each([0, 18])(
  "MARG-LIQ-3 MARG-LIQ-5 an asset of scale %d is liquidated to the unit",
  (scale) => {
    const rules = { pricePrecision: 0, quantityPrecision: 0 };
    const desk = new MarginDesk({ ann: { USDT: "100" } }, { scales: { BTC: scale }, rules });
    desk.lend("1000 USDT");
    desk.owe("ann", { usdt: "300", bought: "3" });
    desk.addUser("lee");
    desk.deposit("lee", "1000 USDT");
    desk.place("lee", "buy 3 @ 70");

    desk.index("BTC", "70");

    // A BTC is sold whole: 3 bring 210, and the fee of 4.2 is paid from what is over.
    expect(desk.news().slice(3)).toEqual([
      "ann gives 4.2 USDT to insurance",
      "ann is through: repaid",
    ]);
    expect(desk.balance("ann", "USDT").free).toBe("5.8");
  },
);

test("SPOT-STOP-3 MARG-LIQ-3 a forced sale triggers stops of spot, inside the same command", () => {
  const desk = longDesk();
  desk.place("lee", "buy 9 @ 61");
  const stop = desk.place("lee", "sell 2 @ 90 stop 62");

  desk.index("BTC", "61");

  expect(desk.events.some((event) => event.type === "Traded" && event.isForced)).toBe(true);
  expect(desk.state.orders.byId.get(stop)?.instructions?.isWaiting).toBe(false);
  expect(desk.book()[0]).toBe("sell 2 @ 90");
});
