/**
 * The server's clock as seen from here. Requests are signed with the server's time, so that a machine
 * whose own clock is wrong can trade, too. The difference is learnt from `/time`: the reply was written
 * somewhere between sending and receiving, and the middle is the best guess, wrong by half the trip at
 * most. A request may be ahead of the server by less than a second, so a guess from a long trip is not
 * good enough: then it is asked again, and the shortest trip counts.
 */

/** What the server's clock showed, and between which times of ours. */
export interface TimeSample {
  readonly serverMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}

export interface ClockOptions {
  /** Our own clock, in ms. */
  readonly now: () => number;
  readonly ask: () => Promise<TimeSample>;
}

const TRIP_GOOD_MS = 1_000;
const SAMPLES_MAX = 4;

export class ServerClock {
  readonly #options: ClockOptions;
  #offsetMs: number | undefined;
  #learning: Promise<number> | undefined;

  constructor(options: ClockOptions) {
    this.#options = options;
  }

  /** What the server's clock shows now, whole ms; asks the server if it was never asked. */
  async now(): Promise<number> {
    if (this.#offsetMs === undefined) await this.learn();
    return Math.round(this.#options.now() + (this.#offsetMs ?? 0));
  }

  /** Asks anew; answers the server's time as it was told. Callers that ask meanwhile share the answer. */
  learn(): Promise<number> {
    this.#learning ??= this.#learn().finally(() => {
      this.#learning = undefined;
    });
    return this.#learning;
  }

  async #learn(): Promise<number> {
    let last = await this.#options.ask();
    let best = last;
    for (let count = 1; tripOf(best) > TRIP_GOOD_MS && count < SAMPLES_MAX; count++) {
      last = await this.#options.ask();
      if (tripOf(last) < tripOf(best)) best = last;
    }
    this.#offsetMs = best.serverMs - (best.sentMs + best.receivedMs) / 2;
    return last.serverMs;
  }
}

function tripOf({ sentMs, receivedMs }: TimeSample): number {
  return receivedMs - sentMs;
}
