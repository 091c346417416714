/**
 * The levels of all margin accounts (MARG-TERMS-2): how much may be borrowed, when an account is
 * warned and when it is liquidated, and what that costs. Rule OPER-LEND-3.
 */

import type { ValueOf } from "../../../../contract/field.ts";
import {
  type MARGIN_PARAMETERS,
  type MARGIN_RULES,
  SET_MARGIN,
  SHOW_MARGIN,
} from "../../../../contract/operator/lending/margin-rules.ts";
import { formatRate } from "../../../../contract/operator/usual.ts";
import type { ValuesOf } from "../../../../contract/parameter.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { type MarginRules, rulesFor } from "../../../../core/engine/catalogue/lending.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";

const OWN_WORDS = {
  rules_contradict: [
    "A leverage L is from 2 to 20, and the levels stand in order:",
    "1 < liquidationLevel < callLevel < L/(L-1) <= transferLevel <= 1000.",
    "The clearanceRate and the liquidationRange are below 1.",
  ].join(" "),
};

export const showMargin = endpoint(SHOW_MARGIN, sayRules);

export const setMargin = endpoint(SET_MARGIN, async (call, values) => {
  const rules = toRules(call, values);
  await carryOut(call, { type: "SetMarginRules", ...rules, request: call.request }, OWN_WORDS);
  return sayRules(call);
});

/** OPER-LEND-3: what is not given follows from the leverage, or stays as it is. */
function toRules(
  { exchange }: OperatorCall,
  values: ValuesOf<typeof MARGIN_PARAMETERS>,
): MarginRules {
  if (Object.values(values).every((value) => value === undefined)) throw nothingGiven();
  const { maxLeverage } = values;
  const { marginRules } = exchange.state.catalogue;
  const otherwise = maxLeverage === undefined ? marginRules : rulesFor(maxLeverage);
  return {
    leverageMax: otherwise.leverageMax,
    transferLevel: values.transferLevel ?? otherwise.transferLevel,
    callLevel: values.callLevel ?? otherwise.callLevel,
    liquidationLevel: values.liquidationLevel ?? otherwise.liquidationLevel,
    clearanceRate: values.clearanceRate ?? otherwise.clearanceRate,
    liquidationRange: values.liquidationRange ?? otherwise.liquidationRange,
  };
}

function nothingGiven(): Refusal {
  const msg = "There is nothing to set: no leverage, level, rate or range is given.";
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

function sayRules({ exchange }: OperatorCall): ValueOf<typeof MARGIN_RULES> {
  const rules = exchange.state.catalogue.marginRules;
  return {
    maxLeverage: rules.leverageMax,
    transferLevel: formatRate(rules.transferLevel),
    callLevel: formatRate(rules.callLevel),
    liquidationLevel: formatRate(rules.liquidationLevel),
    clearanceRate: formatRate(rules.clearanceRate),
    liquidationRange: formatRate(rules.liquidationRange),
  };
}
