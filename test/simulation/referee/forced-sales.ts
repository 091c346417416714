/**
 * The forced orders of one try to liquidate an account, trade by trade, and whether each of them was
 * as small as it could be: with one lot less it would not have brought what was needed
 * (MARG-LIQ-3).
 */
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import { feeDue } from "./accounts.ts";
import { type Books, paidBy, receivedBy } from "./books.ts";
import { claim } from "./claim.ts";
import { netOf, type Payment } from "./repayments.ts";
import { type TradeSide, takingSide } from "./trading-orders.ts";

/** One forced order. */
interface Sale {
  readonly order: TradeSide;
  readonly pair: Pair;
  last: Traded;
  /** What it brought, what of that repaid, what it cost. */
  brought: bigint;
  repaid: bigint;
  cost: bigint;
  /** What is then still owed of what it bought, and whether anything is. */
  owed: bigint;
  isOwing: boolean;
}

export class ForcedSales {
  private readonly books: Books;
  private readonly sales: Sale[] = [];
  /** What all assets were worth before the first of them. */
  assetsBefore = 0n;

  constructor(books: Books) {
    this.books = books;
  }

  get count(): number {
    return this.sales.length;
  }

  /** A trade, before the books take it, and what it has repaid. */
  add(trade: Traded, payment: Payment | undefined): void {
    const { books } = this;
    const order = takingSide(trade);
    if (this.count === 0) this.assetsBefore = payment?.assets ?? books.worthOf(order.user).assets;
    const sale = this.saleOf(trade);
    sale.last = trade;
    sale.brought += netOf(books, trade, order);
    sale.repaid += payment?.amount ?? 0n;
    sale.cost += costOf(sale.pair, trade);
    sale.owed = books.debts.owed(order.user, receivedBy(sale.pair, order));
    sale.isOwing = books.debts.of(order.user).length > 0;
  }

  private saleOf(trade: Traded): Sale {
    const order = takingSide(trade);
    const last = this.sales.at(-1);
    if (last?.order.id === order.id) return last;
    const nothing = { brought: 0n, repaid: 0n, cost: 0n, owed: 0n, isOwing: false };
    const sale = { order, pair: this.books.pairOf(trade.pair), last: trade, ...nothing };
    this.sales.push(sale);
    return sale;
  }

  /** Checks every order, and counts those that went through USDT. */
  countThrough(): number {
    return this.sales.filter((sale, at) => this.checkNeed(sale, this.sales[at + 1])).length;
  }

  /** Was it the first half of a sale through USDT, of which `next` is the second? */
  private checkNeed(sale: Sale, next: Sale | undefined): boolean {
    const { order, pair, brought, repaid } = sale;
    const bought = receivedBy(pair, order);
    const isHalf =
      next !== undefined && repaid < brought && paidBy(next.pair, next.order) === bought;
    const left = brought - repaid - (isHalf ? next.cost : 0n);
    const isShort = (isHalf ? next.owed : sale.owed) > 0n;
    const isNeeded = isShort || left <= 0n || left < lastLotOf(sale);
    // A first half may bring too little for the second, and then there is none.
    const isLost = sale.isOwing && !isHalf && this.books.assets[bought - 1]?.name === "USDT";
    claim(isNeeded || isLost, `MARG-LIQ-3 order ${order.id} sells no more than is needed`);
    return isHalf && repaid === 0n;
  }
}

/** What one lot less would have brought less. */
function lastLotOf({ order, pair, last }: Sale): bigint {
  const { ticks, lots } = last;
  const received = (count: number) => {
    const units = order.side === "buy" ? pair.baseUnit : BigInt(ticks) * pair.quoteUnit;
    return BigInt(count) * units - feeDue(BigInt(count) * units, pair.takerRate, 0n);
  };
  return received(lots) - received(lots - 1);
}

function costOf(pair: Pair, { ticks, lots, takerSide }: Traded): bigint {
  return takerSide === "buy"
    ? BigInt(ticks) * BigInt(lots) * pair.quoteUnit
    : BigInt(lots) * pair.baseUnit;
}
