/**
 * The cells of the rows in which accepted orders are kept. An order has a row of one cache line with what every command
 * reads, and a shorter one with the rest; words have 32 bits, all others are numbers:
 *
 *   | id | remaining | ticks | user, market | level, before | behind, flags | name, wallet | newer, older |
 *   | lots | executed | traded: low, high | placed at | maker rate, taker rate |
 *
 * A reader or writer of one cell is so short that V8 puts it in the place of every call. When a row is an order, and what
 * it has besides, is order-rows.ts. Nothing here knows a rule.
 */

import { bitsOf, layOutRow } from "../../base/rows/row-layout.ts";
import { NONE, type Room, RowSpace } from "../../base/rows/row-space.ts";
import type { PairId } from "../catalogue/catalogue.ts";
import type { ContractId } from "../catalogue/contract.ts";
import { AREA_NUMBERS, AREAS, type Area } from "../ledger/area.ts";
import type { Wallet } from "../ledger/ledger.ts";
import type { UserId } from "../users/users.ts";
import type { Order, OrderId, OrderKind, Side } from "./order.ts";
import { hashOf } from "./order-name.ts";

declare const rowBrand: unique symbol;
/** A row of the table: an order from its acceptance to the end of the command that ends it. */
export type OrderRow = number & { readonly [rowBrand]: true };
export const NO_ORDER = NONE as OrderRow;

/** One cache line. */
export const ORDER_ROW = layOutRow(64, {
  id: "number",
  remaining: "number",
  ticks: "number",
  user: "word",
  market: "word",
  level: "word",
  before: "word",
  behind: "word",
  flags: "word",
  name: "word",
  wallet: "word",
  newer: "word",
  older: "word",
});
const WIDTH_BITS = bitsOf(ORDER_ROW.width);
const WORD_BITS = bitsOf(ORDER_ROW.words);
const { id: ID, remaining: REMAINING, ticks: TICKS, user: USER, market: MARKET } = ORDER_ROW.at;
const { level: LEVEL, before: BEFORE, behind: BEHIND, flags: FLAGS, name: NAME } = ORDER_ROW.at;
const { wallet: WALLET, newer: NEWER, older: OLDER } = ORDER_ROW.at;

export const ORDER_REST = layOutRow(48, {
  lots: "number",
  executed: "number",
  traded: "amount",
  placedAt: "number",
  makerRate: "word",
  takerRate: "word",
});
const { width: REST_WIDTH, words: REST_WORDS } = ORDER_REST;
const { lots: LOTS, executed: EXECUTED, traded: TRADED, placedAt: PLACED_AT } = ORDER_REST.at;
const { makerRate: MAKER_RATE, takerRate: TAKER_RATE } = ORDER_REST.at;

const IS_SELL = 1;
const IS_MARKET = 2;
const AREA_SHIFT = 2;
const AREA_BITS = 3;
/** Whether it has anything in a column beside. */
const HAS_BESIDE = 16;
const IS_OPEN = 32;

export type OrderSort = Pick<Order, "area" | "side" | "kind">;

type TwoParts = readonly [ArrayBufferLike, ArrayBufferLike];

export class OrderCells {
  protected readonly space: RowSpace;
  /** The cells of both rows as numbers, and the same bytes as words. */
  protected numbers: Float64Array = new Float64Array(0);
  protected words: Int32Array = new Int32Array(0);
  protected rest: Float64Array = new Float64Array(0);
  protected restWords: Int32Array = new Int32Array(0);

  constructor(rowsMax: number, room?: Room) {
    const widths = [ORDER_ROW.bytes, ORDER_REST.bytes];
    this.space = new RowSpace({ rowsMax, widths, ...(room && { room }) });
    this.look();
  }

  /** The parts of the space are others than before. */
  protected look(): void {
    const [part, rest] = this.space.parts as TwoParts;
    this.numbers = new Float64Array(part);
    this.words = new Int32Array(part);
    this.rest = new Float64Array(rest);
    this.restWords = new Int32Array(rest);
  }

  /** A row that was never used. */
  protected takeRow(): OrderRow {
    const isMoving = this.space.isFull;
    const row = this.space.take() as OrderRow;
    if (isMoving) this.look();
    return row;
  }

  /** All cells of a row; nothing has been traded, and it stands nowhere. */
  protected write(row: OrderRow, order: Order): void {
    const { numbers, words, rest, restWords } = this;
    const cell = row << WIDTH_BITS;
    const word = row << WORD_BITS;
    const restCell = row * REST_WIDTH;
    const restWord = row * REST_WORDS;
    numbers[cell | ID] = order.id;
    numbers[cell | REMAINING] = order.remaining;
    numbers[cell | TICKS] = order.ticks;
    words[word | USER] = order.user;
    words[word | MARKET] = order.market;
    words[word | LEVEL] = NONE;
    words[word | BEFORE] = NONE;
    words[word | BEHIND] = NONE;
    words[word | FLAGS] = flagsOf(order);
    words[word | NAME] = order.clientId === "" ? 0 : hashOf(order);
    words[word | WALLET] = NONE;
    words[word | NEWER] = NONE;
    words[word | OLDER] = NONE;
    rest[restCell + LOTS] = order.lots;
    rest[restCell + EXECUTED] = order.executed;
    rest[restCell + PLACED_AT] = order.placedAtMs;
    restWords[restWord + MAKER_RATE] = order.makerRate;
    restWords[restWord + TAKER_RATE] = order.takerRate;
    rest[restCell + TRADED] = 0;
    rest[restCell + TRADED + 1] = 0;
  }

  setId(order: OrderRow, id: OrderId): void {
    this.numbers[(order << WIDTH_BITS) | ID] = id;
  }

  setTicks(order: OrderRow, ticks: number): void {
    this.numbers[(order << WIDTH_BITS) | TICKS] = ticks;
  }

  setUser(order: OrderRow, user: UserId): void {
    this.words[(order << WORD_BITS) | USER] = user;
  }

  setMarket(order: OrderRow, market: PairId | ContractId): void {
    this.words[(order << WORD_BITS) | MARKET] = market;
  }

  /** What never changes of it. */
  setSort(order: OrderRow, sort: OrderSort): void {
    this.words[(order << WORD_BITS) | FLAGS] = flagsOf(sort);
  }

  setKind(order: OrderRow, kind: OrderKind): void {
    if (kind === "market") this.words[(order << WORD_BITS) | FLAGS] = this.flags(order) | IS_MARKET;
  }

  setNameHash(order: OrderRow, hash: number): void {
    this.words[(order << WORD_BITS) | NAME] = hash;
  }

  /** What it asked for, and how much of it has been traded. */
  setLots(order: OrderRow, lots: number, executed: number): void {
    this.numbers[(order << WIDTH_BITS) | REMAINING] = lots - executed;
    this.rest[order * REST_WIDTH + LOTS] = lots;
    this.rest[order * REST_WIDTH + EXECUTED] = executed;
  }

  setPlacedAt(order: OrderRow, timeMs: number): void {
    this.rest[order * REST_WIDTH + PLACED_AT] = timeMs;
  }

  setRates(order: OrderRow, makerRate: number, takerRate: number): void {
    this.restWords[order * REST_WORDS + MAKER_RATE] = makerRate;
    this.restWords[order * REST_WORDS + TAKER_RATE] = takerRate;
  }

  id(order: OrderRow): OrderId {
    return this.numbers[(order << WIDTH_BITS) | ID] as number;
  }

  remaining(order: OrderRow): number {
    return this.numbers[(order << WIDTH_BITS) | REMAINING] as number;
  }

  ticks(order: OrderRow): number {
    return this.numbers[(order << WIDTH_BITS) | TICKS] as number;
  }

  user(order: OrderRow): UserId {
    return this.words[(order << WORD_BITS) | USER] as number;
  }

  market(order: OrderRow): PairId | ContractId {
    return this.words[(order << WORD_BITS) | MARKET] as number;
  }

  /** The number of its level; 0 when it stands in none. */
  level(order: OrderRow): number {
    return this.words[(order << WORD_BITS) | LEVEL] as number;
  }

  before(order: OrderRow): OrderRow {
    return this.words[(order << WORD_BITS) | BEFORE] as OrderRow;
  }

  behind(order: OrderRow): OrderRow {
    return this.words[(order << WORD_BITS) | BEHIND] as OrderRow;
  }

  protected flags(order: OrderRow): number {
    return this.words[(order << WORD_BITS) | FLAGS] as number;
  }

  side(order: OrderRow): Side {
    return (this.flags(order) & IS_SELL) === 0 ? "buy" : "sell";
  }

  kind(order: OrderRow): OrderKind {
    return (this.flags(order) & IS_MARKET) === 0 ? "limit" : "market";
  }

  area(order: OrderRow): Area {
    return AREAS[(this.flags(order) >> AREA_SHIFT) & AREA_BITS] as Area;
  }

  /** The hash of its name; 0 when it has no client id. */
  nameHash(order: OrderRow): number {
    return this.words[(order << WORD_BITS) | NAME] as number;
  }

  /** The wallet in which it has locked its money; 0 before it has. */
  wallet(order: OrderRow): Wallet {
    return this.words[(order << WORD_BITS) | WALLET] as Wallet;
  }

  /** Its neighbours among the open orders of its user. */
  newer(order: OrderRow): OrderRow {
    return this.words[(order << WORD_BITS) | NEWER] as OrderRow;
  }

  older(order: OrderRow): OrderRow {
    return this.words[(order << WORD_BITS) | OLDER] as OrderRow;
  }

  lots(order: OrderRow): number {
    return this.rest[order * REST_WIDTH + LOTS] as number;
  }

  executed(order: OrderRow): number {
    return this.rest[order * REST_WIDTH + EXECUTED] as number;
  }

  placedAtMs(order: OrderRow): number {
    return this.rest[order * REST_WIDTH + PLACED_AT] as number;
  }

  makerRate(order: OrderRow): number {
    return this.restWords[order * REST_WORDS + MAKER_RATE] as number;
  }

  takerRate(order: OrderRow): number {
    return this.restWords[order * REST_WORDS + TAKER_RATE] as number;
  }

  setLevel(order: OrderRow, level: number): void {
    this.words[(order << WORD_BITS) | LEVEL] = level;
  }

  setBefore(order: OrderRow, before: OrderRow): void {
    this.words[(order << WORD_BITS) | BEFORE] = before;
  }

  setBehind(order: OrderRow, behind: OrderRow): void {
    this.words[(order << WORD_BITS) | BEHIND] = behind;
  }

  /** It is the last of its level, behind another or none. */
  stand(order: OrderRow, level: number, before: OrderRow): void {
    const { words } = this;
    const word = order << WORD_BITS;
    words[word | LEVEL] = level;
    words[word | BEFORE] = before;
    words[word | BEHIND] = NONE;
  }

  setWallet(order: OrderRow, wallet: Wallet): void {
    this.words[(order << WORD_BITS) | WALLET] = wallet;
  }

  setNewer(order: OrderRow, newer: OrderRow): void {
    this.words[(order << WORD_BITS) | NEWER] = newer;
  }

  setOlder(order: OrderRow, older: OrderRow): void {
    this.words[(order << WORD_BITS) | OLDER] = older;
  }

  /** So many lots less are left of it. */
  reduce(order: OrderRow, lots: number): void {
    const { numbers } = this;
    const cell = (order << WIDTH_BITS) | REMAINING;
    numbers[cell] = (numbers[cell] as number) - lots;
  }

  /** It asks for so many lots less. */
  ask(order: OrderRow, less: number): void {
    const { rest } = this;
    const cell = order * REST_WIDTH + LOTS;
    rest[cell] = (rest[cell] as number) - less;
  }

  /** Whether it is in the table of open orders. */
  isOpen(order: OrderRow): boolean {
    return (this.flags(order) & IS_OPEN) !== 0;
  }

  setOpen(order: OrderRow, isOpen: boolean): void {
    const flags = this.flags(order);
    this.words[(order << WORD_BITS) | FLAGS] = isOpen ? flags | IS_OPEN : flags & ~IS_OPEN;
  }

  protected hasBeside(order: OrderRow): boolean {
    return (this.flags(order) & HAS_BESIDE) !== 0;
  }

  protected markBeside(order: OrderRow): void {
    this.words[(order << WORD_BITS) | FLAGS] = this.flags(order) | HAS_BESIDE;
  }

  protected addExecuted(order: OrderRow, lots: number): void {
    const { rest } = this;
    const cell = order * REST_WIDTH + EXECUTED;
    rest[cell] = (rest[cell] as number) + lots;
  }

  /** Where the sum of its trades stands in `rest`: two limbs. */
  protected tradedCell(order: OrderRow): number {
    return order * REST_WIDTH + TRADED;
  }
}

function flagsOf({ side, kind, area }: OrderSort): number {
  const isSell = side === "sell" ? IS_SELL : 0;
  const isMarket = kind === "market" ? IS_MARKET : 0;
  return isSell | isMarket | (AREA_NUMBERS[area] << AREA_SHIFT);
}
