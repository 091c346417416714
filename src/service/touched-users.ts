/**
 * Whose money a batch posted to, for whoever wants to know. It is told while the batch is looked at, and
 * the sequencer is opened before anybody can listen: so it stands between the two.
 */
import type { UserId } from "../engine/users/users.ts";

/** "all" when nobody knows whose. */
export type Touched = UserId | "all";

export class TouchedUsers {
  #listener: ((user: Touched) => void) | undefined;

  readonly note = (user: Touched): void => {
    this.#listener?.(user);
  };

  listen(listener: (user: Touched) => void): void {
    this.#listener = listener;
  }
}
