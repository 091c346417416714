/** Commands that the sequencer treats in a way of their own. */
import type { Command } from "../engine/codec.ts";

const CANCELS: ReadonlySet<Command["type"]> = new Set([
  "CancelOrder",
  "CancelBatch",
  "CancelByOperator",
  "CancelMarginOrder",
  "CancelFuturesOrder",
  "CancelAllFutures",
  "CancelAllOrders",
]);

/** LOG-FULL-1: whether it is taken also when the disk is full. */
export function isCancel({ type }: Command): boolean {
  return CANCELS.has(type);
}

const TICKS: ReadonlySet<Command["type"]> = new Set(["HourTick", "SecondTick", "EndCountdown"]);

/** CORE-TICK-1: whether the log itself sends it, when it is due. */
export function isTick({ type }: Command): boolean {
  return TICKS.has(type);
}

const OF_PUBLIC_SIDE: ReadonlySet<Command["type"]> = new Set([
  "PlaceOrder",
  "PlaceBatch",
  "CancelOrder",
  "CancelBatch",
  "CancelAllOrders",
  "ReplaceOrder",
  "SetCountdown",
  "PlaceMarginOrder",
  "CancelMarginOrder",
  "Transfer",
  "Repay",
  "PlaceFuturesOrder",
  "CancelFuturesOrder",
  "CancelAllFutures",
  "SetLeverage",
  "SetMarginMode",
  "MovePositionMargin",
  // What the public side itself sends: an address that asks too much, a stream whose orders go with it.
  "BanAddress",
  "CancelByOperator",
]);

/** FOLLOW-SUBMIT-4: whether the public side sends it; the others are the operator's, or the log's own. */
export function isOfPublicSide({ type }: Command): boolean {
  return OF_PUBLIC_SIDE.has(type);
}
