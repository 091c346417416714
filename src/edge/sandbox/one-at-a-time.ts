/**
 * Work on the state of a whole exchange: one piece runs at a time, and a caller that comes meanwhile is
 * told so. Closing the exchange waits for what runs, and nothing begins after that.
 */
import { StateRefused } from "./state-refused.ts";

export class OneAtATime {
  #running: Promise<unknown> | undefined;
  #isClosed = false;

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running || this.#isClosed) {
      throw new StateRefused("not_now", "Another state is being saved or loaded; ask again.");
    }
    const running = work();
    this.#running = running;
    try {
      return await running;
    } finally {
      this.#running = undefined;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running?.catch(() => undefined); // Its own caller hears of a failure.
  }
}
