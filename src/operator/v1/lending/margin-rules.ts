/**
 * The levels of all margin accounts (MARG-TERMS-2): how much may be borrowed, when an account is
 * warned and when it is liquidated, and what that costs. Rule OPER-LEND-3.
 */
import { type MarginRules, rulesFor } from "../../../engine/catalogue/lending.ts";
import { type Form, optional, type ValuesOf } from "../../../http/dialect/endpoint.ts";
import { Refusal } from "../../../http/dialect/errors.ts";
import { readWhole, WHOLE_SHAPE } from "../../../http/dialect/forms.ts";
import { bound } from "../forms.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "../operator.ts";
import { formatRate } from "../pair-rules.ts";

/** With 1 nothing is borrowed, and no level follows from it. */
const LEVERAGE_MIN = 2;

const leverage: Form<number> = {
  name: "whole number from 2",
  shape: { ...WHOLE_SHAPE, minimum: LEVERAGE_MIN },
  read(given) {
    const whole = readWhole(given);
    return whole === undefined || whole < LEVERAGE_MIN ? undefined : whole;
  },
};

const PARAMETERS = {
  maxLeverage: optional(leverage),
  transferLevel: optional(bound),
  callLevel: optional(bound),
  liquidationLevel: optional(bound),
  clearanceRate: optional(bound),
  liquidationRange: optional(bound),
};

const OWN_WORDS = {
  rules_contradict: [
    "A leverage L is from 2 to 20, and the levels stand in order:",
    "1 < liquidationLevel < callLevel < L/(L-1) <= transferLevel <= 1000.",
    "The clearanceRate and the liquidationRange are below 1.",
  ].join(" "),
};

export const showMargin = endpoint({
  method: "GET",
  path: "/margin",
  parameters: {},
  handle: sayRules,
});

export const setMargin = endpoint({
  method: "POST",
  path: "/margin",
  parameters: PARAMETERS,
  async handle(call, values) {
    const rules = toRules(call, values);
    await carryOut(call, { type: "SetMarginRules", ...rules, request: call.request }, OWN_WORDS);
    return sayRules(call);
  },
});

/** OPER-LEND-3: what is not given follows from the leverage, or stays as it is. */
function toRules({ exchange }: OperatorCall, values: ValuesOf<typeof PARAMETERS>): MarginRules {
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

function sayRules({ exchange }: OperatorCall): Sayable {
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
