/**
 * One order book: resting orders by price, then by time (SPOT-MATCH-1). The book knows no money and
 * no rules of trading; spot and futures both match on it.
 */
import { assert } from "../../base/assert.ts";
import type { Order, PriceLevel, Side } from "../orders/order.ts";
import { dropLevel, type Ladder, levelAt, levelsOf, newLadder } from "./ladder.ts";

export interface Book {
  readonly bids: Ladder;
  readonly asks: Ladder;
}

export function newBook(): Book {
  return { bids: newLadder("buy"), asks: newLadder("sell") };
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

/** Puts an order behind all others of its price. */
export function restOrder(book: Book, order: Order): void {
  assert(order.remaining > 0, "an order that rests has something left");
  const level = levelAt(ladderOf(book, order.side), order.ticks);
  joinLevel(level, order);
  addLots(level, order.remaining);
}

/** Takes an order out, with its remaining lots. */
export function takeOut(book: Book, order: Order): void {
  const level = order.level;
  assert(level !== undefined, "an order that is taken out was on the book");
  leaveLevel(order);
  removeLots(level, order.remaining);
  if (!level.first) dropLevel(ladderOf(book, order.side), level);
}

/** The place behind all others of a level, whatever the level counts. */
export function joinLevel(level: PriceLevel, order: Order): void {
  let before = level.last;
  let behind: Order | undefined;
  // Only a snapshot brings an order that stands before another after it.
  while (before && placeOf(before) > placeOf(order)) {
    behind = before;
    before = before.before;
  }
  order.level = level;
  order.before = before;
  order.behind = behind;
  if (before) before.behind = order;
  else level.first = order;
  if (behind) behind.before = order;
  else level.last = order;
}

/** SPOT-MATCH-1, SPOT-STOP-5: the order's id, or the number it took when it was triggered. */
export function placeOf({ id, instructions }: Pick<Order, "id" | "instructions">): number {
  return instructions === undefined || instructions.rank === 0 ? id : instructions.rank;
}

export function leaveLevel(order: Order): void {
  const level = order.level as PriceLevel;
  if (order.before) order.before.behind = order.behind;
  else level.first = order.behind;
  if (order.behind) order.behind.before = order.before;
  else level.last = order.before;
  order.level = undefined;
  order.before = undefined;
  order.behind = undefined;
}

/** A resting order gives `lots` away in a trade; it leaves the book with its last one. */
export function reduceResting(book: Book, order: Order, lots: number): void {
  const level = order.level;
  assert(level !== undefined && lots <= order.remaining, "a resting order gives what it has");
  order.remaining -= lots;
  removeLots(level, lots);
  if (order.remaining === 0) takeOut(book, order);
}

/** SPOT-REPLACE-3: a resting order asks for so many lots less, and keeps its place. */
export function amendResting(order: Order, less: number): void {
  const level = order.level;
  assert(level !== undefined && less < order.remaining, "an amended order goes on resting");
  order.lots -= less;
  order.remaining -= less;
  removeLots(level, less);
}

const CARRY = 2 ** 52;
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

function addLots(level: PriceLevel, lots: number): void {
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
