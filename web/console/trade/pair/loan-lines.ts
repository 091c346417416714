/** What is said of a loan beneath a margin order: what is lent for it, what of it pays back, and the level that is left. */
import { compareDecimals, multiplyDecimals } from "../../text/exact.ts";
import type { FigureLine } from "../form/figure-line.ts";
import type { MarginStanding } from "../market-views.ts";
import { levelAfter } from "./margin-worth.ts";

/** With all of the order traded; undefined while it cannot be told. */
interface Comes {
  readonly borrowed: string | undefined;
  readonly got: string | undefined;
}

interface LoanFacts {
  readonly draft: { readonly side: "buy" | "sell" };
  /** The assets that the order brings and takes. */
  readonly gets: string;
  readonly gives: string;
  readonly lending: MarginStanding | undefined;
}

export function loanLines({ borrowed, got }: Comes, facts: LoanFacts): readonly FigureLine[] {
  const { draft, gets, gives, lending } = facts;
  const title = "What the order needs and is not free is lent to you, if your level allows it.";
  const owed = draft.side === "buy" ? lending?.owed.base : lending?.owed.quote;
  const repaid = got === undefined ? undefined : lesser(got, owed ?? "0");
  return [
    { name: "Borrows", value: borrowed, unit: gives, title },
    repaysLine(repaid, gets),
    levelLine({ borrowed, repaid }, facts),
  ];
}

/** MARG-REPAY-2: what the account owes of what an order brings is paid with it at once. */
function repaysLine(value: string | undefined, unit: string): FigureLine {
  const title = "Of what you get, this much pays back what you owe, at once; the rest is free.";
  return { name: "Repays", value, unit, title, isAbout: true };
}

interface Changes {
  readonly borrowed: string | undefined;
  readonly repaid: string | undefined;
}

function levelLine({ borrowed, repaid }: Changes, { draft, lending }: LoanFacts): FigureLine {
  const title = "What the account has, divided by what it owes, once all of it has traded.";
  const line = { name: "Level after", unit: "", title, isAbout: true };
  const { worth, price } = lending ?? {};
  const [got, gave] =
    draft.side === "buy" ? [price?.base, price?.quote] : [price?.quote, price?.base];
  const isKnown = borrowed !== undefined && repaid !== undefined;
  if (!worth || !isKnown || got === undefined || gave === undefined) {
    return { ...line, value: undefined };
  }
  const change = {
    borrowed: multiplyDecimals(borrowed, gave),
    repaid: multiplyDecimals(repaid, got),
  };
  return { ...line, value: levelAfter(worth, change), absent: "no debt" };
}

function lesser(a: string, b: string): string {
  return compareDecimals(a, b) <= 0 ? a : b;
}
