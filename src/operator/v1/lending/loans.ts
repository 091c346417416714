/**
 * The terms on which an asset is lent: its cap, the most one user may owe, and its rate (MARG-TERMS-1).
 * Rules OPER-LEND-1, PRICE-INDEX-7.
 */

import { decimalText, name as nameShape, recordWith, text, told } from "../../../contract/field.ts";
import { isText } from "../../../contract/forms.ts";
import { type Form, optional, required } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Asset } from "../../../engine/catalogue/catalogue.ts";
import {
  HOURLY_RATE_DECIMALS,
  type LoanTerms,
  loanTermsOf,
} from "../../../engine/catalogue/lending.ts";
import { formatSteps, formatUnits, unitsOf } from "../../../money/decimal.ts";
import { hourlyOf, RATE_DECIMALS, RATE_ONE } from "../../../money/rate.ts";
import { getAssetNamed } from "../find.ts";
import { assetName, bound, magnitude } from "../forms.ts";
import { unitsIn } from "../movements.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "../operator.ts";
import { findJump, sayJump } from "./late-bound.ts";

const OWN_WORDS = { rate_out_of_range: "An interest rate is at most 0.01 by the hour." };

/** NUM-RATE-2: at most 12 decimals. */
const hourly: Form<number> = {
  name: "rate by the hour, not negative",
  shape: magnitude.shape,
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
  shape: magnitude.shape,
  read(given, parameter) {
    const plain = magnitude.read(given, parameter);
    return plain === undefined ? undefined : inCommand(hourlyOf(plain, HOURLY_RATE_DECIMALS));
  },
};

const ANY = "any";

/** The largest rate below 1. */
const MOVE_MAX = (RATE_ONE - 1) / RATE_ONE;

/** PRICE-INDEX-6: the largest move of an hour, or any at all. */
const moveMax: Form<number> = {
  name: `a rate below 1, or ${ANY}`,
  shape: {
    oneOf: [
      { ...bound.shape, exclusiveMinimum: 0, maximum: MOVE_MAX },
      { type: "string", enum: [ANY] },
    ],
  },
  read(given, parameter) {
    if (isText(given, ANY)) return 0;
    const move = bound.read(given, parameter);
    return move === undefined || move === 0 || move >= RATE_ONE ? undefined : move;
  },
};

const RATE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A rate that no command can carry is as wrong as the largest that one can: the engine says so. */
function inCommand(steps: bigint): number {
  return Number(steps < RATE_MAX ? steps : RATE_MAX);
}

const FIELDS = {
  asset: nameShape("asset"),
  cap: decimalText("the most that one user may owe of it"),
  hourlyRate: decimalText("interest by the hour as a fraction"),
};

const SOMETIMES = {
  indexFromTrades: {
    oneOf: [decimalText("a fraction"), { type: "string", enum: [ANY] }],
    description:
      "how far an index without a source may move in an hour and still carry loans; left out where it carries none",
  },
} as const;

const WARNING = text(
  "that the index had moved further than that before, and from where it goes on",
);

export const setLoan = endpoint({
  method: "POST",
  path: "/loans",
  parameters: {
    asset: required(assetName),
    cap: required(told(magnitude, { description: "The most that one user may owe of it." })),
    hourlyRate: optional(
      told(hourly, { description: "Interest by the hour as a fraction; this or dailyRate." }),
    ),
    dailyRate: optional(
      told(daily, { description: "Interest by the day; a 24th of it counts by the hour." }),
    ),
    indexFromTrades: optional(
      told(moveMax, {
        description: `Loans may rest on an index without a source that moves so far in an hour; or ${ANY}. They may not without it.`,
      }),
    ),
  },
  about: {
    operation: "setLoan",
    tag: "lending",
    summary: "Lend an asset, or change on what terms",
    reply: recordWith(FIELDS, { ...SOMETIMES, warning: WARNING }),
    codes: ["NO_SUCH_ASSET", "BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
  async handle(call, values) {
    const asset = getAssetNamed(call, values.asset);
    const cap = unitsIn(asset, values.cap);
    const { indexFromTrades: tradesMoveMax } = values;
    const terms = { hourlyRate: onlyRateOf(values), cap, tradesMoveMax };
    const jump = findJump(call.exchange, asset, tradesMoveMax);
    const set = await setTerms(call, asset, terms);
    return jump ? { ...set, warning: sayJump(call.exchange, jump) } : set; // PRICE-INDEX-7
  },
});

/** OPER-LEND-1: no user borrows more; what is owed stays owed, at the same rate. */
export const stopLoan = endpoint({
  method: "POST",
  path: "/loans/stop",
  parameters: { asset: required(assetName) },
  about: {
    operation: "stopLoan",
    tag: "lending",
    summary: "Lend no more of an asset; what is owed stays owed, at the same rate",
    reply: recordWith(FIELDS, SOMETIMES),
    codes: ["NO_SUCH_ASSET"],
    waitsFor: "command",
  },
  async handle(call, values) {
    const asset = getAssetNamed(call, values.asset);
    const terms = loanTermsOf(call.exchange.state.catalogue, asset.id);
    return setTerms(call, asset, { ...terms, cap: 0n });
  },
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
): Promise<Sayable> {
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
  return tradesMoveMax === 0 ? ANY : formatSteps(tradesMoveMax, RATE_DECIMALS);
}

/** NUM-RATE-2: the text of an hourly rate. */
export function formatHourlyRate(steps: number): string {
  return formatSteps(steps, HOURLY_RATE_DECIMALS);
}
