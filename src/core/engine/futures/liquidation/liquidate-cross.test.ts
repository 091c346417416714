/** The liquidation of a cross account, step by step. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import type { ContractRules } from "../../catalogue/contract.ts";
import type { ForceClosed } from "../futures.ts";
import type { Position } from "../futures-state.ts";

const ETH = "E-ETH-USDT";
const EUR = "E-BTC-EUR";
const INVERSE = { kind: "inverse", multiplier: 10n, multiplierDecimals: 0 } as const;
const TIERS = [
  { valueMax: 500_000_000_000n, leverageMax: 100, maintenanceRate: 500_000 },
  { valueMax: 10n ** 30n, leverageMax: 50, maintenanceRate: 1_000_000 },
];

/** BTC at 20000 and ETH at 1500; ann has so much. */
function deskOf(usdt: string, rules: Partial<ContractRules> = {}): RiskDesk {
  const desk = new RiskDesk({ ann: { USDT: usdt, BTC: "1" } }, { contract: rules });
  desk.addAsset("ETH", 8);
  desk.addContract({ name: ETH, multiplierDecimals: 2, ...rules });
  desk.index("ETH", "1500");
  desk.markAt("20000");
  for (const on of ["E-BTC-USDT", ETH]) desk.lever("ann", 50, on);
  return desk;
}

/** The prices of both, at one second. */
function leap(desk: RiskDesk, btc: string, eth: string): string[] {
  desk.index("ETH", eth);
  desk.markAt(btc);
  return desk.happened();
}

function forcedIn(desk: RiskDesk, reason: ForceClosed["reason"]): ForceClosed[] {
  return desk.events.filter(
    (event): event is ForceClosed => event.type === "ForceClosed" && event.reason === reason,
  );
}

test("FUT-RISK-2 a cross account is liquidated when its equity equals the sum of maintenance", () => {
  const desk = deskOf("1125");
  const btc = desk.hold("ann", "long 1000 @ 20000 cross");
  const eth = desk.hold("ann", "long 400 @ 1500 cross", ETH);

  leap(desk, "19000.1", "1500"); // 125.1 > 95.0005 + 30
  expect([btc.volume, eth.volume]).toEqual([1000, 400]);
  leap(desk, "19000", "1500");

  expect([btc.volume, eth.volume]).toEqual([0, 0]);
});

test("FUT-CROSS-1 all orders of the coin go first, waiting ones too; other coins keep theirs", () => {
  const desk = deskOf("1000");
  desk.addContract({ name: "E-BTC-USD", kind: "inverse", multiplierDecimals: 0 });
  desk.second();
  const long = desk.hold("ann", "long 1000 @ 20000 cross");
  const gone = [
    desk.trade("ann", "open buy 100 @ 18100 cross"),
    desk.trade("ann", `open buy 1000 @ 1400 cross on ${ETH}`),
    desk.trade("ann", "close sell 10 @ 21000"),
    desk.trade("ann", `open buy 1 @ 1400 cross when up 2000 on ${ETH}`),
  ];
  const kept = desk.trade("ann", "open sell 10 @ 21000 cross on E-BTC-USD");
  expect(desk.account("ann")).toBe("683.8/316.2");

  desk.markAt("19400");

  expect(desk.happened()).toEqual([
    ...gone.map((id) => `order ${id} canceled`).reverse(),
    "account of ann: orders_canceled",
  ]);
  expect(desk.state.orders.byId.get(kept)).toBeDefined();
  expect(desk.account("ann")).toBe("1000/0");
  expect(long).toMatchObject({ volume: 1000, isFrozen: false, lockedAtMs: desk.timeMs });
});

test("FUT-CROSS-2 long and short of one contract are closed against each other at the mark", () => {
  const desk = deskOf("900");
  desk.lever("ann", 100);
  const long = desk.hold("ann", "long 1000 @ 20000 cross");
  const short = desk.hold("ann", "short 900 @ 20000 cross");
  const other = desk.hold("ann", "long 600 @ 1500 cross", ETH);

  const news = leap(desk, "20000", "1382");

  // 900 - 708 <= 100 + 90 + 41.46; without the pair 10 + 41.46 is enough.
  expect(news).toEqual([
    "netting: ann sell 900 @ 20000",
    "netting: ann buy 900 @ 20000",
    "ann ended a short",
    "account of ann: netted",
  ]);
  expect([long.volume, short.volume, other.volume]).toEqual([100, 0, 600]);
  expect([long.tradeFee, long.closeProfit, short.closeProfit]).toEqual([0n, 0n, 0n]);
  expect(desk.market().last).toBe(200_000);
});

test("FUT-CROSS-3 tiers are reduced, the largest maintenance first, only until the account is safe", () => {
  const desk = deskOf("1300", { tiers: TIERS });
  const btc = desk.hold("ann", "long 500 @ 20000 cross");
  const eth = desk.hold("ann", "long 600 @ 1500 cross", ETH);
  desk.bids([[500, "18995"]]);
  desk.trade("max", `open buy 600 @ 1400 cross on ${ETH}`);

  const news = leap(desk, "19000", "1401");

  // 1300 - 500 - 594 = 206 > 95 + 84.06; at 18940 it is 176.
  expect(news).toEqual([]);
  const next = leap(desk, "18940", "1401");
  expect(next.filter((line) => line.startsWith("trade"))).toEqual(["trade 237 @ 18995"]);
  expect(next.at(-1)).toBe("account of ann: reduced");
  expect([btc.volume, eth.volume]).toEqual([263, 600]);
});

test("FUT-CROSS-4 all positions are taken over, by position id, in proportion to maintenance, and nothing is left", () => {
  const desk = deskOf("700");
  const eth = desk.hold("ann", "long 600 @ 1500 cross", ETH);
  const btc = desk.hold("ann", "short 500 @ 20000 cross");
  const costs = [eth.cost, btc.cost];

  const news = leap(desk, "20400", "1427");

  // E = 700 - 438 - 200 = 62 <= 42.81 + 51; shares 28.29357211 and the rest.
  expect(news.filter((line) => line.startsWith("takeover"))).toEqual([
    "takeover: ann sell 600 @ 1422.28440465",
    "takeover: ann buy 500 @ 20467.41285578",
  ]);
  const [first, second] = forcedIn(desk, "takeover");
  const profits = [
    (first?.value ?? 0n) - (costs[0] ?? 0n),
    (costs[1] ?? 0n) - (second?.value ?? 0n),
  ];
  expect(profits).toEqual([desk.money("-466.29357211"), desk.money("-233.70642789")]);
  expect(desk.account("ann")).toBe("0/0");
  expect(news.at(-1)).toBe("account of ann: taken_over");
});

test("FUT-CROSS-5 a gap is borne by the positions that lost; no price lies beyond mark or open price", () => {
  const desk = deskOf("700");
  const eth = desk.hold("ann", "long 600 @ 1500 cross", ETH);
  const btc = desk.hold("ann", "short 500 @ 20000 cross");

  leap(desk, "20900", "1400");

  // E = 700 - 600 - 450 = -350, borne as 200 of 600 and 150 of 450.
  expect([eth.closeProfit, btc.closeProfit]).toEqual([desk.money("-400"), desk.money("-300")]);
  expect(desk.account("ann")).toBe("0/0");
  expect(desk.futuresFunds()).toEqual({ insurance: "0", badDebt: "0" });
});

test("FUT-CROSS-5 FUT-LOSS-1 what losses do not cover is paid by the insurance, then by the house", () => {
  const rules = { interestRate: 500_000, fundingClamp: 500_000, fundingHours: 1 };
  const desk = deskOf("41", rules);
  desk.lever("ann", 100);
  const btc = desk.hold("ann", "long 200 @ 20000 cross");
  desk.insureFutures("1 USDT");
  desk.markAt("20600"); // 120 in profit
  for (let hour = 0; hour < 6; hour++) {
    desk.advance(60_000);
    desk.second();
    desk.passHours(1); // 20.6 each
  }
  expect(desk.account("ann")).toBe("-82.6/0");

  const news = leap(desk, "20200", "1500");

  // E = -82.6 + 40, and nothing has lost: all 42.6 are covered.
  expect(news).toContain("ann lacked: insured 1, rest 41.6");
  expect(btc.closeProfit).toBe(desk.money("40"));
  expect(desk.account("ann")).toBe("0/0");
  expect(desk.futuresFunds()).toEqual({ insurance: "0", badDebt: "-41.6" });
});

test("FUT-CROSS-4 isolated positions and other coins are not touched", () => {
  const desk = deskOf("500");
  desk.addContract({ name: "E-BTC-USD", kind: "inverse", multiplierDecimals: 0 });
  desk.second();
  const apart = desk.hold("ann", "long 100 @ 1500 isolated", ETH);
  const other = desk.hold("ann", "long 100 @ 20000 cross", "E-BTC-USD");
  desk.hold("ann", "long 500 @ 20000 cross");
  const { margin } = apart;

  leap(desk, "19100", "1500");

  expect(desk.position("ann", "buy")).toBeUndefined();
  expect([apart.volume, apart.margin, other.volume]).toEqual([100, margin, 100]);
});

/** A linear desk with BTC and ETH, or one with two inverse contracts of BTC. */
function deskOfKind(kind: "linear" | "inverse", isInsured: boolean): RiskDesk {
  const isLinear = kind === "linear";
  const contract = isLinear ? {} : { ...INVERSE, name: "E-BTC-USD" };
  const desk = new RiskDesk({ ann: { USDT: "320", BTC: "0.02" } }, { contract });
  desk.addAsset("ETH", 8);
  desk.addContract(isLinear ? { name: ETH, multiplierDecimals: 2 } : { ...INVERSE, name: EUR });
  desk.index("ETH", "1500");
  desk.markAt("20000");
  if (isInsured) desk.insureFutures(isLinear ? "30 USDT" : "0.001 BTC");
  for (const on of [undefined, isLinear ? ETH : EUR]) desk.lever("ann", 90, on);
  desk.asks([[1000, "21000"]]);
  desk.bids([[1000, "19000"]]);
  return desk;
}

/** What a position has gained at the mark, rounded against its owner. */
function unrealizedOf({ contractAccount, side, closeVolume }: Position, cost: bigint): bigint {
  const { contract, mark } = contractAccount.market;
  const isLinear = contract.kind === "linear";
  const size = closeVolume * contract.unit;
  const low = isLinear ? size * BigInt(mark) : size / BigInt(mark);
  const high = isLinear || low * BigInt(mark) === size ? low : low + 1n;
  return isLinear === (side === "buy") ? low - cost : cost - high;
}

interface Taken {
  readonly profit: bigint;
  readonly unrealized: bigint;
}

/** After a gap each position is taken over between mark and open price, else beyond the mark, or at it. */
function expectFairPrices(taken: readonly Taken[]): void {
  const beyond = taken.map(({ profit, unrealized }) => unrealized - profit);
  const isGap = beyond.reduce((sum, part) => sum + part, 0n) < 0n;
  for (const { profit, unrealized } of taken) {
    if (!isGap) expect(profit).toBeLessThanOrEqual(unrealized);
    else if (unrealized >= 0n) expect(profit).toBe(unrealized);
    else expect(unrealized <= profit && profit <= 0n).toBe(true);
  }
}

const leg = fc.record({
  lots: fc.integer({ min: 1, max: 900 }),
  word: fc.constantFrom("long", "short"),
});
const move = fc.integer({ min: -90, max: 90 });

test.each(["linear", "inverse"] as const)(
  "FUT-CROSS-4 FUT-CROSS-5 whatever %s positions there are: exactly 0 is left, no price beyond mark or open",
  (kind) => {
    const isLinear = kind === "linear";
    let liquidations = 0;
    const story = (one: Leg, two: Leg, first: number, second: number, isInsured: boolean) => {
      const desk = deskOfKind(kind, isInsured);
      const other = isLinear
        ? `${two.word} ${two.lots} @ 1500 cross`
        : `${two.word} ${two.lots} @ 20000 cross`;
      const held = [
        desk.tryHold("ann", `${one.word} ${one.lots} @ 20000 cross`),
        desk.tryHold("ann", other, isLinear ? ETH : EUR),
      ];
      const costs = held.map((position) => position?.cost ?? 0n);
      const news = leap(desk, shifted(20_000, first), shifted(1500, second));

      if (!news.includes("account of ann: taken_over")) return;
      liquidations++;
      expect(desk.account("ann", isLinear ? "USDT" : "BTC")).toBe("0/0");
      const taken = held.flatMap((position, at) => {
        if (!position) return [];
        const unrealized = unrealizedOf(position, costs[at] ?? 0n);
        return [{ profit: position.closeProfit, unrealized }];
      });
      expectFairPrices(taken);
    };
    const property = fc.property(leg, leg, move, move, fc.boolean(), story);
    fc.assert(property, { seed: 1, numRuns: runs(30, 80) });
    expect(liquidations).toBeGreaterThan(0);
  },
);

interface Leg {
  readonly lots: number;
  readonly word: string;
}

function shifted(price: number, thousandths: number): string {
  return (price * (1 + thousandths / 1000)).toFixed(1);
}
