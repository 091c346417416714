/**
 * Who follows the ledgers of which users. What commands post is asked for only while somebody does: a posting that nobody reads of
 * costs nothing (LEDGER-ENTRY-1).
 */
import type { UserId } from "../../../core/engine/users/users.ts";
import {
  type EntriesPosted,
  entriesOf,
  type LedgerEntries,
  linesOf,
} from "../../../runtime/history/ledger-entries.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";

/** Hears the entries of a user, each with its one line. */
export type EntryHearer = (entries: Iterable<LedgerEntries>, position: number) => void;

export class LedgerAudience {
  readonly #exchange: Pick<Exchange, "onPosted">;
  readonly #byUser = new Map<UserId, Set<EntryHearer>>();
  #stop: (() => void) | undefined;

  constructor(exchange: Pick<Exchange, "onPosted">) {
    this.#exchange = exchange;
  }

  /** Until the returned function is called. */
  join(user: UserId, hearer: EntryHearer): () => void {
    const hearers = this.#byUser.get(user) ?? new Set();
    this.#byUser.set(user, hearers.add(hearer));
    this.#stop ??= this.#exchange.onPosted((posted) => this.#tell(posted));
    return () => this.#leave(user, hearer);
  }

  #leave(user: UserId, hearer: EntryHearer): void {
    const hearers = this.#byUser.get(user);
    hearers?.delete(hearer);
    if (hearers?.size === 0) this.#byUser.delete(user);
    if (this.#byUser.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #tell(posted: EntriesPosted): void {
    for (const [user, hearers] of this.#byUser) {
      const lines = entriesOf(posted, user).flatMap((entries) => [...linesOf(entries, true)]);
      if (lines.length > 0) for (const hear of hearers) hear(lines, posted.position);
    }
  }
}
