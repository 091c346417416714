/** Contracts: what may be listed, with which settings, what may change and what never does. */
import { expect, test } from "vitest";
import { DESK_CONTRACT, FuturesDesk } from "../../../../test/support/futures-desk.ts";
import {
  type AddContract,
  CONTRACT_DEFAULTS,
  type ContractRules,
  impactNotionalOf,
} from "./contract.ts";

const RICH = { USDT: "1000000", BTC: "1000" };

function listing(changes: Partial<ContractRules> = {}): AddContract {
  return {
    type: "AddContract",
    ...DESK_CONTRACT,
    name: "E-BTC-USD",
    base: 1,
    kind: "inverse",
    request: 0,
    ...changes,
  };
}

test("FUT-CONTRACT-1 a setting that the operator leaves out has the default of the rules", () => {
  expect(CONTRACT_DEFAULTS).toMatchObject({
    fees: {
      openMakerRate: 20_000,
      openTakerRate: 40_000,
      closeMakerRate: 20_000,
      closeTakerRate: 40_000,
    },
    leverageDefault: 20,
    priceRange: 0.1 * 1e8,
    unwindRange: 0.02 * 1e8,
    selfTrade: "expire_taker",
    fundingHours: 8,
    interestRate: 0.0001 * 1e8,
    fundingClamp: 0.0005 * 1e8,
    settlementHours: 0,
    triggerSource: "last",
    conditionTtlMs: 14 * 24 * 3_600_000,
  });
  const tiers = [{ valueMax: 1n, leverageMax: 125, maintenanceRate: 1 }];
  expect(impactNotionalOf(tiers)).toBe(25_000n * 10n ** 8n);
});

test("FUT-CONTRACT-1 the margin coin is the quote of a linear contract and the base of an inverse one", () => {
  const desk = new FuturesDesk({ ann: RICH });
  expect(desk.contract()).toMatchObject({
    marginCoin: desk.asset("USDT"),
    quote: "USDT",
    baseName: "BTC",
  });

  expect(desk.must(listing())).toEqual({ contract: 2 });
  expect(desk.contract("E-BTC-USD")).toMatchObject({
    status: "trading",
    marginCoin: desk.asset("BTC"),
    quote: "USD",
    leverageMax: 100,
  });
  expect(desk.events).toMatchObject([{ type: "ContractChanged", name: "E-BTC-USD" }]);
});

const tier = { valueMax: 10n, leverageMax: 10, maintenanceRate: 1_000_000 };

test.each<[string, Partial<ContractRules>, string]>([
  ["a name of its own", { name: "E-BTC-USDT", kind: "linear" }, "contract_exists"],
  ["a name of three parts", { name: "BTC-USD" }, "name_malformed"],
  ["a name of capitals", { name: "E-btc-USD" }, "name_malformed"],
  ["a name with its base", { name: "E-USDT-USD" }, "name_malformed"],
  ["a base that exists", { base: 9 }, "asset_not_found"],
  ["a quote that exists, if linear", { kind: "linear" }, "asset_not_found"],
  ["two coins", { name: "E-BTC-BTC" }, "asset_not_found"],
  ["a face value above zero", { multiplier: 0n }, "rules_contradict"],
  ["a least volume", { volumeMin: 0 }, "rules_contradict"],
  ["a most not below the least", { volumeMin: 9, limitVolumeMax: 8 }, "rules_contradict"],
  ["a market most not below the least", { volumeMin: 9, marketVolumeMax: 8 }, "rules_contradict"],
  ["a value most not below the least", { moneyMin: 9n, limitMoneyMax: 8n }, "rules_contradict"],
  ["a market value most", { moneyMin: 9n, marketMoneyMax: 8n }, "rules_contradict"],
  ["room for an order", { ordersMax: 0 }, "rules_contradict"],
  ["a leverage", { leverageDefault: 0 }, "rules_contradict"],
  ["hours that part a day", { fundingHours: 5 }, "rules_contradict"],
  ["hours of settlement that do", { settlementHours: 7 }, "rules_contradict"],
  ["a life for conditions", { conditionTtlMs: 0 }, "rules_contradict"],
  ["an impact", { impactNotional: 0n }, "rules_contradict"],
  ["a range below 1", { priceRange: 100_000_000 }, "rate_out_of_range"],
  ["a range above 0", { priceRange: 0 }, "rate_out_of_range"],
  ["an unwind range below 1", { unwindRange: 100_000_000 }, "rate_out_of_range"],
  ["a fee for takers", { fees: { ...DESK_CONTRACT.fees, openTakerRate: -1 } }, "rate_out_of_range"],
  ["a fee below 1", { fees: { ...DESK_CONTRACT.fees, closeMakerRate: 1e8 } }, "rate_out_of_range"],
  [
    "a rebate below 1",
    { fees: { ...DESK_CONTRACT.fees, closeMakerRate: -1e8 } },
    "rate_out_of_range",
  ],
  ["tiers", { tiers: [] }, "tiers_out_of_order"],
  ["not too many tiers", { tiers: Array(21).fill(tier) }, "tiers_out_of_order"],
  ["growing tiers", { tiers: [tier, tier] }, "tiers_out_of_order"],
  [
    "leverage that falls",
    { tiers: [tier, { ...tier, valueMax: 20n, leverageMax: 11 }] },
    "tiers_out_of_order",
  ],
  [
    "maintenance rates that rise",
    { tiers: [tier, { ...tier, valueMax: 20n, maintenanceRate: 999_999 }] },
    "tiers_out_of_order",
  ],
  ["something to keep", { tiers: [{ ...tier, maintenanceRate: 0 }] }, "tiers_out_of_order"],
  [
    "tiers one survives",
    { tiers: [{ ...tier, maintenanceRate: 10_000_000 }] },
    "tiers_out_of_order",
  ],
  ["fees one survives", { tiers: [tier], maxFeeRate: 9_000_000 }, "tiers_out_of_order"],
  [
    "leverage within reason",
    { tiers: [{ ...tier, leverageMax: 1001, maintenanceRate: 1 }] },
    "tiers_out_of_order",
  ],
])("FUT-CONTRACT-1 a contract has %s", (_, changes, reason) => {
  const desk = new FuturesDesk({ ann: RICH });
  expect(desk.refusalOf(listing(changes))).toBe(reason);
});

test("NUM-SCALE-3 decimals of face value and price fit into the margin coin", () => {
  const desk = new FuturesDesk({ ann: RICH });
  const linear = { name: "S-BTC-USDT", kind: "linear" } as const;
  const told = (changes: Partial<ContractRules>) => {
    const outcome = desk.send(listing(changes));
    return outcome.ok ? "listed" : outcome.reason;
  };
  expect(told({ ...linear, multiplierDecimals: 7, pricePrecision: 2 })).toBe("precision_too_fine");
  expect(told({ ...linear, multiplierDecimals: 6, pricePrecision: 2 })).toBe("listed");
  expect(told({ pricePrecision: 9 })).toBe("precision_too_fine");
  expect(told({ multiplierDecimals: 10, pricePrecision: 1 })).toBe("precision_too_fine");
  expect(told({ multiplierDecimals: 9, pricePrecision: 1 })).toBe("listed");
});

test("FUT-CONTRACT-1 the catalogue holds a largest number of contracts", () => {
  const desk = new FuturesDesk({}, { limits: { contracts: 2 } });
  desk.must(listing());
  expect(desk.refusalOf(listing({ name: "S-BTC-USD" }))).toBe("too_many_contracts");
});

test("FUT-CONTRACT-2 a change replaces what may change, and is checked like a listing", () => {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH });
  desk.markAt("20000");
  expect(desk.changeContract({ volumeMin: 7, limitVolumeMax: 9 })).toMatchObject({ ok: true });
  expect(desk.refusedTrade("ann", "open buy 6 @ 20000")).toBe("quantity_below_min");
  expect(desk.refusedTrade("ann", "open buy 10 @ 20000")).toBe("quantity_above_max");
  expect(desk.changeContract({ ordersMax: 0 })).toMatchObject({ reason: "rules_contradict" });
  const { tiers } = DESK_CONTRACT;
  expect(desk.changeContract({ maxFeeRate: 600_000, tiers })).toMatchObject({
    reason: "tiers_out_of_order",
  });
  const { id, ...rules } = desk.contract();
  const change = { type: "ChangeContract", ...rules, contract: 9, request: 0 } as const;
  expect(desk.refusalOf(change)).toBe("contract_not_found");
  expect(id).toBe(1);
});

test("FUT-CONTRACT-2 every position is assessed by the new tiers at once", () => {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH });
  desk.markAt("20000");
  desk.trade("bob", "open sell 100 @ 20000 cross");
  desk.trade("ann", "open buy 100 @ 20000 isolated");

  desk.changeContract({
    tiers: [{ valueMax: 10n ** 20n, leverageMax: 10, maintenanceRate: 6_000_000 }],
  });

  expect(desk.events).toContainEqual(expect.objectContaining({ type: "FuturesLiquidated" }));
  expect(desk.position("ann", "buy")).toBeUndefined();
});

test("FUT-CONTRACT-3 a halted contract takes nothing and keeps what is there", () => {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH });
  desk.markAt("20000");
  const resting = desk.trade("ann", "open buy 5 @ 20000");
  desk.must({ type: "HaltContract", contract: 1, request: 0 });

  expect(desk.refusedTrade("bob", "open sell 5 @ 20000")).toBe("contract_halted");
  expect(desk.refusedTrade("bob", "open sell 5 @ 20000 when up 1")).toBe("contract_halted");
  expect(desk.fate(resting)).toBe("new 0/5");
  desk.must({ type: "ResumeContract", contract: 1, request: 0 });
  desk.trade("bob", "open sell 5 @ 20000");
  expect(desk.fate(resting)).toBe("filled 5/5");
  expect(desk.refusalOf({ type: "HaltContract", contract: 9, request: 0 })).toBe(
    "contract_not_found",
  );
});
