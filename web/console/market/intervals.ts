/** The intervals of the chart, by what stands on their buttons and what is said of them. */
import type { Interval } from "../../../src/client/client.ts";

export interface IntervalFace {
  readonly value: Exclude<Interval, "1h">;
  readonly label: string;
  readonly spoken: string;
}

/** `1h` is another name of `60min`, which REST has and the streams do not. */
export const INTERVALS: readonly IntervalFace[] = [
  { value: "1min", label: "1m", spoken: "1 minute" },
  { value: "5min", label: "5m", spoken: "5 minutes" },
  { value: "15min", label: "15m", spoken: "15 minutes" },
  { value: "30min", label: "30m", spoken: "30 minutes" },
  { value: "60min", label: "1h", spoken: "1 hour" },
  { value: "4hour", label: "4h", spoken: "4 hours" },
  { value: "1day", label: "1D", spoken: "1 day" },
  { value: "1week", label: "1W", spoken: "1 week" },
  { value: "1month", label: "1M", spoken: "1 month" },
];
