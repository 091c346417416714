/**
 * The metrics at a glance: what two scrapes say about the time between them. A counter that went back
 * means that the server was started anew; then nothing is known until the next scrape.
 */
import type { ScrapedFigures, ScrapedSample } from "./exposition.ts";

export interface MetricsScrape {
  readonly atMs: number;
  readonly figures: ScrapedFigures;
}

export interface MetricsSummary {
  readonly ordersPerSecond: number | undefined;
  readonly commandsPerSecond: number | undefined;
  readonly requestsPerSecond: number | undefined;
  /** In seconds, until a batch was durable. */
  readonly appendMedian: number | undefined;
  readonly appendSlowest: number | undefined;
  readonly waiting: number | undefined;
  readonly archivistLag: number | undefined;
  readonly connections: number | undefined;
  readonly memoryBytes: number | undefined;
}

/** Where orders are placed; what is asked or cancelled is no order. */
export const PLACING = /\/(?:order|batchOrders|conditionOrder)$/;

/** `earlier` is the scrape before; times are counted from `oldest` on, so that a few batches are in them. */
export function summaryOf(
  now: MetricsScrape,
  earlier: MetricsScrape | undefined,
  oldest = earlier,
): MetricsSummary {
  const rate = (name: string, isWanted?: (labels: ScrapedSample["labels"]) => boolean) =>
    earlier && rateOf(earlier, now, (figures) => figures.sum(name, isWanted));
  const appends = oldest && bucketsBetween(oldest.figures, now.figures, "bourse_append_seconds");
  const { figures } = now;
  return {
    ordersPerSecond: rate("bourse_requests_total", isOrder),
    commandsPerSecond: rate("bourse_log_position"),
    requestsPerSecond: rate("bourse_requests_total"),
    appendMedian: appends && quantileOf(appends, 0.5),
    appendSlowest: appends && quantileOf(appends, 0.99),
    waiting: figures.value("bourse_sequencer_waiting"),
    archivistLag: figures.value("bourse_archivist_lag_commands"),
    connections: figures.value("bourse_connections"),
    memoryBytes: figures.value("process_resident_memory_bytes"),
  };
}

function isOrder({ method, path = "", code }: ScrapedSample["labels"]): boolean {
  return method === "POST" && code === "0" && PLACING.test(path);
}

function rateOf(
  earlier: MetricsScrape,
  now: MetricsScrape,
  of: (figures: ScrapedFigures) => number,
): number | undefined {
  const seconds = (now.atMs - earlier.atMs) / 1_000;
  const more = of(now.figures) - of(earlier.figures);
  return seconds <= 0 || more < 0 ? undefined : more / seconds;
}

/** Of a histogram: up to each bound, how many came between two scrapes. */
export interface Bucket {
  readonly bound: number;
  readonly count: number;
}

export function bucketsBetween(
  earlier: ScrapedFigures,
  now: ScrapedFigures,
  name: string,
): Bucket[] {
  const before = new Map(boundsIn(earlier, name));
  return boundsIn(now, name)
    .map(([bound, count]) => ({ bound, count: count - (before.get(bound) ?? 0) }))
    .sort((a, b) => a.bound - b.bound);
}

function boundsIn(figures: ScrapedFigures, name: string): [number, number][] {
  return figures.of(`${name}_bucket`).map(({ labels: { le = "" }, value }) => {
    return [le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le), value];
  });
}

/** As Prometheus does it: evenly spread within a bucket; above the last bound, that bound. */
export function quantileOf(buckets: readonly Bucket[], share: number): number | undefined {
  const all = buckets.at(-1)?.count ?? 0;
  if (all <= 0 || buckets.some(({ count }) => count < 0)) return undefined;
  const rank = share * all;
  const at = buckets.findIndex(({ count }) => count >= rank);
  const { bound: above = 0, count = 0 } = buckets[at] ?? {};
  const { bound: below = 0, count: counted = 0 } = buckets[at - 1] ?? {};
  if (above === Number.POSITIVE_INFINITY) return below;
  if (count === counted) return above;
  return below + ((above - below) * (rank - counted)) / (count - counted);
}
