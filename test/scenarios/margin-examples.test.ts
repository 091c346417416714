/**
 * The worked examples of the rulebook about margin, run from its own file by the real engine. Every
 * number comes from `given`, every field of `expect` is asked for.
 */
import { expect, test } from "vitest";
import { MARGIN_DEFAULTS } from "../../src/core/engine/catalogue/lending.ts";
import { holdingsOf, worthOf } from "../../src/core/engine/margin/valuation.ts";
import { formatSteps, formatUnits, unitsOf } from "../../src/core/money/decimal.ts";
import { exampleNamed, examplesOf } from "../support/examples.ts";
import { type MarginBalance, MarginDesk } from "../support/margin-desk.ts";

type Words = Readonly<Record<string, string>>;

const MINUTE_MS = 60_000;

/** `0.000008333333 (12 decimals, truncated)` is the number in front. */
function numberOf(text: string): string {
  return text.split(" ")[0] ?? "";
}

function minutesOf(clock: string): number {
  const [hours = "", minutes = ""] = clock.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** The parts of a balance that an example names. */
function shownAs(balance: MarginBalance, expected: Partial<MarginBalance>): Partial<MarginBalance> {
  const named = Object.entries(balance).filter(([field]) => field in expected);
  return Object.fromEntries(named);
}

function expectBalances(
  desk: MarginDesk,
  name: string,
  expected: Readonly<Record<string, Partial<MarginBalance>>>,
): void {
  for (const [asset, balance] of Object.entries(expected)) {
    expect(shownAs(desk.balance(name, asset), balance)).toEqual(balance);
  }
}

test("the file has the nine examples of margin", () => {
  expect(examplesOf("margin").map(({ id }) => id)).toEqual(
    Array.from({ length: 9 }, (_, index) => `MARG-0${index + 1}`),
  );
});

/** A user who owes exactly `principal` USDT since that time of day. */
function borrower(principal: string, rate: string, borrowedAt: string): MarginDesk {
  const desk = new MarginDesk({ A: { BTC: "10" } });
  desk.lend("1000000 USDT", rate);
  desk.index("BTC", "20000");
  desk.timeMs += (minutesOf(borrowedAt) + minutesOf("2:00")) * MINUTE_MS; // It opens at 22:00.
  desk.tick();
  desk.placeMargin("A", `buy ${Number(principal) / 20_000} @ 20000`);
  return desk;
}

test("MARG-01 MARG-INT-1 MARG-INT-3 hours count whole, interest is rounded up when it is paid", () => {
  const { given, expect: expected } = exampleNamed("MARG-01");
  const { principal = "", hourlyRate = "", borrowedAt = "", repaidAt = "" } = given as Words;
  const desk = borrower(principal, numberOf(hourlyRate), borrowedAt);

  desk.timeMs += (minutesOf(repaidAt) - minutesOf(borrowedAt)) * MINUTE_MS;
  const hoursCharged = 1 + desk.tick();
  desk.deposit("A", "2000 USDT");
  desk.moveIn("A", "2000 USDT");
  desk.repay("A", "0 USDT");

  expect({ hoursCharged, interestToPay: desk.house("USDT")["interest"] }).toEqual(expected);
  expect(desk.balance("A", "USDT")).toMatchObject({ borrowed: "0", interest: "0" });
});

test("MARG-02 MARG-INT-1 the first hour at once, then one at each full hour", () => {
  const { given, expect: expected } = exampleNamed("MARG-02");
  const { principal = "", hourlyRate = "", borrowedAt = "", askedAt = "" } = given as Words;
  const desk = borrower(principal, hourlyRate, borrowedAt);

  desk.timeMs += (minutesOf(askedAt) - minutesOf(borrowedAt)) * MINUTE_MS;
  const hoursCharged = 1 + desk.tick();

  const { interest } = desk.balance("A", "USDT");
  expect({ hoursCharged, accruedInterest: interest }).toEqual(expected);
});

test("MARG-03 MARG-LEVEL-1 MARG-LEVEL-3 the level, and the prices at which it crosses the thresholds", () => {
  const { given, expect: expected } = exampleNamed("MARG-03");
  const { balances, borrowed, interest, indexPrices } = given as Record<string, Words>;
  const usdt = borrowed?.["USDT"] ?? "";
  const desk = new MarginDesk({ A: { BTC: "0.25", ETH: balances?.["ETH"] ?? "" } });
  desk.index("ETH", indexPrices?.["ETH"] ?? "");
  desk.lend("1000000 USDT", `${Number(interest?.["USDT"]) / Number(usdt)}`); // One hour's worth.
  desk.owe("A", { usdt, bought: "0.25" });
  desk.deposit("A", `${balances?.["USDT"]} USDT`);
  desk.moveIn("A", `${balances?.["USDT"]} USDT`);
  desk.index("BTC", indexPrices?.["BTC"] ?? "");

  const { level, state } = desk.standing("A");
  const worth = worthOf(holdingsOf(desk.state, desk.user("A")));
  const call = expected["btcPriceMarginCall"] as string;
  const liquidation = expected["btcPriceLiquidation"] as string;
  expect({ level, totalAssets: inUsdt(worth.assets), totalDebt: inUsdt(worth.debt) }).toEqual({
    level: expected["marginLevel"],
    totalAssets: expected["totalAssets"],
    totalDebt: expected["totalDebt"],
  });
  expect(expected["state"]).toContain(state.toUpperCase());
  desk.index("BTC", `${Number(call) + 0.5}`);
  expect(desk.standing("A").state).toBe("trade_only");
  desk.index("BTC", call);
  expect(desk.standing("A").state).toBe("margin_call");
  desk.index("BTC", `${Number(liquidation) + 0.5}`);
  expect(desk.standing("A").state).toBe("margin_call");
  desk.index("BTC", liquidation);
  expect(desk.events).toContainEqual(expect.objectContaining({ type: "LiquidationBegan" }));
});

test("MARG-04 MARG-BORROW-2 MARG-BORROW-3 leverage and cap bound a loan", () => {
  const { given, expect: expected } = exampleNamed("MARG-04");
  const { maxLeverage, assetCap, cases } = given as {
    maxLeverage: number;
    assetCap: string;
    cases: { user: string; netEquity: string }[];
  };
  expect(maxLeverage).toBe(MARGIN_DEFAULTS.leverageMax);
  /** Is an order accepted that borrows so much? And if so, at which level? */
  const borrowing = (netEquity: string, cap: string, amount: number) => {
    const desk = new MarginDesk({ A: { USDT: netEquity } });
    desk.lend("9000000 USDT", "0", `${cap} USDT`);
    desk.index("BTC", "1");
    const outcome = desk.margin("A", `buy ${Number(netEquity) + amount} @ 1`);
    return outcome.ok ? desk.standing("A").level : outcome.reason;
  };
  for (const { user, netEquity } of cases) {
    const { byLeverage, max } = expected[user] as { byLeverage: string; max: string };
    expect(borrowing(netEquity, "9000000", Number(byLeverage))).toBe(expected["levelAtLimit"]);
    expect(borrowing(netEquity, "9000000", Number(byLeverage) + 0.01)).toBe("level_too_low");
    expect(borrowing(netEquity, assetCap, Number(max))).toMatch(/^1\.[56]/);
    const beyond = max === byLeverage ? "level_too_low" : "loan_cap_reached";
    expect(borrowing(netEquity, assetCap, Number(max) + 0.01)).toBe(beyond);
  }
});

interface Trade {
  readonly volume: string;
  readonly price: string;
}

test("MARG-05 MARG-BORROW-1 MARG-REPAY-2 a long: borrowed at the order, repaid at the fill", () => {
  const { given, expect: expected } = exampleNamed("MARG-05");
  const { marginBalances, hourlyRate, fees, buy, sell } = given as unknown as {
    marginBalances: Record<string, Words>;
    hourlyRate: Words;
    fees: string;
    buy: Trade;
    sell: Trade;
  };
  const desk = new MarginDesk(marginBalances, { rules: { quantityPrecision: 6 } });
  desk.addUser("maker");
  desk.deposit("maker", "1 BTC");
  desk.deposit("maker", "10000 USDT");
  desk.lend("100000 USDT", hourlyRate["USDT"]);
  desk.index("BTC", buy.price);
  desk.setFees(fees);

  desk.place("maker", `sell ${buy.volume} @ ${buy.price}`);
  desk.placeMargin("A", `buy ${buy.volume} @ ${buy.price}`);
  const { borrowed } = desk.balance("A", "USDT");
  const btcAfterBuy = desk.balance("A", "BTC").free;
  desk.passHours(1);
  desk.index("BTC", sell.price);
  desk.place("maker", `buy ${sell.volume} @ ${sell.price}`);
  desk.placeMargin("A", `sell ${sell.volume} @ ${sell.price}`);

  const { A, ...rest } = expected as { A: Record<string, Partial<MarginBalance>> };
  expectBalances(desk, "A", A);
  expect({
    borrowed,
    btcAfterBuy,
    interestPaid: desk.house("USDT")["interest"],
    debtAfterSell: desk.balance("A", "USDT").borrowed,
  }).toEqual(rest);
});

test("MARG-06 MARG-BORROW-1 MARG-REPAY-2 a short: the sale borrows the coin, the purchase repays it", () => {
  const { given, expect: expected } = exampleNamed("MARG-06");
  const { marginBalances, hourlyRate, fees, sell, buy } = given as unknown as {
    marginBalances: Record<string, Words>;
    hourlyRate: Words;
    fees: string;
    sell: { volume: string; filledAt: string };
    buy: Trade;
  };
  const desk = new MarginDesk(marginBalances);
  desk.addUser("maker");
  desk.deposit("maker", "1 BTC");
  desk.deposit("maker", "10000 USDT");
  desk.lend("10 BTC", hourlyRate["BTC"]);
  desk.index("BTC", sell.filledAt);
  desk.setFees(fees);

  desk.place("maker", `buy ${sell.volume} @ ${sell.filledAt}`);
  desk.placeMargin("A", `sell ${sell.volume}`);
  type Balances = Record<string, Partial<MarginBalance>>;
  const { afterSell, afterBuy, marginLevelAfterSell } = expected as {
    afterSell: Balances;
    afterBuy: Balances;
    marginLevelAfterSell: string;
  };
  expectBalances(desk, "A", afterSell);
  expect(desk.standing("A").level).toBe(marginLevelAfterSell);
  desk.index("BTC", buy.price);
  desk.place("maker", `sell ${buy.volume} @ ${buy.price}`);
  desk.placeMargin("A", `buy ${buy.volume} @ ${buy.price}`);
  expectBalances(desk, "A", afterBuy);
});

/** An account that holds `btc` and owes `usdt`, and buyers who wait for it. */
function debtor(
  { btc, usdt, pool }: { btc: string; usdt: string; pool: string },
  { bids, fees }: { bids: readonly [string, string][]; fees: string },
): MarginDesk {
  const own = `${(Number(btc) * 10_000 - 1_000) / 10_000}`;
  const desk = new MarginDesk({ A: { BTC: own } }, { rules: { quantityPrecision: 6 } });
  desk.lend(`${pool} USDT`);
  desk.owe("A", { usdt, bought: "0.1" });
  desk.setFees(fees);
  desk.addUser("buyer");
  desk.deposit("buyer", "1000000 USDT");
  for (const [quantity, price] of bids) desk.place("buyer", `buy ${quantity} @ ${price}`);
  expect(desk.balance("A", "BTC").free).toBe(btc);
  expect(desk.balance("A", "USDT")).toMatchObject({ free: "0", borrowed: usdt, interest: "0" });
  return desk;
}

test("MARG-07 MARG-LIQ-3 MARG-LIQ-5 a liquidation sells what is needed and costs 2%", () => {
  const { given, expect: expected } = exampleNamed("MARG-07");
  const { marginBalances, borrowed, indexPrice, takerFeeRate, bids } = given as unknown as {
    marginBalances: Record<string, Words>;
    borrowed: Words;
    indexPrice: Words;
    takerFeeRate: string;
    bids: [string, string][];
  };
  const btc = marginBalances["A"]?.["BTC"] ?? "";
  const usdt = borrowed["USDT"] ?? "";
  const desk = debtor({ btc, usdt, pool: usdt }, { bids, fees: takerFeeRate });
  const level = () => desk.standing("A").level;
  // Without a buyer in range nothing happens but the state, so the level can be read.
  const seen = debtor({ btc, usdt, pool: usdt }, { bids: [], fees: takerFeeRate });
  seen.index("BTC", indexPrice["BTC"] ?? "");

  desk.index("BTC", indexPrice["BTC"] ?? "");

  const sold = desk.events.flatMap((event) => (event.type === "Traded" ? [event.lots] : []));
  const paid = desk.events.flatMap((event) => (event.type === "Repaid" ? [event.principal] : []));
  const { A, ...rest } = expected as { A: Record<string, Partial<MarginBalance>> };
  expectBalances(desk, "A", A);
  const sum = paid.reduce((total, amount) => total + amount, 0n);
  const left = desk.balance("A", "USDT").free;
  expect({
    marginLevel: seen.standing("A").level,
    soldBTC: formatSteps(
      sold.reduce((total, lots) => total + lots, 0),
      6,
    ),
    netProceeds: formatUnits(sum + (unitsOf(left, 8) ?? 0n), 8),
    debtAfter: desk.balance("A", "USDT").borrowed,
    clearanceFee: { BTC: desk.house("BTC")["marginInsurance"] },
  }).toEqual(rest);
  expect([level(), desk.standing("A").state]).toEqual(["999", "normal"]);
});

test("MARG-08 MARG-LIQ-7 MARG-LOSS-1 insurance pays first, bad debt the rest; the pool is whole", () => {
  const { given, expect: expected } = exampleNamed("MARG-08");
  const { marginBalances, borrowed, indexPrice, fees, bids, marginInsuranceFund, loanPool } =
    given as unknown as {
      marginBalances: Record<string, Words>;
      borrowed: Words;
      indexPrice: Words;
      fees: string;
      bids: [string, string][];
      marginInsuranceFund: Words;
      loanPool: Words;
    };
  const usdt = borrowed["USDT"] ?? "";
  const pool = `${Number(loanPool["USDT"]) + Number(usdt)}`;
  const btc = marginBalances["A"]?.["BTC"] ?? "";
  const desk = debtor({ btc, usdt, pool }, { bids, fees });
  const insurance = desk.units(`${marginInsuranceFund["USDT"]} USDT`);
  desk.fill("margin_insurance", insurance.asset, insurance.amount);
  expect(desk.house("USDT")["loanPool"]).toBe(loanPool["USDT"]);

  desk.index("BTC", indexPrice["BTC"] ?? "");

  const { A, ...rest } = expected as { A: Record<string, Partial<MarginBalance>> };
  const house = desk.house("USDT");
  expectBalances(desk, "A", A);
  expect({
    marginInsuranceFund: house["marginInsurance"],
    marginBadDebt: house["marginBadDebt"],
    loanPool: house["loanPool"],
  }).toEqual(rest);
});

test("MARG-09 MARG-REPAY-3 a cancel repays with what the order had borrowed", () => {
  const { given, expect: expected } = exampleNamed("MARG-09");
  const { marginBalances, hourlyRate, order } = given as unknown as {
    marginBalances: Record<string, Words>;
    hourlyRate: Words;
    order: Trade;
  };
  const desk = new MarginDesk(marginBalances);
  desk.lend("100000 USDT", hourlyRate["USDT"]);
  desk.index("BTC", order.price);

  const id = desk.placeMargin("A", `buy ${order.volume} @ ${order.price}`);
  desk.cancelMargin("A", id);

  const { A } = expected as { A: Record<string, Partial<MarginBalance>> };
  expectBalances(desk, "A", A);
});

function inUsdt(value: bigint): string {
  return formatUnits(value, 48);
}
