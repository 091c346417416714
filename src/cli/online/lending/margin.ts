/** `bourse margin ...`: the levels of all margin accounts. */
import type { ValueOf } from "../../../contract/field.ts";
import {
  type MARGIN_RULES,
  SET_MARGIN,
  SHOW_MARGIN,
} from "../../../contract/operator/lending/margin-rules.ts";
import { align } from "../../terminal/layout.ts";
import { online } from "../online.ts";

export const marginSet = online(SET_MARGIN, "margin set", { show: sayRules });
export const marginShow = online(SHOW_MARGIN, "margin show", { show: sayRules });

/** `maxLeverage` as `max leverage`. */
function sayRules(rules: ValueOf<typeof MARGIN_RULES>): readonly string[] {
  return align(
    Object.entries(rules).map(([rule, value]) => [
      rule.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      `${value}`,
    ]),
  );
}
