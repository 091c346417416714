/** The liquidation engine: what it takes over, how it unwinds that, and which account pays. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import type { ContractRules } from "../../catalogue/contract.ts";
import { valueAt } from "../contract-value.ts";
import { resultOf, type TakenOver } from "./holding.ts";

const INVERSE = { name: "E-BTC-USD", kind: "inverse", multiplierDecimals: 0 } as const;

test("FUT-LIQ-5 with a fund that is used up the rounding of many small trades does not pay for more", () => {
  const desk = new RiskDesk({ ann: { BTC: "1" }, ben: { BTC: "9" } }, { contract: INVERSE });
  desk.markAt("20000");
  desk.trade("ben", "open sell 100000 @ 20000 cross");
  desk.trade("ann", "open buy 100000 @ 20000");
  desk.trade("max", "open buy 100000 @ 19047 cross");

  desk.markAt("19100");

  const traded = desk.events.filter(({ type }) => type === "ContractTraded");
  expect(traded).toMatchObject([{ lots: 5 }]);
});

/** A long of 1000 from 20000 with 1000 of margin: bankrupt at 19000, at risk at 19095. */
function longAtRisk(insured: string, rules: Partial<ContractRules> = {}): RiskDesk {
  const desk = new RiskDesk(
    { ann: { USDT: "1010" }, ben: { USDT: "100000" }, cas: { USDT: "1000" } },
    { contract: rules },
  );
  if (insured !== "0") desk.insureFutures(`${insured} USDT`);
  desk.markAt("20000");
  desk.trade("ben", "open sell 1000 @ 20000 cross");
  desk.trade("ann", "open buy 1000 @ 20000");
  return desk;
}

test("FUT-LIQ-5 a loss is paid only near the mark, a gain is taken at any price", () => {
  const paid = longAtRisk("100", { unwindRange: 500_000 });
  paid.bids([[1000, "18990"]]);
  paid.markAt("19085.4"); // × 0.995 is 18989.97.
  expect(paid.futuresFunds().insurance).toBe("90");

  const refused = longAtRisk("100", { unwindRange: 500_000 });
  refused.bids([[1000, "18990"]]);
  refused.markAt("19085.5"); // × 0.995 is 18990.07.
  expect(refused.futuresFunds().insurance).toBe("100");
  expect(refused.position("ben", "sell")).toBeUndefined();

  const gained = longAtRisk("0", { unwindRange: 0 });
  gained.bids([[1000, "19000.1"]]);
  gained.markAt("19090");
  expect(gained.futuresFunds().insurance).toBe("0.1");
});

test("FUT-LIQ-5 a short is bought back, and the range lies above the mark", () => {
  const desk = new RiskDesk({ ann: { USDT: "1000" } }, { contract: { unwindRange: 500_000 } });
  desk.insureFutures("100 USDT");
  desk.markAt("20000");
  desk.hold("ann", "short 1000 @ 20000");
  desk.asks([
    [500, "21010"],
    [500, "21012"],
  ]);

  desk.markAt("20906"); // × 1.005 is 21010.53.

  expect(desk.happened()).toContain("trade 500 @ 21010");
  expect(desk.happened()).toContain("deleveraging: max sell 500 @ 21000");
  expect(desk.futuresFunds().insurance).toBe("95");
});

test("FUT-LIQ-5 the fund pays for as many contracts as it can, and no more", () => {
  const desk = longAtRisk("1.234");
  desk.bids([[1000, "18987.7"]]);

  desk.markAt("19050");

  expect(desk.happened()).toContain("trade 100 @ 18987.7"); // 0.0123 each
  expect(desk.happened()).toContain("deleveraging: ben buy 900 @ 19000");
  expect(desk.futuresFunds().insurance).toBe("0.004");
});

test("FUT-LIQ-5 the engine pays no fee, makers pay theirs, and its trades are public", () => {
  const fees = {
    openMakerRate: 20_000,
    openTakerRate: 0,
    closeMakerRate: 0,
    closeTakerRate: 50_000,
  };
  const desk = longAtRisk("0", { fees });
  desk.bids([[1000, "19010"]]);

  desk.markAt("19050");

  const traded = desk.events.filter((event) => event.type === "ContractTraded");
  expect(traded).toMatchObject([
    { lots: 1000, takerSide: "sell", takerFee: 0n, makerFee: desk.money("3.802") },
  ]);
  expect(traded[0]).toMatchObject({ takerOrder: 0, takerUser: 0 });
  expect(desk.market().last).toBe(190_100);
  expect(desk.futuresFunds().insurance).toBe("10");
});

test("FUT-LIQ-5 a maker order that the trade would leave in a deficit is canceled and the next one taken", () => {
  const desk = longAtRisk("0");
  desk.lever("cas", 100);
  const order = desk.trade("cas", "open buy 1000 @ 19300 cross");
  const rest = { from: "futures", to: "spot", ...desk.units("800 USDT") } as const;
  desk.must({ type: "Transfer", ...desk.hand("cas"), ...rest });
  desk.bids([[1000, "19001"]]);

  desk.markAt("19090"); // cas has 200 and would lose 210.

  expect(desk.happened()).toContain(`order ${order} canceled`);
  expect(desk.happened()).toContain("trade 1000 @ 19001");
  expect(desk.account("cas")).toBe("200/0");
});

test("FUT-LIQ-5 condition orders trigger when the engine has finished", () => {
  const desk = longAtRisk("0");
  desk.bids([
    [500, "19010"],
    [500, "19000"],
  ]);
  const down = desk.trade("ben", "open buy 3 @ 18000 cross when down 19000");
  const never = desk.trade("ben", "open buy 3 @ 18000 cross when down 18999.9");

  desk.markAt("19050");

  const isWaiting = (id: number) => desk.state.orders.byId.get(id)?.futures?.isWaiting;
  expect([isWaiting(down), isWaiting(never)]).toEqual([false, true]);
});

/** What the fund pays for so many contracts, by the rule. */
function costOf(held: TakenOver, ticks: number, lots: number): bigint {
  return -resultOf(held, lots, valueAt(held.market.contract, { lots, ticks }));
}

test.each([
  ["linear", "long"],
  ["linear", "short"],
  ["inverse", "long"],
  ["inverse", "short"],
] as const)(
  "FUT-LIQ-5 of a %s %s the fund pays the largest number it can; it never owes and never stops early",
  (kind, word) => {
    const face = kind === "inverse" ? INVERSE : { multiplierDecimals: 7 };
    const coin = kind === "inverse" ? "BTC" : "USDT";
    const unit = kind === "inverse" ? 1 : 100_000;
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 400 }),
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 0, max: 60 }),
        (volume, off, fund) => {
          const desk = new RiskDesk({ ann: { USDT: "9", BTC: "1" } }, { contract: face });
          if (fund > 0) {
            desk.fill("futures_insurance", desk.asset(coin), BigInt(fund * unit));
          }
          desk.markAt("20000");
          const { side, cost, margin } = desk.hold("ann", `${word} ${volume} @ 20000`);
          const isLong = side === "buy";
          const gives = (kind === "linear") === isLong;
          const held = {
            market: desk.market(),
            side,
            volume,
            cost: gives ? cost - margin : cost + margin,
          };
          const bankrupt =
            kind === "linear" ? (isLong ? 190_000 : 210_000) : isLong ? 190_477 : 210_526;
          const ticks = isLong ? bankrupt - off : bankrupt + off;
          const price = (ticks / 10).toFixed(1);
          if (isLong) desk.bids([[volume, price]]);
          else desk.asks([[volume, price]]);

          desk.markAt(isLong ? "19060" : "20980");

          const sold = desk.events.flatMap((event) =>
            event.type === "ContractTraded" ? [event.lots] : [],
          );
          expect(sold.length).toBeLessThanOrEqual(1);
          const [lots = 0] = sold;
          const has = BigInt(fund * unit);
          if (lots > 0) expect(costOf(held, ticks, lots)).toBeLessThanOrEqual(has);
          if (lots === volume) return;
          expect(costOf(held, ticks, lots + 1)).toBeGreaterThan(has);
          // Rounded values of an inverse contract leave the last unit of the fund to chance.
          const slack = kind === "inverse" ? 1n : 0n;
          for (let more = lots + 1; more <= volume; more++) {
            expect(costOf(held, ticks, more)).toBeGreaterThan(has - slack);
          }
        },
      ),
      { seed: 26, numRuns: runs(20, 60) },
    );
  },
);
