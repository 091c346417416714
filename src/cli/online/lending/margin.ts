/** `bourse margin ...`: the levels of all margin accounts. */
import type { Values } from "../../terminal/command.ts";
import { align } from "../../terminal/layout.ts";
import { get, online, post } from "../online.ts";

/** The rules by the names of the API: the flag, its value, what it is. */
const RULES = {
  maxLeverage: ["--max-leverage", "L", "assets at most so many times the own money, 2 to 20"],
  transferLevel: ["--transfer-level", "X", "level that must be left after a transfer out"],
  callLevel: ["--call-level", "X", "level at which an account is warned"],
  liquidationLevel: ["--liquidation-level", "X", "level at which an account is liquidated"],
  clearanceRate: ["--clearance-rate", "R", "what a liquidation costs, of all that was there"],
  liquidationRange: ["--liquidation-range", "R", "how far from the index a forced sale may go"],
} as const;

type Rule = keyof typeof RULES;
type RuleFlag = (typeof RULES)[Rule][0];

const options = Object.fromEntries(
  Object.values(RULES).map(([flag, value, says]) => [flag, { value, says }]),
) as Readonly<Record<RuleFlag, { readonly value: string; readonly says: string }>>;

type Rules = Readonly<Record<Rule, string | number>>;

export const marginSet = online({
  name: "margin set",
  says: "set levels; the rest follow from --max-leverage if it is given, else stay",
  takes: [],
  options,
  ask: (values: Values<[], typeof options>) =>
    post(
      "/margin",
      Object.fromEntries(Object.entries(RULES).map(([rule, [flag]]) => [rule, values[flag]])),
    ),
  show: sayRules,
});

export const marginShow = online({
  name: "margin show",
  says: "show the levels of all margin accounts",
  takes: [],
  options: {},
  ask: () => get("/margin"),
  show: sayRules,
});

/** By the words of the flags that set them. */
function sayRules(rules: Rules): readonly string[] {
  const rows = Object.entries(RULES) as [Rule, (typeof RULES)[Rule]][];
  return align(
    rows.map(([rule, [flag]]) => [flag.slice(2).replaceAll("-", " "), `${rules[rule]}`]),
  );
}
