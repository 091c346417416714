/**
 * Time as commands: before a batch is numbered, the boundaries that are due at its time are put in
 * front of it, in order, so that no order slips past one. After downtime the missed ones come one by
 * one before the first request. A delisting that is not finished goes on the same way. When nothing is
 * due, nothing is written. Rules CORE-TICK-1, SPOT-DELIST-1.
 */
import type { Command } from "../engine/codec.ts";
import { HOUR_MS } from "../engine/directory.ts";
import type { ExchangeState } from "../engine/state.ts";

/** The next boundaries that are due at `timeMs`, at most `countMax` of them, oldest first. */
export function dueTicks(state: ExchangeState, timeMs: number, countMax: number): Command[] {
  const ticks: Command[] = [];
  if (state.kind === "unopened") return ticks;
  let hourMs = state.hourMs + HOUR_MS;
  while (hourMs <= timeMs && ticks.length < countMax) {
    ticks.push({ type: "StrikeHour", hourMs });
    hourMs += HOUR_MS;
  }
  for (const { id: pair, status } of state.catalogue.pairs) {
    if (status !== "delisting" || ticks.length === countMax) continue;
    ticks.push({ type: "DelistPair", pair, request: 0 }); // SPOT-DELIST-1
  }
  return ticks;
}

/** When the next boundary falls due. */
export function nextTickMs(state: ExchangeState): number {
  return state.hourMs + HOUR_MS;
}
