/**
 * The metrics page as the page reads it: Prometheus's text, of which only the families that are shown
 * are kept, so that what is kept is bounded whatever the server says.
 */

export interface ScrapedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The newest text may have this many samples of what is shown; the rest is passed over. */
export const SAMPLES_MAX = 10_000;

const WANTED = new Set([
  "bourse_ready",
  "bourse_not_ready",
  "bourse_sequencer_waiting",
  "bourse_connections",
  "bourse_log_position",
  "bourse_requests_total",
  "bourse_append_seconds_bucket",
  "bourse_archivist_up",
  "bourse_archivist_lag_commands",
  "bourse_checks_failed_total",
  "bourse_snapshot_position",
  "bourse_snapshot_age_seconds",
  "bourse_disk_free_bytes",
  "bourse_house_balance",
  "bourse_event_loop_delay_seconds",
  "bourse_clock_difference_seconds",
  "process_resident_memory_bytes",
  "process_start_time_seconds",
]);

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** What one scrape said. */
export class ScrapedFigures {
  readonly #samples: readonly ScrapedSample[];

  constructor(samples: readonly ScrapedSample[]) {
    this.#samples = samples;
  }

  of(
    name: string,
    isWanted: (labels: ScrapedSample["labels"]) => boolean = () => true,
  ): ScrapedSample[] {
    return this.#samples.filter((sample) => sample.name === name && isWanted(sample.labels));
  }

  /** Of a metric with one sample. */
  value(name: string): number | undefined {
    return this.#samples.find((sample) => sample.name === name)?.value;
  }

  sum(name: string, isWanted?: (labels: ScrapedSample["labels"]) => boolean): number {
    return this.of(name, isWanted).reduce((sum, { value }) => sum + value, 0);
  }
}

export function readFigures(text: string): ScrapedFigures {
  const samples: ScrapedSample[] = [];
  for (const line of text.split("\n")) {
    if (samples.length === SAMPLES_MAX) break;
    const [, name = "", labels = "", value = ""] = LINE.exec(line) ?? [];
    if (WANTED.has(name)) samples.push({ name, labels: labelsIn(labels), value: numberOf(value) });
  }
  return new ScrapedFigures(samples);
}

function labelsIn(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(LABEL)].map(([, name = "", value = ""]) => [name, plain(value)]);
  return Object.fromEntries(pairs);
}

function plain(escaped: string): string {
  return escaped.replaceAll(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
}

function numberOf(text: string): number {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  return text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);
}
