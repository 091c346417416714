/** Commands that the sequencer treats in a way of their own. */
import { USER_HANDLERS } from "../../core/engine/act.ts";
import type { Command } from "../../core/engine/codec.ts";

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

/** What users sign, and what the public side sends itself: an address that asks too much, a stream whose orders go with it. */
const OF_PUBLIC_SIDE: ReadonlySet<string> = new Set([
  ...Object.keys(USER_HANDLERS),
  "BanAddress" satisfies Command["type"],
  "CancelByOperator" satisfies Command["type"],
]);

/** FOLLOW-SUBMIT-4: whether the public side sends it; the others are the operator's, or the log's own. */
export function isOfPublicSide({ type }: Command): boolean {
  return OF_PUBLIC_SIDE.has(type);
}
