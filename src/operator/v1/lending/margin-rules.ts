/**
 * The levels of all margin accounts (MARG-TERMS-2): how much may be borrowed, when an account is
 * warned and when it is liquidated, and what that costs. Rule OPER-LEND-3.
 */

import { count, decimalText, record, told } from "../../../contract/field.ts";
import { readWhole, WHOLE_SHAPE } from "../../../contract/forms.ts";
import { type Form, optional, type ValuesOf } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { type MarginRules, rulesFor } from "../../../engine/catalogue/lending.ts";
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
  maxLeverage: optional(
    told(leverage, {
      description:
        "Assets are at most so many times the own money, 2 to 20. What is not given beside it follows from it.",
    }),
  ),
  transferLevel: optional(
    told(bound, { description: "Level that must be left after a transfer out." }),
  ),
  callLevel: optional(told(bound, { description: "Level at which an account is warned." })),
  liquidationLevel: optional(
    told(bound, { description: "Level at which an account is liquidated." }),
  ),
  clearanceRate: optional(
    told(bound, { description: "What a liquidation costs, of all that was there." }),
  ),
  liquidationRange: optional(
    told(bound, { description: "How far from the index a forced sale may go." }),
  ),
};

const RULES = record({
  maxLeverage: count("assets are at most so many times the own money"),
  transferLevel: decimalText("level that must be left after a transfer out"),
  callLevel: decimalText("level at which an account is warned"),
  liquidationLevel: decimalText("level at which an account is liquidated"),
  clearanceRate: decimalText("what a liquidation costs, of all that was there"),
  liquidationRange: decimalText("how far from the index a forced sale may go"),
});

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
  about: {
    operation: "showMargin",
    tag: "lending",
    summary: "The levels of all margin accounts",
    reply: RULES,
  },
  handle: sayRules,
});

export const setMargin = endpoint({
  method: "POST",
  path: "/margin",
  parameters: PARAMETERS,
  about: {
    operation: "setMargin",
    tag: "lending",
    summary: "Set levels of all margin accounts",
    description:
      "Those that are not given follow from maxLeverage where it is given, and else stay as they are.",
    reply: RULES,
    codes: ["BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
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
