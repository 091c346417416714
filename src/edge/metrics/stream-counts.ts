/**
 * What the streams do: how many clients there are, how they ended, what was sent to them, and how long
 * each turn of sending held the loop. Counted from the first moment to the last, also when a sandbox
 * gets another instance.
 */
import { CLOSINGS, type CloseReason } from "../../contract/streams/closings.ts";
import { Histogram } from "./histogram.ts";
import { counter, gauge, type Metric } from "./metric.ts";

/** A turn makes way after 2 ms, and is to be over after 5. */
const TURN_SECONDS = [
  ...[0.000_1, 0.000_25, 0.000_5, 0.001, 0.002, 0.003, 0.004, 0.005],
  ...[0.007_5, 0.01, 0.025, 0.05, 0.1],
];

/** A client that ended by itself, or by what is no frame. */
const LEFT = "left";

export class StreamCounts {
  readonly #turns = new Histogram(TURN_SECONDS);
  readonly #closed = new Map<string, number>(
    [...Object.keys(CLOSINGS), LEFT].map((why) => [why, 0]),
  );
  #connections = 0;
  #messages = 0;

  opened(): void {
    this.#connections++;
  }

  ended(closing: CloseReason | undefined): void {
    this.#connections--;
    const reason = closing ?? LEFT;
    this.#closed.set(reason, (this.#closed.get(reason) ?? 0) + 1);
  }

  sent(messages: number): void {
    this.#messages += messages;
  }

  worked(ms: number): void {
    this.#turns.observe(ms / 1_000);
  }

  metrics(): readonly Metric[] {
    return [
      gauge("bourse_stream_connections", "Clients of the streams.", () => this.#connections),
      counter("bourse_stream_messages_total", "Messages sent to them.", () => this.#messages),
      {
        name: "bourse_stream_closed_total",
        help: "Clients that are gone, by how they ended.",
        type: "counter",
        read: () => [...this.#closed].map(([reason, value]) => ({ labels: { reason }, value })),
      },
      this.#turns.metric("bourse_stream_turn_seconds", "Time that sending held the loop at once."),
    ];
  }
}
