/**
 * What a perpetual contract is: its face value, limits, fees, risk tiers and how its prices and
 * funding are made. A linear contract is worth volume × multiplier × price of its quote, an inverse
 * one volume × multiplier ÷ price of its base; its value is in its margin coin. Rules
 * FUT-CONTRACT-1, FUT-CONTRACT-2, FUT-VALUE-1, FUT-VALUE-2.
 */
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import {
  big,
  int,
  list,
  oneOf,
  type RecordOf,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import { tenTo } from "../../money/decimal.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../../money/rate.ts";
import type { Asset, AssetId, Catalogue } from "./catalogue.ts";

export type ContractId = number;

const tierFields = { valueMax: big, leverageMax: uint, maintenanceRate: uint };
/** FUT-RISK-1: up to which value in units of the margin coin, at which leverage, and the maintenance rate. */
export type Tier = RecordOf<typeof tierFields>;

/** FUT-FEE-1, in 10^-8; a maker's may be negative. */
const feeFields = {
  openMakerRate: int,
  openTakerRate: int,
  closeMakerRate: int,
  closeTakerRate: int,
};
export const feeRatesRecord = record(feeFields);
export type FeeRates = RecordOf<typeof feeFields>;

/** What may change while the contract is traded; money is in units of the margin coin. */
const changeable = {
  volumeMin: uint,
  marketVolumeMax: uint,
  limitVolumeMax: uint,
  moneyMin: big,
  marketMoneyMax: big,
  limitMoneyMax: big,
  ordersMax: uint,
  fees: feeRatesRecord,
  maxFeeRate: uint,
  tiers: list(record(tierFields)),
  leverageDefault: uint,
  priceRange: uint,
  unwindRange: uint,
  selfTrade: oneOf("expire_taker", "none"),
  fundingHours: uint,
  interestRate: int,
  fundingClamp: uint,
  /** In 10^-8 of the quote. */
  impactNotional: big,
  /** 0 is never. */
  settlementHours: uint,
  triggerSource: oneOf("last", "mark"),
  conditionTtlMs: uint,
};

/** The rules of a contract as the operator gives them. */
const rules = {
  /** `<TYPE>-<BASE>-<QUOTE>`. */
  name: text,
  kind: oneOf("linear", "inverse"),
  base: uint,
  /** The face value: a whole number of 10^-multiplierDecimals, of base (linear) or quote. */
  multiplier: big,
  multiplierDecimals: uint,
  pricePrecision: uint,
  ...changeable,
};
export type ContractRules = RecordOf<typeof rules>;

export const contractFields = {
  id: uint,
  status: oneOf("trading", "halted", "delisting", "delisted"),
  ...rules,
};
export const contractRecord = record(contractFields);

/** A contract and the numbers worked out once from its rules. */
export type Contract = RecordOf<typeof contractFields> & {
  /** The last part of its name; not always an asset of the catalogue. */
  readonly quote: string;
  readonly baseName: string;
  readonly marginCoin: AssetId;
  /** Decimals of the margin coin. */
  readonly scale: number;
  /**
   * Linear: units of the margin coin in one contract × one tick. Inverse: in one contract at a
   * price of one tick.
   */
  readonly unit: bigint;
  /** The same as a number; NaN when it is no safe one. */
  readonly unitNumber: number;
  /** `valueMax` of each tier as a number: exact, or rounded and then beyond every safe number. */
  readonly tierEnds: readonly number[];
  readonly leverageMax: number;
};

export interface Contracts {
  readonly contracts: Contract[];
  readonly contractsByName: Map<string, Contract>;
  readonly contractsMax: number;
}

/** The refusals of rules that may change. */
const RULE_REJECTS = ["tiers_out_of_order", "rate_out_of_range", "rules_contradict"] as const;
export type RuleReject = (typeof RULE_REJECTS)[number];

export const AddContract = command("AddContract", 34, {
  fields: { ...rules, request: uint },
  answer: answers<{ contract: ContractId }>(),
  rejects: [
    "fees_below_zero",
    "name_malformed",
    "asset_not_found",
    "precision_too_fine",
    ...RULE_REJECTS,
    "contract_exists",
    "too_many_contracts",
  ],
  events: ["ContractChanged"],
});
export type AddContract = CommandOf<typeof AddContract>;
export const ChangeContract = command("ChangeContract", 35, {
  fields: { contract: uint, ...changeable, request: uint },
  answer: answers<{ contract: ContractId }>(),
  rejects: ["fees_below_zero", "contract_not_found", ...RULE_REJECTS],
  events: ["ContractChanged"],
});
export type ChangeContract = CommandOf<typeof ChangeContract>;
export const HaltContract = command("HaltContract", 36, {
  fields: { contract: uint, request: uint },
  answer: answers<{ contract: ContractId }>(),
  rejects: ["contract_not_found"],
  events: ["ContractChanged"],
});
export type HaltContract = CommandOf<typeof HaltContract>;
export const ResumeContract = command("ResumeContract", 37, {
  fields: { contract: uint, request: uint },
  answer: answers<{ contract: ContractId }>(),
  rejects: ["contract_not_found"],
  events: ["ContractChanged", "FundingSettled", "DeficitCovered"],
});
export type ResumeContract = CommandOf<typeof ResumeContract>;
/** Delists only a contract without positions; a large book takes several commands. */
export const DelistContract = command("DelistContract", 38, {
  fields: { contract: uint, request: uint },
  answer: answers<{ contract: ContractId }>(),
  rejects: ["contract_not_found", "positions_open"],
  events: ["ContractChanged", "OrderEnded"],
});
export type DelistContract = CommandOf<typeof DelistContract>;

/** A contract was listed, or its rules or its status have changed; the rules are in the catalogue. */
export interface ContractEvent extends Pick<Contract, "id" | "name" | "status"> {
  readonly type: "ContractChanged";
}

const DAY_MS = 86_400_000;

/** The defaults of FUT-CONTRACT-1: settings that an operator may leave out. `impactNotional` follows from the tiers. */
export const CONTRACT_DEFAULTS = {
  volumeMin: 1,
  marketVolumeMax: 1_000_000,
  limitVolumeMax: 10_000_000,
  moneyMin: 0n,
  ordersMax: 200,
  fees: {
    openMakerRate: 20_000,
    openTakerRate: 40_000,
    closeMakerRate: 20_000,
    closeTakerRate: 40_000,
  },
  leverageDefault: 20,
  priceRange: RATE_ONE / 10,
  unwindRange: RATE_ONE / 50,
  selfTrade: "expire_taker",
  fundingHours: 8,
  interestRate: 10_000,
  fundingClamp: 50_000,
  settlementHours: 0,
  triggerSource: "last",
  conditionTtlMs: 14 * DAY_MS,
} as const;

/** FUT-FUND-1: 200 × the highest leverage, in 10^-8 of the quote. */
export function impactNotionalOf(tiers: readonly Tier[]): bigint {
  return 200n * BigInt(highestLeverage(tiers)) * RATE_ONE_BIG;
}

export function highestLeverage(tiers: readonly Tier[]): number {
  return tiers.reduce((highest, { leverageMax }) => Math.max(highest, leverageMax), 1);
}

/** Puts a contract, new, changed or from a snapshot, in its place. */
export function enterContract(
  catalogue: Catalogue,
  stored: RecordOf<typeof contractFields>,
): Contract {
  const base = catalogue.assets[stored.base - 1] as Asset;
  const quote = stored.name.slice(stored.name.lastIndexOf("-") + 1);
  const coin = stored.kind === "inverse" ? base : (catalogue.assetsByName.get(quote) as Asset);
  const { pricePrecision, multiplier, multiplierDecimals } = stored;
  const shift = stored.kind === "inverse" ? pricePrecision : -pricePrecision;
  const unit = multiplier * tenTo(coin.scale + shift - multiplierDecimals);
  const contract: Contract = {
    ...stored,
    quote,
    baseName: base.name,
    marginCoin: coin.id,
    scale: coin.scale,
    unit,
    unitNumber: unit <= Number.MAX_SAFE_INTEGER ? Number(unit) : Number.NaN,
    tierEnds: stored.tiers.map(({ valueMax }) => Number(valueMax)),
    leverageMax: highestLeverage(stored.tiers),
  };
  catalogue.contracts[contract.id - 1] = contract;
  catalogue.contractsByName.set(contract.name, contract);
  return contract;
}

/** A contract that is not delisted. */
export function findContract(catalogue: Catalogue, id: ContractId): Contract | undefined {
  const contract = catalogue.contracts[id - 1];
  return contract === undefined || contract.status === "delisted" ? undefined : contract;
}
