/**
 * The record that a log has lost its end and goes on without it (LOG-LOSS-1). The lost commands had given ids to
 * clients: the counters go so far ahead that none of these ids is given again.
 */

import { accept } from "../base/outcome.ts";
import { answers, type CommandOf, command, type DeclaredOutcome } from "../base/records/command.ts";
import { foldNumber } from "../base/records/digest.ts";
import { uint } from "../base/records/record.ts";
import { isInForce } from "./catalogue/rule-changes.ts";
import type { ExchangeState } from "./state.ts";

/** A day of lost commands, each with an order of its own, takes far fewer ids. */
export const IDS_SKIPPED = 1_000_000_000;

/** `position`: the highest position of the lost log of which anything is known. */
export const AcceptLoss = command("AcceptLoss", 18, {
  fields: { position: uint },
  answer: answers<{ position: number }>(),
  rejects: [],
  events: [],
});
export type AcceptLoss = CommandOf<typeof AcceptLoss>;

export function acceptLoss(
  { rules, orders, margin, futures, digest }: ExchangeState,
  { position }: AcceptLoss,
): DeclaredOutcome<typeof AcceptLoss> {
  orders.orderIdLast += IDS_SKIPPED;
  orders.tradeIdLast += IDS_SKIPPED;
  if (isInForce({ rules }, "prevented_matches")) orders.preventedIdLast += IDS_SKIPPED;
  margin.transferIdLast += IDS_SKIPPED;
  futures.positionIdLast += IDS_SKIPPED;
  futures.profitIdLast += IDS_SKIPPED;
  foldNumber(digest, position);
  foldNumber(digest, orders.orderIdLast);
  return accept({ position });
}
