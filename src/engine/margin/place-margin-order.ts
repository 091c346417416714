/**
 * Margin orders: placed and cancelled as spot orders are, on the same book, by the settlement account of
 * margin-settlement-account.ts. Rules MARG-ORDER-1, MARG-ORDER-2.
 */

import type { DeclaredOutcome } from "../../base/command.ts";
import type { CommandContext } from "../../base/command-context.ts";
import { type Outcome, reject } from "../../base/outcome.ts";
import { findPair } from "../catalogue/catalogue.ts";
import { cancelOrder } from "../spot/cancel-order.ts";
import { placeOrder } from "../spot/place-order.ts";
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
  const { user, pair } = command;
  if (!findPair(state.catalogue, pair)?.isMarginEnabled) return reject("pair_not_found"); // MARG-ORDER-1
  if (findAccount(state.margin, user)?.isLiquidating) return reject("account_in_liquidation"); // MARG-ORDER-2
  return placeOrder(state, command, context, "margin");
}

export function cancelMarginOrder(
  state: MarginState,
  command: CancelMarginOrder,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof CancelMarginOrder> {
  return cancelOrder(state, command, context, "margin");
}
