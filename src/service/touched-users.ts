/**
 * Whose money a batch posted to, for whoever wants to know. It is told while the batch is looked at, and
 * the sequencer is opened before anybody can listen: so it stands between the two.
 */
import type { UserId } from "../engine/users/users.ts";

/** "all" when nobody knows whose. */
export type TouchedUser = UserId | "all";

export class TouchedUsers {
  #listener: ((user: TouchedUser) => void) | undefined;

  readonly note = (user: TouchedUser): void => {
    this.#listener?.(user);
  };

  listen(listener: (user: TouchedUser) => void): void {
    this.#listener = listener;
  }
}
