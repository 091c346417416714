/** `bourse rules ...`: the version of the rules by which the exchange decides. */
import { ADOPT_RULES } from "../../contract/operator/watching/rules.ts";
import { online } from "./online.ts";

export const rulesAdopt = online(ADOPT_RULES, "rules adopt", {
  show: ({ before, rules }) => [`rules ${rules} hold from now on, after rules ${before}`],
});
