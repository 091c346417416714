/** What a movement does, as a sentence: for the question before it and for the word after. */
import { grouped } from "../text/amount.ts";
import type { PendingMovement } from "./movement.ts";

export const FUNDS = [
  ["LOAN_POOL", "Loan pool"],
  ["MARGIN_INSURANCE", "Insurance of margin"],
  ["FUT_INSURANCE", "Insurance of futures"],
] as const;

export type FundName = (typeof FUNDS)[number][0];

const WAYS: Readonly<Record<string, string>> = {
  "/deposits": "to user",
  "/withdrawals": "from user",
  "/funds/fill": "into the",
  "/funds/draw": "out of the",
};

/** `1 000 USDT to user alice.` */
export function sentenceOfMovement({ path, body }: Omit<PendingMovement, "id">): string {
  const { asset = "", amount = "", user, fund } = body;
  const whose = user ?? FUNDS.find(([name]) => name === fund)?.[1].toLowerCase() ?? fund;
  return `${grouped(amount)} ${asset} ${WAYS[path]} ${whose}.`;
}
