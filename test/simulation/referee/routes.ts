/**
 * How what an account has can become what it owes, by the referee's own books: which pair joins two
 * assets, whether an order on it offers a price that will do, and what must be sold first. Rules
 * MARG-LIQ-3, MARG-LIQ-4, MARG-LIQ-6.
 */
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import type { Books } from "./books.ts";
import type { Payment } from "./repayments.ts";

const RATE_ONE = 100_000_000n;
/** More than any price. */
const PLENTY = 10n ** 60n;

/** The best price that rests on one side of a book. */
export type BestPrice = (pair: number, side: Side) => number | undefined;

/** A pair, and what is paid on it. */
export interface Way {
  readonly pair: number;
  readonly sold: number;
}

export class Routes {
  private readonly books: Books;
  private readonly bestOf: BestPrice;

  constructor(books: Books, bestOf: BestPrice) {
    this.books = books;
    this.bestOf = bestOf;
  }

  private joining(one: number, other: number): Pair | undefined {
    return [...this.books.pairs.values()].find(({ base, quote, status }) => {
      const isListed = status === "trading" || status === "halted";
      const isJoined = (base === one && quote === other) || (base === other && quote === one);
      return isListed && isJoined;
    });
  }

  private usdt(): number {
    return this.books.assets.find(({ name }) => name === "USDT")?.id ?? 0;
  }

  /** MARG-LIQ-4: is a price not much worse than the index? */
  isNear({ base, quote, baseUnit, quoteUnit }: Pair, side: Side, ticks: number): boolean {
    const { books } = this;
    const range = BigInt(books.rules.liquidationRange);
    const fair = books.valueOf(base, baseUnit);
    const price = books.valueOf(quote, BigInt(ticks) * quoteUnit);
    if (fair === 0n || price === 0n) return false;
    return side === "sell"
      ? price * RATE_ONE >= fair * (RATE_ONE - range)
      : price * RATE_ONE <= fair * (RATE_ONE + range);
  }

  /** Would an order take one lot's worth of it? */
  private isWanted(pair: Pair, sold: number, units: bigint): boolean {
    const side = pair.base === sold ? "sell" : "buy";
    const ticks = this.bestOf(pair.id, side === "sell" ? "buy" : "sell");
    if (pair.status !== "trading" || ticks === undefined) return false;
    const least = side === "sell" ? pair.baseUnit : BigInt(ticks) * pair.quoteUnit;
    return units >= least && this.isNear(pair, side, ticks);
  }

  /** MARG-LIQ-3: the first step from one asset to another, if it can be taken at once. */
  wayFrom(sold: number, bought: number, units: bigint): Way | undefined {
    const direct = this.joining(sold, bought);
    const usdt = this.usdt();
    const [first, second] = [this.joining(sold, usdt), this.joining(usdt, bought)];
    if (direct) return this.isWanted(direct, sold, units) ? { pair: direct.id, sold } : undefined;
    const isThrough = first && second && this.isWanted(second, usdt, PLENTY);
    return isThrough && this.isWanted(first, sold, units) ? { pair: first.id, sold } : undefined;
  }

  /**
   * MARG-LIQ-3: what must be sold first: for the largest debt the largest of the other assets that
   * any order takes. `payment` is what the sale has repaid already, when it is known of.
   */
  firstSale(user: number, payment: Payment | undefined): Way | undefined {
    const { books } = this;
    const owed = new Map(
      books.debts.of(user).map(({ asset }) => [asset, books.debts.owed(user, asset)]),
    );
    if (payment) owed.set(payment.asset, payment.owed);
    const held = new Map(books.assets.map(({ id }) => [id, books.heldOf(user, id)]));
    if (payment) held.delete(payment.asset);
    for (const [bought] of this.byValue(owed)) {
      for (const [sold, units] of this.byValue(held)) {
        const way = sold === bought ? undefined : this.wayFrom(sold, bought, units);
        if (way) return way;
      }
    }
    return undefined;
  }

  /** Largest first, ties by name. */
  private byValue(amounts: ReadonlyMap<number, bigint>): [number, bigint][] {
    const { books } = this;
    const nameOf = (asset: number) => books.assets[asset - 1]?.name ?? "";
    return [...amounts]
      .filter(([, units]) => units > 0n)
      .sort(([one, some], [other, more]) => {
        const [left, right] = [books.valueOf(one, some), books.valueOf(other, more)];
        if (left !== right) return left > right ? -1 : 1;
        return nameOf(one) < nameOf(other) ? -1 : 1;
      });
  }

  /** MARG-LIQ-6: what could be sold for something owed, if there were a buyer. */
  sellableOf(user: number): bigint {
    const { books } = this;
    const owed = books.debts.of(user).map(({ asset }) => asset);
    return books.assets.reduce((sum, { id }) => {
      const units = books.heldOf(user, id);
      const isSellable = owed.some((asset) => asset !== id && this.isStep(id, asset, units));
      return isSellable ? sum + books.valueOf(id, units) : sum;
    }, 0n);
  }

  private isStep(sold: number, bought: number, units: bigint): boolean {
    const { books } = this;
    const usdt = this.usdt();
    const through = this.joining(usdt, bought) ? this.joining(sold, usdt) : undefined;
    const pair = this.joining(sold, bought) ?? through;
    if (!pair) return false;
    if (pair.base === sold) return units >= pair.baseUnit;
    return books.valueOf(sold, units) >= books.valueOf(pair.base, pair.baseUnit);
  }
}
