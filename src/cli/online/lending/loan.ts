/** `bourse loan ...`: the terms on which an asset is lent. */
import { ANY_MOVE, SET_LOAN, STOP_LOAN } from "../../../contract/operator/lending/loans.ts";
import { online } from "../online.ts";

export const loanSet = online(SET_LOAN, "loan set", {
  show: ({ asset, cap, hourlyRate, indexFromTrades }) => [
    `${asset} is lent at ${hourlyRate} by the hour, at most ${cap} to one user`,
    ...sayBound(indexFromTrades),
  ],
});

/** MARG-INDEX-1 */
function sayBound(move: string | undefined): string[] {
  if (move === undefined) return [];
  const how = move === ANY_MOVE ? "any move" : `a move of at most ${move} in an hour`;
  return [`loans may rest on its index without a source: ${how}`];
}

export const loanStop = online(STOP_LOAN, "loan stop", {
  show: ({ asset, hourlyRate }) => [
    `${asset} is not lent any more; what is owed costs ${hourlyRate} by the hour`,
  ],
});
