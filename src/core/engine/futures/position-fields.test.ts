import fc from "fast-check";
import { expect, test } from "vitest";
import { Holdings } from "../../../../test/support/holdings.ts";
import { formatUnits, tenTo } from "../../money/decimal.ts";
import type { Contract } from "../catalogue/contract.ts";
import { type Held, priceWithoutSurplus } from "./liquidation-price.ts";

const shown = (value: bigint) => formatUnits(value, 8);

/** top ÷ bottom, kept apart so that nothing is rounded. */
type Exact = readonly [bigint, bigint];

/** The value of so many contracts at an exact price, in units of the margin coin. */
function valueAt(contract: Contract, volume: number, [top, bottom]: Exact): Exact {
  const { kind, multiplier, multiplierDecimals, scale } = contract;
  const face = BigInt(volume) * multiplier * tenTo(scale);
  const decimals = tenTo(multiplierDecimals);
  return kind === "linear" ? [face * top, decimals * bottom] : [face * bottom, decimals * top];
}

/** What is left of `money` at a price when the positions have what they must keep: its sign. */
function leftAt(
  contract: Contract,
  { buy, sell }: Partial<Record<"buy" | "sell", Held>>,
  [money, price]: readonly [bigint, Exact],
): number {
  const RATES = tenTo(8);
  let [top, bottom]: Exact = [money, 1n];
  const add = (held: Held, isLong: boolean) => {
    const [worth, unit] = valueAt(contract, held.volume, price);
    const isValueUp = (contract.kind === "linear") === isLong;
    const profit = isValueUp ? worth - held.cost * unit : held.cost * unit - worth;
    const part: Exact = [profit * RATES - worth * BigInt(held.rate), unit * RATES];
    [top, bottom] = [top * part[1] + part[0] * bottom, bottom * part[1]];
  };
  if (buy) add(buy, true);
  if (sell) add(sell, false);
  return top === 0n ? 0 : top > 0n ? 1 : -1;
}

const held = fc.record({
  volume: fc.integer({ min: 1, max: 100_000 }),
  cost: fc.bigInt({ min: 1n, max: tenTo(14) }),
  rate: fc.integer({ min: 0, max: 20_000_000 }),
});

test("FUT-FIELD-7 on the two sides of the shown price something is left, and nothing", () => {
  const kinds = fc.constantFrom("linear" as const, "inverse" as const);
  const sides = fc.oneof(
    fc.record({ buy: held }),
    fc.record({ sell: held }),
    fc.record({ buy: held, sell: held }),
  );
  const money = fc.bigInt({ min: -tenTo(12), max: tenTo(13) });
  let count = 0;

  fc.assert(
    fc.property(kinds, sides, money, (kind, positions, have) => {
      const words = { kind, multiplier: kind === "linear" ? "0.0001" : "100", mark: "1" };
      const { contract } = new Holdings().list(words);
      const price = priceWithoutSurplus(contract, positions, have);
      if (price <= 0n) return;
      count++;
      const half = (sign: bigint): Exact => [2n * price + sign, 2n * tenTo(8)];

      const [below, above] = [half(-1n), half(1n)].map((at) =>
        leftAt(contract, positions, [have, at]),
      );

      expect((below ?? 0) * (above ?? 0)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 500, seed: 20_261_115 },
  );
  expect(count).toBeGreaterThan(200);
});

test("FUT-FIELD-7 both sides of a contract held cross are shown one price, without each other", () => {
  const desk = new Holdings();
  const market = desk.list({ mark: "100", maintenanceRate: "0.01" });
  const long = desk.hold(market, { side: "buy", volume: 30, price: "100" });
  const short = desk.hold(market, { side: "sell", volume: 10, price: "110" });
  const other = desk.list({ mark: "50", maintenanceRate: "0.02" });
  desk.hold(other, { side: "buy", volume: 4, price: "60" });
  desk.have("500");

  const prices = [long, short].map((one) => shown(desk.fieldsOf(one).liquidationPrice));

  // H' = 500 - 40 - 4 = 456; (3000 - 1100 - 456) / (30 × 0.99 - 10 × 1.01) = 1444 / 19.6
  expect(prices).toEqual(["73.67346939", "73.67346939"]);
});

test("FUT-FIELD-7 a price below zero, or none at all, says that there is no liquidation", () => {
  const { contract } = new Holdings().list({ mark: "1" });
  const position = { volume: 1, cost: 100n, rate: 0 };

  expect(priceWithoutSurplus(contract, { buy: position }, 1_000n)).toBeLessThan(0n);
  expect(priceWithoutSurplus(contract, { buy: position, sell: position }, 1_000n)).toBe(0n);
});

test("FUT-FIELD-2 FUT-FIELD-4 the margin behind a cross position is rounded up, its value is cut", () => {
  const desk = new Holdings();
  const market = desk.list({ kind: "inverse", multiplier: "1", mark: "3" });
  const position = desk.hold(market, { side: "buy", volume: 1, cost: 40_000_001n, leverage: 20 });
  position.pending = 1;

  const fields = desk.fieldsOf(position);

  expect(fields).toMatchObject({
    balance: 33_333_333n,
    heldMargin: 1_666_667n,
    openAmount: 2_000_001n,
    unrealized: 40_000_001n - 33_333_334n,
    closable: 0,
  });
});

test("FUT-FIELD-2 realized counts from the last settlement of profit, its history from the start", () => {
  const desk = new Holdings();
  const market = desk.list({ mark: "100" });
  const position = desk.hold(market, { side: "buy", volume: 1, price: "100" });
  Object.assign(position, { closeProfit: 70n, tradeFee: -9n, fundingReceived: 4n });
  Object.assign(position, { settleProfit: 1_000n, realizedBefore: 50n });

  expect(desk.fieldsOf(position)).toMatchObject({ realized: 15n, realizedTotal: 1_065n });
  expect(desk.account().realized).toBe(15n);
});

test("FUT-FIELD-1 closePrice is the average of all that was closed, 0 before", () => {
  const desk = new Holdings();
  const market = desk.list({ mark: "100", multiplier: "0.1" });
  const position = desk.hold(market, { side: "sell", volume: 1, price: "100" });

  expect(desk.fieldsOf(position).closePrice).toBe(0n);
  position.closeVolume = 3n;
  position.closeValue = desk.units("31");
  expect(shown(desk.fieldsOf(position).closePrice)).toBe("103.33333333");
});

test("FUT-FIELD-5 FUT-FIELD-6 ratios are cut toward zero, of own margin or of the cross account", () => {
  const desk = new Holdings();
  const market = desk.list({ mark: "97", maintenanceRate: "0.01", maxFeeRate: "0.001" });
  const margin = desk.units("9");
  const words = { side: "buy", volume: 1, price: "100" } as const;
  const isolated = desk.hold(market, { ...words, mode: "isolated", margin });
  const crossMarket = desk.list({ mark: "97" });
  const cross = desk.hold(crossMarket, { ...words, leverage: 10 });
  const otherMarket = desk.list({ mark: "50", maintenanceRate: "0.02" });
  desk.hold(otherMarket, { side: "sell", volume: 2, price: "55", leverage: 10 });
  desk.have("20");

  // (9 - 3) / 97, -3 / 9; (20 - 3 + 10 - 2) / 97, -3 / (100 / 10)
  const rates = [isolated, cross].map((one) => desk.fieldsOf(one));
  expect(rates.map(({ marginRatio }) => shown(marginRatio))).toEqual(["0.06185567", "0.25773195"]);
  expect(rates.map(({ returnOnMargin }) => shown(returnOnMargin))).toEqual(["-0.33333333", "-0.3"]);
  expect(rates.map(({ maintenanceRate }) => maintenanceRate)).toEqual([1_000_000, 500_000]);
});

test("FUT-FIELD-5 FUT-FIELD-7 at its liquidation price an isolated position is down to its rates", () => {
  const position = fc.record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    volume: fc.integer({ min: 1_000, max: 50_000 }),
    cents: fc.integer({ min: 1_000_000, max: 5_000_000 }),
    leverage: fc.integer({ min: 2, max: 50 }),
  });

  fc.assert(
    fc.property(position, ({ side, volume, cents, leverage }) => {
      const desk = new Holdings();
      const rates = { maintenanceRate: "0.004", maxFeeRate: "0.001" };
      const price = formatUnits(BigInt(cents), 2);
      const market = desk.list({ mark: price, multiplier: "0.001", ...rates });
      const own = desk.hold(market, { side, volume, mode: "isolated", price });
      own.margin = own.cost / BigInt(leverage);
      const away = side === "buy" ? -1 : 1;

      const liquidationMark = Number(desk.fieldsOf(own).liquidationPrice / 1_000_000n);
      market.mark = liquidationMark + (side === "buy" ? 1 : -1);
      const before = desk.fieldsOf(own).marginRatio;
      market.mark += 3 * away;
      const after = desk.fieldsOf(own).marginRatio;

      expect(before).toBeGreaterThanOrEqual(499_999n);
      expect(after).toBeLessThanOrEqual(500_000n);
    }),
    { seed: 20_261_115 },
  );
});

test("FUT-FIELD-4 FUT-FIELD-9 without a mark everything that needs one is 0", () => {
  const desk = new Holdings();
  const market = desk.list({ mark: "0" });
  const position = desk.hold(market, { side: "buy", volume: 1, price: "100" });
  desk.have("7");

  expect(desk.fieldsOf(position)).toMatchObject({
    balance: 0n,
    unrealized: 0n,
    profitSinceOpening: 0n,
    heldMargin: 0n,
    marginRatio: 0n,
    returnOnMargin: 0n,
  });
  expect(desk.account()).toMatchObject({ crossEquity: 700_000_000n, crossMarginRatio: 0n });
});

test("FUT-FIELD-8 FUT-FIELD-9 an account without positions has its money and no rates", () => {
  const desk = new Holdings();
  desk.list({ mark: "1" });
  desk.have("7", "2");

  const { coin: _, positions, ...fields } = desk.account();

  expect(positions).toEqual([]);
  expect(fields).toEqual({
    free: 700_000_000n,
    locked: 200_000_000n,
    crossEquity: 700_000_000n,
    isolatedMargin: 0n,
    crossMargin: 0n,
    realized: 0n,
    unrealized: 0n,
    isolatedEquity: 0n,
    totalCost: 0n,
    crossMarginRatio: 0n,
    totalMarginRatio: 0n,
  });
});

test("FUT-FIELD-9 values of inverse contracts are added as fractions, not as what is shown", () => {
  const desk = new Holdings();
  const hold = (mark: string) => {
    const market = desk.list({
      kind: "inverse",
      multiplier: "0.00000001",
      mark,
      pricePrecision: 0,
    });
    desk.hold(market, { side: "buy", volume: 1, cost: 1n, mode: "isolated", margin: 1n });
  };
  hold("3");
  hold("7");
  desk.have("0.00000001");

  // 1/3 and 1/7 of the smallest unit: cut each, both would be nothing. Losses are rounded up to 0.
  // (1 + 2 + 0) / (10/21)
  expect(shown(desk.account().totalMarginRatio)).toBe("6.3");
});
