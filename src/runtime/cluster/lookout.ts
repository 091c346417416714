/**
 * How a node keeps a lookout while it does not lead: it looks again and again who does, and follows that leader, or claims when
 * nobody leads or the leader is silent. Rules CLUSTER-CLAIM-1, CLUSTER-FOLLOW-1.
 */
import type { LeaderFeed, LeaderFeedOptions } from "./leader-feed.ts";
import { lookAt } from "./leader-look.ts";
import { LeaderWatch } from "./leader-watch.ts";
import type { Leadership, LeadershipOptions, NodeRefusal } from "./leadership.ts";

/** Between two looks at who leads. */
export const LOOK_MS = 200;

export interface LookoutOptions
  extends Pick<LeadershipOptions, "sessions">,
    Pick<LeaderFeedOptions, "log" | "clockwork"> {}

/** What a node is asked and told by its lookout. */
export interface LookoutListener {
  /** Why it takes part no more: then it looks no more. */
  refusal(): NodeRefusal | undefined;
  /** What followed from a look is done; by then the leader was heard, or not. */
  looked(isLed: boolean): void;
  /** PostgreSQL could not be asked, or what it said cannot be gone on from. */
  failed(error: unknown): void;
}

interface Parts {
  readonly feed: LeaderFeed;
  readonly leadership: Leadership;
  readonly listener: LookoutListener;
}

export class Lookout {
  readonly #options: LookoutOptions;
  readonly #parts: Parts;
  readonly #watch = new LeaderWatch();
  #looking: Promise<void> = Promise.resolve();

  constructor(options: LookoutOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** For how long nothing has been heard of the leader. */
  get silentMs(): number {
    return this.#watch.silentMs(this.#options.clockwork.now());
  }

  begin(): void {
    this.#lookLater(0);
  }

  /** Resolves when no look is under way any more. */
  rested(): Promise<void> {
    return this.#looking;
  }

  /** What was seen counts no more: silence is measured from the next look on. */
  forget(): void {
    this.#watch.interrupted();
    this.#parts.feed.forget();
  }

  #lookLater(delayMs: number): void {
    const { leadership, listener } = this.#parts;
    this.#options.clockwork.timer(delayMs, () => {
      if (listener.refusal()) return;
      this.#looking = leadership.term ? Promise.resolve() : this.#look();
      void this.#looking.finally(() => this.#lookLater(LOOK_MS));
    });
  }

  /** One look at who leads, and what follows from it. */
  async #look(): Promise<void> {
    const { sessions, log, clockwork } = this.#options;
    const { feed, leadership, listener } = this.#parts;
    try {
      const sight = await lookAt(await sessions.get(), log);
      feed.see(sight);
      const isSilent = this.#watch.see(sight, clockwork.now());
      const isLed = !isSilent && sight.node !== "";
      if (!isLed) await leadership.claim(sight);
      else if (feed.isBehindWithoutWire) await feed.catchUp();
      listener.looked(isLed);
    } catch (error) {
      this.#watch.interrupted();
      sessions.drop();
      listener.failed(error);
    }
  }
}
