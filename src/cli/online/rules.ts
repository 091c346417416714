/** `bourse rules ...`: the version of the rules by which the exchange decides. */
import { online, post, THE_DIRECTORY } from "./online.ts";

interface Adopted {
  readonly before: number;
  readonly rules: number;
}

export const rulesAdopt = online({
  name: "rules adopt",
  says: "let the newest rules hold from now on; there is no way back",
  retyped: THE_DIRECTORY,
  takes: [],
  options: {},
  ask: () => post("/rules/adopt", {}),
  show: ({ before, rules }: Adopted) => [`rules ${rules} hold from now on, after rules ${before}`],
});
