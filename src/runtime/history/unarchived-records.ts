/**
 * The records that the archive may not have yet, kept by the server so that a client that was answered
 * finds what it did. The newest 100,000: each user's are linked from the newest back, and what is
 * archived goes. Rules HIST-OWN-1, HIST-BOUND-1, HIST-PAGE-3.
 */

import { hashOfNumber, RowIndex } from "../../core/base/rows/row-index.ts";
import { SideColumn } from "../../core/base/rows/side-column.ts";
import { TextMap } from "../../core/base/text-map.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { Area } from "../../core/engine/ledger/area.ts";
import { serverMadeId } from "../../core/engine/orders/open-orders.ts";
import {
  type HistoryRecord,
  type NameQuery,
  orderKindOf,
  type PageQuery,
  type RecordKind,
  type RecordOwner,
  rankBeside,
  rankFrom,
} from "./history.ts";
import type { ListNameQuery } from "./list-records.ts";
import { movesMoney, partsOf, type RecordedEvent, type RecordPart } from "./records-of.ts";
import { NO_RECORD, type UnarchivedRow, UnarchivedRows } from "./unarchived-rows.ts";

export const FRESH_MAX = 100_000;

/** So many more than a page are collected before the others are let go. */
const SLACK = 4_096;

/** A record of a page, read only when it is shown. To be read before the next command. */
export interface UnarchivedRecord {
  readonly rank: number;
  readonly place: UnarchivedRow;
}

export class UnarchivedRecords {
  private readonly rows: UnarchivedRows;
  readonly #countMax: number;
  /** By user. */
  readonly #newest = new SideColumn<UnarchivedRow>();
  /** Ended orders and lists by the hash of their ids, and the last to end of each name. */
  readonly #orders = new RowIndex();
  readonly #names = new TextMap<UnarchivedRow>();
  /** The rows before it are indexed: only at a query, since most are archived without one. */
  #entered: UnarchivedRow;
  /** HIST-BOUND-1: records up to here are no longer kept, archived or not. */
  gonePosition = 0;
  /** SANDBOX-PAST-4: where candles closed last. They are not kept: a query waits for the archive. */
  closedPosition = 0;
  /** HIST-FUND-1: where a funding was settled last; they are not kept either. */
  fundedPosition = 0;
  /** HIST-LEDGER-3: where money of users was moved last; the entries of it are not kept here. */
  postedPosition = 0;

  constructor(countMax: number = FRESH_MAX) {
    this.#countMax = countMax;
    this.rows = new UnarchivedRows(countMax);
    this.#entered = this.rows.first;
  }

  get size(): number {
    return this.rows.size;
  }

  add(event: ExchangeEvent, position: number): void {
    const parts = partsOf(event);
    if (movesMoney(event)) this.postedPosition = position;
    if (parts.length === 0) {
      if (event.type === "FundingSettled") this.fundedPosition = position;
      return;
    }
    for (const part of parts) this.#push(event as RecordedEvent, part, position);
  }

  #push(event: RecordedEvent, part: RecordPart, position: number): void {
    if (this.size === this.#countMax) this.#drop();
    const row = this.rows.add(event, part, position);
    const user = this.rows.user(row);
    this.rows.link(this.#newest.get(user) ?? NO_RECORD, row);
    this.#newest.set(user, row);
  }

  #enterAll(): void {
    const rows = this.rows;
    for (; this.#entered !== rows.end; this.#entered = rows.after(this.#entered)) {
      if (rows.isFoundById(this.#entered)) this.#enter(this.#entered);
    }
  }

  #enter(row: UnarchivedRow): void {
    this.#orders.add(hashOfNumber(this.rows.rank(row)), row);
    const name = this.#nameAt(row);
    if (name !== undefined) this.#names.set(name, row);
  }

  #forget(row: UnarchivedRow): void {
    this.#orders.remove(hashOfNumber(this.rows.rank(row)), row);
    const name = this.#nameAt(row);
    if (name !== undefined && this.#names.get(name) === row) this.#names.delete(name);
  }

  /** The name by which the order or the list is found; a server's name is found by the id inside it. */
  #nameAt(row: UnarchivedRow): string | undefined {
    const { rows } = this;
    if (!rows.isNamed(row)) return undefined;
    const space = rows.isOrder(row) ? rows.area(row) : "list";
    return nameKey(space, rows.user(row), rows.clientId(row));
  }

  /** The oldest goes. */
  #drop(): void {
    const rows = this.rows;
    const oldest = rows.first;
    const newer = rows.newer(oldest);
    if (newer === NO_RECORD) this.#newest.clear(rows.user(oldest));
    else rows.link(NO_RECORD, newer);
    if (oldest === this.#entered) this.#entered = rows.after(oldest);
    else if (rows.isFoundById(oldest)) this.#forget(oldest);
    this.gonePosition = rows.position(oldest);
    rows.dropFirst();
  }

  /** HIST-BOUND-1: records up to here were never kept: only an archive that has them may answer. */
  beginAt(position: number): void {
    while (this.size > 0) this.#drop();
    this.gonePosition = position;
  }

  /** The archive has everything up to here. */
  archived(position: number): void {
    while (this.size > 0 && this.rows.position(this.rows.first) <= position) this.#drop();
  }

  /** HIST-OWN-1: what a page lacks that was made from records up to `position`, as a page itself. */
  find(query: PageQuery, position: number): readonly UnarchivedRecord[] {
    const rows = this.rows;
    const from = rankFrom(query.kind, query.fromId);
    let records: UnarchivedRecord[] = [];
    let row = this.#newest.get(query.user) ?? NO_RECORD;
    for (; row !== NO_RECORD && rows.position(row) > position; row = rows.older(row)) {
      if (!this.#isOf(row, query)) continue;
      const rank = rows.rank(row);
      if (rank >= from) records.push({ rank, place: row });
      if (records.length >= query.limit + SLACK) records = pageOf(records, query);
    }
    return pageOf(records, query);
  }

  recordAt({ place }: UnarchivedRecord): HistoryRecord {
    return this.rows.recordAt(place);
  }

  /** HIST-PROFIT-1, HIST-LATEST-1: profits and trades are asked for of all markets, too. */
  #isOf(row: UnarchivedRow, asked: Omit<RecordOwner, "user"> & { kind: RecordKind }): boolean {
    const rows = this.rows;
    if (rows.kind(row) !== asked.kind || rows.area(row) !== asked.area) return false;
    return rows.market(row) === asked.market || (asked.market === 0 && !rows.isOrder(row));
  }

  /** One ended order of a user. */
  order(owner: RecordOwner, id: number): HistoryRecord | undefined {
    return this.#byId(owner, orderKindOf(owner.area), id);
  }

  /** HIST-LIST-1: one ended list of a user. */
  list(owner: RecordOwner, id: number): HistoryRecord | undefined {
    return this.#byId(owner, "list", id);
  }

  /** HIST-LIST-2: the newest with a name, whatever its pair. */
  namedList({ user, name }: ListNameQuery): HistoryRecord | undefined {
    this.#enterAll();
    const row = this.#names.get(nameKey("list", user, name));
    return row && this.rows.recordAt(row);
  }

  #byId(owner: RecordOwner, kind: RecordKind, id: number): HistoryRecord | undefined {
    const row = this.#rowOf(id);
    if (row === NO_RECORD || this.rows.user(row) !== owner.user) return undefined;
    return this.#isOf(row, { ...owner, kind }) ? this.rows.recordAt(row) : undefined;
  }

  /** SPOT-CLIENT-4: the newest with a name, whatever its pair. */
  named({ area, user, clientId }: NameQuery): HistoryRecord | undefined {
    const id = serverMadeId(clientId);
    this.#enterAll();
    const row =
      id === 0 ? (this.#names.get(nameKey(area, user, clientId)) ?? NO_RECORD) : this.#rowOf(id);
    if (row === NO_RECORD || this.rows.user(row) !== user) return undefined;
    const { rows } = this;
    const isIt = rows.isOrder(row) && rows.clientId(row) === clientId && rows.area(row) === area;
    return isIt ? this.rows.recordAt(row) : undefined;
  }

  #rowOf(id: number): UnarchivedRow {
    this.#enterAll();
    let row = this.#orders.first(hashOfNumber(id)) as UnarchivedRow;
    while (row !== NO_RECORD && this.rows.rank(row) !== id) {
      row = this.#orders.next() as UnarchivedRow;
    }
    return row;
  }
}

function nameKey(space: Area | "list", user: number, clientId: string): string {
  return `${space} ${user} ${clientId}`;
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
