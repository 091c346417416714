/**
 * How long the public listener takes to answer, from the head of a request to its reply: most reads
 * are answered at once, orders wait for the disk. Only what has a route counts.
 */
import type { AnsweredRequest, Traffic } from "../http/traffic.ts";
import { Histogram } from "./histogram.ts";
import type { Metric } from "./metric.ts";

/** From a read out of memory to the ten seconds after which clients get 504. */
const SECONDS = [
  ...[0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1],
  ...[0.25, 0.5, 1, 2.5, 5, 10],
];

export class RequestTimes implements Traffic {
  readonly #gets = new Histogram(SECONDS);
  readonly #posts = new Histogram(SECONDS);
  readonly clock: () => number;

  constructor(clock = () => performance.now()) {
    this.clock = clock;
  }

  note({ route, arrivedMs }: AnsweredRequest): void {
    if (!route || !arrivedMs) return;
    const times = route.method === "GET" ? this.#gets : this.#posts;
    times.observe((this.clock() - arrivedMs) / 1_000);
  }

  metric(): Metric {
    return {
      name: "bourse_request_seconds",
      help: "Time to answer a request.",
      type: "histogram",
      read: () => [
        ...this.#gets.samples({ method: "GET" }),
        ...this.#posts.samples({ method: "POST" }),
      ],
    };
  }
}
