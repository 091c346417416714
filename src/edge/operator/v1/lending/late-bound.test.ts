/** A bound that comes after the jump it is meant against: set all the same, and warned of. */
import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";
import { openTraders, tradeAt } from "../../../../../test/support/operator-trades.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const LOAN = { asset: "BTC", cap: "1", hourlyRate: "0" };

/** A desk with an index that follows trades. */
class TradingDesk extends OperatorDesk {
  static async open(): Promise<TradingDesk> {
    const desk = await new TradingDesk().provision();
    await openTraders(desk);
    return desk;
  }

  trade(price: string): void {
    tradeAt(this, price);
  }

  pass(ms: number): void {
    this.exchange.nowMs += ms;
  }

  bound(indexFromTrades?: string): Promise<Readonly<Record<string, unknown>>> {
    return this.done("/loans", { ...LOAN, indexFromTrades });
  }
}

const REMEDY =
  "bourse index set BTC PRICE, then bourse index withdraw BTC, lets it go on from another price.";

test("PRICE-INDEX-7 a first bound after a jump is set, and its reply says from where the index goes on", async () => {
  const desk = await TradingDesk.open();
  desk.trade("100");
  desk.pass(HOUR_MS + 2 * MINUTE_MS);
  desk.trade("180");

  expect(await desk.bound("0.1")).toEqual({
    ...LOAN,
    indexFromTrades: "0.1",
    warning: `The index of BTC is 180, further from 100, where it was an hour ago, than 0.1 allows: it goes on from there. ${REMEDY}`,
  });
  expect(desk.exchange.state.catalogue.loanTerms[0]?.tradesMoveMax).toBe(10_000_000);
});

test("PRICE-INDEX-7 what the warning says to do lets the index go on from another price", async () => {
  const desk = await TradingDesk.open();
  desk.trade("100");
  desk.pass(2 * HOUR_MS);
  desk.trade("180");
  await desk.bound("0.1");

  await desk.done("/index", { asset: "BTC", price: "100" });
  await desk.done("/index/withdraw", { asset: "BTC" });

  expect((await desk.get("/index")).json.prices[0]).toMatchObject({ asset: "BTC", price: "110" });
});

test.each([
  ["110", undefined],
  ["90", undefined],
  ["110.01", expect.stringMatching(/^The index of BTC is 110\.01, further from 100, /)],
  ["89.99", expect.stringMatching(/^The index of BTC is 89\.99, further from 100, /)],
])(
  "PRICE-INDEX-7 at 100 an hour ago and %s now, a bound of 0.1 warns: %s",
  async (price, warning) => {
    const desk = await TradingDesk.open();
    desk.trade("100");
    desk.pass(2 * HOUR_MS);
    desk.trade(price);

    expect((await desk.bound("0.1"))["warning"]).toEqual(warning);
  },
);

test("PRICE-INDEX-7 a jump of more than an hour ago is none", async () => {
  const desk = await TradingDesk.open();
  desk.trade("100");
  desk.pass(2 * HOUR_MS);
  desk.trade("180");

  desk.pass(HOUR_MS - MINUTE_MS);
  expect(await desk.bound("0.1")).toHaveProperty("warning");
  await desk.bound("any");
  desk.pass(3 * MINUTE_MS);
  expect(await desk.bound("0.1")).not.toHaveProperty("warning");
});

test("PRICE-INDEX-7 a narrower bound than the move of this hour lets the index leap, and says where to", async () => {
  const desk = await TradingDesk.open();
  desk.trade("100");
  await desk.bound("0.1");
  desk.trade("180");

  expect(await desk.bound("0.1")).not.toHaveProperty("warning");
  expect(await desk.bound("0.2")).not.toHaveProperty("warning");
  expect(await desk.bound("0.05")).toMatchObject({
    warning:
      "The index of BTC was 120, further from 100, from where it moves in this hour, than 0.05 allows: it is 105 now.",
  });
  expect(await desk.bound("0.05")).not.toHaveProperty("warning");
});

test("PRICE-INDEX-7 nothing is warned of without trades, in their first hour, beside a source, or without a bound", async () => {
  const desk = await TradingDesk.open();
  expect(await desk.bound("0.1")).not.toHaveProperty("warning");
  await desk.bound();
  desk.trade("100");
  desk.trade("180");
  expect(await desk.bound("0.1")).not.toHaveProperty("warning");
  await desk.bound();

  desk.pass(2 * HOUR_MS);
  desk.trade("100");
  expect(await desk.bound("any")).not.toHaveProperty("warning");
  expect(await desk.bound()).not.toHaveProperty("warning");
  await desk.done("/index", { asset: "BTC", price: "100" });
  expect(await desk.bound("0.1")).not.toHaveProperty("warning");
  expect(await desk.done("/loans/stop", { asset: "BTC" })).not.toHaveProperty("warning");
});
