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
