/**
 * Time as commands: before a batch is numbered, the boundaries that are due at its time are put in
 * front of it, in order, so that no order slips past one. After downtime the missed ones come one by
 * one before the first request; seconds, at which prices are sampled, are not made up. A delisting that
 * is not finished goes on the same way, and so does the end of a countdown. When nothing is due, nothing is
 * written. Rules CORE-TICK-1, FUT-TICK-1, SPOT-DELIST-1, SPOT-COUNT-3, FUT-CONTRACT-4.
 */
import type { Command } from "../../core/engine/codec.ts";
import { HOUR_MS } from "../../core/engine/directory.ts";
import { SECOND_MS } from "../../core/engine/futures/prices/tick-second.ts";
import { dueCountdowns, nextCountdownMs } from "../../core/engine/spot/countdowns.ts";
import type { ExchangeState } from "../../core/engine/state.ts";

/** The next boundaries that are due at `timeMs`, at most `countMax` of them, oldest first. */
export function dueTicks(state: ExchangeState, timeMs: number, countMax: number): Command[] {
  const ticks: Command[] = [];
  if (state.kind === "unopened") return ticks;
  const due = dueCountdowns(state.countdowns, timeMs, countMax);
  let ended = 0;
  /** SPOT-COUNT-3: those due up to a time, so that an hour finds no order that should have gone before it. */
  const endUpTo = (lastMs: number) => {
    for (; ended < due.length && ticks.length < countMax; ended++) {
      const { user, pair, dueMs } = due[ended] as (typeof due)[number];
      if (dueMs > lastMs) return;
      ticks.push({ type: "EndCountdown", user, pair });
    }
  };
  let hourMs = state.hourMs + HOUR_MS;
  while (hourMs <= timeMs && ticks.length < countMax) {
    endUpTo(hourMs);
    if (ticks.length < countMax) ticks.push({ type: "HourTick", hourMs });
    hourMs += HOUR_MS;
  }
  endUpTo(timeMs);
  if (ticks.length < countMax && nextSecondMs(state) <= timeMs) {
    ticks.push({ type: "SecondTick", secondMs: timeMs - (timeMs % SECOND_MS) }); // FUT-TICK-1
  }
  for (const { id: contract, status } of state.catalogue.contracts) {
    if (status !== "delisting" || ticks.length === countMax) continue;
    ticks.push({ type: "DelistContract", contract, request: 0 }); // FUT-CONTRACT-4
  }
  for (const { id: pair, status } of state.catalogue.pairs) {
    if (status !== "delisting" || ticks.length === countMax) continue;
    ticks.push({ type: "DelistPair", pair, request: 0 }); // SPOT-DELIST-1
  }
  return ticks;
}

/** When the next boundary falls due. */
export function nextTickMs(state: ExchangeState): number {
  const countdownMs = nextCountdownMs(state.countdowns);
  return Math.min(state.hourMs + HOUR_MS, nextSecondMs(state), countdownMs);
}

/** SANDBOX-CLOCK-3: the first boundary behind the state's own time, where a frozen clock stops next. */
export function nextBoundaryMs(state: ExchangeState): number {
  const { timeMs } = state;
  const hourMs = timeMs - (timeMs % HOUR_MS) + HOUR_MS;
  const nextMs = hasSeconds(state) ? timeMs - (timeMs % SECOND_MS) + SECOND_MS : hourMs;
  const dueMs = nextCountdownMs(state.countdowns); // What is due already ends at this time.
  return dueMs > timeMs ? Math.min(nextMs, dueMs) : nextMs;
}

/** FUT-TICK-1: seconds tick while there is a contract; those that passed meanwhile are not made up. */
function nextSecondMs(state: ExchangeState): number {
  return hasSeconds(state) ? state.futures.secondMs + SECOND_MS : Number.POSITIVE_INFINITY;
}

function hasSeconds({ catalogue }: ExchangeState): boolean {
  return catalogue.contracts.some(({ status }) => status !== "delisted");
}
