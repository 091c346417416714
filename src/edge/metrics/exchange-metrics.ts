/**
 * The state of the exchange, read from the live state: whether it takes orders, how much is in it, and
 * how its times stand to each other. Every figure here is a length or a number that is there already;
 * nothing walks over users or orders.
 */
import { NOT_READY, type Readiness } from "../../contract/not-ready.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import { gauge, type Metric } from "./metric.ts";

export interface WatchedSequencer extends Pick<Exchange, "state" | "now"> {
  /** Commands that wait for it. */
  readonly waiting: number;
}

export interface ExchangeSources {
  /** The sequencer of the present instance: a sandbox that goes back to another state gets another. */
  readonly sequencer: () => WatchedSequencer;
  readonly notReady: Readiness;
  /** The connections of the public listener. */
  readonly connections: () => Promise<number>;
}

/** What every process with a public listener says. */
export function listenerMetrics(
  sources: Pick<ExchangeSources, "notReady" | "connections">,
): readonly Metric[] {
  const { notReady } = sources;
  return [
    gauge("bourse_ready", "1 while new orders are taken.", () => Number(notReady() === undefined)),
    notReadyMetric(notReady),
    connectionsMetric(sources),
  ];
}

export function exchangeMetrics(sources: ExchangeSources): readonly Metric[] {
  const { sequencer } = sources;
  return [
    ...listenerMetrics(sources),
    gauge(
      "bourse_sequencer_waiting",
      "Commands that wait for the sequencer.",
      () => sequencer().waiting,
    ),
    ...contentMetrics(sources),
    ...timeMetrics(sources),
  ];
}

/** One line for each reason, so that an alert can name the one it is about. */
function notReadyMetric(notReady: Readiness): Metric {
  return {
    name: "bourse_not_ready",
    help: "1 for the reason why new orders are not taken.",
    type: "gauge",
    read() {
      const now = notReady();
      return Object.keys(NOT_READY).map((reason) => {
        return { labels: { reason }, value: Number(reason === now) };
      });
    },
  };
}

function connectionsMetric({ connections }: Pick<ExchangeSources, "connections">): Metric {
  return {
    name: "bourse_connections",
    help: "Open connections of the public listener.",
    type: "gauge",
    read: async () => [{ value: await connections() }],
  };
}

function contentMetrics({ sequencer }: ExchangeSources): readonly Metric[] {
  return [
    gauge("bourse_log_position", "Commands in the log.", () => sequencer().state.position),
    gauge("bourse_users", "Users.", () => sequencer().state.users.users.length),
    gauge("bourse_open_orders", "Open orders.", () => sequencer().state.orders.byId.size),
    gauge("bourse_open_positions", "Open positions of futures.", () => {
      return sequencer().state.futures.positions.size;
    }),
    gauge("bourse_bans", "Addresses under a ban, or remembered for one.", () => {
      return sequencer().state.bans.byBlock.size;
    }),
  ];
}

function timeMetrics({ sequencer }: ExchangeSources): readonly Metric[] {
  return [
    gauge("bourse_engine_time_seconds", "Time of the last batch, since 1970.", () => {
      return sequencer().state.timeMs / 1_000;
    }),
    gauge("bourse_clock_difference_seconds", "Wall clock less request clock.", () => {
      return (Date.now() - sequencer().now()) / 1_000;
    }),
  ];
}
