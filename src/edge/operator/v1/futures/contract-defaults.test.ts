/** What a contract is when only its name is given: it is taken, and can be traded. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";

/** An exchange with these assets, by scale, of which some have an index price. */
async function deskWith(
  assets: Readonly<Record<string, readonly [scale: number, index: string | undefined]>>,
): Promise<OperatorDesk> {
  const desk = new OperatorDesk();
  for (const [name, [scale, index]] of Object.entries(assets)) {
    await desk.done("/assets", { name, scale });
    if (index !== undefined) await desk.done("/index", { asset: name, price: index });
  }
  return desk;
}

test.each([
  ["64000", { multiplier: "0.0001", pricePrecision: 1 }],
  ["3000", { multiplier: "0.001", pricePrecision: 2 }],
  ["1", { multiplier: "1", pricePrecision: 5 }],
  ["0.0999", { multiplier: "100", pricePrecision: 7 }],
  ["0.00000012", { multiplier: "10000000", pricePrecision: 8 }],
] as const)(
  "OPER-FUT-6 a base at %s has a face value of a few of the quote",
  async (index, face) => {
    const desk = await deskWith({ USDT: [8, undefined], COIN: [8, index] });

    expect(await desk.done("/contracts", { name: "E-COIN-USDT" })).toMatchObject({
      kind: "linear",
      marginCoin: "USDT",
      ...face,
      maxMarketMoney: "100000000",
      defaultLeverage: 20,
      tiers: [
        { maxPositionValue: "500000", maxLeverage: 100, keepRate: "0.005" },
        { maxPositionValue: "2000000", maxLeverage: 50, keepRate: "0.01" },
        { maxPositionValue: "10000000", maxLeverage: 20, keepRate: "0.025" },
        { maxPositionValue: "50000000", maxLeverage: 10, keepRate: "0.05" },
        { maxPositionValue: "100000000", maxLeverage: 5, keepRate: "0.1" },
      ],
    });
  },
);

test("OPER-FUT-6 what is named is as it was named, and the rest fits", async () => {
  const desk = await deskWith({ USDT: [8, undefined], BTC: [8, "64000"] });

  const named = { multiplier: "0.01", closeTakerFeeRate: "0.02" };
  const said = await desk.done("/contracts", { name: "E-BTC-USDT", ...named });

  expect(said).toMatchObject({ ...named, pricePrecision: 1, maxFeeRate: "0.02" });
  // At a fee of 2% a leverage of 100 could not pay for its own liquidation.
  expect(said.tiers.map(({ maxLeverage }: { maxLeverage: number }) => maxLeverage)).toEqual([
    39, 33, 20, 10, 5,
  ]);
});

const scales = fc.integer({ min: 0, max: 18 });
const prices = fc
  .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 12 }), fc.boolean())
  .map(([digits, power, isSmall]) => {
    return isSmall ? `${digits}e-${power}` : `${digits}e${Math.min(power, 9)}`;
  });

test("OPER-FUT-6 NUM-SCALE-3 whatever the scales and the prices are, the defaults are taken", async () => {
  await fc.assert(
    fc.asyncProperty(scales, scales, prices, prices, async (base, quote, indexA, indexB) => {
      const desk = await deskWith({ USDT: [8, undefined], A: [base, indexA], B: [quote, indexB] });

      for (const name of ["E-A-B", "E-A-USDT", "E-A-USD"]) {
        const { status, json } = await desk.post("/contracts", { name });
        // Of a coin without decimals that is worth more than a whole tier nothing fits.
        const isWorthless = json.code === -3008 && /tiers/.test(json.msg);
        expect(status === 200 || (isWorthless && Math.min(base, quote) < 8), json.msg).toBe(true);
      }
    }),
    { numRuns: 60, seed: 11 },
  );
});
