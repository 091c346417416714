/**
 * The time of the exchange as the page knows it. Everything that the page dates is dated by it: the
 * clock of the trader's machine may be wrong, and that of a sandbox may stand still or be years ahead.
 */
import type { Channel, ChannelData, ChannelListener } from "../../../src/client/client.ts";
import type { Subscribes } from "../../../src/client/stream/follow.ts";

/** Nearer to each other two readings do not tell whether the clock runs. */
const APART_MS = 1_000;
/** A clock that runs has gone as far as that of the page, but for this: an answer takes its time. */
const SLACK_MS = 1_500;

interface ClockReading {
  readonly timeMs: number;
  readonly localMs: number;
}

export class ExchangeClock {
  readonly #local: () => number;
  #aheadMs = 0;
  #isHeard = false;
  #reading: ClockReading | undefined;
  /** Where it stands; undefined while it runs, as far as is known. */
  #stoodMs: number | undefined;

  constructor(local: () => number) {
    this.#local = local;
  }

  now(): number {
    return this.#stoodMs ?? this.#local() + this.#aheadMs;
  }

  /** The clock of a sandbox can be stopped (SANDBOX-CLOCK-1). */
  get isStanding(): boolean {
    return this.#stoodMs !== undefined;
  }

  /**
   * Takes what the exchange answers when it is asked for its time. Two answers, some time apart, tell whether its clock
   * runs or stands; after a leap, which is a clock that was led by hand, nothing is known anew. False while that is so.
   */
  take(timeMs: number): boolean {
    const [before, localMs] = [this.#reading, this.#local()];
    const passedMs = before ? localMs - before.localMs : 0;
    if (before && passedMs < APART_MS) return false;
    this.#reading = { timeMs, localMs };
    const wentMs = before ? timeMs - before.timeMs : undefined;
    const hasRun = wentMs !== undefined && Math.abs(wentMs - passedMs) < SLACK_MS;
    if (wentMs === 0) this.#stoodMs = timeMs;
    else if (hasRun) this.#stoodMs = undefined;
    this.hear(timeMs);
    return wentMs === 0 || hasRun;
  }

  /** An update tells what has just happened. */
  hear(timeMs: number): void {
    this.#aheadMs = timeMs - this.#local();
    this.#isHeard = true;
    if (this.#stoodMs !== undefined) this.#stoodMs = timeMs;
  }

  /** A snapshot may be of a while ago: the exchange is not before it. It is better than no word at all. */
  hearAtLeast(timeMs: number): void {
    if (!this.#isHeard || timeMs > this.now()) this.hear(timeMs);
  }
}

/** The one of the page. */
export const exchangeClock = new ExchangeClock(Date.now);

/** The same stream, whose messages set the clock before they are told. */
export function timedBy(clock: ExchangeClock, stream: Subscribes): Subscribes {
  return {
    subscribe<C extends Channel>(channel: C, listener: ChannelListener<ChannelData<C>>) {
      return stream.subscribe(channel, {
        ...listener,
        snapshot(told, at) {
          clock.hearAtLeast(at.time);
          listener.snapshot(told, at);
        },
        update(told, at) {
          clock.hear(at.time);
          listener.update(told, at);
        },
      });
    },
  };
}
