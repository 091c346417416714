/**
 * A histogram in plain numbers: one slot for each bound and one above them all. Telling it a value
 * looks at a few numbers and adds to two; the sums that Prometheus wants are made at the scrape.
 */
import { assert } from "../../core/base/assert.ts";
import { formatValue } from "./exposition.ts";
import type { Labels, Metric, Sample } from "./metric.ts";

export class Histogram {
  readonly #bounds: readonly number[];
  /** By slot, each value counted once; the last slot has those above every bound. */
  readonly #counts: Float64Array;
  #sum = 0;

  /** The bounds rise; a value that equals one belongs below it. */
  constructor(bounds: readonly number[]) {
    const isRising = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? bound));
    assert(isRising, "the bounds of a histogram rise");
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let slot = 0;
    while (slot < bounds.length && value > (bounds[slot] as number)) slot++;
    this.#counts[slot] = (this.#counts[slot] as number) + 1;
    this.#sum += value;
  }

  /** `labels` tell it from others of the same metric. */
  samples(labels: Labels = {}): readonly Sample[] {
    let count = 0;
    const bounds = [...this.#bounds, Number.POSITIVE_INFINITY];
    const buckets = bounds.map((bound, slot): Sample => {
      count += this.#counts[slot] as number;
      return { suffix: "_bucket", labels: { ...labels, le: formatValue(bound) }, value: count };
    });
    const sum: Sample = { suffix: "_sum", labels, value: this.#sum };
    return [...buckets, sum, { suffix: "_count", labels, value: count }];
  }

  metric(name: string, help: string): Metric {
    return { name, help, type: "histogram", read: () => this.samples() };
  }
}
