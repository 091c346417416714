/** Closing down through the tiers, and the price it may cost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import { valueAt } from "../contract-value.ts";
import type { Position } from "../futures-state.ts";
import { bankruptcyTicks } from "./reduce-tier.ts";

const FEES = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 50_000 };
/** 5,000, 10,000 and no end. */
const TIERS = [
  { valueMax: 500_000_000_000n, leverageMax: 20, maintenanceRate: 500_000 },
  { valueMax: 1_000_000_000_000n, leverageMax: 20, maintenanceRate: 1_000_000 },
  { valueMax: 10n ** 30n, leverageMax: 20, maintenanceRate: 1_500_000 },
];
const RULES = { fees: FEES, maxFeeRate: 50_000, tiers: TIERS };

function deskOf(): RiskDesk {
  const desk = new RiskDesk({ ann: { USDT: "2000" } }, { contract: RULES });
  desk.markAt("20000");
  return desk;
}

test("FUT-LIQ-2 a position goes down tier by tier, and stops as soon as it is safe", () => {
  const desk = deskOf();
  const long = desk.hold("ann", "long 1000 @ 20000");
  desk.bids([[1000, "19290"]]);

  desk.markAt("19299");

  // 299 <= 19299 × 0.0155; 518 contracts are worth 9996.9 and 0.0105 of it is enough.
  expect(desk.happened()).toEqual([
    "trade 482 @ 19290",
    expect.stringMatching(/order \d+ filled/),
    "position of ann: reduced",
  ]);
  expect(long.volume).toBe(518);
});

test("HIST-FORCED-2 a reduction's order and its trades say that the exchange made them", () => {
  const desk = deskOf();
  desk.hold("ann", "long 1000 @ 20000");
  desk.bids([[1000, "19290"]]);

  desk.markAt("19299");

  const told = desk.events.filter(({ type }) => /^(?:ContractTraded|OrderEnded)$/.test(type));
  expect(told).toMatchObject([{ isForced: true }, { isForced: true }]);
});

test("FUT-LIQ-2 one step may not be enough, and the next goes to the lowest tier", () => {
  const desk = deskOf();
  const long = desk.hold("ann", "long 1000 @ 20000");
  desk.bids([[1000, "19010"]]);

  desk.markAt("19100");

  // 1000 - 739 × 0.99 - 7.024195 of fees is left for 261 contracts from 20000.
  const trades = desk.happened().filter((line) => line.startsWith("trade"));
  expect(trades).toEqual(["trade 477 @ 19010", "trade 262 @ 19010", "trade 261 @ 19010"]);
  expect(long.volume).toBe(0);
  expect(desk.happened()).toContain("takeover: ann sell 261 @ 18998.59844828");
});

test("FUT-LIQ-2 a reduction trades at no worse than the bankruptcy price; if nothing trades, the position is taken over", () => {
  const desk = deskOf();
  desk.hold("ann", "long 1000 @ 20000");
  desk.bids([[900, "18999.9"]]);

  desk.markAt("19210");

  expect(desk.happened()[0]).toBe("takeover: ann sell 1000 @ 19000");
});

test("FUT-LIQ-2 each trade better than that makes room for the next step", () => {
  const desk = deskOf();
  const long = desk.hold("ann", "long 1000 @ 20000");
  desk.bids([
    [100, "19290"],
    [900, "18999.9"],
  ]);

  desk.markAt("19210");

  const trades = desk.happened().filter((line) => line.startsWith("trade"));
  expect(trades).toEqual(["trade 100 @ 19290", "trade 380 @ 18999.9"]);
  expect(long.volume).toBe(520);
});

test("FUT-LIQ-3 profit and fee are the margin's, the fee goes to the insurance, nothing is released", () => {
  const desk = deskOf();
  const long = desk.hold("ann", "long 1000 @ 20000");
  const before = desk.account("ann");
  desk.bids([[1000, "19290"]]);

  desk.markAt("19299");

  const fee = (482n * 1_929_000_000n * 5n) / 10_000n; // In units; 19.29 a contract.
  expect(long.tradeFee).toBe(-fee);
  expect(long.margin).toBe(desk.money("1000") - 482n * 71_000_000n - fee);
  expect(desk.money(desk.futuresFunds().insurance)).toBe(fee);
  expect(desk.account("ann")).toBe(before);
});

test("FUT-LIQ-3 the fee is at most what the margin has left", () => {
  const tiers = [
    { valueMax: 2_000_000_000n, leverageMax: 20, maintenanceRate: 500_000 },
    { valueMax: 10n ** 30n, leverageMax: 20, maintenanceRate: 1_000_000 },
  ];
  const desk = new RiskDesk({ ann: { USDT: "2000" } }, { contract: { ...RULES, tiers } });
  desk.markAt("20000");
  const long = desk.hold("ann", "long 1000 @ 20000");
  desk.bids([[999, "19000"]]);

  desk.markAt("19100"); // The lowest tier allows one contract.

  // 999 are lost, 1 is left, and the fee would be 9.4905.
  expect(desk.happened()).toContain("trade 999 @ 19000");
  expect(long.tradeFee).toBe(-desk.money("1"));
  expect(desk.happened()).toContain("takeover: ann sell 1 @ 20000");
  expect(desk.futuresFunds().badDebt).toBe("0");
});

test("FUT-LIQ-2 the user's own orders on the other side do not stop a reduction", () => {
  const desk = deskOf();
  desk.hold("ann", "short 100 @ 20000");
  const long = desk.hold("ann", "long 1000 @ 20000");
  const own = desk.trade("ann", "close buy 100 @ 19295");
  desk.bids([[900, "19290"]]);

  desk.markAt("19299");

  expect(desk.happened()).toContain(`order ${own} filled`);
  expect(desk.position("ann", "sell")).toBeUndefined();
  expect(long.volume).toBe(518);
});

test("FUT-LIQ-2 the trades of a reduction trigger condition orders when it has finished", () => {
  const desk = deskOf();
  desk.hold("ann", "long 1000 @ 20000");
  desk.bids([[1000, "19290"]]);
  const waiting = desk.trade("max", "open buy 3 @ 19000 cross when down 19290");

  desk.markAt("19299");

  expect(desk.state.orders.byId.get(waiting)?.futures?.isWaiting).toBe(false);
  expect(desk.market().last).toBe(192_900);
});

/** What closing all of it at a price would bring. */
function resultAt(position: Position, ticks: number): bigint {
  const { contract } = position.contractAccount.market;
  const value = valueAt(contract, { lots: position.volume, ticks });
  const isUp = (contract.kind === "linear") === (position.side === "buy");
  return isUp ? value - position.cost : position.cost - value;
}

test.each(["linear", "inverse"] as const)(
  "FUT-LIQ-2 of a %s contract no tick beyond the bankruptcy price is taken, and none before is left out",
  (kind) => {
    const small = { multiplier: 7n, multiplierDecimals: 0, pricePrecision: 0 };
    const desk = new RiskDesk(
      { ann: { USDT: "1", BTC: "1" } },
      { contract: { name: kind === "linear" ? "E-BTC-USDT" : "E-BTC-USD", kind, ...small } },
    );
    const market = desk.market();
    const contractAccount = { user: 1, market, mode: "isolated" } as Position["contractAccount"];
    const { unit } = desk.contract();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("buy" as const, "sell" as const),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: -30, max: 130 }),
        (volume, side, open, percent) => {
          const worth = valueAt(desk.contract(), { lots: volume, ticks: open });
          const carried = (worth * BigInt(percent)) / 100n;
          const position = {
            contractAccount,
            side,
            volume,
            cost: worth,
            margin: carried,
          } as Position;

          const found = bankruptcyTicks(position, carried);

          const isGood = (ticks: number) => resultAt(position, ticks) >= -carried;
          const all = Array.from({ length: 3000 }, (_, at) => at + 1);
          const good = all.filter(isGood);
          // A value that is cut may drop a part of a unit; a bound in ticks never does.
          const strictly = good.filter((ticks) => isExactlyGood(position, ticks, carried, unit));
          const edge = side === "buy" ? strictly[0] : strictly.at(-1);
          const bounded = found > 3000 ? 3000 : found;
          expect(bounded).toBe(edge ?? (side === "buy" ? bounded : 0));
          if (edge !== undefined) expect(isGood(edge)).toBe(true);
        },
      ),
      { seed: 39, numRuns: runs(80, 300) },
    );
  },
);

/** The same without rounding the value. */
function isExactlyGood(position: Position, ticks: number, carried: bigint, unit: bigint): boolean {
  const { kind } = position.contractAccount.market.contract;
  const isUp = (kind === "linear") === (position.side === "buy");
  const size = BigInt(position.volume) * unit;
  const [top, bottom] = kind === "linear" ? [size * BigInt(ticks), 1n] : [size, BigInt(ticks)];
  const result = isUp ? top - position.cost * bottom : position.cost * bottom - top;
  return result >= -carried * bottom;
}
