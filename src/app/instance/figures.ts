/**
 * All that is counted while the server runs, from its first moment to its last, also when a sandbox
 * gets another instance; and the page that Prometheus is given of it.
 */
import type { Server } from "node:http";
import { ROUTES } from "../../edge/http/routes.ts";
import { joinTraffic, type Traffic } from "../../edge/http/traffic.ts";
import {
  type GatewaySources,
  gatewayPage,
  type MetricSources,
  metricsPage,
} from "../../edge/metrics/metrics.ts";
import { RequestCounts } from "../../edge/metrics/request-counts.ts";
import { RequestTimes } from "../../edge/metrics/request-times.ts";
import { SequencerTimes } from "../../edge/metrics/sequencer-times.ts";
import { StreamCounts } from "../../edge/metrics/stream-counts.ts";
import { VERSION } from "../../package/package.ts";
import { noChecksYet } from "../../runtime/replica/checks.ts";

/** Values that are read when they are asked for, not counted. */
export type GaugeSources = Pick<
  MetricSources,
  "sequencer" | "archivist" | "cluster" | "notReady" | "connections" | "dataDirectory"
>;

export class Figures {
  readonly #requests = new RequestCounts(ROUTES);
  readonly #latencies = new RequestTimes();
  /** The sequencer reports every batch to it. */
  readonly times = new SequencerTimes();
  /** The streams report to it. */
  readonly streams = new StreamCounts();
  /** Counted by the checks themselves. */
  readonly checks = noChecksYet();
  /** Gets every reply of the public listener. */
  readonly traffic: Traffic = joinTraffic([this.#requests, this.#latencies]);

  page(asked: GaugeSources): () => Promise<string> {
    const { times, streams, checks } = this;
    const counted = {
      times,
      streams,
      checks,
      requests: this.#requests,
      latencies: this.#latencies,
    };
    return metricsPage({ ...asked, ...counted, version: VERSION });
  }
}

/** All that a gateway counts, also when a sandbox gets another instance. */
export class GatewayFigures {
  readonly #requests = new RequestCounts(ROUTES);
  readonly #latencies = new RequestTimes();
  readonly streams = new StreamCounts();
  readonly traffic: Traffic = joinTraffic([this.#requests, this.#latencies]);

  page(asked: Pick<GatewaySources, "notReady" | "connections" | "position" | "dataDirectory">) {
    const { streams } = this;
    const counted = { streams, requests: this.#requests, latencies: this.#latencies };
    return gatewayPage({ ...asked, ...counted, version: VERSION });
  }
}

/** How many connections a listener has; 0 once it is closed. */
export function connectionsOf(server: Pick<Server, "getConnections">): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}
