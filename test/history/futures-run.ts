/** The story of contracts, one command after the other on the real engine. */
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { type ExchangeState, emptyState } from "../../src/core/engine/state.ts";
import { FuturesStory } from "./futures-story.ts";

export class FuturesRun {
  readonly state: ExchangeState = emptyState();
  readonly #story: FuturesStory;
  readonly #watch: (event: ExchangeEvent, state: ExchangeState) => void;
  #timeMs = 1_700_000_000_000;

  constructor(seed: number, watch: (event: ExchangeEvent, state: ExchangeState) => void) {
    this.#story = new FuturesStory(seed);
    this.#watch = watch;
    this.#apply(this.#story.opening(this.#timeMs));
  }

  step(): void {
    this.#timeMs += 1_000;
    this.#apply(this.#story.next(this.#timeMs));
  }

  #apply(commands: ReturnType<FuturesStory["next"]>): void {
    for (const command of commands) {
      const events: ExchangeEvent[] = [];
      apply(this.state, command, { timeMs: this.#timeMs, events });
      for (const event of events) this.#watch(event, this.state);
    }
  }
}
