/**
 * One order book: resting orders by price, then by time (SPOT-MATCH-1). The book knows no money and
 * no rules of trading; spot and futures both match on it.
 */
import { assert } from "../../base/assert.ts";
import type { PriceLevel, Side } from "../orders/order.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { dropLevel, type Ladder, levelAt, levelsOf, newLadder } from "./ladder.ts";

export interface Book {
  readonly rows: OrderRows;
  readonly bids: Ladder;
  readonly asks: Ladder;
}

export function newBook(rows: OrderRows): Book {
  return { rows, bids: newLadder("buy"), asks: newLadder("sell") };
}

export function ladderOf(book: Book, side: Side): Ladder {
  return side === "buy" ? book.bids : book.asks;
}

/** The best level an order of this side would trade with. */
export function bestOpposite(book: Book, side: Side): PriceLevel | undefined {
  return side === "buy" ? book.asks.best : book.bids.best;
}

/** SPOT-MATCH-3: whether a limit at `ticks` trades with a level at `opposite`. */
export function crosses(side: Side, ticks: number, opposite: number): boolean {
  return side === "buy" ? opposite <= ticks : opposite >= ticks;
}

/** Puts an order behind all others of its price, which it is newer than. */
export function restNewest({ rows, bids, asks }: Book, order: OrderRow): void {
  const remaining = rows.remaining(order);
  assert(remaining > 0, "an order that rests has something left");
  const level = levelAt(rows.side(order) === "buy" ? bids : asks, rows.ticks(order));
  const { last } = level;
  rows.stand(order, level.number, last);
  if (last === NO_ORDER) level.first = order;
  else rows.setBehind(last, order);
  level.last = order;
  addLots(level, remaining);
}

/** Puts an order in its place among all others of its price. */
export function restOrder({ rows, bids, asks }: Book, order: OrderRow): void {
  const remaining = rows.remaining(order);
  assert(remaining > 0, "an order that rests has something left");
  const ladder = rows.side(order) === "buy" ? bids : asks;
  const level = levelAt(ladder, rows.ticks(order));
  joinLevel(rows, level, order);
  addLots(level, remaining);
}

/** Takes an order out, with its remaining lots. */
export function takeOut(book: Book, order: OrderRow): void {
  const { rows } = book;
  const ladder = ladderOf(book, rows.side(order));
  const level = leaveLevel(rows, ladder, order);
  removeLots(level, rows.remaining(order));
  if (level.first === NO_ORDER) dropLevel(ladder, level);
}

/** The place behind all others of a level, whatever the level counts. */
export function joinLevel(rows: OrderRows, level: PriceLevel, order: OrderRow): void {
  let before = level.last;
  let behind = NO_ORDER;
  // Only a snapshot brings an order that stands before another after it.
  while (before !== NO_ORDER && placeOf(rows, before) > placeOf(rows, order)) {
    behind = before;
    before = rows.before(before);
  }
  rows.setLevel(order, level.number);
  rows.setBefore(order, before);
  rows.setBehind(order, behind);
  if (before === NO_ORDER) level.first = order;
  else rows.setBehind(before, order);
  if (behind === NO_ORDER) level.last = order;
  else rows.setBefore(behind, order);
}

/** SPOT-MATCH-1, SPOT-STOP-5: the order's id, or the number it took when it was triggered. */
export function placeOf(rows: OrderRows, order: OrderRow): number {
  const instructions = rows.instructions(order);
  return instructions === undefined || instructions.rank === 0 ? rows.id(order) : instructions.rank;
}

/** Returns the level, which may be empty now. */
export function leaveLevel(rows: OrderRows, ladder: Ladder, order: OrderRow): PriceLevel {
  const level = ladder.byNumber[rows.level(order)];
  assert(level !== undefined, "an order that is taken out was on the book");
  const before = rows.before(order);
  const behind = rows.behind(order);
  if (before === NO_ORDER) level.first = behind;
  else rows.setBehind(before, behind);
  if (behind === NO_ORDER) level.last = before;
  else rows.setBefore(behind, before);
  rows.setLevel(order, 0);
  return level;
}

/** A resting order gives `lots` away in a trade; it leaves the book with its last one. */
export function reduceResting(book: Book, order: OrderRow, lots: number): void {
  const { rows } = book;
  const level = ladderOf(book, rows.side(order)).byNumber[rows.level(order)];
  assert(level !== undefined && lots <= rows.remaining(order), "a resting order gives what it has");
  rows.reduce(order, lots);
  removeLots(level, lots);
  if (rows.remaining(order) === 0) takeOut(book, order);
}

/** SPOT-REPLACE-3: a resting order asks for so many lots less, and keeps its place. */
export function amendResting(book: Book, order: OrderRow, less: number): void {
  const { rows } = book;
  const level = ladderOf(book, rows.side(order)).byNumber[rows.level(order)];
  assert(level !== undefined && less < rows.remaining(order), "an amended order goes on resting");
  rows.ask(order, less);
  rows.reduce(order, less);
  removeLots(level, less);
}

/** The orders of a level, first come first. */
export function* ordersAt(rows: OrderRows, level: PriceLevel): Iterable<OrderRow> {
  for (let order = level.first; order !== NO_ORDER; order = rows.behind(order)) yield order;
}

const CARRY = 2 ** 52;
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

export function addLots(level: PriceLevel, lots: number): void {
  if (lots <= Number.MAX_SAFE_INTEGER - level.lots) {
    level.lots += lots;
    return;
  }
  // Both are brought below 2^52, so that their sum stays exact.
  level.lots = carryOver(level, level.lots) + carryOver(level, lots);
}

function carryOver(level: PriceLevel, lots: number): number {
  if (lots < CARRY) return lots;
  level.carry++;
  return lots - CARRY;
}

function removeLots(level: PriceLevel, lots: number): void {
  level.lots -= lots;
  while (level.lots < 0) {
    level.lots += CARRY;
    level.carry--;
  }
}

/** The exact sum of what rests at a level. */
export function lotsAt(level: PriceLevel): bigint {
  return BigInt(level.lots) + BigInt(level.carry) * BigInt(CARRY);
}

/** The same as a number, at most 2^53 - 1 lots. */
export function safeLotsAt(level: PriceLevel): number {
  if (level.carry === 0) return level.lots;
  const lots = lotsAt(level);
  return lots > MOST ? Number.MAX_SAFE_INTEGER : Number(lots);
}

/** SPOT-DATA-1: the best `limit` levels of one side, best first. */
export function depthOf(ladder: Ladder, limit: number): { ticks: number; lots: bigint }[] {
  const depth: { ticks: number; lots: bigint }[] = [];
  for (const level of levelsOf(ladder)) {
    if (depth.length === limit) break;
    depth.push({ ticks: level.ticks, lots: lotsAt(level) });
  }
  return depth;
}
