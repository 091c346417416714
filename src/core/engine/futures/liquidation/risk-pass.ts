/**
 * One risk pass. It has an order (position ids, then user ids), and a liquidation may touch users that
 * were not in it before: a user who comes later in that order joins the pass, so the outcome is as if
 * all had been in it from the start. All users that were touched are assessed again in
 * the next pass. Rules FUT-RISK-4, FUT-WATCH-1.
 */
import type { UserId } from "../../users/users.ts";

export class RiskPass {
  /** The users of the pass so far. */
  readonly users: Set<UserId>;
  readonly #touched: Set<UserId>;
  readonly #again = new Set<UserId>();

  /** Takes all touched users out of the set. */
  constructor(touched: Set<UserId>) {
    this.#touched = touched;
    this.users = new Set([...touched].sort((a, b) => a - b));
    touched.clear();
  }

  /** The users that the last liquidation touched and that the pass did not know. */
  joining(): UserId[] {
    const found = [...this.#touched].filter((user) => !this.users.has(user));
    for (const user of this.#touched) this.#again.add(user);
    for (const user of found) this.users.add(user);
    this.#touched.clear();
    return found;
  }

  /** Touched users come again in the next pass; returns the others, which are done. */
  end(): UserId[] {
    for (const user of this.#again) this.#touched.add(user);
    return [...this.users].filter((user) => !this.#again.has(user));
  }
}

/** Puts `item` in order behind `at`; an item that belongs before it is left out. */
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
  /** The index of the last item assessed. */
  readonly at: number;
  readonly keyOf: (item: T) => number;
}
