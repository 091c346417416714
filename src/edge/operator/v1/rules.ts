/** The version of the rules by which the exchange decides (CORE-RULES-2). */

import { ADOPT_RULES } from "../../../contract/operator/watching/rules.ts";
import { RULES } from "../../../core/engine/rule-versions.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";

export const adoptRules = endpoint(ADOPT_RULES, async (call) => {
  const before = call.exchange.state.rules;
  await carryOut(call, { type: "AdoptRules", rules: RULES, request: call.request });
  return { before, ...sayRules(call) };
});

/** The version that holds, and the newest that this program knows. */
export function sayRules({ exchange: { state } }: Pick<OperatorCall, "exchange">) {
  return { rules: state.rules, newestRules: RULES };
}
