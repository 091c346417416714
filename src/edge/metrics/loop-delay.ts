/**
 * How late the event loop is, measured by a timer of the runtime that runs no code of ours. Several may
 * scrape, Prometheus and the operator's page, and none may take from another what it has not seen: so
 * no scrape empties the measure. It is kept in stretches, and a scrape is told the worst of the present
 * one and the one before: a scraper that comes once in a stretch has seen every delay.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Metric } from "./metric.ts";

/** The runtime looks this often, and counts the pause itself into what it measures. */
export const RESOLUTION_MS = 20;
/** Longer than a scraper waits between two scrapes. */
export const STRETCH_MS = 60_000;

export type Delays = Pick<IntervalHistogram, "percentile" | "max" | "reset">;

/** In seconds. */
type Figures = Readonly<Record<"p50" | "p99" | "max", number>>;

export function loopDelayMetric(
  delays: Delays = measured(),
  now = () => performance.now(),
): Metric {
  let before: Figures = { p50: 0, p99: 0, max: 0 };
  let begunMs = now();
  return {
    name: "bourse_event_loop_delay_seconds",
    help: "How late the event loop was in the last minute or two.",
    type: "gauge",
    read() {
      const present = figuresOf(delays);
      const worst = worstOf(before, present);
      if (now() - begunMs >= STRETCH_MS) {
        before = present;
        begunMs = now();
        delays.reset();
      }
      return Object.entries(worst).map(([stat, value]) => ({ labels: { stat }, value }));
    },
  };
}

function measured(): Delays {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return delays;
}

function figuresOf(delays: Delays): Figures {
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1_000;
  return {
    p50: seconds(delays.percentile(50)),
    p99: seconds(delays.percentile(99)),
    max: seconds(delays.max),
  };
}

function worstOf(a: Figures, b: Figures): Figures {
  const { max } = Math;
  return { p50: max(a.p50, b.p50), p99: max(a.p99, b.p99), max: max(a.max, b.max) };
}
