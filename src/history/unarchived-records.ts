/**
 * The records that the archive may not have yet, kept by the server so that a client that was answered
 * finds what it did. The newest 100,000: each user's are linked from the newest back, and what is
 * archived goes. An event is a value, so it is kept as it came. Rules HIST-OWN-1, HIST-BOUND-1, HIST-PAGE-3.
 */
import { present } from "../base/assert.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { serverMadeId } from "../engine/orders/open-orders.ts";
import {
  type HistoryRecord,
  type NameQuery,
  orderKindOf,
  type PageQuery,
  type RecordOwner,
  rankBeside,
  rankFrom,
} from "./history.ts";
import { isRecorded, partsOf } from "./records-of.ts";
import {
  isOf,
  nameKey,
  nameOf,
  orderIdOf,
  rankIn,
  type UnarchivedEntry,
  UnarchivedRecord,
  userOf,
  written,
} from "./unarchived-record.ts";

export const FRESH_MAX = 100_000;

/** So many more than a page are collected before the others are let go. */
const SLACK = 4_096;

export class UnarchivedRecords {
  readonly #ring: (UnarchivedEntry | undefined)[] = [];
  readonly #countMax: number;
  /** By user; only of users with records in the ring. */
  readonly #newest = new Map<number, UnarchivedEntry>();
  /** Ended orders by id, and the last to end of each name: no larger than the ring. */
  readonly #orders = new Map<number, UnarchivedEntry>();
  readonly #names = new Map<string, UnarchivedEntry>();
  /** The entries up to here are indexed: only at a query, since most are archived without one. */
  #entered = 0;
  #first = 0;
  #next = 0;
  /** HIST-BOUND-1: records up to here are no longer kept, archived or not. */
  gonePosition = 0;
  /** SANDBOX-PAST-4: where candles closed last. They are not kept: a query waits for the archive. */
  closedPosition = 0;

  constructor(countMax: number = FRESH_MAX) {
    this.#countMax = countMax;
  }

  get size(): number {
    return this.#next - this.#first;
  }

  add(event: ExchangeEvent, position: number): void {
    // The two that come most often are asked for first, and make no list of parts.
    if (event.type === "OrderEnded") {
      this.#push(event.user, { event, part: "order", position });
    } else if (event.type === "Traded") {
      this.#push(event.makerUser, { event, part: "maker", position });
      this.#push(event.takerUser, { event, part: "taker", position });
    } else if (isRecorded(event)) {
      for (const part of partsOf(event)) {
        this.#push(userOf(event, part), { event, part, position });
      }
    }
  }

  #push(user: number, from: Pick<UnarchivedEntry, "event" | "position" | "part">): void {
    if (this.size === this.#countMax) this.#drop();
    const { event, position, part } = from;
    const older = this.#newest.get(user);
    const fresh: UnarchivedEntry = { user, position, event, part, older, newer: undefined };
    if (older) older.newer = fresh;
    this.#ring[this.#next % this.#countMax] = fresh;
    this.#next++;
    this.#newest.set(user, fresh);
  }

  #enterAll(): void {
    for (; this.#entered < this.#next; this.#entered++) {
      const fresh = present(this.#ring[this.#entered % this.#countMax], "a record of the ring");
      this.#enter(fresh);
    }
  }

  #enter(fresh: UnarchivedEntry): void {
    const id = orderIdOf(fresh);
    if (id === 0) return;
    this.#orders.set(id, fresh);
    const name = nameOf(fresh);
    if (name !== undefined) this.#names.set(name, fresh);
  }

  #forget(fresh: UnarchivedEntry): void {
    const id = orderIdOf(fresh);
    if (id === 0) return;
    this.#orders.delete(id);
    const name = nameOf(fresh);
    if (name !== undefined && this.#names.get(name) === fresh) this.#names.delete(name);
  }

  /** The chain is cut behind the entry that goes, or it would keep all entries in memory. */
  #drop(): void {
    const slot = this.#first % this.#countMax;
    const oldest = present(this.#ring[slot], "the oldest of the ring");
    const { user, position, newer } = oldest;
    if (newer) newer.older = undefined;
    else this.#newest.delete(user);
    if (this.#first === this.#entered) this.#entered++;
    else this.#forget(oldest);
    this.#ring[slot] = undefined;
    this.#first++;
    this.gonePosition = position;
  }

  /** HIST-BOUND-1: records up to here were never kept: only an archive that has them may answer. */
  beginAt(position: number): void {
    while (this.size > 0) this.#drop();
    this.gonePosition = position;
  }

  /** The archive has everything up to here. */
  archived(position: number): void {
    while (this.size > 0) {
      const oldest = this.#ring[this.#first % this.#countMax];
      if (oldest && oldest.position > position) return;
      this.#drop();
    }
  }

  /** HIST-OWN-1: what a page lacks that was made from records up to `position`, as a page itself. */
  find(query: PageQuery, position: number): readonly UnarchivedRecord[] {
    const from = rankFrom(query.kind, query.fromId);
    let records: UnarchivedRecord[] = [];
    let fresh = this.#newest.get(query.user);
    for (; fresh && fresh.position > position; fresh = fresh.older) {
      if (!isOf(fresh, query)) continue;
      const rank = rankIn(fresh);
      if (rank >= from) records.push(new UnarchivedRecord(rank, fresh));
      if (records.length >= query.limit + SLACK) records = pageOf(records, query);
    }
    return pageOf(records, query);
  }

  /** One ended order of a user. */
  order(owner: RecordOwner, id: number): HistoryRecord | undefined {
    this.#enterAll();
    const fresh = this.#orders.get(id);
    const kind = orderKindOf(owner.area);
    const isOwn = fresh?.user === owner.user && isOf(fresh, { ...owner, kind });
    return isOwn ? written(fresh) : undefined;
  }

  /** SPOT-CLIENT-4: the newest with a name, whatever its pair. */
  named({ area, user, clientId }: NameQuery): HistoryRecord | undefined {
    this.#enterAll();
    const id = serverMadeId(clientId);
    const fresh = id === 0 ? this.#names.get(nameKey(area, user, clientId)) : this.#orders.get(id);
    if (fresh?.user !== user) return undefined;
    const found = written(fresh);
    const isIt = "clientId" in found.record && found.record.clientId === clientId;
    return isIt && found.record.area === area ? found : undefined;
  }
}

/** HIST-PAGE-1: newest first; with an id the lowest of them, without one the highest. */
export function pageOf<T extends { readonly rank: number }>(
  lines: T[],
  { kind, limit, fromId }: Pick<PageQuery, "kind" | "limit" | "fromId">,
): T[] {
  lines.sort((a, b) => b.rank - a.rank);
  if (fromId === 0) return lines.slice(0, limit);
  const start = Math.max(0, lines.length - limit);
  const next = lines[start - 1]?.rank;
  const isSplit = next !== undefined && next === rankBeside(kind, lines[start]?.rank ?? 0);
  return lines.slice(isSplit ? start - 1 : start); // HIST-PAGE-3
}
