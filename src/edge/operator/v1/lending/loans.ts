/**
 * The terms on which an asset is lent: its cap, the most one user may owe, and its rate (MARG-TERMS-1).
 * Rules OPER-LEND-1, PRICE-INDEX-7.
 */

import type { ValueOf } from "../../../../contract/field.ts";
import {
  ANY_MOVE,
  type LOAN_TERMS,
  SET_LOAN,
  STOP_LOAN,
} from "../../../../contract/operator/lending/loans.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import type { Asset } from "../../../../core/engine/catalogue/catalogue.ts";
import {
  HOURLY_RATE_DECIMALS,
  type LoanTerms,
  loanTermsOf,
} from "../../../../core/engine/catalogue/lending.ts";
import { formatSteps, formatUnits } from "../../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../../core/money/rate.ts";
import { getAssetNamed } from "../find.ts";
import { unitsIn } from "../movements.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";
import { findJump, sayJump } from "./late-bound.ts";

const OWN_WORDS = { rate_out_of_range: "An interest rate is at most 0.01 by the hour." };

export const setLoan = endpoint(SET_LOAN, async (call, values) => {
  const asset = getAssetNamed(call, values.asset);
  const cap = unitsIn(asset, values.cap);
  const { indexFromTrades: tradesMoveMax } = values;
  const terms = { hourlyRate: onlyRateOf(values), cap, tradesMoveMax };
  const jump = findJump(call.exchange, asset, tradesMoveMax);
  const set = await setTerms(call, asset, terms);
  return jump ? { ...set, warning: sayJump(call.exchange, jump) } : set; // PRICE-INDEX-7
});

/** OPER-LEND-1: no user borrows more; what is owed stays owed, at the same rate. */
export const stopLoan = endpoint(STOP_LOAN, async (call, values) => {
  const asset = getAssetNamed(call, values.asset);
  const terms = loanTermsOf(call.exchange.state.catalogue, asset.id);
  return setTerms(call, asset, { ...terms, cap: 0n });
});

/** OPER-LEND-1: two rates would contradict each other. */
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
  { hourlyRate, cap, tradesMoveMax }: Pick<LoanTerms, "hourlyRate" | "cap" | "tradesMoveMax">,
): Promise<ValueOf<typeof LOAN_TERMS>> {
  const { request } = call;
  const terms = { asset, hourlyRate, cap, tradesMoveMax };
  await carryOut(call, { type: "SetLoanTerms", ...terms, request }, OWN_WORDS);
  return {
    asset: shown,
    cap: formatUnits(cap, scale),
    hourlyRate: formatHourlyRate(hourlyRate),
    indexFromTrades: formatMoveMax(tradesMoveMax),
  };
}

/** MARG-INDEX-1: nothing where loans may not rest on such an index. */
function formatMoveMax(tradesMoveMax: number | undefined): string | undefined {
  if (tradesMoveMax === undefined) return undefined;
  return tradesMoveMax === 0 ? ANY_MOVE : formatSteps(tradesMoveMax, RATE_DECIMALS);
}

/** NUM-RATE-2: the text of an hourly rate. */
export function formatHourlyRate(steps: number): string {
  return formatSteps(steps, HOURLY_RATE_DECIMALS);
}
