/**
 * An index that only follows trades can be set by one user's trades with itself. Loans do not rest on it
 * unless the operator says so, and then it moves only so far in an hour.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeskOptions } from "../../../../test/support/desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { HOUR_MS } from "../directory.ts";

/** In 10^-8. */
const PERCENT = 1_000_000;

/** Settings without price bands. */
const ANYWHERE = { limitUp: 10 ** 15, limitDown: 0, rangeUp: 10 ** 15, rangeDown: 0 };

/** Eve has 20 BTC in margin, and in spot money for trades with herself. USDT is lent. */
function pumpDesk(options: DeskOptions = {}): MarginDesk {
  const desk = new MarginDesk({ eve: { BTC: "20" } }, { rules: ANYWHERE, ...options });
  desk.lend("1000000 USDT");
  for (const name of ["ivy", "lee"]) desk.addUser(name);
  for (const name of ["ivy", "lee"]) desk.deposit(name, "10000000 USDT");
  for (const name of ["ivy", "lee"]) desk.deposit(name, "1000 BTC");
  return desk;
}

/** A trade of 0.01 BTC at the price, between two users of one person. */
function selfTrade(desk: MarginDesk, price: string): void {
  desk.place("ivy", `sell 0.01 @ ${price}`);
  desk.place("lee", `buy 0.01 @ ${price}`);
}

const PUMPED = ["100", "1000", "8000", "20000", "40000"];

test("MARG-INDEX-1 five trades with oneself do not make a loan", () => {
  const desk = pumpDesk();
  for (const price of PUMPED) selfTrade(desk, price);
  expect(desk.indexShown("BTC")).toBe("40000");
  desk.place("lee", "sell 20 @ 40000");

  expect(desk.refusedMargin("eve", "buy 20 @ 40000")).toBe("index_from_trades");

  expect(desk.balance("eve", "USDT")).toMatchObject({ borrowed: "0" });
  desk.terms("BTC", "0", 0n);
  desk.placeMargin("eve", "buy 20 @ 40000");
  expect(desk.balance("eve", "USDT")).toMatchObject({ borrowed: "800000" });
});

test("MARG-INDEX-1 CORE-RULES-1 under older rules such trades still make a loan", () => {
  const desk = pumpDesk({ adopted: 2 });
  for (const price of PUMPED) selfTrade(desk, price);
  desk.place("lee", "sell 20 @ 40000");

  desk.placeMargin("eve", "buy 20 @ 40000");

  expect(desk.balance("eve", "USDT")).toMatchObject({ borrowed: "800000" });
});

test("MARG-INDEX-1 an asset with a source carries loans, and no longer when the last source is withdrawn", () => {
  const desk = pumpDesk();
  selfTrade(desk, "100");
  desk.index("BTC", "100");
  desk.place("lee", "sell 10 @ 100");
  desk.placeMargin("eve", "buy 5 @ 100");
  expect(desk.balance("eve", "USDT")).toMatchObject({ borrowed: "500" });

  desk.withdrawIndex("BTC");

  expect(desk.refusedMargin("eve", "buy 0.1 @ 100")).toBe("index_from_trades");
  expect(desk.standing("eve")).toMatchObject({ level: "5", state: "normal" });
});

test("MARG-INDEX-1 an asset that is owed or borrowed must have a source, too", () => {
  const desk = new MarginDesk({ ann: { USDT: "1000" } });
  desk.addUser("lee");
  desk.deposit("lee", "10 BTC");
  desk.deposit("lee", "1000 USDT");
  desk.terms("BTC", "0", 10n ** 9n, "no trades");
  desk.fill("loan_pool", desk.asset("BTC"), 10n ** 9n);
  desk.place("lee", "sell 1 @ 100");
  desk.placeMargin("ann", "buy 0.01 @ 100");

  expect(desk.refusedMargin("ann", "sell 1 @ 100")).toBe("index_from_trades");
  desk.index("BTC", "100");
  desk.placeMargin("ann", "sell 1 @ 100");
});

test("MARG-INDEX-1 a user with debt takes no money out on such an index", () => {
  const desk = pumpDesk();
  desk.deposit("eve", "1000 USDT");
  desk.moveIn("eve", "1000 USDT");
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");
  desk.index("ETH", "10");
  desk.deposit("lee", "1000 ETH");
  desk.place("lee", "sell 200 @ 10 on ETHUSDT");
  desk.placeMargin("eve", "buy 150 @ 10 on ETHUSDT");
  for (const price of PUMPED) selfTrade(desk, price);

  expect(desk.moveOut("eve", "100 ETH")).toMatchObject({ reason: "index_from_trades" });
  expect(desk.moveOut("eve", "20 BTC")).toMatchObject({ ok: true });
  expect(desk.moveOut("eve", "50.1 ETH")).toMatchObject({ reason: "level_too_low" });
  expect(desk.moveOut("eve", "50 ETH")).toMatchObject({ ok: true });
});

test("MARG-INDEX-1 a user with debt buys no asset that carries no loan with one that does", () => {
  const desk = pumpDesk();
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");
  desk.addPair({ name: "BTCETH", isMarginEnabled: true }, "BTC", "ETH");
  desk.index("ETH", "10");
  desk.deposit("lee", "1000 ETH");
  desk.addUser("ann");
  desk.deposit("ann", "1000 USDT");
  desk.moveIn("ann", "1000 USDT");
  desk.place("lee", "sell 200 @ 10 on ETHUSDT");
  desk.placeMargin("ann", "buy 150 @ 10 on ETHUSDT");
  for (const price of PUMPED) selfTrade(desk, price);

  // At the pumped index it would be a gain: 0.04 BTC "worth" 1,600 for 150 ETH worth 1,500.
  expect(desk.refusedMargin("ann", "buy 0.04 @ 3750 on BTCETH")).toBe("index_from_trades");
  desk.placeMargin("ann", "sell 10 @ 10 on ETHUSDT");
});

test("PRICE-INDEX-6 an index that may follow trades moves so far in an hour and no further", () => {
  const desk = pumpDesk();
  desk.terms("BTC", "0", 0n, 10 * PERCENT);
  selfTrade(desk, "100");
  expect(desk.indexShown("BTC")).toBe("100");

  selfTrade(desk, "40000");
  expect(desk.indexShown("BTC")).toBe("110");
  selfTrade(desk, "0.01");
  expect(desk.indexShown("BTC")).toBe("90");
  selfTrade(desk, "95");
  expect(desk.indexShown("BTC")).toBe("95");
  selfTrade(desk, "40000");
  desk.advance(HOUR_MS);
  desk.tick();

  expect(desk.indexShown("BTC")).toBe("121");
});

test("PRICE-INDEX-6 the index goes on from its last price: under new terms, and after its last source", () => {
  const desk = pumpDesk();
  selfTrade(desk, "40000");
  desk.index("BTC", "100");
  desk.terms("BTC", "0", 0n, 10 * PERCENT);
  desk.withdrawIndex("BTC");
  expect(desk.indexShown("BTC")).toBe("110");

  desk.terms("BTC", "0", 0n, 20 * PERCENT);
  expect(desk.indexShown("BTC")).toBe("120");
  desk.terms("BTC", "0", 0n, 0);
  expect(desk.indexShown("BTC")).toBe("40000");
  desk.terms("BTC", "0", 0n, 1);
  expect(desk.indexShown("BTC")).toBe("40000");
});

test("PRICE-INDEX-6 terms that are set again let the index move no further in the hour", () => {
  const desk = pumpDesk();
  desk.terms("BTC", "0", 0n, 10 * PERCENT);
  selfTrade(desk, "100");
  selfTrade(desk, "40000");
  for (let times = 0; times < 5; times++) desk.terms("BTC", "0", 0n, 10 * PERCENT);

  expect(desk.indexShown("BTC")).toBe("110");
});

test("PRICE-INDEX-6 a bound of the whole and more is refused", () => {
  const desk = pumpDesk();
  const terms = { type: "SetLoanTerms", asset: 1, hourlyRate: 0, cap: 0n, request: 0 } as const;

  expect(desk.refusalOf({ ...terms, tradesMoveMax: 100 * PERCENT })).toBe("rate_out_of_range");
  desk.must({ ...terms, tradesMoveMax: 100 * PERCENT - 1 });
});

test("PRICE-INDEX-6 whatever is traded, from one full hour to the next the index moves no further than allowed", () => {
  const price = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => `${cents / 100}`);
  const steps = fc.array(fc.oneof({ weight: 5, arbitrary: price }, fc.constant("hour")), {
    minLength: 1,
    maxLength: 25,
  });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 99 * PERCENT }), (said, move) => {
      const desk = pumpDesk();
      desk.terms("BTC", "0", 0n, move);
      selfTrade(desk, "100");
      const shown = () => Number(desk.indexShown("BTC"));
      let anchor = shown();

      for (const step of said) {
        if (step === "hour") {
          anchor = shown();
          desk.advance(HOUR_MS);
          desk.tick();
        } else selfTrade(desk, step);
        const moved = Math.abs(shown() / anchor - 1);
        expect(moved).toBeLessThanOrEqual(move / (100 * PERCENT) + 1e-9);
      }
    }),
    { seed: 66, numRuns: runs(60, 60) },
  );
});
