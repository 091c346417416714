/**
 * Eight amounts that stay in one place and change all day. A cell has the number as long as that is exact; it is NaN beyond, and
 * the bigint is in a map beside. A change makes no value that outlives it, so the collector has nothing to carry
 * on; that was half of its work beside many positions. Rule NUM-ROUND-1.
 */
import { type Amount, amountOf, bigOf } from "./amount.ts";

const MOST = Number.MAX_SAFE_INTEGER;

/** A list that begins with fractions holds plain doubles in V8: at this size in half the memory of a Float64Array. */
function eightZeros(): number[] {
  return [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5].fill(0);
}

export class AmountCells {
  private readonly cells: number[] = eightZeros();
  private far: Map<number, bigint> | undefined = undefined;

  /** The amount as a number; NaN when it is no safe one. */
  number(cell: number): number {
    return this.cells[cell] as number;
  }

  amount(cell: number): Amount {
    const held = this.cells[cell] as number;
    return Number.isNaN(held) ? (this.far?.get(cell) as bigint) : held;
  }

  big(cell: number): bigint {
    return bigOf(this.amount(cell));
  }

  add(cell: number, change: Amount): void {
    if (typeof change === "number") {
      // NaN stays NaN.
      const sum = (this.cells[cell] as number) + change;
      if (sum <= MOST && sum >= -MOST) {
        this.cells[cell] = sum;
        return;
      }
    }
    this.set(cell, this.big(cell) + bigOf(change));
  }

  set(cell: number, amount: Amount): void {
    const held = typeof amount === "number" ? amount : amountOf(amount);
    if (typeof held === "number") {
      this.cells[cell] = held;
      this.far?.delete(cell);
    } else {
      this.cells[cell] = Number.NaN;
      this.far ??= new Map();
      this.far.set(cell, held);
    }
  }
}
