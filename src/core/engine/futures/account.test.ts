/** A futures account: what its cross positions are worth and need, and what is left to spend. */
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { crossEquityOf, crossSumsOf, totalCostOf } from "./account.ts";

const RICH = { USDT: "1000000", BTC: "1000" };

/** Two linear contracts and an inverse one; ann has 100 USDT and 1 BTC. */
function accounts(): FuturesDesk {
  const balances = { ann: { USDT: "100", BTC: "1" }, bob: RICH };
  const desk = new FuturesDesk({ ...balances });
  desk.addAsset("ETH", 8);
  desk.addContract({ name: "E-ETH-USDT" });
  desk.addContract({ name: "E-BTC-USD", kind: "inverse", multiplier: 100n, multiplierDecimals: 0 });
  desk.must(desk.indexing("ETH", "1000"));
  desk.markAt("20000");
  return desk;
}

function meet(desk: FuturesDesk, side: "buy" | "sell", words: string): void {
  const other = side === "buy" ? "sell" : "buy";
  desk.trade("bob", `open ${other} ${words.replace("isolated", "cross")}`);
  desk.trade("ann", `open ${side} ${words}`);
}

function sums(desk: FuturesDesk, coin = "USDT") {
  const asset = desk.asset(coin);
  const of = crossSumsOf(desk.state, desk.user("ann"), asset);
  return {
    ...of,
    cost: totalCostOf(of),
    equity: crossEquityOf(desk.state, desk.user("ann"), asset),
  };
}

test("FUT-ACC-1 FUT-ACC-3 cross margin is no balance: the free balance stays, and part of it is tied up", () => {
  const desk = accounts();
  meet(desk, "buy", "20 @ 20000 cross");
  expect(desk.account("ann")).toBe("100/0");
  expect(desk.available("ann")).toBe("80");
  expect(sums(desk)).toMatchObject({ cost: desk.money("20"), equity: desk.money("100") });
});

test("FUT-ACC-1 isolated margin is a balance of its own, and not part of the cross account", () => {
  const desk = accounts();
  meet(desk, "buy", "20 @ 20000 isolated");
  expect(desk.account("ann")).toBe("80/0");
  expect(desk.available("ann")).toBe("80");
  expect(sums(desk)).toMatchObject({ cost: 0n, equity: desk.money("80") });
});

test("FUT-ACC-2 FUT-ACC-3 FUT-ACC-4 gains and losses of all contracts of the coin are taken together", () => {
  const desk = accounts();
  meet(desk, "buy", "20 @ 20000 cross");
  meet(desk, "sell", "100 @ 1000 cross on E-ETH-USDT");
  desk.must(desk.indexing("ETH", "990"));
  desk.markAt("19900");
  desk.second(40);

  // 398 and 99 at 20x; the long has lost 2, the short has gained 1.
  expect(sums(desk)).toEqual({
    unrealized: -desk.money("1"),
    maintenance: desk.money("2.485"),
    initial: desk.money("24.85"),
    cost: desk.money("25.85"),
    equity: desk.money("99"),
  });
  expect(desk.available("ann")).toBe("74.15");
});

test("FUT-ACC-3 FUT-ACC-4 a gain that is not realised cannot be spent", () => {
  const desk = accounts();
  meet(desk, "buy", "20 @ 20000 cross");
  desk.markAt("21000");
  desk.second(40);
  expect(sums(desk).equity).toBe(desk.money("120"));
  expect(desk.available("ann")).toBe("79");
});

test("FUT-ACC-1 the free balance may fall below zero while a cross position carries it with its gain", () => {
  const desk = accounts();
  desk.changeContract({ priceRange: 20_000_000 });
  meet(desk, "buy", "90 @ 20000 cross");
  desk.markAt("22000");
  desk.second(60);
  expect(desk.market().mark).toBe(220_000);

  desk.trade("bob", "open buy 60 @ 17800 cross");
  desk.trade("ann", "close sell 60 @ 17800 cross");

  // 132 of 100 are lost; the 30 that stay have gained 60.
  expect(desk.account("ann")).toBe("-32/0");
  expect(sums(desk).equity).toBe(desk.money("28"));
  expect(desk.available("ann")).toBe("0");
  expect(desk.futuresFunds()).toEqual({ insurance: "0", badDebt: "0" });
});

test("FUT-ACC-2 coins are apart: an inverse contract is of its base's account", () => {
  const desk = accounts();
  meet(desk, "buy", "40 @ 20000 cross on E-BTC-USD");
  desk.markAt("16000");
  desk.second(60);
  // 0.2 became 0.25: the long has lost 0.05, and needs a 20th of 0.25.
  expect(sums(desk, "BTC")).toMatchObject({ unrealized: -5_000_000n, initial: 1_250_000n });
  expect(desk.available("ann", "BTC")).toBe("0.9375");
  expect(desk.available("ann")).toBe("100");
});

test("FUT-TRANSFER-1 money comes in at any time and leaves as far as it is available", () => {
  const desk = accounts();
  meet(desk, "buy", "20 @ 20000 cross");
  desk.trade("ann", "open buy 10 @ 19000 cross");
  const out = (what: string, to: "spot" | "margin" = "spot") => {
    const moved = { ...desk.units(what), from: "futures", to } as const;
    return desk.send({ type: "Transfer", ...desk.hand("ann"), ...moved });
  };

  // 20 tied up, 9.5 frozen.
  expect(out("70.50000001 USDT")).toMatchObject({ reason: "insufficient_balance", had: "70.5" });
  expect(out("70 USDT")).toMatchObject({ ok: true });
  expect(out("0.5 USDT", "margin")).toMatchObject({ ok: true });
  expect(desk.balances("ann")["USDT"]).toBe("70/0");
  expect(desk.balance("ann", "USDT").free).toBe("0.5");
  expect(out("0.00000001 USDT")).toMatchObject({ reason: "insufficient_balance" });

  desk.fund("ann", "30 USDT");
  expect(desk.available("ann")).toBe("30");
  expect(desk.account("ann")).toBe("50/9.5");
});

test("FUT-TRANSFER-1 a loss is kept back, a frozen user and a coin that is not there move nothing", () => {
  const desk = accounts();
  meet(desk, "buy", "20 @ 20000 cross");
  desk.markAt("19000");
  desk.second(60);
  // 380 ÷ 20 = 19, and 20 lost.
  expect(desk.available("ann")).toBe("61");
  const out = { ...desk.units("61 USDT"), from: "futures", to: "spot" } as const;
  const moving = { type: "Transfer", ...desk.hand("ann"), ...out } as const;
  expect(desk.refusalOf({ ...moving, asset: 99 })).toBe("asset_not_found");
  expect(desk.refusalOf({ ...moving, to: "futures" })).toBe("area_is_the_same");
  expect(desk.refusalOf({ ...moving, amount: 0n })).toBe("amount_not_positive");
  desk.freeze("ann");
  expect(desk.refusalOf(moving)).toBe("user_frozen");
  desk.unfreeze("ann");
  expect(desk.send(moving)).toMatchObject({ ok: true });
});
