/**
 * The second's tick: prices are sampled and the mark is set, for every contract whose index is fresh.
 * Seconds that did not tick, because the exchange was down, are not made up. Rules FUT-TICK-1,
 * FUT-TICK-2.
 */

import { accept, reject } from "../../../base/outcome.ts";
import type { DeclaredOutcome } from "../../../base/records/command.ts";
import { foldNumber } from "../../../base/records/digest.ts";
import type { FuturesContext } from "../futures.ts";
import type { SecondTick } from "../futures-commands.ts";
import type { ContractMarket, FuturesState } from "../futures-state.ts";
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
): DeclaredOutcome<typeof SecondTick> {
  const { futures } = state;
  const isDue = secondMs > futures.secondMs && secondMs <= context.timeMs;
  if (!isDue || secondMs % SECOND_MS !== 0) return reject("tick_not_due");

  const beforeMs = futures.secondMs;
  futures.secondMs = secondMs;
  foldNumber(state.digest, secondMs);
  for (const market of futures.markets) {
    if (market.contract.status === "delisted") continue;
    tick(state, market, { beforeMs, secondMs }, context);
    expireConditions(state, market, context);
  }
  return accept({ secondMs });
}

interface Second {
  readonly beforeMs: number;
  readonly secondMs: number;
}

/** FUT-TICK-2 */
function tick(
  state: FuturesState,
  market: ContractMarket,
  second: Second,
  context: FuturesContext,
): void {
  const { ticks, isStale } = contractIndexOf(state, market, context.timeMs);
  if (isStale !== market.isStale) tellTrust(market, isStale, context);
  if (isStale) return; // FUT-RISK-5
  market.index = ticks;
  if (hasPassed(second, BASIS_EVERY_MS)) sampleBasis(market);
  if (hasPassed(second, PREMIUM_EVERY_MS)) samplePremium(market);
  setMark(state, market, second.secondMs);
  touchOutOfBounds(state.futures, market);
  if (market.contract.triggerSource === "mark") queueTriggered(state, market);
}

/** FUT-TICK-3: that an index became stale, or fresh again, is told once. */
function tellTrust(
  market: ContractMarket,
  isStale: boolean,
  { events, timeMs }: FuturesContext,
): void {
  market.isStale = isStale;
  events.push({ type: "IndexTrust", contract: market.contract.id, isStale, timeMs });
}

/** Whether a boundary of this length has been reached since the second before. */
function hasPassed({ beforeMs, secondMs }: Second, everyMs: number): boolean {
  return Math.floor(secondMs / everyMs) > Math.floor(beforeMs / everyMs);
}
