/** The time of a run: it goes on by what the crowd wants, and full seconds and hours tick. */
import type { Command } from "../../../src/core/engine/codec.ts";
import { HOUR_MS } from "../../../src/core/engine/directory.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

export class Clock {
  timeMs: number;

  constructor(timeMs: number) {
    this.timeMs = timeMs;
  }

  pass(ms: number): void {
    this.timeMs += ms;
  }

  /** Waits for the next full second, and ticks it. */
  second(): Command {
    this.timeMs += SECOND_MS - (this.timeMs % SECOND_MS);
    return { type: "SecondTick", secondMs: this.timeMs };
  }

  /** Waits until the hour after `struckMs` is due, and a minute at least: a sample comes before it. */
  untilHour(tickedMs: number): void {
    this.timeMs = Math.max(this.timeMs + MINUTE_MS, tickedMs + HOUR_MS);
  }

  hour(tickedMs: number): Command {
    return { type: "HourTick", hourMs: tickedMs + HOUR_MS };
  }
}
