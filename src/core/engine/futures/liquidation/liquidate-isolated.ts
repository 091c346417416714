/**
 * The liquidation of one isolated position, in one command: its orders are canceled, it is closed down
 * through its tiers as far as the book allows, and if that is not enough the liquidation engine
 * takes it over. Its user loses the margin of this position and nothing else. Rules FUT-LIQ-1 to
 * FUT-LIQ-6.
 */
import { openRowsOf } from "../../orders/open-orders.ts";
import { positionSideAt } from "../contract-account.ts";
import { maintenanceOf, tierAt, unrealizedOf } from "../contract-value.ts";
import type { FuturesContext, FuturesLiquidated } from "../futures.ts";
import type { FuturesState, Position } from "../futures-state.ts";
import { cancelOpen } from "../trading/end-futures-order.ts";
import { reduceTier } from "./reduce-tier.ts";
import { takeOver, unwind } from "./takeover.ts";

export function liquidateIsolated(
  state: FuturesState,
  position: Position,
  context: FuturesContext,
): void {
  position.isFrozen = true; // FUT-LIQ-1
  position.lockedAtMs = context.timeMs;
  cancelOrdersOn(state, position, context);
  const isSafe = reduceIsolated(state, position, context);
  position.isFrozen = false;
  if (!isSafe && position.volume > 0) {
    unwind(state, takeOver(state, position, -position.margin, context), context);
  }
  announce(position, isSafe ? "reduced" : "taken_over", context);
}

function announce(
  { user, asset: coin, contractAccount }: Position,
  end: FuturesLiquidated["end"],
  { events, timeMs }: FuturesContext,
): void {
  const contract = contractAccount.market.contract.id;
  events.push({ type: "FuturesLiquidated", user, contract, coin, end, timeMs });
}

/** FUT-LIQ-1: all orders that rest on this position, and those that wait to close it. */
function cancelOrdersOn(state: FuturesState, position: Position, context: FuturesContext): void {
  const { rows } = state.orders.byId;
  const { user, side, contractAccount } = position;
  const contract = contractAccount.market.contract.id;
  for (const order of [...openRowsOf(state.orders, { area: "futures", user })]) {
    const isHere = rows.market(order) === contract && positionSideAt(rows, order) === side;
    const { isWaiting, action } = rows.terms(order);
    const isWaitingToOpen = isWaiting && action === "open";
    if (isHere && !isWaitingToOpen) cancelOpen(state, order, context);
  }
}

/** FUT-LIQ-2: step by step; true as soon as the position is safe. */
function reduceIsolated(state: FuturesState, position: Position, context: FuturesContext): boolean {
  const { contract, mark } = position.contractAccount.market;
  while (position.volume > 0 && tierAt(contract, { lots: position.volume, ticks: mark }) > 0) {
    const closed = reduceTier(state, position, () => position.margin, context);
    if (closed === 0) return false;
    if (isSafe(position)) return true;
  }
  return false;
}

function isSafe(position: Position): boolean {
  if (position.volume === 0) return true;
  return position.margin + unrealizedOf(position) > maintenanceOf(position);
}
