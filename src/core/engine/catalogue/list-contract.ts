/**
 * Listing and changing contracts, by commands. A change replaces all rules that may change; what
 * the money of open positions hangs on (kind, face value, precision, base) never does. Rules
 * FUT-CONTRACT-1 to FUT-CONTRACT-3, NUM-SCALE-3.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome, DeclaredReject } from "../../base/records/command.ts";
import { foldRecord } from "../../base/records/record.ts";
import { RATE_ONE } from "../../money/rate.ts";
import { type Catalogue, findAsset } from "./catalogue.ts";
import {
  type AddContract,
  type ChangeContract,
  type Contract,
  type ContractEvent,
  type ContractId,
  type ContractRules,
  contractRecord,
  enterContract,
  type FeeRates,
  findContract,
  type HaltContract,
  highestLeverage,
  type RuleReject,
  type Tier,
} from "./contract.ts";

const NAME = /^[A-Z]{1,8}-([A-Z0-9]{1,16})-([A-Z0-9]{1,16})$/;
/** Prices that are shown have at most 8 decimals (NUM-ROUND-4). */
const PRECISION_MAX = 8;
const MULTIPLIER_DECIMALS_MAX = 18;
const TIERS_MAX = 20;
const LEVERAGE_LIMIT = 1000;
const HOURS = [1, 2, 3, 4, 6, 8, 12, 24];

export function addContract(
  catalogue: Catalogue,
  command: AddContract,
  context: CommandContext<ContractEvent>,
): DeclaredOutcome<typeof AddContract> {
  const no = checkIdentity(catalogue, command) ?? checkRules(command);
  if (no) return reject(no);
  if (catalogue.contractsByName.has(command.name)) return reject("contract_exists");
  if (catalogue.contracts.length >= catalogue.contractsMax) return reject("too_many_contracts");

  const { type: _type, request: _request, ...rules } = command;
  const id = catalogue.contracts.length + 1;
  announce(catalogue, enterContract(catalogue, { id, status: "trading", ...rules }), context);
  return accept({ contract: id });
}

/** FUT-CONTRACT-2: resting orders keep their fee rates; positions follow the new tiers at once. */
export function changeContract(
  catalogue: Catalogue,
  command: ChangeContract,
  context: CommandContext<ContractEvent>,
): DeclaredOutcome<typeof ChangeContract> {
  const { type: _type, request: _request, contract: id, ...rules } = command;
  const contract = findContract(catalogue, id);
  if (!contract) return reject("contract_not_found");
  const no = checkRules(rules);
  if (no) return reject(no);

  announce(catalogue, enterContract(catalogue, { ...contract, ...rules }), context);
  return accept({ contract: id });
}

/** FUT-CONTRACT-3: halt and resume; from delisting there is no way back. */
export function setContractStatus(
  catalogue: Catalogue,
  { contract: id, status }: { contract: ContractId; status: Contract["status"] },
  context: CommandContext<ContractEvent>,
): DeclaredOutcome<typeof HaltContract> {
  const contract = findContract(catalogue, id);
  const isLeaving = contract?.status === "delisting" && status !== "delisted";
  if (!contract || isLeaving) return reject("contract_not_found");

  announce(catalogue, enterContract(catalogue, { ...contract, status }), context);
  return accept({ contract: id });
}

/** What never changes: name, coins and the precision of prices. */
function checkIdentity(
  catalogue: Catalogue,
  rules: ContractRules,
): DeclaredReject<typeof AddContract> | undefined {
  const parts = NAME.exec(rules.name);
  if (!parts) return "name_malformed";
  const base = findAsset(catalogue, rules.base);
  const isLinear = rules.kind === "linear";
  const coin = isLinear ? catalogue.assetsByName.get(parts[2] as string) : base;
  if (!base || !coin || base.name === parts[2]) return "asset_not_found";
  if (base.name !== parts[1]) return "name_malformed";
  const { pricePrecision, multiplier, multiplierDecimals } = rules;
  if (pricePrecision > PRECISION_MAX) return "precision_too_fine";
  if (multiplierDecimals > MULTIPLIER_DECIMALS_MAX) return "precision_too_fine";
  const needed = multiplierDecimals + (isLinear ? pricePrecision : -pricePrecision);
  if (needed > coin.scale) return "precision_too_fine"; // NUM-SCALE-3
  return multiplier > 0n ? undefined : "rules_contradict";
}

type Changeable = Omit<ChangeContract, "type" | "request" | "contract">;

function checkRules(rules: Changeable): RuleReject | undefined {
  const no = checkTiers(rules.tiers, rules.maxFeeRate);
  if (no) return no;
  if (!areFeesInRange(rules.fees) || rules.maxFeeRate >= RATE_ONE) return "rate_out_of_range";
  if (rules.priceRange < 1 || rules.priceRange >= RATE_ONE) return "rate_out_of_range";
  if (rules.unwindRange >= RATE_ONE || rules.fundingClamp >= RATE_ONE) return "rate_out_of_range";
  if (Math.abs(rules.interestRate) >= RATE_ONE) return "rate_out_of_range";
  return areLimitsSound(rules) ? undefined : "rules_contradict";
}

function areLimitsSound(rules: Changeable): boolean {
  const { volumeMin, marketVolumeMax, limitVolumeMax, ordersMax } = rules;
  const { moneyMin, marketMoneyMax, limitMoneyMax, leverageDefault, settlementHours } = rules;
  return (
    volumeMin >= 1 &&
    volumeMin <= Math.min(marketVolumeMax, limitVolumeMax) &&
    moneyMin >= 0n &&
    moneyMin <= marketMoneyMax &&
    moneyMin <= limitMoneyMax &&
    ordersMax >= 1 &&
    leverageDefault >= 1 &&
    rules.impactNotional > 0n &&
    rules.conditionTtlMs > 0 &&
    HOURS.includes(rules.fundingHours) &&
    (settlementHours === 0 || HOURS.includes(settlementHours))
  );
}

/** FUT-RISK-1: values and maintenance rates rise, leverage falls; no tier liquidates at once at its leverage. */
function checkTiers(tiers: readonly Tier[], maxFeeRate: number): RuleReject | undefined {
  if (tiers.length === 0 || tiers.length > TIERS_MAX) return "tiers_out_of_order";
  if (highestLeverage(tiers) > LEVERAGE_LIMIT) return "tiers_out_of_order";
  const isSound = tiers.every(({ valueMax, leverageMax, maintenanceRate }, at) => {
    const before = tiers[at - 1];
    const isAlive = leverageMax >= 1 && leverageMax * (maintenanceRate + maxFeeRate) < RATE_ONE;
    if (!isAlive || maintenanceRate < 1 || valueMax <= 0n) return false;
    if (!before) return true;
    return (
      before.valueMax < valueMax &&
      before.maintenanceRate <= maintenanceRate &&
      before.leverageMax >= leverageMax
    );
  });
  return isSound ? undefined : "tiers_out_of_order";
}

/** A fee is below the whole value; a rebate (negative) is a maker's only. */
export function areFeesInRange(fees: FeeRates): boolean {
  const makers = [fees.openMakerRate, fees.closeMakerRate];
  const takers = [fees.openTakerRate, fees.closeTakerRate];
  return (
    makers.every((rate) => Math.abs(rate) < RATE_ONE) &&
    takers.every((rate) => rate >= 0 && rate < RATE_ONE)
  );
}

function announce(
  catalogue: Catalogue,
  contract: Contract,
  context: CommandContext<ContractEvent>,
): void {
  foldRecord(catalogue.digest, contractRecord, contract);
  const { id, name, status } = contract;
  context.events.push({ type: "ContractChanged", id, name, status });
}
