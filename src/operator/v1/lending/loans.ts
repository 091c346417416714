/**
 * On what terms an asset is lent: its cap, the most one user may owe, and its rate (MARG-TERMS-1).
 * Rule USER-LEND-1.
 */
import type { Asset } from "../../../engine/catalogue/catalogue.ts";
import { HOURLY_RATE_DECIMALS, loanTermsOf } from "../../../engine/catalogue/lending.ts";
import { type Form, optional, required } from "../../../http/dialect/endpoint.ts";
import { Refusal } from "../../../http/dialect/errors.ts";
import { formatSteps, formatUnits, unitsOf } from "../../../money/decimal.ts";
import { hourlyOf } from "../../../money/rate.ts";
import { getAssetNamed } from "../find.ts";
import { magnitude, name } from "../forms.ts";
import { unitsIn } from "../movements.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "../operator.ts";

const OWN_WORDS = { rate_out_of_range: "An interest rate is at most 0.01 by the hour." };

/** NUM-RATE-2: at most 12 decimals. */
const hourly: Form<number> = {
  name: "rate by the hour, not negative",
  read(given, parameter) {
    const plain = magnitude.read(given, parameter);
    if (plain === undefined) return undefined;
    const steps = unitsOf(plain, HOURLY_RATE_DECIMALS);
    if (steps !== undefined) return inCommand(steps);
    const msg = `Parameter ${parameter} has more than ${HOURLY_RATE_DECIMALS} decimals.`;
    throw new Refusal("BAD_PRECISION", { msg });
  },
};

/** NUM-RATE-2: of any decimals; what it is by the hour is cut. */
const daily: Form<number> = {
  name: "rate by the day, not negative",
  read(given, parameter) {
    const plain = magnitude.read(given, parameter);
    return plain === undefined ? undefined : inCommand(hourlyOf(plain, HOURLY_RATE_DECIMALS));
  },
};

const RATE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A rate that no command can carry is as wrong as the largest that one can: the engine says so. */
function inCommand(steps: bigint): number {
  return Number(steps < RATE_MAX ? steps : RATE_MAX);
}

export const setLoan = endpoint({
  method: "POST",
  path: "/loans",
  parameters: {
    asset: required(name),
    cap: required(magnitude),
    hourlyRate: optional(hourly),
    dailyRate: optional(daily),
  },
  async handle(call, values) {
    const asset = getAssetNamed(call, values.asset);
    const cap = unitsIn(asset, values.cap);
    return setTerms(call, asset, { hourlyRate: onlyRateOf(values), cap });
  },
});

/** USER-LEND-1: nobody borrows more; what is owed stays owed, at the same rate. */
export const stopLoan = endpoint({
  method: "POST",
  path: "/loans/stop",
  parameters: { asset: required(name) },
  async handle(call, values) {
    const asset = getAssetNamed(call, values.asset);
    const { hourlyRate } = loanTermsOf(call.exchange.state.catalogue, asset.id);
    return setTerms(call, asset, { hourlyRate, cap: 0n });
  },
});

/** USER-LEND-1: two rates would be two answers to one question. */
function onlyRateOf(rates: {
  readonly hourlyRate: number | undefined;
  readonly dailyRate: number | undefined;
}): number {
  const { hourlyRate, dailyRate } = rates;
  const rate = hourlyRate ?? dailyRate;
  if (rate !== undefined && (hourlyRate === undefined || dailyRate === undefined)) return rate;
  const msg = "A loan needs its rate by the hour or by the day: one of them, not both.";
  throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

async function setTerms(
  call: OperatorCall,
  { id: asset, name: shown, scale }: Asset,
  terms: { readonly hourlyRate: number; readonly cap: bigint },
): Promise<Sayable> {
  const { request } = call;
  await carryOut(call, { type: "SetLoanTerms", asset, ...terms, request }, OWN_WORDS);
  const { cap, hourlyRate } = loanTermsOf(call.exchange.state.catalogue, asset);
  return { asset: shown, cap: formatUnits(cap, scale), hourlyRate: formatHourlyRate(hourlyRate) };
}

/** NUM-RATE-2: the text of an hourly rate. */
export function formatHourlyRate(steps: number): string {
  return formatSteps(steps, HOURLY_RATE_DECIMALS);
}
