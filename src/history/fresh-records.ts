/**
 * The records that the archive may not have yet, kept by the server so that whoever was answered
 * finds what it did. The newest 100,000: each user's are linked from the newest back, and what is
 * archived goes. Nothing is copied on the way in: what an event points to is over and does not
 * change any more. Rules HIST-OWN-1, HIST-BOUND-1.
 */
import { present } from "../base/assert.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { serverMadeId } from "../engine/orders/open-orders.ts";
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

  /** The chain is cut behind what goes, or it would keep everything that ever was. */
  #drop(): void {
    const slot = this.#first % this.#countMax;
    const { user, position, newer } = present(this.#ring[slot], "the oldest of the ring");
    if (newer) newer.older = undefined;
    else this.#newest.delete(user);
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

  /** HIST-OWN-1: what a page lacks that was made from records up to `position`. */
  find(question: PageQuestion, position: number): HistoryRecord[] {
    const from = rankFrom(question.kind, question.fromId);
    const records: HistoryRecord[] = [];
    for (const fresh of this.#of(question.user)) {
      if (fresh.position <= position) break;
      if (isOf(fresh, question) && rankIn(fresh) >= from) records.push(written(fresh));
    }
    return records;
  }

  /** One ended order of a user. */
  order(owner: Owner, id: number): HistoryRecord | undefined {
    for (const fresh of this.#of(owner.user)) {
      if (isOf(fresh, { ...owner, kind: "order" }) && rankIn(fresh) === id) return written(fresh);
    }
    return undefined;
  }

  /** SPOT-CLIENT-4: the newest with a name, whatever its pair. */
  named({ area, user, clientId }: NameQuestion): HistoryRecord | undefined {
    const id = serverMadeId(clientId);
    for (const fresh of this.#of(user)) {
      const { event } = fresh;
      if (event.type !== "OrderEnded" || event.order.area !== area) continue;
      const isServerMade = event.order.id === id && event.order.clientId === "";
      if (isServerMade || hasName(event, clientId)) return written(fresh);
    }
    return undefined;
  }

  /** From the newest back. */
  *#of(user: number): Iterable<Fresh> {
    for (let fresh = this.#newest.get(user); fresh; fresh = fresh.older) yield fresh;
  }
}

/** SPOT-CLIENT-5 */
function hasName({ order, status }: OrderEnded, clientId: string): boolean {
  return order.clientId === clientId && status !== "rejected";
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
