/** What follows from a command in futures, in its order, until nothing follows any more. */
import { expect, test } from "vitest";
import { RiskDesk } from "../../../test/support/risk-desk.ts";

const BALANCES = { USDT: "1000" };

test("FUT-FOLLOW-1 a trade triggers an order, whose trade liquidates an account, which triggers another", () => {
  const desk = new RiskDesk({
    ann: BALANCES,
    ben: { USDT: "1000" },
    cas: { USDT: "100000" },
  });
  desk.markAt("20000");
  desk.hold("ann", "long 500 @ 20000 cross");
  desk.markAt("18150"); // ann has 75 left.
  desk.bids([
    [1, "18100"],
    [100, "17700"],
    [400, "17650"],
  ]);
  const stop = desk.trade("ann", "close sell 100 @ 17700 when stop_loss 18100");
  const next = desk.trade("cas", "open buy 1 @ 17000 cross when down 17700");

  desk.trade("cas", "open sell 1 @ 18100 cross");

  const news = desk.happened();
  const at = (line: string) => news.indexOf(line);
  expect(at("trade 1 @ 18100")).toBe(0);
  expect(at("trade 100 @ 17700")).toBeGreaterThan(0);
  expect(at(`order ${stop} filled`)).toBeGreaterThan(at("trade 100 @ 17700"));
  expect(at("account of ann: taken_over")).toBeGreaterThan(at(`order ${stop} filled`));
  expect(desk.state.orders.byId.get(next)?.futures?.isWaiting).toBe(false);
});

test("FUT-FOLLOW-1 condition orders come before risk: a close that makes its account safe is in time", () => {
  const desk = new RiskDesk({ ann: BALANCES }, { contract: { triggerSource: "mark" } });
  desk.markAt("20000");
  const long = desk.hold("ann", "long 500 @ 20000 cross");
  desk.bids([[450, "18200"]]);
  const stop = desk.trade("ann", "close sell 450 when stop_loss 18080");

  desk.markAt("18080"); // 1000 - 960 <= 45.2, but 100 of it are gained by then.

  expect(desk.happened()).toContain(`order ${stop} filled`);
  expect(long.volume).toBe(50);
});

test("FUT-FOLLOW-1 funding and profit of the hour come before the risk pass", () => {
  const rules = {
    interestRate: 400_000,
    fundingClamp: 400_000,
    fundingHours: 1,
    settlementHours: 1,
  };
  const tiers = [{ valueMax: 10n ** 30n, leverageMax: 50, maintenanceRate: 900_000 }];
  const desk = new RiskDesk({ ann: BALANCES }, { contract: { ...rules, tiers } });
  desk.markAt("20000");
  desk.lever("ann", 50);
  desk.hold("ann", "long 100 @ 20000");
  desk.markAt("19850");

  desk.passHours(1);

  // 40 - 7.94 of funding - 15 <= 17.865
  expect(desk.happened().slice(0, 2)).toEqual([
    "funding 400000",
    "takeover: ann sell 100 @ 19679.4",
  ]);
});

test("FUT-CONTRACT-3 FUT-FUND-7 a contract that resumes settles, assesses and triggers what waited", () => {
  const rules = { interestRate: 100_000, fundingClamp: 100_000, fundingHours: 1 };
  const desk = new RiskDesk(
    { ann: BALANCES, ben: BALANCES },
    { contract: { ...rules, triggerSource: "mark" } },
  );
  desk.markAt("20000");
  desk.hold("ann", "long 100 @ 20000");
  const waiting = desk.trade("ben", "open buy 1 @ 18000 when down 19000");
  desk.haltContract();
  desk.passHours(1);
  desk.markAt("18900");
  expect(desk.happened()).toEqual([]);

  desk.resumeContract();

  const news = desk.happened();
  expect(news[0]).toBe("funding 100000");
  expect(news.at(-1)).toBe("position of ann: taken_over");
  expect(desk.state.orders.byId.get(waiting)?.futures?.isWaiting).toBe(false);
});

test("FUT-FOLLOW-1 a command that is refused is followed by nothing", () => {
  const desk = new RiskDesk({ ann: BALANCES });
  desk.markAt("20000");
  desk.hold("ann", "long 100 @ 20000");

  expect(desk.refusedTrade("ann", "close sell 101 @ 20000")).toBe("close_above_position");
});
