/**
 * The users whose accounts a batch posted to. The sequencer reports them while it checks the
 * batch, and it is opened before a listener can exist: so this object stands between the two.
 */
import type { UserId } from "../../core/engine/users/users.ts";

/** "all" when the users are not known. */
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
