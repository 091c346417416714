/**
 * The second: prices are sampled and the mark is set, for every contract whose index can be trusted.
 * Seconds that nobody struck, because the exchange was down, are not made up. Rules FUT-TICK-1,
 * FUT-TICK-2.
 */
import { foldNumber } from "../../../base/digest.ts";
import { accept, type Outcome, reject } from "../../../base/outcome.ts";
import type { FuturesContext, FuturesState, SecondTick, TickReject } from "../futures.ts";
import type { Pit } from "../pit.ts";
import { expireConditions, queueTriggered } from "../trading/trigger-queue.ts";
import { touchOutOfBounds } from "../watch.ts";
import { contractIndexOf } from "./contract-index.ts";
import { BASIS_EVERY_MS, sampleBasis, setMark } from "./mark.ts";
import { PREMIUM_EVERY_MS, samplePremium } from "./premium.ts";

export const SECOND_MS = 1000;

/** FUT-TICK-1: a full second after the last one, and not before its time. */
export function tickSecond(
  state: FuturesState,
  { secondMs }: SecondTick,
  context: FuturesContext,
): Outcome<{ secondMs: number }, TickReject> {
  const { futures } = state;
  const isDue = secondMs > futures.secondMs && secondMs <= context.timeMs;
  if (!isDue || secondMs % SECOND_MS !== 0) return reject("tick_not_due");

  const beforeMs = futures.secondMs;
  futures.secondMs = secondMs;
  foldNumber(state.digest, secondMs);
  for (const pit of futures.pits) {
    if (pit.contract.status === "delisted") continue;
    tick(state, pit, { beforeMs, secondMs }, context);
    expireConditions(state, pit, context);
  }
  return accept({ secondMs });
}

interface Second {
  readonly beforeMs: number;
  readonly secondMs: number;
}

/** FUT-TICK-2 */
function tick(state: FuturesState, pit: Pit, second: Second, context: FuturesContext): void {
  const { ticks, isStale } = contractIndexOf(state, pit, context.timeMs);
  if (isStale !== pit.isStale) tellTrust(pit, isStale, context);
  if (isStale) return; // FUT-RISK-5
  pit.index = ticks;
  if (hasPassed(second, BASIS_EVERY_MS)) sampleBasis(pit);
  if (hasPassed(second, PREMIUM_EVERY_MS)) samplePremium(pit);
  setMark(state, pit, second.secondMs);
  touchOutOfBounds(state.futures, pit);
  if (pit.contract.triggerSource === "mark") queueTriggered(state, pit);
}

/** FUT-TICK-3: an index that falls silent, and one that speaks again, is said once. */
function tellTrust(pit: Pit, isStale: boolean, { events, timeMs }: FuturesContext): void {
  pit.isStale = isStale;
  events.push({ type: "IndexTrust", contract: pit.contract.id, isStale, timeMs });
}

/** Has a boundary of this length been reached since the second before? */
function hasPassed({ beforeMs, secondMs }: Second, everyMs: number): boolean {
  return Math.floor(secondMs / everyMs) > Math.floor(beforeMs / everyMs);
}
