import { expect, test } from "vitest";
import { E_BTC_USDT, OperatorDesk } from "../../../../../test/support/operator-desk.ts";

const { name } = E_BTC_USDT;

/** Each rule differs from its default, so that one which falls back is seen. */
const BEFORE = {
  minOrderVolume: 3,
  maxMarketVolume: 5_000,
  maxLimitVolume: 6_000,
  minOrderMoney: "5",
  maxMarketMoney: "40000",
  maxLimitMoney: "50000",
  maxValidOrder: 9,
  openMakerFeeRate: "-0.0001",
  openTakerFeeRate: "0.0005",
  closeMakerFeeRate: "-0.0002",
  closeTakerFeeRate: "0.0006",
  maxFeeRate: "0.0007",
  defaultLeverage: 15,
  priceRange: "0.2",
  unwindRange: "0.01",
  stpMode: "NONE",
  fundingIntervalHours: 6,
  interestRate: "0.0003",
  clamp: "0.0004",
  impactNotional: "1234",
  settlementIntervalHours: 12,
  triggerPriceSource: "MARK",
  conditionTtlMs: 120_000,
};

async function openDesk() {
  const desk = await new OperatorDesk().provision();
  const listed = await desk.addContract({ ...E_BTC_USDT, ...BEFORE });
  expect(listed).toMatchObject(BEFORE);
  return { desk, listed };
}

/** Each rule that may change, with another value. */
const CHANGES = {
  minOrderVolume: 2,
  maxMarketVolume: 3_000,
  maxLimitVolume: 4_000,
  minOrderMoney: "6.00000001",
  maxMarketMoney: "60000",
  maxLimitMoney: "70000",
  maxValidOrder: 8,
  openMakerFeeRate: "0",
  openTakerFeeRate: "0.0009",
  closeMakerFeeRate: "0.0001",
  closeTakerFeeRate: "0.0012",
  maxFeeRate: "0.0013",
  tiers: [{ maxPositionValue: "5000", maxLeverage: 5, keepRate: "0.1" }],
  defaultLeverage: 14,
  priceRange: "0.15",
  unwindRange: "0",
  stpMode: "EXPIRE_TAKER",
  fundingIntervalHours: 4,
  interestRate: "-0.0002",
  clamp: "0",
  impactNotional: "2500",
  settlementIntervalHours: 24,
  triggerPriceSource: "LAST",
  conditionTtlMs: 60_000,
};

test.each(Object.entries(CHANGES))(
  "OPER-FUT-2 %s is set to %j, and every other rule stays as it is",
  async (rule, value) => {
    const { desk, listed } = await openDesk();

    const changed = await desk.done("/contracts/set", { name, [rule]: value });

    expect(listed[rule]).not.toEqual(value);
    expect(changed).toEqual({ ...listed, [rule]: value });
  },
);

test("OPER-FUT-2 several rules are set at once; what a contract is never changes", async () => {
  const { desk, listed } = await openDesk();
  const others = { kind: "inverse", multiplier: "5", pricePrecision: 0, status: "halted" };
  for (const [given, value] of Object.entries(others)) {
    const refused = await desk.post("/contracts/set", { name, ...CHANGES, [given]: value });
    expect(refused).toMatchObject({ status: 400, json: { code: -1102 } }); // OPER-API-11
  }

  const changed = await desk.done("/contracts/set", { name, ...CHANGES });

  expect(changed).toEqual({ ...listed, ...CHANGES });
  const [contract] = desk.exchange.state.catalogue.contracts;
  expect(contract).toMatchObject({ kind: "linear", multiplier: 1n, pricePrecision: 1, id: 1 });
  expect(contract).toMatchObject({ marketMoneyMax: 6n * 10n ** 12n, leverageMax: 5 });
});

test("OPER-FUT-2 a contract that is halted may be changed, and stays halted", async () => {
  const { desk } = await openDesk();
  await desk.done("/contracts/halt", { name });

  const changed = await desk.done("/contracts/set", { name, clamp: "0" });

  expect(changed).toMatchObject({ status: "halted", clamp: "0" });
});

test.each([
  [{}, -1102, /^There is nothing to set/],
  [{ kind: "linear" }, -1102, /^Parameter kind is not known; this request takes /],
  [{ tiers: [] }, -1102, /tiers is malformed/],
  [{ maxFeeRate: "0.09" }, -3008, /leverage × \(keepRate \+ maxFeeRate\)/],
  [{ closeTakerFeeRate: "-0.1" }, -3008, /only a maker's fee/],
  [{ maxLimitMoney: "4" }, -3008, /minimum is above its maximum/],
  [{ fundingIntervalHours: 7 }, -3008, /Hours are/],
  [{ minOrderMoney: "0.000000001" }, -1111, /minOrderMoney has more than 8 decimals/],
  [{ conditionTtlMs: "1e15" }, -1102, /conditionTtlMs is malformed/],
])("OPER-FUT-2 the rules %j are refused, and the old ones stay", async (rules, code, msg) => {
  const { desk, listed } = await openDesk();

  expect(await desk.post("/contracts/set", { name, ...rules })).toMatchObject({
    status: 400,
    json: { code, msg: expect.stringMatching(msg) },
  });
  const { contracts } = (await desk.get(`/contracts?name=${name}`)).json;
  expect(contracts).toEqual([expect.objectContaining(listed)]);
});
