/**
 * The state of a user: balances, positions, the margin level. Rows are read after something was done to
 * the user, and every second because prices move and interest accrues; those that differ from what was
 * told are told. As many are kept as the user has. STREAM-MINE-3, STREAM-MINE-4.
 */
import type { UserId } from "../../engine/users/users.ts";
import type { Advance, Topic } from "../channel.ts";
import type { Audience } from "./audience.ts";
import type { KeyedRows } from "./private-words.ts";

export const STATE_EVERY_MS = 50;

export interface StateTools {
  readonly audience: Audience;
  readonly mark: () => void;
  /** Reads the rows of the user now. */
  readonly look: (user: UserId) => KeyedRows;
  readonly write: (rows: readonly string[]) => string;
  /** Writes the last row of something that is not there any more. */
  readonly ended?: (told: string) => string;
}

export class StateTopic implements Topic {
  readonly everyMs = STATE_EVERY_MS;
  readonly #user: UserId;
  readonly #tools: StateTools;
  readonly #leave: () => void;
  #told: KeyedRows;

  constructor(user: UserId, tools: StateTools) {
    this.#user = user;
    this.#tools = tools;
    const { audience, mark } = tools;
    this.#told = tools.look(user);
    this.#leave = audience.join(user, { hear: mark, look: mark });
  }

  told(): string {
    return this.#tools.write([...this.#told.values()]);
  }

  advance(): Advance | undefined {
    const before = this.#told;
    const now = this.#tools.look(this.#user);
    this.#told = now;
    const changed: string[] = [];
    for (const [key, row] of now) if (before.get(key) !== row) changed.push(row);
    for (const [key, row] of before) if (!now.has(key)) changed.push(this.#endOf(row));
    return changed.length === 0 ? undefined : { data: this.#tools.write(changed) };
  }

  #endOf(row: string): string {
    return this.#tools.ended?.(row) ?? row;
  }

  close(): void {
    this.#leave();
  }
}
