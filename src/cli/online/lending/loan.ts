/** `bourse loan ...`: the terms on which an asset is lent. */
import { online, post } from "../online.ts";

interface Terms {
  readonly asset: string;
  readonly cap: string;
  readonly hourlyRate: string;
  readonly indexFromTrades?: string;
}

export const loanSet = online({
  name: "loan set",
  says: "lend an asset, or change on what terms; give one of the two rates",
  takes: ["ASSET"],
  options: {
    "--cap": { value: "AMOUNT", says: "the most that one user may owe of it", isRequired: true },
    "--hourly-rate": { value: "R", says: "interest by the hour, 0.00001 is 0.001%" },
    "--daily-rate": { value: "R", says: "interest by the day; a 24th of it counts by the hour" },
    "--index-from-trades": {
      value: "MOVE",
      says: "loans may rest on an index without a source that moves so far in an hour; or any",
    },
  },
  ask: ({ ASSET: asset, "--cap": cap, ...rates }) => {
    const { "--hourly-rate": hourlyRate, "--daily-rate": dailyRate } = rates;
    const { "--index-from-trades": indexFromTrades } = rates;
    return post("/loans", { asset, cap, hourlyRate, dailyRate, indexFromTrades });
  },
  show: ({ asset, cap, hourlyRate, indexFromTrades }: Terms) => [
    `${asset} is lent at ${hourlyRate} by the hour, at most ${cap} to one user`,
    ...sayBound(indexFromTrades),
  ],
});

/** MARG-INDEX-1 */
function sayBound(move: string | undefined): string[] {
  if (move === undefined) return [];
  const how = move === "any" ? "any move" : `a move of at most ${move} in an hour`;
  return [`loans may rest on its index without a source: ${how}`];
}

export const loanStop = online({
  name: "loan stop",
  says: "lend no more of an asset; what is owed stays owed, at the same rate",
  takes: ["ASSET"],
  options: {},
  ask: ({ ASSET: asset }) => post("/loans/stop", { asset }),
  show: ({ asset, hourlyRate }: Terms) => [
    `${asset} is not lent any more; what is owed costs ${hourlyRate} by the hour`,
  ],
});
