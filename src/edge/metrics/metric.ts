/**
 * The words of this room. A metric is a name and a way to read it; nothing is kept for it beyond the
 * plain numbers that the hot path counts in, and nothing is computed before a scrape.
 */

export interface Sample {
  readonly value: number;
  readonly labels?: Labels;
  /** For a histogram: which of its three kinds of line this is. */
  readonly suffix?: "_bucket" | "_sum" | "_count";
}

export type Labels = Readonly<Record<string, string>>;

export interface Metric {
  readonly name: string;
  /** One sentence; docs/operating.md has the same metric with what to make of it. */
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** A number without labels, read where it stands; none while it is not known. */
export function gauge(name: string, help: string, value: () => number | undefined): Metric {
  return { name, help, type: "gauge", read: () => sampleOf(value()) };
}

/** The same for a number that only grows. */
export function counter(name: string, help: string, value: () => number): Metric {
  return { name, help, type: "counter", read: () => sampleOf(value()) };
}

function sampleOf(value: number | undefined): readonly Sample[] {
  return value === undefined ? [] : [{ value }];
}
