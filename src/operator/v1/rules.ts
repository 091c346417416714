/** The version of the rules by which the exchange decides (CORE-RULES-2). */

import { count, record } from "../../contract/field.ts";
import { RULES } from "../../engine/rule-versions.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "./operator.ts";

export const RULES_FIELDS = {
  rules: count("version of the rules that the exchange decides by"),
  newestRules: count("newest version that this program knows"),
};

export const adoptRules = endpoint({
  method: "POST",
  path: "/rules/adopt",
  parameters: {},
  about: {
    operation: "adoptRules",
    tag: "watching",
    summary: "Decide by the newest rules that this program knows from now on",
    reply: record({ before: count("version that held before"), ...RULES_FIELDS }),
    codes: ["ALREADY_EXISTS", "RULES_REFUSED"],
    waitsFor: "command",
  },
  async handle(call) {
    const before = call.exchange.state.rules;
    await carryOut(call, { type: "AdoptRules", rules: RULES, request: call.request });
    return { before, ...sayRules(call) };
  },
});

/** The version that holds, and the newest that this program knows. */
export function sayRules({ exchange: { state } }: Pick<OperatorCall, "exchange">): Sayable {
  return { rules: state.rules, newestRules: RULES };
}
