/** All metrics of the exchange, in the order in which docs/operating.md explains them. */
import { type ArchiveSources, archiveMetrics } from "./archive-metrics.ts";
import { type ClusterSources, clusterMetrics } from "./cluster-metrics.ts";
import { type ExchangeSources, exchangeMetrics, listenerMetrics } from "./exchange-metrics.ts";
import { writeMetrics } from "./exposition.ts";
import { ledgerMetrics } from "./ledger-metrics.ts";
import { gauge } from "./metric.ts";
import { type ProcessSources, processMetrics } from "./process-metrics.ts";
import type { RequestCounts } from "./request-counts.ts";
import type { RequestTimes } from "./request-times.ts";
import type { SequencerTimes } from "./sequencer-times.ts";
import type { StreamCounts } from "./stream-counts.ts";

/** Everything that is read; handed in where the server is put together. */
export interface MetricSources
  extends ExchangeSources,
    ArchiveSources,
    ProcessSources,
    ClusterSources {
  readonly requests: RequestCounts;
  readonly latencies: RequestTimes;
  readonly times: SequencerTimes;
  readonly streams: StreamCounts;
}

/** What a gateway says of itself; the exchange is the core's. */
export interface GatewaySources
  extends Pick<MetricSources, "notReady" | "connections" | "requests" | "latencies" | "streams">,
    ProcessSources {
  /** Up to where it has followed the log. */
  readonly position: () => number;
}

export function gatewayPage(sources: GatewaySources): () => Promise<string> {
  const metrics = [
    ...listenerMetrics(sources),
    gauge("bourse_log_position", "Commands in the log.", sources.position),
    sources.requests.metric(),
    sources.latencies.metric(),
    ...sources.streams.metrics(),
    ...processMetrics(sources),
  ];
  return () => writeMetrics(metrics);
}

/** The page that Prometheus scrapes, made anew at each call. */
export function metricsPage(sources: MetricSources): () => Promise<string> {
  const metrics = [
    ...exchangeMetrics(sources),
    sources.requests.metric(),
    sources.latencies.metric(),
    ...sources.streams.metrics(),
    ...sources.times.metrics(),
    ...archiveMetrics(sources),
    ...clusterMetrics(sources),
    ...ledgerMetrics(sources.sequencer),
    ...processMetrics(sources),
  ];
  return () => writeMetrics(metrics);
}
