/**
 * One round of looking for risk. It has an order (position ids, then user ids), and a liquidation
 * may touch people who were not looked at before: who comes later in that order joins the round, so
 * it goes as if everyone had been in it from the start. All who were touched are looked at again in
 * the next. Rules FUT-RISK-4, FUT-WATCH-1.
 */
import type { UserId } from "../../users/users.ts";

export class RiskPass {
  /** Whom it is about so far. */
  readonly users: Set<UserId>;
  readonly #touched: Set<UserId>;
  readonly #again = new Set<UserId>();

  /** Takes over everyone who is touched. */
  constructor(touched: Set<UserId>) {
    this.#touched = touched;
    this.users = new Set([...touched].sort((a, b) => a - b));
    touched.clear();
  }

  /** Whom the last liquidation has touched and the round did not know. */
  joining(): UserId[] {
    const found = [...this.#touched].filter((user) => !this.users.has(user));
    for (const user of this.#touched) this.#again.add(user);
    for (const user of found) this.users.add(user);
    this.#touched.clear();
    return found;
  }

  /** Whom it touched comes again; tells who does not, and is done with. */
  end(): UserId[] {
    for (const user of this.#again) this.#touched.add(user);
    return [...this.users].filter((user) => !this.#again.has(user));
  }
}

/** Puts `item` in its place behind `at`; what stands before is done. */
export function joinQueue<T>(queue: T[], item: T, { at, keyOf }: QueuePlace<T>): void {
  const key = keyOf(item);
  if (key <= keyOf(queue[at] as T)) return;
  let low = at + 1;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(queue[middle] as T) < key) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, item);
}

interface QueuePlace<T> {
  /** Whose turn it was last. */
  readonly at: number;
  readonly keyOf: (item: T) => number;
}
