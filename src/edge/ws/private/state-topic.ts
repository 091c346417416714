/**
 * The state of a user: balances, positions, the margin level. Rows are read after something was done to
 * the user, and every second because prices move and interest accrues; those that differ from what was
 * told are told. As many are kept as the user has. STREAM-MINE-3, STREAM-MINE-4.
 */
import type { Written } from "../../../contract/field.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Advance, Topic } from "../channel.ts";
import type { Audience } from "./audience.ts";
import type { KeyedRows } from "./private-words.ts";

export interface StateTools<R extends string> {
  readonly everyMs: number;
  readonly audience: Audience;
  readonly mark: () => void;
  /** Reads the rows of the user now. */
  readonly look: (user: UserId) => KeyedRows<R>;
  readonly write: (rows: readonly R[]) => Written<unknown>;
  /** Writes the last row of something that is not there any more. */
  readonly ended?: (told: R) => R;
}

export class StateTopic<R extends string> implements Topic {
  readonly everyMs: number;
  readonly #user: UserId;
  readonly #tools: StateTools<R>;
  readonly #leave: () => void;
  #told: KeyedRows<R>;

  constructor(user: UserId, tools: StateTools<R>) {
    this.everyMs = tools.everyMs;
    this.#user = user;
    this.#tools = tools;
    const { audience, mark } = tools;
    this.#told = tools.look(user);
    this.#leave = audience.join(user, { hear: mark, look: mark });
  }

  told(): Written<unknown> {
    return this.#tools.write([...this.#told.values()]);
  }

  advance(): Advance | undefined {
    const before = this.#told;
    const now = this.#tools.look(this.#user);
    this.#told = now;
    const changed: R[] = [];
    for (const [key, row] of now) if (before.get(key) !== row) changed.push(row);
    for (const [key, row] of before) if (!now.has(key)) changed.push(this.#endOf(row));
    return changed.length === 0 ? undefined : { data: this.#tools.write(changed) };
  }

  #endOf(row: R): R {
    return this.#tools.ended?.(row) ?? row;
  }

  close(): void {
    this.#leave();
  }
}
