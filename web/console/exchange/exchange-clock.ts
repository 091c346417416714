/**
 * The time of the exchange as the page knows it. Everything that the page dates is dated by it: the
 * clock of the trader's machine may be wrong, and that of a sandbox may stand still or be years ahead.
 */
import type { Channel, ChannelData, ChannelListener } from "../../../src/client/client.ts";
import type { Subscribes } from "../../../src/client/stream/follow.ts";

export class ExchangeClock {
  readonly #local: () => number;
  #aheadMs = 0;
  #isHeard = false;

  constructor(local: () => number) {
    this.#local = local;
  }

  now(): number {
    return this.#local() + this.#aheadMs;
  }

  /** An update tells what has just happened. */
  hear(timeMs: number): void {
    this.#aheadMs = timeMs - this.#local();
    this.#isHeard = true;
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
