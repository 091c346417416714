/**
 * A row for every record that the archive may not have yet: whose it is, of what kind and rank, the neighbours of
 * the same user, and the record itself in numbers. Nothing of its event is held back: events that outlive their command
 * are dear to collect. The rows are a ring of pages, which takes memory as it fills:
 *
 *   | position | rank | record: 9 numbers | user, market | area, kind | older, newer | named, unused: 3 words |
 */

import { assert } from "../../core/base/assert.ts";
import { layOutRow } from "../../core/base/rows/row-layout.ts";
import { SideColumn } from "../../core/base/rows/side-column.ts";
import { AREA_NUMBERS, AREAS, type Area } from "../../core/engine/ledger/area.ts";
import { clientIdOf } from "../../core/engine/orders/order.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import type { Traded } from "../../core/engine/spot/spot.ts";
import {
  type EndedOrder,
  RECORD_KINDS,
  type RecordKind,
  rankOf,
  rankOfSide,
  type UserRecord,
} from "./history.ts";
import {
  CELLS,
  fitsOrder,
  fitsTrade,
  readOrder,
  readTrade,
  writeOrder,
  writeTrade,
} from "./record-cells.ts";
import { type RecordedEvent, type RecordPart, recordOf, takesName } from "./records-of.ts";

declare const brand: unique symbol;
/** The number of a row, from 1 on. A row whose record went will be that of another. */
export type UnarchivedRow = number & { readonly [brand]: true };
export const NO_RECORD = 0 as UnarchivedRow;

const PAGE_BITS = 10;
const PAGE_ROWS = 2 ** PAGE_BITS;

/** Two cache lines. */
export const RECORD_ROW = layOutRow(128, {
  position: "number",
  rank: "number",
  record: { numbers: CELLS },
  user: "word",
  market: "word",
  area: "word",
  kind: "word",
  older: "word",
  newer: "word",
  named: "word",
  unused: { words: 3 },
});
const { width: WIDTH } = RECORD_ROW;
const { position: POSITION, rank: RANK, record: RECORD } = RECORD_ROW.at;
const { user: USER, market: MARKET, area: AREA, kind: KIND } = RECORD_ROW.at;
const { older: OLDER, newer: NEWER, named: NAMED } = RECORD_ROW.at;

class Page {
  readonly numbers = new Float64Array(PAGE_ROWS * WIDTH);
  readonly words = new Int32Array(this.numbers.buffer);
}

export class UnarchivedRows {
  private readonly pages: (Page | undefined)[];
  /** The names of orders, and what no numbers hold. */
  private readonly clientIds = new SideColumn<string>();
  private readonly whole = new SideColumn<UserRecord>();
  readonly #rows: number;
  /** The row of the oldest record. */
  first = 1 as UnarchivedRow;
  /** Where the next record will be. */
  end = 1 as UnarchivedRow;
  size = 0;

  constructor(countMax: number) {
    const count = Math.ceil((countMax + 1) / PAGE_ROWS);
    this.pages = new Array<Page | undefined>(count).fill(undefined);
    this.#rows = count * PAGE_ROWS;
  }

  after(row: UnarchivedRow): UnarchivedRow {
    return (row === this.#rows ? 1 : row + 1) as UnarchivedRow;
  }

  /** One part of an event. */
  add(event: RecordedEvent, part: RecordPart, position: number): UnarchivedRow {
    assert(this.size < this.#rows - 1, "a record that comes has its row");
    const row = this.end;
    const page = this.#pageFor(row);
    const number = numberOf(row);
    page.numbers[number + POSITION] = position;
    page.words[2 * number + OLDER] = NO_RECORD;
    page.words[2 * number + NEWER] = NO_RECORD;
    page.words[2 * number + NAMED] = 0;
    const isDone = this.#addCells(row, page, event, part);
    if (!isDone) this.#addWhole(row, page, recordOf(event, part));
    this.end = this.after(row);
    this.size++;
    return row;
  }

  /** False when no cells hold it. */
  #addCells(row: UnarchivedRow, page: Page, event: RecordedEvent, part: RecordPart): boolean {
    switch (event.type) {
      case "OrderEnded":
        if (!fitsOrder(event)) return false;
        this.#addOrder(row, page, event);
        return true;
      case "Traded":
        if (!fitsTrade(event)) return false;
        addTrade(page, numberOf(row), event, part);
        return true;
      default:
        return false;
    }
  }

  #addOrder(row: UnarchivedRow, page: Page, ended: OrderEnded): void {
    const number = numberOf(row);
    writeOrder(page.numbers, number + RECORD, ended);
    page.numbers[number + RANK] = ended.id;
    page.words[2 * number + KIND] = ORDER_KIND;
    own(page, number, ended);
    this.#name(row, page, clientIdOf(ended), ended);
  }

  #addWhole(row: UnarchivedRow, page: Page, found: UserRecord): void {
    const { kind, record } = found;
    const number = numberOf(row);
    this.whole.set(row, found);
    page.numbers[number + RANK] = rankOf(found);
    page.words[2 * number + KIND] = RECORD_KINDS.indexOf(kind);
    own(page, number, record);
    if (kind === "list") this.#nameList(row, page, record.name);
    else if ("clientId" in record) this.#name(row, page, record.clientId, record);
  }

  #name(
    row: UnarchivedRow,
    { words }: Page,
    clientId: string,
    { area, status }: Pick<EndedOrder, "area" | "status">,
  ): void {
    this.clientIds.set(row, clientId);
    if (takesName({ area, status, clientId })) words[2 * numberOf(row) + NAMED] = 1;
  }

  /** HIST-LIST-2 */
  #nameList(row: UnarchivedRow, { words }: Page, name: string): void {
    this.clientIds.set(row, name);
    if (name !== "") words[2 * numberOf(row) + NAMED] = 1;
  }

  dropFirst(): void {
    assert(this.size > 0, "a record that goes is there");
    if (this.isFoundById(this.first)) this.clientIds.clear(this.first);
    this.whole.clear(this.first);
    this.first = this.after(this.first);
    this.size--;
  }

  position(row: UnarchivedRow): number {
    return this.#page(row).numbers[numberOf(row) + POSITION] as number;
  }

  rank(row: UnarchivedRow): number {
    return this.#page(row).numbers[numberOf(row) + RANK] as number;
  }

  user(row: UnarchivedRow): number {
    return this.#word(row, USER);
  }

  market(row: UnarchivedRow): number {
    return this.#word(row, MARKET);
  }

  area(row: UnarchivedRow): Area {
    return AREAS[this.#word(row, AREA)] as Area;
  }

  kind(row: UnarchivedRow): RecordKind {
    return RECORD_KINDS[this.#word(row, KIND)] as RecordKind;
  }

  /** Whether the record is that of an order: its rank is the order's id. */
  isOrder(row: UnarchivedRow): boolean {
    const kind = this.kind(row);
    return kind === "order" || kind === "futures_order";
  }

  /** Whether the record is that of an order or a list: no two of these have one id (SPOT-LIST-7). */
  isFoundById(row: UnarchivedRow): boolean {
    return this.isOrder(row) || this.kind(row) === "list";
  }

  /** Whether the record is that of an order or a list which is found by its client id. */
  isNamed(row: UnarchivedRow): boolean {
    return this.#word(row, NAMED) === 1;
  }

  /** The client id of an order or a list, as it is shown. */
  clientId(row: UnarchivedRow): string {
    return this.clientIds.get(row) ?? "";
  }

  older(row: UnarchivedRow): UnarchivedRow {
    return this.#word(row, OLDER) as UnarchivedRow;
  }

  newer(row: UnarchivedRow): UnarchivedRow {
    return this.#word(row, NEWER) as UnarchivedRow;
  }

  /** Makes neighbours of two records of a user; either may be none. */
  link(older: UnarchivedRow, newer: UnarchivedRow): void {
    if (newer !== NO_RECORD) this.#setWord(newer, OLDER, older);
    if (older !== NO_RECORD) this.#setWord(older, NEWER, newer);
  }

  recordAt(row: UnarchivedRow): UserRecord {
    const whole = this.whole.get(row);
    if (whole) return whole;
    const { numbers } = this.#page(row);
    const first = numberOf(row) + RECORD;
    const [area, user, market] = [this.area(row), this.user(row), this.market(row)];
    const owner = { area, user, market, clientId: this.clientId(row) };
    return this.kind(row) === "order"
      ? { kind: "order", record: readOrder(numbers, first, owner) }
      : { kind: "trade", record: readTrade(numbers, first, owner) };
  }

  #pageFor(row: UnarchivedRow): Page {
    const number = pageOf(row);
    const page = this.pages[number] ?? new Page();
    this.pages[number] = page;
    return page;
  }

  #page(row: UnarchivedRow): Page {
    return this.pages[pageOf(row)] as Page;
  }

  #word(row: UnarchivedRow, column: number): number {
    return this.#page(row).words[2 * numberOf(row) + column] as number;
  }

  #setWord(row: UnarchivedRow, column: number, value: number): void {
    this.#page(row).words[2 * numberOf(row) + column] = value;
  }
}

const ORDER_KIND = RECORD_KINDS.indexOf("order");
const TRADE_KIND = RECORD_KINDS.indexOf("trade");

/** Whose the record is. */
function own(
  { words }: Page,
  number: number,
  { user, market, area }: Pick<EndedOrder, "user" | "market" | "area">,
): void {
  words[2 * number + USER] = user;
  words[2 * number + MARKET] = market;
  words[2 * number + AREA] = AREA_NUMBERS[area];
}

function addTrade(page: Page, number: number, trade: Traded, part: RecordPart): void {
  const { makerUser, makerArea, takerUser, takerArea, pair: market } = trade;
  const isMaker = part === "maker";
  writeTrade(page.numbers, number + RECORD, trade, isMaker);
  page.numbers[number + RANK] = rankOfSide(trade.id, isMaker);
  page.words[2 * number + KIND] = TRADE_KIND;
  const user = isMaker ? makerUser : takerUser;
  own(page, number, { user, market, area: isMaker ? makerArea : takerArea });
}

function pageOf(row: UnarchivedRow): number {
  return (row - 1) >> PAGE_BITS;
}

/** Where the numbers of a row begin in its page. */
function numberOf(row: UnarchivedRow): number {
  return ((row - 1) & (PAGE_ROWS - 1)) * WIDTH;
}
