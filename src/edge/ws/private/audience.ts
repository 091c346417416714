/**
 * Which listeners follow which user. Few users are followed, so an event or a posting of another user
 * costs one look-up. As many entries stand here as there are private channels, which are bounded
 * (STREAM-LIMIT-6).
 */
import type { UserId } from "../../../core/engine/users/users.ts";
import type { PrivateEvent } from "../private-event.ts";
import type { Seq } from "../seq.ts";

export interface Hearer {
  /** Something happened to the user. */
  hear(event: PrivateEvent, seq: Seq): void;
  /** Something of the user's may have changed. */
  look(): void;
}

export class Audience {
  readonly #byUser = new Map<UserId, Set<Hearer>>();

  /** How many users are followed. */
  get size(): number {
    return this.#byUser.size;
  }

  /** Until the returned function is called. */
  join(user: UserId, hearer: Hearer): () => void {
    const hearers = this.#byUser.get(user) ?? new Set();
    this.#byUser.set(user, hearers.add(hearer));
    return () => {
      hearers.delete(hearer);
      if (hearers.size === 0 && this.#byUser.get(user) === hearers) this.#byUser.delete(user);
    };
  }

  tell(user: UserId, event: PrivateEvent, seq: Seq): void {
    const hearers = this.#byUser.get(user);
    if (hearers) for (const hearer of hearers) hearer.hear(event, seq);
  }

  touch(user: UserId): void {
    const hearers = this.#byUser.get(user);
    if (hearers) for (const hearer of hearers) hearer.look();
  }

  touchAll(): void {
    for (const hearers of this.#byUser.values()) for (const hearer of hearers) hearer.look();
  }
}
