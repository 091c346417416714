/** Which debt is paid first, with which asset, and by which way. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../../test/support/margin-desk.ts";

const ALL = ["USDT", "ETH", "BTC", "DOG"];

/** Four assets worth 100 each, but for USDT; ETH is listed before BTC. Lee trades all of them. */
function fourAssets(own: Record<string, string>): MarginDesk {
  const desk = new MarginDesk({ ann: own }, { base: "ETH" });
  for (const asset of ["BTC", "DOG"]) if (!(asset in own)) desk.addAsset(asset, 8);
  const rules = { isMarginEnabled: true };
  desk.addPair({ name: "BTCUSDT", ...rules }, "BTC", "USDT");
  desk.addPair({ name: "DOGUSDT", ...rules }, "DOG", "USDT");
  desk.addPair({ name: "ETHBTC", ...rules }, "ETH", "BTC");
  desk.addUser("lee");
  for (const asset of ALL) {
    desk.deposit("lee", `1000000 ${asset}`);
    desk.lend(`1000000 ${asset}`);
    if (asset !== "USDT") desk.index(asset, "100");
  }
  return desk;
}

/** Ann trades with Lee, at the index. */
function take(desk: MarginDesk, words: string): void {
  desk.place(
    "lee",
    words.replace(/^\w+/, (side) => (side === "buy" ? "sell" : "buy")),
  );
  desk.placeMargin("ann", words);
}

/** Lee's orders that the liquidation will trade with. */
function offer(desk: MarginDesk, ...words: string[]): void {
  for (const each of words) desk.place("lee", each);
}

/** The forced trades of the last command. */
function forced(desk: MarginDesk): string[] {
  return desk.news().filter((line) => / (buys|sells) /.test(line));
}

test("MARG-LIQ-3 the largest debt is paid first", () => {
  const desk = fourAssets({ USDT: "1000" });
  take(desk, "sell 5 @ 100 on ETHUSDT");
  take(desk, "sell 8 @ 100 on BTCUSDT");
  offer(desk, "sell 50 @ 220 on ETHUSDT", "sell 50 @ 150 on BTCUSDT");
  desk.index("BTC", "150"); // 1,200 owed of BTC,

  desk.index("ETH", "220"); // 1,100 of ETH; 2,300 to pay with.

  expect(forced(desk)).toEqual(["ann buys 8 @ 150 on BTCUSDT", "ann buys 5 @ 220 on ETHUSDT"]);
});

test("MARG-LIQ-3 of two equal debts the one that comes first by name, not by number", () => {
  const desk = fourAssets({ USDT: "1000" });
  take(desk, "sell 5 @ 100 on ETHUSDT");
  take(desk, "sell 5 @ 100 on BTCUSDT");
  offer(desk, "sell 50 @ 190 on ETHUSDT", "sell 50 @ 190 on BTCUSDT");
  desk.index("BTC", "190");

  desk.index("ETH", "190");

  expect(forced(desk)).toEqual(["ann buys 5 @ 190 on BTCUSDT", "ann buys 5 @ 190 on ETHUSDT"]);
});

test("MARG-LIQ-3 the largest of the other assets is sold first, and no more than needed", () => {
  const desk = fourAssets({ USDT: "1000" });
  take(desk, "buy 12 @ 100 on ETHUSDT");
  take(desk, "buy 18 @ 100 on BTCUSDT");
  offer(desk, "buy 50 @ 70 on ETHUSDT", "buy 50 @ 76 on BTCUSDT");
  desk.index("ETH", "70"); // 840 of ETH

  desk.index("BTC", "75"); // 1,350 of BTC against 2,000

  expect(forced(desk)).toEqual([
    "ann sells 18 @ 76 on BTCUSDT",
    "ann sells 9.0286 @ 70 on ETHUSDT", // 632 are still owed
  ]);
});

test("MARG-LIQ-3 of two assets of one value the first by name", () => {
  const desk = fourAssets({ USDT: "1000" });
  take(desk, "buy 15 @ 100 on ETHUSDT");
  take(desk, "buy 15 @ 100 on BTCUSDT");
  offer(desk, "buy 50 @ 72 on ETHUSDT", "buy 50 @ 72 on BTCUSDT");
  desk.index("ETH", "72");

  desk.index("BTC", "72");

  expect(forced(desk)).toEqual([
    "ann sells 15 @ 72 on BTCUSDT",
    "ann sells 12.7778 @ 72 on ETHUSDT",
  ]);
});

test("MARG-LIQ-3 assets are sold on the symbol that joins the two, without a detour", () => {
  const desk = fourAssets({ ETH: "10" });
  take(desk, "buy 20 @ 1 on ETHBTC"); // Owes 20 BTC, holds 30 ETH.
  offer(desk, "buy 50 @ 0.7 on ETHBTC", "buy 50 @ 73 on ETHUSDT", "sell 50 @ 100 on BTCUSDT");

  desk.index("ETH", "73");

  expect(forced(desk)).toEqual(["ann sells 28.5715 @ 0.7 on ETHBTC"]);
});

/** Ann holds DOG and owes BTC; no symbol joins the two. */
function dogsForBitcoin(): MarginDesk {
  const desk = fourAssets({ USDT: "1000" });
  take(desk, "sell 20 @ 100 on BTCUSDT");
  take(desk, "buy 30 @ 100 on DOGUSDT");
  return desk;
}

test("MARG-LIQ-3 an asset that no symbol joins to the debt goes through USDT: as much as the debt costs", () => {
  const desk = dogsForBitcoin();
  desk.setFees("0.001", "DOGUSDT");
  desk.setFees("0.002", "BTCUSDT");
  offer(desk, "buy 50 @ 72 on DOGUSDT", "sell 50 @ 100 on BTCUSDT");

  desk.index("DOG", "72");

  // 20.0401 BTC bring 20 net of 0.2%, for 2,004.01 USDT; 27.8614 DOG bring that net of 0.1%.
  expect(forced(desk)).toEqual([
    "ann sells 27.8614 @ 72 on DOGUSDT",
    "ann buys 20.0401 @ 100 on BTCUSDT",
  ]);
  expect(desk.balance("ann", "BTC")).toMatchObject({ borrowed: "0", free: "0.0000198" });
  expect(desk.balance("ann", "USDT").free).toBe("0.0047792");
});

test("MARG-LIQ-3 through USDT no more is sold than the second symbol can take", () => {
  const desk = dogsForBitcoin();
  offer(desk, "buy 50 @ 72 on DOGUSDT", "sell 3 @ 100 on BTCUSDT", "sell 50 @ 111 on BTCUSDT");

  desk.index("DOG", "72");

  expect(forced(desk)).toEqual(["ann sells 4.1667 @ 72 on DOGUSDT", "ann buys 3 @ 100 on BTCUSDT"]);
  expect(desk.standing("ann").state).toBe("liquidation");
});

test("MARG-LIQ-3 through USDT no more is bought than the first symbol has brought", () => {
  const desk = dogsForBitcoin();
  offer(desk, "buy 5 @ 72 on DOGUSDT", "buy 50 @ 64.7 on DOGUSDT", "sell 50 @ 100 on BTCUSDT");

  desk.index("DOG", "72");

  expect(forced(desk)).toEqual(["ann sells 5 @ 72 on DOGUSDT", "ann buys 3.6 @ 100 on BTCUSDT"]);
});

test("MARG-LIQ-3 USDT that is there already is an asset of its own, and is used in its order", () => {
  const desk = dogsForBitcoin();
  desk.deposit("ann", "100 USDT");
  desk.moveIn("ann", "100 USDT");
  offer(desk, "buy 5 @ 68 on DOGUSDT", "sell 50 @ 100 on BTCUSDT");

  desk.index("DOG", "68");

  expect(forced(desk)).toEqual([
    "ann sells 5 @ 68 on DOGUSDT",
    "ann buys 3.4 @ 100 on BTCUSDT",
    "ann buys 1 @ 100 on BTCUSDT",
  ]);
});

test("MARG-LIQ-3 USDT that is owed as well is paid on the way, and the other debt with another pass", () => {
  const desk = fourAssets({ USDT: "1000" });
  take(desk, "sell 10 @ 100 on BTCUSDT");
  take(desk, "buy 30 @ 100 on DOGUSDT"); // 2,000 of own money and of the sale, 1,000 borrowed.
  expect(desk.balance("ann", "USDT").borrowed).toBe("1000");
  offer(desk, "buy 50 @ 73 on DOGUSDT", "sell 50 @ 101 on BTCUSDT");
  desk.index("BTC", "101");

  desk.index("DOG", "73");

  // For 10 BTC 1,010 USDT are needed, and the first 1,000 of them are owed themselves.
  expect(desk.news()).toEqual([
    "ann is liquidated",
    "ann repays 1000 USDT",
    "ann sells 13.8357 @ 73 on DOGUSDT",
    "ann repays 0.099 BTC",
    "ann buys 0.099 @ 101 on BTCUSDT",
    "ann sells 13.6987 @ 73 on DOGUSDT",
    "ann repays 9.901 BTC",
    "ann buys 9.901 @ 101 on BTCUSDT",
    "ann gives 0.6 DOG to insurance",
    "ann is through: repaid",
  ]);
});

test("SPOT-HALT-3 a symbol that joins the two and is halted is waited for, though there is a detour", () => {
  const desk = fourAssets({ ETH: "10" });
  take(desk, "buy 20 @ 1 on ETHBTC");
  offer(desk, "buy 50 @ 0.7 on ETHBTC", "buy 50 @ 73 on ETHUSDT", "sell 50 @ 100 on BTCUSDT");
  desk.halt("ETHBTC");

  desk.index("ETH", "73");
  expect(desk.news()).toEqual(["ann is liquidated"]);
  desk.resume("ETHBTC");
  expect(forced(desk)).toEqual(["ann sells 28.5715 @ 0.7 on ETHBTC"]);
});

test.each(["DOGUSDT", "BTCUSDT"])(
  "SPOT-HALT-3 when %s is halted nothing is sold on either leg, until the command that resumes it",
  (halted) => {
    const desk = dogsForBitcoin();
    offer(desk, "buy 50 @ 72 on DOGUSDT", "sell 50 @ 100 on BTCUSDT");
    desk.halt(halted);
    desk.index("DOG", "72");
    expect(desk.news()).toEqual(["ann is liquidated"]);

    desk.resume(halted);

    expect(forced(desk)).toEqual([
      "ann sells 27.7778 @ 72 on DOGUSDT",
      "ann buys 20 @ 100 on BTCUSDT",
    ]);
  },
);

test("MARG-LIQ-6 a sellable asset is worth 1 USDT or more, a step at least, priced and joined; else all is over", () => {
  const desk = fourAssets({ USDT: "0.99", DOG: "0.00009999" });
  desk.addAsset("CAT", 8);
  desk.deposit("ann", "1000 CAT");
  desk.moveIn("ann", "1000 CAT"); // No symbol, no index.
  take(desk, "buy 0.0297 @ 100 on ETHUSDT");
  expect(desk.balance("ann", "USDT").borrowed).toBe("1.98");

  desk.index("ETH", "33.68"); // 1.000296 of ETH, and 0.009999 of DOG, less than a step.
  expect(desk.news()).toEqual(["ann is liquidated"]);
  desk.index("ETH", "33.67"); // 0.999999

  expect(desk.news()).toEqual([
    "ann gives 0.0297 ETH to insurance",
    "ann gives 0.00009999 DOG to insurance",
    "ann gives 1000 CAT to insurance",
    "ann leaves 1.98 USDT unpaid",
    "ann is through: bad_debt",
  ]);
});

test("MARG-LIQ-6 an asset that pays for a purchase is sellable when it is worth a step of what is bought", () => {
  const desk = fourAssets({ USDT: "1000" });
  desk.addAsset("CAR", 8);
  desk.addPair({ name: "CARUSDT", quantityPrecision: 0, isMarginEnabled: true }, "CAR", "USDT");
  desk.deposit("lee", "10 CAR");
  desk.lend("10 CAR");
  desk.index("CAR", "1900");
  take(desk, "sell 1 @ 1900 on CARUSDT"); // Owes one car, which is sold in whole ones only.

  desk.index("CAR", "2700");
  expect(desk.standing("ann").state).toBe("liquidation"); // 2,900 pay for a car, but there is no seller.
  desk.index("CAR", "2901");

  expect(desk.news()).toEqual([
    "ann gives 2900 USDT to insurance",
    "ann leaves 1 CAR unpaid",
    "ann is through: bad_debt",
  ]);
});
