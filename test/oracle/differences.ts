/**
 * Where our rules and those of the other book differ on purpose, each with our rule. Nothing else may differ. What is
 * `handled` is told the other book in its own way by `peer-book.ts`, which counts it here: a difference that is never
 * met is not needed any more. What is `kept away` cannot come up: the steps and the desk leave it out.
 */
export interface Difference {
  readonly rules: readonly string[];
  readonly ours: string;
  readonly theirs: string;
  readonly how: "handled" | "kept away";
}

export const DIFFERENCES = {
  amount: {
    rules: ["SPOT-MATCH-5", "SPOT-LOCK-3"],
    ours: "a market buy names an amount, and takes the whole steps that it pays for",
    theirs: "a market buy names a size: the one that the amount pays for on its own book",
    how: "handled",
  },
  amount_of_no_step: {
    rules: ["SPOT-MATCH-6"],
    ours: "an amount that pays for no step is taken, and trades nothing",
    theirs: "a size of 0 is an error: it is not sent",
    how: "handled",
  },
  no_opposite: {
    rules: ["SPOT-CHECK-13"],
    ours: "a market order that finds the other side empty is refused",
    theirs: "it is taken, and trades nothing",
    how: "handled",
  },
  end_is_error: {
    rules: ["SPOT-TIF-3", "SPOT-TIF-4", "SPOT-STP-4"],
    ours: "fill or kill, post-only and self-trade end an order that was taken, for a reason",
    theirs: "they are errors of their own, with what was traded before",
    how: "handled",
  },
  fok_counts_own: {
    rules: ["SPOT-TIF-3"],
    ours: "own orders, which would not trade, do not fill a fill or kill",
    theirs: "they count, so that it may trade in part: it is not sent where ours would be killed",
    how: "handled",
  },
  amendment: {
    rules: ["SPOT-REPLACE-3"],
    ours: "less at the same price keeps its place",
    theirs: "it goes behind: then all that stood behind it are sent again, behind it",
    how: "handled",
  },
  replaced_by_another: {
    rules: ["SPOT-REPLACE-4"],
    ours: "the new order may have another name, another side and other instructions",
    theirs:
      "price and size alone may be new, and the first fill makes it forget post-only: cancel, then place",
    how: "handled",
  },
  modify_forgets_user: {
    rules: ["SPOT-STP-3"],
    ours: "an order that replaced another is its user's",
    theirs:
      "one that was modified belongs to nobody: where users may meet themselves, cancel, then place",
    how: "handled",
  },
  allow_failure: {
    rules: ["SPOT-REPLACE-2"],
    ours: "with ALLOW_FAILURE the new order comes although the old one is gone",
    theirs: "there is no such word: place",
    how: "handled",
  },
  stranger: {
    rules: ["SPOT-CANCEL-1"],
    ours: "nobody but its user may cancel or replace an order",
    theirs: "whoever knows the id may: it is not sent",
    how: "handled",
  },
  ended_name: {
    rules: ["SPOT-CLIENT-3"],
    ours: "the name of an order that ended stays taken for 60 s, unless its user canceled it",
    theirs: "it is free at once; only names that are free in both, or open, come again",
    how: "kept away",
  },
  amount_past_own: {
    rules: ["SPOT-MATCH-5", "SPOT-STP-4"],
    ours: "an amount that passes over own orders may end behind one of them, which is canceled",
    theirs: "a size ends at its last trade; no market buy asks for EXPIRE_MAKER",
    how: "kept away",
  },
  refused_for: {
    rules: ["SPOT-CHECK-1", "SPOT-CHECK-11"],
    ours: "the first of the checks in their order is the answer, the name late among them",
    theirs: "the name is looked at first; of a refusal only that it is one is compared",
    how: "kept away",
  },
  bounds: {
    rules: ["SPOT-CHECK-8", "SPOT-CHECK-9", "SPOT-CHECK-12", "SPOT-BAND-2", "SPOT-BAND-3"],
    ours: "sizes, open orders and prices have bounds",
    theirs: "anything above zero; the steps stay inside the bounds",
    how: "kept away",
  },
  money: {
    rules: ["SPOT-CHECK-14", "SPOT-SETTLE-1", "SPOT-SETTLE-2"],
    ours: "an order locks money, and a trade settles",
    theirs: "there is no money; every user here has enough",
    how: "kept away",
  },
} as const satisfies Readonly<Record<string, Difference>>;

export type DifferenceName = keyof typeof DIFFERENCES;

export const HANDLED = Object.entries(DIFFERENCES)
  .filter(([, { how }]) => how === "handled")
  .map(([name]) => name);
