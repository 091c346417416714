/** Which accounts are warned and liquidated, when, and in which order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../../test/support/margin-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import { HOUR_MS } from "../../directory.ts";
import { SILENT_AFTER_MS } from "../../prices/index-prices.ts";

/** Each of these users bought 3 BTC at 100 with own USDT and a loan; Lee is the buyer. */
function longDesk(own: Record<string, string>): MarginDesk {
  const balances = Object.fromEntries(Object.entries(own).map(([name, USDT]) => [name, { USDT }]));
  const desk = new MarginDesk(balances);
  desk.lend("100000 USDT");
  desk.addUser("lee");
  desk.deposit("lee", "10000 USDT");
  desk.deposit("lee", "100 BTC");
  for (const name of Object.keys(own)) desk.owe(name, { usdt: "300", bought: "3" });
  return desk;
}

/** The index by a feed, which then falls silent. */
function feed(desk: MarginDesk, price: string): void {
  desk.index("BTC", price, "feed");
}

test("MARG-CALL-1 an account whose level falls into MARGIN_CALL is warned once", () => {
  const desk = longDesk({ ann: "100" });
  desk.index("BTC", "86.67");
  expect(desk.news()).toEqual([]);

  desk.index("BTC", "86.66");
  expect(desk.news()).toEqual(["ann is warned"]);
  desk.index("BTC", "80");
  desk.index("BTC", "86");
  expect(desk.news()).toEqual([]);
});

test("MARG-CALL-1 accounts that one price puts there are warned in the order of their users, not of their bounds", () => {
  const desk = longDesk({ ann: "108", bob: "100", cat: "106", dan: "102", eve: "104" });

  desk.index("BTC", "82");

  const names = ["ann", "bob", "cat", "dan", "eve"];
  expect(desk.news()).toEqual(names.map((name) => `${name} is warned`));
});

test("MARG-CALL-1 an account is warned again when it falls there anew", () => {
  const desk = longDesk({ ann: "100" });
  desk.index("BTC", "80");
  desk.index("BTC", "90");

  desk.index("BTC", "80");

  expect(desk.news()).toEqual(["ann is warned"]);
});

test("MARG-CALL-1 MARG-LEVEL-2 no account is warned by a stale index; it is when the index is fresh again", () => {
  const desk = longDesk({ ann: "100" });
  desk.withdrawIndex("BTC");
  feed(desk, "100");
  desk.advance(SILENT_AFTER_MS + 1);
  desk.terms("USDT", "0.01", 1n);
  desk.passHours(17); // With 34 of interest the level would be 1.282, if it were known.
  expect(desk.news()).toEqual([]);

  feed(desk, "100");

  expect(desk.news()).toEqual(["ann is warned"]);
});

test("MARG-CALL-2 while the account stays there the warning is repeated at the first full hour 24 h after the last", () => {
  const desk = longDesk({ ann: "100" });
  desk.advance(HOUR_MS / 2);
  desk.index("BTC", "80");
  const warned: number[] = [];

  for (let hour = 1; hour <= 60; hour++) {
    desk.passHours(1);
    if (desk.news().length > 0) warned.push(hour);
    desk.index("BTC", "80");
    expect(desk.news()).toEqual([]);
  }

  expect(warned).toEqual([25, 49]);
});

test("MARG-CALL-2 a warning on the hour is repeated on the hour, a day later", () => {
  const desk = longDesk({ ann: "100" });
  desk.index("BTC", "80");

  desk.passHours(23);
  expect(desk.news()).toEqual([]);
  desk.passHours(1);
  expect(desk.news()).toEqual(["ann is warned"]);
});

test("MARG-CALL-2 after days of downtime the warning is repeated once, not for each day", () => {
  const desk = longDesk({ ann: "100" });
  desk.index("BTC", "80");
  desk.timeMs += 100 * HOUR_MS;
  const news: string[] = [];

  for (let hourMs = desk.state.hourMs + HOUR_MS; hourMs <= desk.timeMs; hourMs += HOUR_MS) {
    desk.must({ type: "HourTick", hourMs });
    news.push(...desk.news());
  }

  expect(news).toEqual(["ann is warned"]);
});

test("MARG-CALL-2 MARG-LEVEL-2 a warning that falls due while the index is stale comes at the next hour after", () => {
  const desk = longDesk({ ann: "100" });
  desk.withdrawIndex("BTC");
  feed(desk, "80");
  desk.passHours(24);
  expect(desk.news()).toEqual([]);

  feed(desk, "80");
  expect(desk.news()).toEqual([]);
  desk.advance(HOUR_MS - 1000);
  feed(desk, "80");
  desk.advance(1000);
  desk.tick();
  expect(desk.news()).toEqual(["ann is warned"]);
});

test("MARG-LEVEL-4 an account is assessed at the hour's tick: interest alone brings it into liquidation", () => {
  const desk = longDesk({ ann: "100" });
  desk.terms("USDT", "0.01", 1n);
  const news: Record<number, string[]> = {};

  for (let hour = 1; hour <= 37; hour++) {
    desk.passHours(1);
    if (desk.news().length > 0) news[hour] = desk.news();
  }

  // 300 against 200 + 2 for each hour: 1.3 is passed at 230.77, 1.1 at 272.73.
  expect(news).toEqual({ 16: ["ann is warned"], 37: ["ann is liquidated"] });
});

test("MARG-LEVEL-4 an account is assessed after a command that touches it: a fee, a fill as maker, a transfer, a repayment", () => {
  const desk = longDesk({ ann: "100" });
  desk.index("BTC", "88"); // 264 against 200.
  desk.setFees("0.05");
  desk.placeMargin("ann", "sell 1 @ 88"); // It takes 4.4 of fee when it is filled,
  expect(desk.news()).toEqual([]);

  desk.place("lee", "buy 1 @ 88"); // so that 176 stand against 116.4: better.
  expect(desk.standing("ann").level).toBe("1.51202749");
  desk.index("BTC", "75"); // 150: 1.288
  expect(desk.news()).toEqual(["ann is warned"]);
  desk.deposit("ann", "10 USDT");
  desk.moveIn("ann", "10 USDT"); // 160: not warned of any more,
  desk.index("BTC", "70");
  expect(desk.news()).toEqual(["ann is warned"]); // so it is warned anew.
  desk.repay("ann", "10 USDT");
  expect(desk.standing("ann")).toEqual({ level: "1.31578947", state: "trade_only" });
});

test("CORE-BOUND-1 MARG-WATCH-1 however often an account is assessed, it keeps its last bounds, and few that are void", () => {
  const desk = longDesk({ ann: "100", bob: "120" });

  for (let time = 0; time < 300; time++) desk.index("BTC", time % 2 === 0 ? "80" : "120");

  // Prices that fall and rise, interest and warnings: each heap keeps 64 at most, void or not.
  expect(desk.state.margin.watch.size).toBeLessThanOrEqual(5 * 64);
});

test("MARG-LEVEL-2 no account is liquidated by a stale index; it is when the index is fresh again", () => {
  const desk = longDesk({ ann: "100" });
  desk.withdrawIndex("BTC");
  feed(desk, "74");
  desk.advance(SILENT_AFTER_MS + 1);
  desk.terms("USDT", "0.01", 1n);
  desk.passHours(30); // 222 against 260.
  expect(desk.news()).toEqual([]);

  feed(desk, "74");

  expect(desk.news()[0]).toBe("ann is liquidated");
});

test("MARG-LEVEL-2 no account is liquidated while the index of its debt is gone, until there is one again", () => {
  const desk = new MarginDesk({ ann: { USDT: "100", BTC: "0.1" } }, { base: "ETH" });
  desk.lend("100 ETH");
  desk.index("ETH", "100");
  desk.addUser("lee");
  desk.deposit("lee", "500 USDT");
  desk.place("lee", "buy 2 @ 100");
  desk.placeMargin("ann", "sell 2 @ 100"); // 300 against 2 ETH
  desk.addPair({ name: "ETHEUR" }, "ETH", "BTC");
  desk.delist("ETHUSDT");
  desk.index("ETH", "130");
  expect(desk.news()).toEqual(["ann is warned"]);

  desk.withdrawIndex("ETH");
  desk.passHours(30);
  expect(desk.indexShown("ETH")).toBe("100"); // The last trade.
  desk.index("ETH", "137");
  expect(desk.news()[0]).toBe("ann is liquidated");
});

test("MARG-LIQ-8 of several accounts the one with the lowest level comes first, and may take all bids", () => {
  const desk = longDesk({ ann: "102", bob: "100", cat: "101" });
  desk.place("lee", "buy 3 @ 70");
  desk.place("lee", "buy 3 @ 66");

  desk.index("BTC", "70");

  const begun = desk.news().filter((line) => line.endsWith("is liquidated"));
  expect(begun).toEqual(["bob is liquidated", "cat is liquidated", "ann is liquidated"]);
  expect(desk.trades()).toEqual(["2.8572 @ 70", "0.1428 @ 70", "2.8572 @ 66", "0.1428 @ 66"]);
});

test("MARG-LIQ-8 of equals the first by name", () => {
  const desk = longDesk({ cat: "100", ann: "100", bob: "100" });

  desk.index("BTC", "70");

  expect(desk.news()).toEqual(["ann is liquidated", "bob is liquidated", "cat is liquidated"]);
});

const NAMES = ["ann", "bob", "cat", "dan", "eve", "flo"];

/** The same users and the same commands, but the users were added in this order. */
function dayOf(order: readonly string[], own: Record<string, string>): unknown {
  const desk = longDesk(Object.fromEntries(order.map((name) => [name, own[name] ?? ""])));
  const news: string[] = [];
  for (const bid of ["2 @ 72", "5 @ 69", "4 @ 65"]) desk.place("lee", `buy ${bid}`);
  for (const name of NAMES.slice(0, 3)) desk.margin(name, "sell 0.5 @ 90");
  for (const price of ["84", "72", "66"]) {
    desk.index("BTC", price);
    // Warnings come in the order of user ids, and mean the same in any.
    news.push(...desk.news().filter((line) => !line.endsWith("is warned")));
  }
  const money = NAMES.map((name) => [name, desk.balance(name, "BTC"), desk.balance(name, "USDT")]);
  return { news, money, house: [desk.house("BTC"), desk.house("USDT")], book: desk.book() };
}

test("MARG-LIQ-8 liquidated accounts and amounts are the same in whatever order users were added", () => {
  const funds = fc.tuple(...NAMES.map(() => fc.integer({ min: 100, max: 112 })));
  const order = fc.shuffledSubarray(NAMES, { minLength: NAMES.length });
  fc.assert(
    fc.property(funds, order, (amounts, shuffled) => {
      const own = Object.fromEntries(NAMES.map((name, at) => [name, `${amounts[at]}`]));

      expect(dayOf(shuffled, own)).toEqual(dayOf(NAMES, own));
    }),
    { seed: 71, numRuns: runs(8, 25) },
  );
});

/** Bob owes an ETH, has 230 USDT, and bids 100 for 2 BTC with 200 of them. Ann is long. */
function chainDesk(): MarginDesk {
  const desk = longDesk({ ann: "100" });
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");
  desk.lend("100 ETH");
  desk.index("ETH", "100");
  desk.addUser("bob");
  desk.deposit("bob", "130 USDT");
  desk.moveIn("bob", "130 USDT");
  desk.place("lee", "buy 1 @ 100 on ETHUSDT");
  desk.placeMargin("bob", "sell 1 @ 100 on ETHUSDT");
  desk.placeMargin("bob", "buy 2 @ 100");
  return desk;
}

test("MARG-LIQ-8 an account that a forced sale puts at risk is liquidated in the same command", () => {
  const desk = chainDesk();

  desk.index("BTC", "40"); // Ann sells to Bob at 100 what is worth 40, and 110 stand against 100.

  expect(desk.news()).toEqual([
    "ann is liquidated",
    "ann repays 200 USDT",
    "ann sells 2 @ 100 on BTCUSDT",
    "ann gives 0.06 BTC to insurance",
    "ann is through: repaid",
    "bob is liquidated",
  ]);
});

test("MARG-LIQ-8 an account that the forced sale of another raises is left alone", () => {
  const desk = longDesk({ ann: "100" });
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");
  desk.lend("100 ETH");
  desk.index("ETH", "100");
  desk.addUser("bob");
  desk.deposit("bob", "50 USDT");
  desk.moveIn("bob", "50 USDT");
  desk.place("lee", "buy 1 @ 100 on ETHUSDT");
  desk.placeMargin("bob", "sell 1 @ 100 on ETHUSDT");
  desk.placeMargin("bob", "buy 1 @ 75");
  desk.index("ETH", "120"); // 150 against 120
  desk.index("BTC", "80"); // Ann's 240 against 200
  const rules = { ...desk.state.catalogue.marginRules, liquidationLevel: 126_000_000 };

  desk.must({ type: "SetMarginRules", ...rules, request: 0 }); // Both are below it,

  expect(desk.news()).toEqual([
    "ann is liquidated",
    "ann repays 75 USDT",
    "ann sells 1 @ 75 on BTCUSDT", // and Bob gets for 75 what is worth 80.
  ]);
  expect(desk.standing("bob")).toEqual({ level: "1.29166666", state: "margin_call" });
});

test("MARG-LIQ-8 each account is tried once in a command: what is left waits for the next price", () => {
  const desk = chainDesk();
  desk.index("BTC", "40");
  desk.place("lee", "buy 5 @ 39");
  desk.place("lee", "sell 0.1 @ 100 on ETHUSDT");

  desk.index("BTC", "40");

  expect(desk.trades()).toEqual(["0.2565 @ 39", "0.1 @ 100"]);
  expect(desk.standing("bob").state).toBe("liquidation");
  desk.index("BTC", "40"); // What was sold has helped, which is seen only now.
  expect(desk.news()).toEqual(["bob is through: recovered", "bob is warned"]);
});
