/**
 * Margin orders: placed and cancelled as spot orders are, on the same book, by the settlement account of
 * margin-settlement-account.ts. Rules MARG-ORDER-1, MARG-ORDER-2.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { type Outcome, type Rejected, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome } from "../../base/records/command.ts";
import { findPair } from "../catalogue/catalogue.ts";
import { cancelOrder } from "../spot/cancel-order.ts";
import type { ReplaceOrder } from "../spot/manage-commands.ts";
import { placeOrder } from "../spot/place-order.ts";
import { replaceOrder } from "../spot/replace-order.ts";
import type { Placement, SpotEvent } from "../spot/spot.ts";
import { findAccount } from "./account.ts";
import type {
  CancelMarginOrder,
  MarginPlaceReject,
  MarginState,
  PlaceMarginOrder,
} from "./margin.ts";

export function placeMarginOrder(
  state: MarginState,
  command: PlaceMarginOrder,
  context: CommandContext<SpotEvent>,
): Outcome<Placement, MarginPlaceReject> {
  return refuseInMargin(state, command) ?? placeOrder(state, command, context, "margin");
}

/** What is asked of a margin order before anything else. */
function refuseInMargin(
  state: MarginState,
  { user, pair }: Pick<PlaceMarginOrder, "user" | "pair">,
): Rejected<"pair_not_found" | "account_in_liquidation"> | undefined {
  if (!findPair(state.catalogue, pair)?.isMarginEnabled) return reject("pair_not_found"); // MARG-ORDER-1
  if (findAccount(state.margin, user)?.isLiquidating) return reject("account_in_liquidation"); // MARG-ORDER-2
  return undefined;
}

/** SPOT-REPLACE-1, in either area. */
export function replacePairOrder(
  state: MarginState,
  command: ReplaceOrder,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof ReplaceOrder> {
  const no = command.area === "margin" ? refuseInMargin(state, command) : undefined;
  return no ?? replaceOrder(state, command, context);
}

export function cancelMarginOrder(
  state: MarginState,
  command: CancelMarginOrder,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof CancelMarginOrder> {
  return cancelOrder(state, command, context, "margin");
}
