/**
 * The terms of lending: what an asset costs by the hour and how much of it one user may owe, and the
 * levels at which a margin account may borrow, is warned and is liquidated. Part of the catalogue,
 * changed by commands. Rules MARG-TERMS-1, MARG-TERMS-2, NUM-RATE-2.
 */
import { assert } from "../../base/assert.ts";
import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import {
  answers,
  type CommandOf,
  command,
  type DeclaredOutcome,
} from "../../base/records/command.ts";
import { type Digest, foldNumber } from "../../base/records/digest.ts";
import {
  big,
  type Field,
  foldRecord,
  optional,
  type RecordOf,
  record,
  uint,
} from "../../base/records/record.ts";
import { RATE_ONE } from "../../money/rate.ts";
import type { Asset, AssetId, CatalogueEvent } from "./catalogue.ts";

/** MARG-TERMS-1: with a cap of 0 an asset cannot be borrowed. */
const termsFields = {
  asset: uint,
  /** By the hour, in 10^-12 (NUM-RATE-2). */
  hourlyRate: uint,
  /** The most of it that one user may owe, in units. */
  cap: big,
};
/** Terms in snapshots from before terms had settings of the index. */
export const firstTermsRecord = record(termsFields);
/**
 * MARG-INDEX-1, PRICE-INDEX-6: present when loans may rest on an index that only follows trades: how far
 * it may move from one full hour to the next, in 10^-8; 0 is without a bound.
 */
const addedTerms = { tradesMoveMax: optional(uint) };
export const termsRecord: Field<LoanTerms> = record({
  ...termsFields,
  ...addedTerms,
}) as Field<LoanTerms>;
export type LoanTerms = RecordOf<typeof termsFields> & {
  readonly tradesMoveMax?: number | undefined;
};

/** MARG-TERMS-2. Levels, like all rates, in 10^-8. */
const rulesFields = {
  /** Assets at most so many times the own money. */
  leverageMax: uint,
  transferLevel: uint,
  callLevel: uint,
  liquidationLevel: uint,
  /** The fee of a liquidation, as a part of all assets before it. */
  clearanceRate: uint,
  /** How far from the index a forced sale may go. */
  liquidationRange: uint,
};
export const marginRulesRecord = record(rulesFields);
export type MarginRules = RecordOf<typeof rulesFields>;

export const SetLoanTerms = command("SetLoanTerms", 25, {
  fields: { ...termsFields, request: uint },
  added: [addedTerms],
  answer: answers<{ asset: AssetId }>(),
  rejects: ["asset_not_found", "rate_out_of_range"],
  events: ["LoanTermsChanged"],
});
export type SetLoanTerms = CommandOf<typeof SetLoanTerms>;
export const SetMarginRules = command("SetMarginRules", 26, {
  fields: { ...rulesFields, request: uint },
  answer: answers<{ leverageMax: number }>(),
  rejects: ["rules_contradict"],
  events: ["MarginRulesChanged"],
});
export type SetMarginRules = CommandOf<typeof SetMarginRules>;

export interface Lending {
  /** By asset id less one; none where the asset was never lent. */
  readonly loanTerms: (LoanTerms | undefined)[];
  marginRules: MarginRules;
}

interface Terms extends Lending {
  readonly assets: readonly Asset[];
  readonly digest: Digest;
}

/** NUM-RATE-2: hourly rates have 12 decimals, so interest has 12 more than its asset. */
export const HOURLY_RATE_DECIMALS = 12;

/** One percent an hour: sums of hourly rates stay exact numbers for a hundred years. */
const HOURLY_RATE_MAX = 10 ** 10;

const LEVERAGE_MAX = 20;

/**
 * MARG-TERMS-2: the levels that belong to a leverage. With i = L/(L-1), the level of a loan of all
 * that may be lent: a warning at 1 + 0.6(i-1), liquidation at 1 + 0.2(i-1), cut at 8 decimals.
 */
export function rulesFor(leverageMax: number): MarginRules {
  assert(leverageMax >= 2, "a leverage is at least 2");
  const part = (tenths: number) =>
    RATE_ONE + Math.floor((tenths * (RATE_ONE / 10)) / (leverageMax - 1));
  return {
    leverageMax,
    transferLevel: 2 * RATE_ONE,
    callLevel: part(6),
    liquidationLevel: part(2),
    clearanceRate: RATE_ONE / 50,
    liquidationRange: RATE_ONE / 10,
  };
}

export const MARGIN_DEFAULTS: MarginRules = rulesFor(3);

export function newLending(): Lending {
  return { loanTerms: [], marginRules: MARGIN_DEFAULTS };
}

/** The terms of an asset; those of one that is not lent are zero. */
export function loanTermsOf({ loanTerms }: Lending, asset: AssetId): LoanTerms {
  return loanTerms[asset - 1] ?? { asset, hourlyRate: 0, cap: 0n };
}

export function enterTerms({ loanTerms }: Lending, terms: LoanTerms): void {
  while (loanTerms.length < terms.asset) loanTerms.push(undefined);
  loanTerms[terms.asset - 1] = terms;
}

export function setLoanTerms(
  lending: Terms,
  { asset, hourlyRate, cap, tradesMoveMax }: SetLoanTerms,
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof SetLoanTerms> {
  if (lending.assets[asset - 1] === undefined) return reject("asset_not_found");
  if (hourlyRate > HOURLY_RATE_MAX || cap < 0n) return reject("rate_out_of_range");
  if (tradesMoveMax !== undefined && tradesMoveMax >= RATE_ONE) return reject("rate_out_of_range");

  const terms = { asset, hourlyRate, cap, tradesMoveMax };
  enterTerms(lending, terms);
  foldRecord(lending.digest, firstTermsRecord, terms);
  if (tradesMoveMax !== undefined) foldNumber(lending.digest, tradesMoveMax);
  context.events.push({ type: "LoanTermsChanged", asset, hourlyRate, cap, tradesMoveMax });
  return accept({ asset });
}

/** The new levels count from this command on, for every account. */
export function setMarginRules(
  lending: Terms,
  command: SetMarginRules,
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof SetMarginRules> {
  const { type: _type, request: _request, ...rules } = command;
  if (!areRulesSound(rules)) return reject("rules_contradict");

  lending.marginRules = rules;
  foldRecord(lending.digest, marginRulesRecord, rules);
  context.events.push({ type: "MarginRulesChanged", ...rules });
  return accept({ leverageMax: rules.leverageMax });
}

/** 1 < liquidation < warning < L/(L-1) <= transfer out: else an account could be in two states. */
function areRulesSound(rules: MarginRules): boolean {
  const { leverageMax, liquidationLevel, callLevel, transferLevel } = rules;
  if (leverageMax < 2 || leverageMax > LEVERAGE_MAX) return false;
  const borrows = leverageMax * RATE_ONE;
  const isOrdered =
    RATE_ONE < liquidationLevel &&
    liquidationLevel < callLevel &&
    callLevel * (leverageMax - 1) < borrows &&
    borrows <= transferLevel * (leverageMax - 1);
  const isPayable = rules.clearanceRate < RATE_ONE && rules.liquidationRange < RATE_ONE;
  return isOrdered && isPayable && transferLevel <= 1000 * RATE_ONE;
}
