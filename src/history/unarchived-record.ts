/**
 * A record before it is written out: the event that leaves it, and which of its parts. While it is
 * unarchived, its owner, kind and rank are read from the event.
 */
import type { Area } from "../engine/orders/order.ts";
import {
  type HistoryRecord,
  orderKindOf,
  type RecordKind,
  type RecordOwner,
  rankFrom,
} from "./history.ts";
import { type RecordedEvent, type RecordPart, recordOf, takesName } from "./records-of.ts";

/** With its neighbours of the same user. */
export interface UnarchivedEntry {
  readonly user: number;
  readonly position: number;
  readonly event: RecordedEvent;
  readonly part: RecordPart;
  older: UnarchivedEntry | undefined;
  newer: UnarchivedEntry | undefined;
}

/** A record that is written out only when it is shown. */
export class UnarchivedRecord {
  readonly rank: number;
  readonly #entry: UnarchivedEntry;

  constructor(rank: number, entry: UnarchivedEntry) {
    this.rank = rank;
    this.#entry = entry;
  }

  get record(): HistoryRecord {
    return written(this.#entry);
  }
}

export function written({ event, part }: UnarchivedEntry): HistoryRecord {
  return recordOf(event, part);
}

export function userOf(event: RecordedEvent, part: RecordPart): number {
  if ("user" in event) return event.user;
  return part === "maker" ? event.makerUser : event.takerUser;
}

export function isOf(
  { event, part }: UnarchivedEntry,
  asked: RecordOwner & { kind: RecordKind },
): boolean {
  const { kind, area, market: pair } = asked;
  if (event.type === "OrderEnded") {
    return kind === orderKindOf(area) && area === event.area && pair === event.market;
  }
  if (event.type === "Traded") {
    const ownArea = part === "maker" ? event.makerArea : event.takerArea;
    const isPair = pair === event.pair || pair === 0; // HIST-LATEST-1
    return kind === "trade" && area === ownArea && isPair;
  }
  if (area !== "futures" || kind !== futuresKindOf(part)) return false;
  // HIST-PROFIT-1, HIST-LATEST-1: profits and trades are asked for of all contracts, too.
  return pair === event.contract || (pair === 0 && kind !== "futures_order");
}

function futuresKindOf(part: RecordPart): RecordKind {
  if (part === "profit") return "profit";
  return part === "order" ? "futures_order" : "futures_trade";
}

/** The rank of the entry, as `rankOf` gives it for its record. */
export function rankIn({ event, part }: UnarchivedEntry): number {
  switch (event.type) {
    case "OrderEnded":
    case "PositionEnded":
      return event.id;
    case "ForceClosed":
      return part === "order" ? event.orderId : rankOfSide(event.tradeId, part);
    default:
      return rankOfSide(event.id, part);
  }
}

/** HIST-PAGE-2 */
function rankOfSide(id: number, part: RecordPart): number {
  return rankFrom("trade", id) + (part === "maker" ? 0 : 1);
}

/** The id under which an ended order is found; 0 for what is none. */
export function orderIdOf({ event, part }: UnarchivedEntry): number {
  if (event.type === "OrderEnded") return event.id;
  return event.type === "ForceClosed" && part === "order" ? event.orderId : 0;
}

/** The name by which the order is found; a server's name is found by the id inside it. */
export function nameOf({ event }: UnarchivedEntry): string | undefined {
  if (event.type !== "OrderEnded" || event.clientId === "") return undefined;
  return takesName(event) ? nameKey(event.area, event.user, event.clientId) : undefined;
}

export function nameKey(area: Area, user: number, clientId: string): string {
  return `${area} ${user} ${clientId}`;
}
