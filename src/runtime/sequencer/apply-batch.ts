/** A durable batch, applied and answered: no client is told of it before all of it has been looked at. */
import { assert } from "../../core/base/assert.ts";
import type { EngineOutcome } from "../replica/submission.ts";
import type { NextBatch } from "./batch-maker.ts";
import { isTick } from "./command-kinds.ts";
import type { SequencerOptions } from "./sequencer-options.ts";

export function applyBatch(
  { replica, inspect, meter }: Pick<SequencerOptions, "replica" | "inspect" | "meter">,
  { commands, draft: { timeMs } }: NextBatch,
): void {
  const startedAtMs = meter?.now() ?? 0;
  const first = replica.state.position + 1;
  const outcomes = commands.map(({ command }) => {
    const outcome = replica.apply(command, timeMs);
    assert(outcome.ok || !isTick(command), "a tick that was sent is due"); // CORE-TICK-1
    return outcome;
  });
  inspect?.(replica.state);
  meter?.applied(commands.length, meter.now() - startedAtMs);
  commands.forEach(({ answer }, at) => {
    const outcome = outcomes[at] as EngineOutcome;
    answer({ kind: "done", outcome, timeMs, position: first + at });
  });
}
