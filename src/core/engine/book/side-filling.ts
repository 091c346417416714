/**
 * One side of an empty book that gets the orders of a snapshot, lowest id first: each stands last at its price. A price is
 * found by a hash, and its level is a row until all orders stand; then the levels are made, and sorted once:
 *
 *   | ticks | lots | first | last |
 *
 * The ladder is then as `restOrder` would have filled it.
 */
import { assert } from "../../base/assert.ts";
import { placesInOrder } from "../../base/rows/places-in-order.ts";
import { hashOfNumber, RowIndex } from "../../base/rows/row-index.ts";
import { layOutRow } from "../../base/rows/row-layout.ts";
import { NONE } from "../../base/rows/row-space.ts";
import type { PriceLevel } from "../orders/order.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { addLots } from "./book.ts";
import { fillLadder, type Ladder, rankOf } from "./ladder.ts";

export const LEVEL_ROW = layOutRow(32, {
  ticks: "number",
  lots: "number",
  first: "number",
  last: "number",
});
const { width: WIDTH } = LEVEL_ROW;
const { ticks: TICKS, lots: LOTS, first: FIRST, last: LAST } = LEVEL_ROW.at;
const LEVELS_MIN = 256;

export class SideFilling {
  private readonly rows: OrderRows;
  private readonly ladder: Ladder;
  /** The numbers of the levels by their prices; the first is 1. */
  private readonly index = new RowIndex();
  private cells = new Float64Array(WIDTH * LEVELS_MIN);
  /** Orders with which the lots of a level would be 2^53 or more: they are added when it is made. */
  private readonly uncounted: OrderRow[] = [];

  constructor(rows: OrderRows, ladder: Ladder) {
    this.rows = rows;
    this.ladder = ladder;
  }

  rest(order: OrderRow): void {
    const { rows } = this;
    const number = this.numberAt(rows.ticks(order));
    const { cells } = this;
    const before = cells[number * WIDTH + LAST] as OrderRow;
    rows.setLevel(order, number);
    rows.setBefore(order, before);
    if (before === NO_ORDER) cells[number * WIDTH + FIRST] = order;
    else rows.setBehind(before, order);
    cells[number * WIDTH + LAST] = order;
    this.count(number, order);
  }

  private count(number: number, order: OrderRow): void {
    const { rows, cells } = this;
    const remaining = rows.remaining(order);
    assert(remaining > 0, "an order that rests has something left");
    const sum = (cells[number * WIDTH + LOTS] as number) + remaining;
    if (sum <= Number.MAX_SAFE_INTEGER) cells[number * WIDTH + LOTS] = sum;
    else this.uncounted.push(order);
  }

  private numberAt(ticks: number): number {
    const { index, cells } = this;
    const hash = hashOfNumber(ticks);
    let number = index.first(hash);
    while (number !== NONE && cells[number * WIDTH + TICKS] !== ticks) number = index.next();
    return number === NONE ? this.add(ticks, hash) : number;
  }

  private add(ticks: number, hash: number): number {
    const number = this.index.size + 1;
    this.index.add(hash, number);
    if (this.cells.length === number * WIDTH) {
      const larger = new Float64Array(2 * this.cells.length);
      larger.set(this.cells);
      this.cells = larger;
    }
    this.cells[number * WIDTH + TICKS] = ticks;
    return number;
  }

  /** Makes the levels. */
  end(): void {
    const { rows, ladder } = this;
    const numbers = this.numbersByPrice();
    const levels: PriceLevel[] = [];
    for (let at = 0; at < numbers.length; at++) levels.push(this.level(numbers[at] as number));
    fillLadder(ladder, levels);
    for (const order of this.uncounted) {
      addLots(ladder.byNumber[rows.level(order)] as PriceLevel, rows.remaining(order));
    }
  }

  /** That of the best price last. */
  private numbersByPrice(): Int32Array {
    const prices = new Float64Array(this.index.size);
    for (let at = 0; at < prices.length; at++) {
      prices[at] = this.cells[(at + 1) * WIDTH + TICKS] as number;
    }
    const numbers = placesInOrder(prices).map((place) => place + 1);
    return this.ladder.side === "buy" ? numbers : numbers.reverse();
  }

  private level(number: number): PriceLevel {
    const { cells } = this;
    const ticks = cells[number * WIDTH + TICKS] as number;
    return {
      number,
      ticks,
      rank: rankOf(this.ladder.side, ticks),
      lots: cells[number * WIDTH + LOTS] as number,
      carry: 0,
      first: cells[number * WIDTH + FIRST] as OrderRow,
      last: cells[number * WIDTH + LAST] as OrderRow,
    };
  }
}
