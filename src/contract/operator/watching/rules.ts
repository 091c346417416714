/** The version of the rules by which the exchange decides (CORE-RULES-2). */
import { count, record } from "../../field.ts";
import { request } from "../request.ts";

export const RULES_FIELDS = {
  rules: count("version of the rules that the exchange decides by"),
  newestRules: count("newest version that this program knows"),
};

export const ADOPT_RULES = request({
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
  commands: [
    {
      words: "rules adopt",
      says: "let the newest rules hold from now on; there is no way back",
      asksFirst: {
        says: "the name of the data directory",
        of: "directory",
        gone: "the rules by which it decided before",
      },
    },
  ],
});
