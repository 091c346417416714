import fc from "fast-check";
import { expect, test } from "vitest";
import { E_BTC_USDT, OperatorDesk } from "../../../../../test/support/operator-desk.ts";

/** A desk with assets of different scales. */
async function openDesk(): Promise<OperatorDesk> {
  const desk = new OperatorDesk();
  await desk.done("/assets", { name: "BTC" });
  await desk.done("/assets", { name: "USDT", scale: 6 });
  await desk.done("/index", { asset: "BTC", price: "20000" });
  return desk;
}

function listed(desk: OperatorDesk) {
  return desk.exchange.state.catalogue.contracts;
}

const FROM_THE_NAME = { base: "BTC", quote: "USDT", marginCoin: "USDT" };

const DEFAULTS = {
  status: "trading",
  minOrderVolume: 1,
  maxMarketVolume: 1_000_000,
  maxLimitVolume: 10_000_000,
  minOrderMoney: "0",
  maxMarketMoney: "1000000",
  maxLimitMoney: "1000000",
  maxValidOrder: 200,
  openMakerFeeRate: "0.0002",
  openTakerFeeRate: "0.0004",
  closeMakerFeeRate: "0.0002",
  closeTakerFeeRate: "0.0004",
  maxFeeRate: "0.0004",
  defaultLeverage: 20,
  priceRange: "0.1",
  unwindRange: "0.02",
  stpMode: "EXPIRE_TAKER",
  fundingIntervalHours: 8,
  interestRate: "0.0001",
  clamp: "0.0005",
  impactNotional: "10000",
  settlementIntervalHours: 0,
  triggerPriceSource: "LAST",
  conditionTtlMs: 14 * 86_400_000,
};

const CHOSEN = {
  minOrderVolume: 2,
  maxMarketVolume: 3_000,
  maxLimitVolume: 4_000,
  minOrderMoney: "5.5",
  maxMarketMoney: "60000.000001",
  maxLimitMoney: "70000",
  maxValidOrder: 8,
  openMakerFeeRate: "-0.0001",
  openTakerFeeRate: "0.0009",
  closeMakerFeeRate: "-0.00011111",
  closeTakerFeeRate: "0.0012",
  maxFeeRate: "0.0013",
  defaultLeverage: 14,
  priceRange: "0.15",
  unwindRange: "0",
  stpMode: "NONE",
  fundingIntervalHours: 4,
  interestRate: "-0.0002",
  clamp: "0.0003",
  impactNotional: "2500.00000001",
  settlementIntervalHours: 24,
  triggerPriceSource: "MARK",
  conditionTtlMs: 60_000,
};

test("OPER-FUT-1 what is not said about a contract has its default", async () => {
  const desk = await openDesk();

  const said = await desk.done("/contracts", E_BTC_USDT);

  expect(said).toEqual({ ...E_BTC_USDT, ...FROM_THE_NAME, ...DEFAULTS });
  expect(listed(desk)[0]).toMatchObject({
    kind: "linear",
    base: 1,
    marginCoin: 2,
    multiplier: 1n,
    multiplierDecimals: 4,
    moneyMin: 0n,
    marketMoneyMax: 10n ** 12n,
    impactNotional: 10n ** 12n,
  });
});

test("OPER-FUT-1 every rule may be chosen, and is kept exactly", async () => {
  const desk = await openDesk();

  const said = await desk.done("/contracts", { ...E_BTC_USDT, ...CHOSEN });

  expect(said).toEqual({ ...E_BTC_USDT, ...FROM_THE_NAME, status: "trading", ...CHOSEN });
  expect(listed(desk)[0]).toMatchObject({
    volumeMin: 2,
    marketVolumeMax: 3_000,
    limitVolumeMax: 4_000,
    ordersMax: 8,
    moneyMin: 5_500_000n,
    marketMoneyMax: 60_000_000_001n,
    limitMoneyMax: 70_000_000_000n,
    fees: {
      openMakerRate: -10_000,
      openTakerRate: 90_000,
      closeMakerRate: -11_111,
      closeTakerRate: 120_000,
    },
    maxFeeRate: 130_000,
    leverageDefault: 14,
    priceRange: 15_000_000,
    unwindRange: 0,
    selfTrade: "none",
    fundingHours: 4,
    interestRate: -20_000,
    fundingClamp: 30_000,
    impactNotional: 250_000_000_001n,
    settlementHours: 24,
    triggerSource: "mark",
    conditionTtlMs: 60_000,
    tiers: [
      { valueMax: 100_000_000_000n, leverageMax: 50, maintenanceRate: 1_000_000 },
      { valueMax: 1_000_000_000_000n, leverageMax: 10, maintenanceRate: 5_000_000 },
    ],
  });
});

test("OPER-FUT-1 an inverse contract has its margin in the base; its quote need not exist", async () => {
  const desk = await openDesk();
  const tiers = [{ maxPositionValue: "5.00000001", maxLeverage: "25", keepRate: 0.01 }];
  const inverse = { ...E_BTC_USDT, name: "E-BTC-USD", kind: "inverse", multiplier: "1e2", tiers };

  const said = await desk.done("/contracts", inverse);

  expect(said).toMatchObject({
    kind: "inverse",
    base: "BTC",
    quote: "USD",
    marginCoin: "BTC",
    multiplier: "100",
    maxMarketMoney: "5.00000001",
    impactNotional: "5000",
    tiers: [{ maxPositionValue: "5.00000001", maxLeverage: 25, keepRate: "0.01" }],
  });
  expect(listed(desk)[0]).toMatchObject({ multiplier: 100n, multiplierDecimals: 0, marginCoin: 1 });
});

test("OPER-FUT-1 the fee that risk counts on is that of takers who close", async () => {
  const desk = await openDesk();

  const said = await desk.done("/contracts", { ...E_BTC_USDT, closeTakerFeeRate: "0.001" });

  expect(said).toMatchObject({ closeTakerFeeRate: "0.001", maxFeeRate: "0.001" });
});

test("NUM-DEC-1 any multiplier that fits is listed as it was said, without needless zeros", async () => {
  const figure = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 5 }));

  await fc.assert(
    fc.asyncProperty(figure, async ([digits, decimals]) => {
      const desk = await openDesk();

      const multiplier = `${digits}e-${decimals}`;
      const said = await desk.done("/contracts", { ...E_BTC_USDT, multiplier });

      expect(Number(said.multiplier)).toBe(Number(multiplier));
      expect(said.multiplier).toMatch(/^[0-9]+(?:\.[0-9]*[1-9])?$/);
      const [contract] = listed(desk);
      const { multiplierDecimals = 0 } = contract ?? {};
      expect(multiplierDecimals === 0 || (contract?.multiplier ?? 0n) % 10n !== 0n).toBe(true);
    }),
    { numRuns: 50, seed: 5 },
  );
});

const TIER = { maxPositionValue: "1000", maxLeverage: 10, keepRate: "0.01" };

test.each([
  [{ name: "E-BTC" }, 400, -1100, /TYPE-BASE-QUOTE/],
  [{ name: "BTCUSDT" }, 400, -1100, /TYPE-BASE-QUOTE/],
  [{ name: "e-BTC-USDT" }, 400, -1100, /TYPE-BASE-QUOTE/],
  [{ name: "E-btc-USDT" }, 404, -3002, /no such asset/],
  [{ name: "E-SOL-USDT" }, 404, -3002, /no such asset/],
  [{ name: "E-BTC-USD" }, 404, -3002, /no such asset/],
  [{ name: "E-BTC-BTC" }, 404, -3002, /two different assets/],
  [{ name: "E-SOL-USD", kind: "inverse" }, 404, -3002, /no such asset/],
  [{ name: undefined }, 400, -1102, /name is missing/],
  [{ kind: "LINEAR" }, 400, -1102, /kind is malformed: it is linear or inverse\.$/],
  [{ multiplier: "0" }, 400, -3008, /0 that must not be/],
  [{ multiplier: "-1" }, 400, -1102, /multiplier is malformed/],
  [{ multiplier: "0.000001" }, 400, -3008, /fit the margin coin's scale/],
  [{ pricePrecision: 3 }, 400, -3008, /fit the margin coin's scale/],
  [{ pricePrecision: 9, multiplier: "1" }, 400, -3008, /at most 8 decimals/],
  [{ pricePrecision: -1 }, 400, -1102, /pricePrecision is malformed/],
  [{ minOrderVolume: 0 }, 400, -3008, /0 that must not be/],
  [{ minOrderVolume: "1.5" }, 400, -1102, /minOrderVolume is malformed/],
  [{ maxMarketVolume: 0 }, 400, -3008, /minimum is above its maximum/],
  [{ maxLimitVolume: "1e16" }, 400, -1102, /maxLimitVolume is malformed/],
  [{ minOrderMoney: "0.0000001" }, 400, -1111, /minOrderMoney has more than 6 decimals/],
  [{ minOrderMoney: "-1" }, 400, -1102, /minOrderMoney is malformed/],
  [{ minOrderMoney: "5", maxLimitMoney: "4" }, 400, -3008, /minimum is above its maximum/],
  [{ minOrderMoney: "5", maxMarketMoney: "4" }, 400, -3008, /minimum is above its maximum/],
  [{ maxValidOrder: 0 }, 400, -3008, /0 that must not be/],
  [{ openMakerFeeRate: "-1" }, 400, -3008, /only a maker's fee/],
  [{ openTakerFeeRate: "-0.1" }, 400, -3008, /only a maker's fee/],
  [{ closeTakerFeeRate: "-0.1" }, 400, -3008, /only a maker's fee/],
  [{ closeMakerFeeRate: "0.000000001" }, 400, -1111, /closeMakerFeeRate has more than 8/],
  [{ maxFeeRate: "-0.1" }, 400, -1102, /maxFeeRate is malformed/],
  [{ maxFeeRate: "1" }, 400, -3008, /leverage × \(keepRate \+ maxFeeRate\) is below 1/],
  [{ tiers: [] }, 400, -1102, /tiers is malformed/],
  [{ tiers: "1000:10:0.01" }, 400, -1102, /tiers is malformed/],
  [{ tiers: [5] }, 400, -1102, /tiers\[0\] is malformed/],
  [{ tiers: Array(101).fill(TIER) }, 400, -1101, /more than 100 items/],
  [{ tiers: Array(21).fill(TIER) }, 400, -3008, /1 to 20 tiers/],
  [{ tiers: [TIER, { ...TIER, maxLeverage: 5 }] }, 400, -3008, /1 to 20 tiers/],
  [{ tiers: [{ ...TIER, maxLeverage: 0 }] }, 400, -3008, /leverage from 1 to 1000/],
  [{ tiers: [{ ...TIER, maxLeverage: 2.5 }] }, 400, -1102, /tiers\[0\]\.maxLeverage is malf/],
  [{ tiers: [{ ...TIER, keepRate: "0" }] }, 400, -3008, /keepRate is above 0/],
  [{ tiers: [TIER, { ...TIER, keepRate: null }] }, 400, -1102, /tiers\[1\]\.keepRate is missing/],
  [{ tiers: [{ ...TIER, maxPositionValue: "1e-7" }] }, 400, -1111, /tiers\[0\]\.maxPositionV/],
  [{ tiers: [{ ...TIER, maxPositionValue: "-1" }] }, 400, -1102, /maxPositionValue is malf/],
  [{ defaultLeverage: 0 }, 400, -3008, /0 that must not be/],
  [{ priceRange: "0" }, 400, -3008, /priceRange is above 0/],
  [{ priceRange: "1" }, 400, -3008, /A rate is below 1/],
  [{ unwindRange: "1" }, 400, -3008, /A rate is below 1/],
  [{ stpMode: "expire_taker" }, 400, -1102, /stpMode is malformed/],
  [{ fundingIntervalHours: 5 }, 400, -3008, /Hours are 1, 2, 3/],
  [{ fundingIntervalHours: 0 }, 400, -3008, /only settlementIntervalHours may be 0/],
  [{ interestRate: "1" }, 400, -3008, /A rate is below 1/],
  [{ clamp: "1" }, 400, -3008, /A rate is below 1/],
  [{ impactNotional: "0" }, 400, -3008, /0 that must not be/],
  [{ impactNotional: "1e-9" }, 400, -1111, /impactNotional has more than 8 decimals/],
  [{ settlementIntervalHours: 5 }, 400, -3008, /Hours are 1, 2, 3/],
  [{ triggerPriceSource: "INDEX" }, 400, -1102, /triggerPriceSource is malformed/],
  [{ conditionTtlMs: 0 }, 400, -3008, /0 that must not be/],
  [{ conditionTtlMs: 3_650 * 86_400_000 + 1 }, 400, -1102, /conditionTtlMs is malformed/],
])("OPER-FUT-1 a contract with %j is refused with %i", async (rules, status, code, msg) => {
  const desk = await openDesk();

  expect(await desk.post("/contracts", { ...E_BTC_USDT, ...rules })).toMatchObject({
    status,
    json: { code, msg: expect.stringMatching(msg) },
  });
  expect(listed(desk)).toEqual([]);
  expect(desk.reports).toEqual([]);
});

test("FUT-CONTRACT-3 FUT-CONTRACT-4 a contract is halted, resumed and delisted for good", async () => {
  const desk = await openDesk();
  await desk.done("/contracts", E_BTC_USDT);
  const { name } = E_BTC_USDT;

  const statuses = [
    await desk.done("/contracts/halt", { name }),
    await desk.done("/contracts/resume", { name }),
    await desk.done("/contracts/delist", { name }),
  ];

  expect(statuses).toEqual([
    { name, status: "halted" },
    { name, status: "trading" },
    { name, status: "delisted" },
  ]);
  for (const verb of ["halt", "resume", "delist", "set"]) {
    const more = verb === "set" ? { clamp: "0.0001" } : {};
    const refused = await desk.post(`/contracts/${verb}`, { name, ...more });
    expect(refused, verb).toMatchObject({
      status: 404,
      json: { code: -1121, msg: "There is no such contract, or it is delisted." },
    });
  }
  expect(await desk.post("/contracts", E_BTC_USDT)).toMatchObject({
    status: 409,
    json: { code: -3005, msg: expect.stringContaining("a delisted one keeps its name") },
  });
});

test.each([
  ["/contracts/halt", { name: "E-SOL-USDT" }, 404, -1121],
  ["/contracts/resume", { name: "__proto__" }, 404, -1121],
  ["/contracts/delist", {}, 400, -1102],
  ["/contracts/set", { name: "E-SOL-USDT", clamp: "0" }, 404, -1121],
  ["/contracts/set", { clamp: "0" }, 400, -1102],
])("%s %j is refused with %i", async (path, body, status, code) => {
  const desk = await openDesk();
  await desk.done("/contracts", E_BTC_USDT);

  expect(await desk.post(path, body)).toMatchObject({ status, json: { code } });
});
