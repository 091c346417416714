/** The version of the rules by which the exchange decides (CORE-RULES-2). */
import { RULES } from "../../engine/rule-versions.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "./operator.ts";

export const adoptRules = endpoint({
  method: "POST",
  path: "/rules/adopt",
  parameters: {},
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
