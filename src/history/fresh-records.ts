/**
 * The records that the archive may not have yet, kept by the server so that whoever was answered
 * finds what it did. The newest 100,000: each user's are linked from the newest back, and what is
 * archived goes. Nothing is copied on the way in: what an event points to is over and does not
 * change any more. Rules HIST-OWN-1, HIST-BOUND-1.
 */
import { present } from "../base/assert.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { serverMadeId } from "../engine/orders/open-orders.ts";
import { type Area, clientIdOf } from "../engine/orders/order.ts";
import type { OrderEnded, Traded } from "../engine/spot/spot.ts";
import {
  endedOrderOf,
  type HistoryRecord,
  type NameQuestion,
  type Owner,
  ownTradeOf,
  type PageQuestion,
  type RecordKind,
  rankFrom,
} from "./history.ts";

export const FRESH_MAX = 100_000;

/** So many more than a page are collected before the others are let go. */
const SLACK = 4_096;

type Side = "maker" | "taker";

/** A record before it is written out: what it comes from, and its neighbours of the same user. */
interface Fresh {
  readonly user: number;
  readonly position: number;
  readonly event: OrderEnded | Traded;
  readonly side: Side | undefined;
  older: Fresh | undefined;
  newer: Fresh | undefined;
}

export class FreshRecords {
  readonly #ring: (Fresh | undefined)[] = [];
  readonly #countMax: number;
  /** By user; only of users with records in the ring. */
  readonly #newest = new Map<number, Fresh>();
  /** Ended orders by id, and the last to end of each name: no larger than the ring. */
  readonly #orders = new Map<number, Fresh>();
  readonly #names = new Map<string, Fresh>();
  /** Up to here they are entered: only when somebody asks, since most are archived unasked. */
  #entered = 0;
  #first = 0;
  #next = 0;
  /** HIST-BOUND-1: records up to here are no longer kept, archived or not. */
  gonePosition = 0;

  constructor(countMax: number = FRESH_MAX) {
    this.#countMax = countMax;
  }

  get size(): number {
    return this.#next - this.#first;
  }

  add(event: ExchangeEvent, position: number): void {
    if (event.type === "OrderEnded") this.#push(event.order.user, { event, position });
    else if (event.type === "Traded") {
      this.#push(event.maker.user, { event, position, side: "maker" });
      this.#push(event.taker.user, { event, position, side: "taker" });
    }
  }

  #push(user: number, from: Pick<Fresh, "event" | "position"> & { side?: Side }): void {
    if (this.size === this.#countMax) this.#drop();
    const { event, position, side } = from;
    const older = this.#newest.get(user);
    const fresh: Fresh = { user, position, event, side, older, newer: undefined };
    if (older) older.newer = fresh;
    this.#ring[this.#next % this.#countMax] = fresh;
    this.#next++;
    this.#newest.set(user, fresh);
  }

  #enterAll(): void {
    for (; this.#entered < this.#next; this.#entered++) {
      const fresh = present(this.#ring[this.#entered % this.#countMax], "a record of the ring");
      if (fresh.event.type === "OrderEnded") this.#enter(fresh.event, fresh);
    }
  }

  #enter(event: OrderEnded, fresh: Fresh): void {
    this.#orders.set(event.order.id, fresh);
    const name = nameOf(event);
    if (name !== undefined) this.#names.set(name, fresh);
  }

  #forget(event: OrderEnded, fresh: Fresh): void {
    this.#orders.delete(event.order.id);
    const name = nameOf(event);
    if (name !== undefined && this.#names.get(name) === fresh) this.#names.delete(name);
  }

  /** The chain is cut behind what goes, or it would keep everything that ever was. */
  #drop(): void {
    const slot = this.#first % this.#countMax;
    const oldest = present(this.#ring[slot], "the oldest of the ring");
    const { user, position, newer, event } = oldest;
    if (newer) newer.older = undefined;
    else this.#newest.delete(user);
    if (this.#first === this.#entered) this.#entered++;
    else if (event.type === "OrderEnded") this.#forget(event, oldest);
    this.#ring[slot] = undefined;
    this.#first++;
    this.gonePosition = position;
  }

  clear(): void {
    while (this.size > 0) this.#drop();
    this.gonePosition = 0;
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
  find(question: PageQuestion, position: number): readonly FreshRecord[] {
    const from = rankFrom(question.kind, question.fromId);
    let records: FreshRecord[] = [];
    let fresh = this.#newest.get(question.user);
    for (; fresh && fresh.position > position; fresh = fresh.older) {
      if (!isOf(fresh, question)) continue;
      const rank = rankIn(fresh);
      if (rank >= from) records.push(new FreshRecord(rank, fresh));
      if (records.length >= question.limit + SLACK) records = pageOf(records, question);
    }
    return pageOf(records, question);
  }

  /** One ended order of a user. */
  order(owner: Owner, id: number): HistoryRecord | undefined {
    this.#enterAll();
    const fresh = this.#orders.get(id);
    const isOwn = fresh?.user === owner.user && isOf(fresh, { ...owner, kind: "order" });
    return isOwn ? written(fresh) : undefined;
  }

  /** SPOT-CLIENT-4: the newest with a name, whatever its pair. */
  named({ area, user, clientId }: NameQuestion): HistoryRecord | undefined {
    this.#enterAll();
    const id = serverMadeId(clientId);
    const fresh = id === 0 ? this.#names.get(keyOf(area, user, clientId)) : this.#orders.get(id);
    if (fresh?.event.type !== "OrderEnded" || fresh.user !== user) return undefined;
    const { order } = fresh.event;
    return order.area === area && clientIdOf(order) === clientId ? written(fresh) : undefined;
  }
}

/** A record that is written out only when it is shown. */
export class FreshRecord {
  readonly rank: number;
  readonly #fresh: Fresh;

  constructor(rank: number, fresh: Fresh) {
    this.rank = rank;
    this.#fresh = fresh;
  }

  get record(): HistoryRecord {
    return written(this.#fresh);
  }
}

/** HIST-PAGE-1: newest first; with an id the lowest of them, without one the highest. */
export function pageOf<T extends { readonly rank: number }>(
  lines: T[],
  { limit, fromId }: Pick<PageQuestion, "limit" | "fromId">,
): T[] {
  lines.sort((a, b) => b.rank - a.rank);
  return fromId === 0 ? lines.slice(0, limit) : lines.slice(-limit);
}

/** SPOT-CLIENT-5: a rejected item takes no name; a server's name is found by the id inside it. */
function nameOf({ order, status }: OrderEnded): string | undefined {
  if (status === "rejected" || order.clientId === "") return undefined;
  return keyOf(order.area, order.user, order.clientId);
}

function keyOf(area: Area, user: number, clientId: string): string {
  return `${area} ${user} ${clientId}`;
}

function isOf({ event, side }: Fresh, asked: Owner & { kind: RecordKind }): boolean {
  if (event.type === "OrderEnded") {
    const { area, pair } = event.order;
    return asked.kind === "order" && asked.area === area && asked.pair === pair;
  }
  const { area } = event[side ?? "taker"];
  return asked.kind === "trade" && asked.area === area && asked.pair === event.pair;
}

/** As `rankOf` of its record. */
function rankIn({ event, side }: Fresh): number {
  if (event.type === "OrderEnded") return event.order.id;
  return rankFrom("trade", event.id) + (side === "maker" ? 0 : 1);
}

function written({ event, side }: Fresh): HistoryRecord {
  if (event.type === "Traded") {
    return { kind: "trade", record: ownTradeOf(event, side ?? "taker") };
  }
  const { order, status, timeMs } = event;
  return { kind: "order", record: endedOrderOf(order, status, timeMs) };
}
