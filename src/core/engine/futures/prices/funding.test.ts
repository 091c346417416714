/** Funding: when it is settled, which side pays, and what happens to a position that cannot. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import type { ContractRules } from "../../catalogue/contract.ts";

const INVERSE = {
  name: "E-BTC-USD",
  kind: "inverse",
  multiplier: 100n,
  multiplierDecimals: 0,
} as const;
const NAMES = ["ann", "ben", "cas"];
const BALANCES = { USDT: "10000", BTC: "10" };

/** With an empty book the premium is 0, so the rate is what the interest says, in 10^-8. */
function deskOf(rate: number, rules: Partial<ContractRules> = {}): RiskDesk {
  const clamp = Math.abs(rate);
  const terms = { interestRate: rate, fundingClamp: clamp, fundingHours: 1, ...rules };
  return new RiskDesk({ ann: BALANCES, ben: BALANCES }, { contract: terms });
}

/** A sample is taken, and the next hour ticks. */
function nextHour(desk: RiskDesk): string[] {
  desk.advance(60_000);
  desk.second();
  desk.passHours(1);
  return desk.happened();
}

test.each([
  [100_000, "buy", "-2", "2"],
  [-100_000, "sell", "2", "-2"],
])("FUT-FUND-5 at a rate of %i the %s side pays", (rate, _, long, short) => {
  const desk = deskOf(rate);
  desk.markAt("20000");
  desk.trade("ben", "open sell 100 @ 20000");
  desk.trade("ann", "open buy 100 @ 20000");

  expect(nextHour(desk)).toEqual([`funding ${rate}`]);

  expect(desk.position("ann", "buy")?.fundingReceived).toBe(desk.money(long));
  expect(desk.position("ben", "sell")?.fundingReceived).toBe(desk.money(short));
  expect(desk.market().fundingRate).toBe(rate);
});

test.each(["linear", "inverse"] as const)(
  "FUT-FUND-5 of a %s contract payers are rounded up, receivers down, at the mark",
  (kind) => {
    const coin = kind === "linear" ? "USDT" : "BTC";
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: -4999, max: 4999 }),
        fc.integer({ min: 190_000, max: 210_000 }),
        (volumes, rate, ticks) => {
          const scales = { USDT: 6 };
          const rules = { interestRate: rate, fundingClamp: Math.abs(rate), fundingHours: 1 };
          const face = kind === "inverse" ? INVERSE : { multiplierDecimals: 5 };
          const names = NAMES.slice(0, volumes.length);
          const desk = new RiskDesk(Object.fromEntries(names.map((name) => [name, BALANCES])), {
            scales,
            contract: { ...rules, ...face },
          });
          desk.markAt("20000");
          volumes.forEach(
            (lots, at) => void desk.hold(NAMES[at] ?? "", `long ${lots} @ 20000 cross`),
          );
          desk.markAt((ticks / 10).toFixed(1));

          nextHour(desk);

          const { unit } = desk.contract();
          const size = BigInt(Math.abs(rate));
          const amount = (lots: number) => {
            const [top, bottom] =
              kind === "linear"
                ? [BigInt(lots) * unit * BigInt(ticks) * size, 10n ** 8n]
                : [BigInt(lots) * unit * size, BigInt(ticks) * 10n ** 8n];
            return { up: (top + bottom - 1n) / bottom, down: top / bottom };
          };
          const longs = volumes.map((lots, at) => {
            const fee = desk.position(NAMES[at] ?? "", "buy")?.fundingReceived ?? 0n;
            const { up, down } = amount(lots);
            expect(fee).toBe(rate > 0 ? -up : down);
            return fee;
          });
          const whole = amount(volumes.reduce((sum, lots) => sum + lots, 0));
          const short = desk.position("max", "sell")?.fundingReceived ?? 0n;
          expect(short).toBe(rate > 0 ? whole.down : -whole.up);
          const rest = longs.reduce((sum, fee) => sum + fee, short);
          expect(desk.money(desk.futuresFunds(coin).insurance, coin)).toBe(-rest);
        },
      ),
      { seed: 18, numRuns: runs(20, 60) },
    );
  },
);

test("FUT-FUND-4 funding comes at multiples of the interval from 00:00 UTC", () => {
  const desk = deskOf(100_000, { fundingHours: 8 });
  desk.markAt("20000");
  desk.hold("ann", "long 100 @ 20000");

  // The desk opens at 22:00.
  const hours = Array.from({ length: 12 }, (_, at) => [at + 1, nextHour(desk).length]);

  expect(hours.filter(([, count]) => count !== 0)).toEqual([
    [2, 1],
    [10, 1],
  ]);
});

test("FUT-FUND-4 without a mark, or with a stale index, a funding time passes without payment", () => {
  const desk = deskOf(100_000);
  expect(nextHour(desk)).toEqual([]);
  desk.feed("20000");
  desk.second();
  desk.hold("ann", "long 100 @ 20000");
  expect(desk.market().premiumCount).toBe(1);

  desk.passHours(1);
  expect(desk.happened()).toEqual([]);
  expect(desk.market()).toMatchObject({ premiumCount: 0, fundingRate: 0 });
  desk.feed("20000");
  desk.second();
  desk.advance(9000);
  desk.feed("20000");
  desk.timeMs = desk.state.hourMs + 3_600_000;
  desk.feed("20000");
  desk.tick();

  expect(desk.happened()).toEqual(["funding 100000"]);
});

test("FUT-FUND-3 FUT-TICK-1 hours without a sample cost nothing, however many they are", () => {
  const desk = deskOf(100_000);
  desk.markAt("20000");
  desk.hold("ann", "long 100 @ 20000");

  desk.passHours(24 * 10);

  expect(desk.position("ann", "buy")?.fundingReceived).toBe(desk.money("-2")); // Only that of the first.
  expect(desk.market().fundingRate).toBe(0);
});

test("FUT-FUND-6 cross pays with the free balance, isolated with its margin; risk follows", () => {
  const desk = deskOf(400_000, {
    tiers: [{ valueMax: 10n ** 30n, leverageMax: 99, maintenanceRate: 900_000 }],
  });
  desk.markAt("20000");
  desk.lever("ann", 80);
  desk.hold("ann", "long 100 @ 20000");
  desk.hold("ben", "long 100 @ 20000 cross");

  const news = nextHour(desk);

  expect(desk.account("ben")).toBe("9992/0");
  expect(desk.account("ann")).toBe("9975/0"); // The margin that was put in is gone.
  expect(news).toContain("position of ann: taken_over"); // 25 - 8 <= 18
});

test("FUT-FUND-6 FUT-LOSS-1 an isolated position pays what it has, the insurance and the house the rest", () => {
  const desk = deskOf(500_000);
  desk.markAt("20000");
  desk.lever("ann", 100);
  const long = desk.hold("ann", "long 100 @ 20000");
  desk.markAt("21000");
  desk.insureFutures("0.4 USDT");

  nextHour(desk);
  expect([long.margin, long.fundingReceived]).toEqual([desk.money("9.5"), desk.money("-10.5")]);
  expect(nextHour(desk)).toEqual(["ann lacked: insured 0.4, rest 0.6", "funding 500000"]);

  expect([long.margin, long.fundingReceived]).toEqual([0n, desk.money("-20")]);
  expect(desk.futuresFunds()).toEqual({ insurance: "0", badDebt: "-0.6" });
  expect(desk.position("max", "sell")?.fundingReceived).toBe(desk.money("21"));
});

test("FUT-FUND-7 while a contract is halted its funding waits, and is settled once when it resumes", () => {
  const desk = deskOf(100_000);
  desk.markAt("20000");
  desk.hold("ann", "long 100 @ 20000");
  desk.haltContract();
  expect([...nextHour(desk), ...nextHour(desk), ...nextHour(desk)]).toEqual([]);
  desk.markAt("19500");

  desk.resumeContract();
  expect(desk.happened()).toEqual(["funding 100000"]);
  expect(desk.position("ann", "buy")?.fundingReceived).toBe(desk.money("-1.95"));
  desk.haltContract();
  desk.resumeContract();

  expect(desk.happened()).toEqual([]);
});

test("FUT-FUND-9 a funding has the hour that it was due, one that waited the time of the resumption", () => {
  const desk = deskOf(100_000);
  desk.markAt("20000");
  const { hourMs } = desk.state;
  const settledAfter = (act: () => void) => {
    act();
    return desk.events.flatMap((event) =>
      event.type === "FundingSettled" ? [event.dueMs - hourMs, event.timeMs - desk.timeMs] : [],
    );
  };
  const tick = (hours: number) => () =>
    desk.must({ type: "HourTick", hourMs: hourMs + hours * 3_600_000 });

  desk.advance(2 * 3_600_000); // Nothing has ticked meanwhile.
  expect(settledAfter(tick(1))).toEqual([3_600_000, 0]);
  expect(settledAfter(tick(2))).toEqual([7_200_000, 0]);
  desk.haltContract();
  desk.advance(3_600_000);
  expect(settledAfter(tick(3))).toEqual([]);

  const resumed = settledAfter(() => desk.resumeContract());
  expect(resumed).toEqual([desk.timeMs - hourMs, 0]);
});

test("FUT-FUND-7 with a stale index at the resumption the funding is dropped", () => {
  const desk = deskOf(100_000);
  desk.feed("20000");
  desk.second();
  desk.hold("ann", "long 100 @ 20000");
  desk.haltContract();
  desk.passHours(1);

  desk.resumeContract();

  expect(desk.happened()).toEqual([]);
  expect(desk.market()).toMatchObject({ isFundingDue: false, premiumCount: 0 });
});

test("FUT-FUND-5 months of funding lose nothing", () => {
  const desk = deskOf(-12_345, { ...INVERSE, fundingHours: 8 });
  desk.markAt("26017.7");
  const long = desk.hold("ann", "long 7 @ 26017.7 cross");
  const short = desk.hold("ben", "short 4 @ 26017.7 cross");
  const other = desk.position("max", "sell");

  for (let day = 0; day < 90; day++) nextHour(desk);

  const fees = [long, short, other, desk.position("max", "buy")].map(
    (one) => one?.fundingReceived ?? 0n,
  );
  const total = fees.reduce((sum, fee) => sum + fee, 0n);
  expect(total).toBe(-desk.money(desk.futuresFunds("BTC").insurance, "BTC"));
  expect(total).toBeLessThan(0n);
});
