/**
 * Which rules hold. A log is answered for ever as it was answered once, so a decision that changes is
 * made only from the version of the rules on that brought it; a new directory begins with the newest
 * one, an older directory is moved there by a command. Rules CORE-RULES-1, CORE-RULES-2.
 */

import type { CommandContext } from "../base/command-context.ts";
import { accept, reject } from "../base/outcome.ts";
import { answers, type CommandOf, command, type DeclaredOutcome } from "../base/records/command.ts";
import { foldNumber } from "../base/records/digest.ts";
import { uint } from "../base/records/record.ts";
import type { CatalogueEvent } from "./catalogue/catalogue.ts";
import { raiseOpenOrders } from "./catalogue/list-pair.ts";
import { RULES, SINCE } from "./catalogue/rule-changes.ts";
import { hasFeesBelowZero } from "./fee-sums.ts";
import type { ExchangeState } from "./state.ts";

export { RULES };

export const AdoptRules = command("AdoptRules", 9, {
  fields: { rules: uint, request: uint },
  answer: answers<{ rules: number }>(),
  rejects: ["rules_not_known", "rules_not_newer", "fees_below_zero"],
  events: ["PairChanged"],
});
export type AdoptRules = CommandOf<typeof AdoptRules>;

/** CORE-RULES-2: the settings in the catalogue must be allowed by the rules to adopt. */
export function adoptRules(
  state: ExchangeState,
  { rules }: AdoptRules,
  context: CommandContext<CatalogueEvent>,
): DeclaredOutcome<typeof AdoptRules> {
  if (rules > RULES) return reject("rules_not_known");
  if (rules <= state.rules) return reject("rules_not_newer");
  if (rules >= SINCE.fee_sums && hasFeesBelowZero(state)) return reject("fees_below_zero");

  const { rules: before } = state;
  state.rules = rules;
  foldNumber(state.digest, rules);
  const { open_orders: raised } = SINCE;
  if (before < raised && rules >= raised) raiseOpenOrders(state.catalogue, context);
  return accept({ rules });
}
