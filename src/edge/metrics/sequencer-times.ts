/**
 * What the sequencer does, batch by batch: how many commands go into one, how long the disk takes to make
 * it durable, how long the engine takes to apply it.
 */
import type { SequencerMeter } from "../../runtime/sequencer/sequencer-options.ts";
import { Histogram } from "./histogram.ts";
import type { Metric } from "./metric.ts";

/** Up to the largest batch. */
const COUNTS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/** From a fast disk, through a slow one, to the ten seconds after which clients get 504. */
const APPEND_SECONDS = [
  ...[0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];
/** From one order to a batch with a wave of liquidations. */
const APPLY_SECONDS = [
  ...[0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005],
  ...[0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
];

export class SequencerTimes implements SequencerMeter {
  readonly #counts = new Histogram(COUNTS);
  readonly #appends = new Histogram(APPEND_SECONDS);
  readonly #applies = new Histogram(APPLY_SECONDS);

  now(): number {
    return performance.now();
  }

  /** An empty batch, which closes an idle log, is a write like any other, but holds no commands. */
  appended(count: number, tookMs: number): void {
    this.#appends.observe(tookMs / 1_000);
    if (count > 0) this.#counts.observe(count);
  }

  applied(count: number, tookMs: number): void {
    if (count > 0) this.#applies.observe(tookMs / 1_000);
  }

  metrics(): readonly Metric[] {
    return [
      this.#counts.metric("bourse_batch_commands", "Commands in a batch of the log."),
      this.#appends.metric("bourse_append_seconds", "Time until a batch is durable."),
      this.#applies.metric(
        "bourse_apply_seconds",
        "Time to apply a batch and look at its effects.",
      ),
    ];
  }
}
