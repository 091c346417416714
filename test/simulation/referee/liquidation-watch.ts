/**
 * Watches liquidations: that only those begin whose level says so, that each forced trade is near
 * the index (MARG-LIQ-4), that nothing is sold beyond need (MARG-LIQ-3), what it costs (MARG-LIQ-5),
 * and how it ends (MARG-LIQ-6, MARG-LIQ-7).
 */
import type { Pair } from "../../../src/engine/catalogue/catalogue.ts";
import type { Insured, LiquidationOver, LossCovered } from "../../../src/engine/margin/margin.ts";
import type { Order, Side } from "../../../src/engine/orders/order.ts";
import type { Traded } from "../../../src/engine/spot/spot.ts";
import type { Tally } from "../tally.ts";
import { feeDue } from "./accounts.ts";
import { type Books, isAtMost, paidBy, receivedBy, USDT_ONE } from "./books.ts";
import { claim } from "./claim.ts";
import { netOf, type Payment } from "./repayments.ts";

const RATE_ONE = 100_000_000n;

/** The best price that rests on one side of a book. */
export type BestPrice = (pair: number, side: Side) => number | undefined;

/** One forced order. */
interface Sale {
  readonly order: Order;
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

/** One try of one command. */
interface Attempt {
  readonly sales: Sale[];
  readonly insured: Insured[];
  /** What all assets were worth before the first sale. */
  assets: bigint;
  isSwept: boolean;
}

export class LiquidationWatch {
  private readonly books: Books;
  private readonly bestOf: BestPrice;
  private readonly tally: Tally;
  /** In liquidation, and since which command. */
  private readonly users = new Map<number, number>();
  private readonly attempts = new Map<number, Attempt>();
  private commandCount = 0;
  private beganCount = 0;
  private tradeCount = 0;

  constructor(books: Books, bestOf: BestPrice, tally: Tally) {
    this.books = books;
    this.bestOf = bestOf;
    this.tally = tally;
  }

  has(user: number): boolean {
    return this.users.has(user);
  }

  begin(): void {
    this.commandCount++;
    this.beganCount = 0;
    this.tradeCount = 0;
    this.attempts.clear();
  }

  /** LiquidationBegan */
  start(user: number): void {
    const { books } = this;
    if (this.tradeCount === 0) this.checkFirst(user);
    const isRuined = isAtMost(books.worthOf(user), books.rules.liquidationLevel);
    claim(isRuined, `MARG-LIQ-1 user ${user} is at or below liquidation`);
    claim(books.unknownOf(user) === undefined, `MARG-LEVEL-2 the level of ${user} is known`);
    claim(!this.has(user), `MARG-LIQ-1 user ${user} is not in liquidation yet`);
    this.users.set(user, this.commandCount);
    this.beganCount++;
    this.tally.count("liquidation");
    if (this.beganCount > 1) this.tally.count("several victims of one command");
  }

  /** MARG-LIQ-8: the lowest level comes first, ties by name; sales may change the levels of others. */
  private checkFirst(user: number): void {
    const { books } = this;
    const own = books.worthOf(user);
    for (const other of books.debts.debtors()) {
      const worth = books.worthOf(other);
      const isRuined = isAtMost(worth, books.rules.liquidationLevel);
      if (this.has(other) || other === user || !isRuined || books.unknownOf(other)) continue;
      const [left, right] = [own.assets * worth.debt, worth.assets * own.debt];
      const isFirst = left === right ? books.nameOf(user) < books.nameOf(other) : left < right;
      claim(isFirst, `MARG-LIQ-8 user ${user} comes before user ${other}`);
    }
  }

  private attemptOf(user: number): Attempt {
    const found = this.attempts.get(user) ?? {
      sales: [],
      insured: [],
      assets: 0n,
      isSwept: false,
    };
    this.attempts.set(user, found);
    return found;
  }

  /** A trade of a forced order, before the books take it. */
  sell(trade: Traded, payment: Payment | undefined): void {
    const { books } = this;
    const order = trade.taker;
    const pair = books.pairOf(trade.pair);
    const isNear = this.isNear(pair, order.side, trade.ticks);
    claim(isNear, `MARG-LIQ-4 ${trade.ticks} is not far from the index`);
    const attempt = this.attemptOf(order.user);
    if (attempt.sales.length === 0) {
      attempt.assets = payment?.assets ?? books.worthOf(order.user).assets;
    }
    let sale = attempt.sales.at(-1);
    if (sale?.order !== order) {
      const nothing = { brought: 0n, repaid: 0n, cost: 0n, owed: 0n, isOwing: false };
      sale = { order, pair, last: trade, ...nothing };
      attempt.sales.push(sale);
    }
    sale.last = trade;
    sale.brought += netOf(books, trade, order);
    sale.repaid += payment?.amount ?? 0n;
    sale.cost += costOf(pair, order, trade);
    sale.owed = books.debts.owed(order.user, receivedBy(pair, order));
    sale.isOwing = books.debts.of(order.user).length > 0;
    this.tradeCount++;
    this.tally.count("forced trade");
    if (trade.maker.user === order.user) this.tally.count("forced trade with an own order");
    if (trade.maker.area === "margin") this.tally.count("forced trade with a margin order");
  }

  /** MARG-LIQ-4: is a price not much worse than the index? */
  private isNear({ base, quote, baseUnit, quoteUnit }: Pair, side: Side, ticks: number): boolean {
    const { books } = this;
    const range = BigInt(books.rules.liquidationRange);
    const fair = books.valueOf(base, baseUnit);
    const price = books.valueOf(quote, BigInt(ticks) * quoteUnit);
    if (fair === 0n || price === 0n) return false;
    return side === "sell"
      ? price * RATE_ONE >= fair * (RATE_ONE - range)
      : price * RATE_ONE <= fair * (RATE_ONE + range);
  }

  /** Insured, LossCovered: before the books take it. */
  lose(event: Insured | LossCovered): void {
    const { user } = event;
    claim(this.has(user), `MARG-LIQ-5 user ${user} is in liquidation`);
    const attempt = this.attemptOf(user);
    if (event.type === "Insured") attempt.insured.push(event);
    if (this.books.debts.of(user).length === 0 || attempt.isSwept) return;
    attempt.isSwept = true;
    claim(this.sellableOf(user) < USDT_ONE, `MARG-LIQ-7 user ${user} has nothing to sell`);
  }

  /** LiquidationOver */
  over({ user, end }: LiquidationOver): void {
    const { books, tally } = this;
    claim(this.has(user), `MARG-LIQ-1 user ${user} was in liquidation`);
    const attempt = this.attemptOf(user);
    this.checkNeed(attempt);
    if (end === "recovered") this.checkRecovered(user, attempt);
    else claim(books.debts.of(user).length === 0, `MARG-LIQ-5 user ${user} owes nothing any more`);
    if (end === "repaid") this.checkClearance(user, attempt);
    if (end === "bad_debt") this.checkSwept(user);
    tally.count(`liquidation ${end}`);
    const isLater = this.users.get(user) !== this.commandCount;
    if (isLater && end !== "recovered") tally.count("liquidation repeated on a thin book");
    this.users.delete(user);
    this.attempts.delete(user);
  }

  /** MARG-LIQ-2: it costs nothing. */
  private checkRecovered(user: number, { sales, insured }: Attempt): void {
    const { books } = this;
    const isAtRisk = isAtMost(books.worthOf(user), books.rules.liquidationLevel);
    claim(!isAtRisk, `MARG-LIQ-2 user ${user} is above liquidation again`);
    claim(sales.length + insured.length === 0, "MARG-LIQ-2 what recovers sells and pays nothing");
  }

  /** MARG-LIQ-3: with one lot less, the last sale would not have brought what was needed. */
  private checkNeed({ sales }: Attempt): void {
    sales.forEach((sale, at) => {
      const next = sales[at + 1];
      const { order, pair, brought, repaid } = sale;
      const bought = receivedBy(pair, order);
      const isLeg =
        next !== undefined && repaid < brought && paidBy(next.pair, next.order) === bought;
      if (isLeg && repaid === 0n) this.tally.count("forced sale through USDT");
      if ((isLeg ? next.owed : sale.owed) > 0n) return; // More was needed than could be had.
      const left = brought - repaid - (isLeg ? next.cost : 0n);
      const isNeeded = left <= 0n || left < lastLotOf(sale);
      // The first half of a sale through USDT may bring too little for the second.
      const isHalf = sale.isOwing && !isLeg && this.books.assets[bought - 1]?.name === "USDT";
      claim(isNeeded || isHalf, `MARG-LIQ-3 order ${order.id} sells what is needed`);
    });
  }

  /** MARG-LIQ-5: at index, rounded up, from the largest first, never more than is left. */
  private checkClearance(user: number, { assets, insured, sales }: Attempt): void {
    const { books } = this;
    claim(sales.length > 0, "MARG-LIQ-5 what was repaid was sold for");
    let due = assets * BigInt(books.rules.clearanceRate);
    const left = new Map(books.assets.map(({ id }) => [id, books.heldOf(user, id)]));
    for (const { asset, amount } of insured) left.set(asset, (left.get(asset) ?? 0n) + amount);
    for (const { asset, amount } of insured) {
      const held = left.get(asset) ?? 0n;
      const unit = books.valueOf(asset, 1n) * RATE_ONE;
      const wanted = (due + unit - 1n) / unit;
      claim(amount === (wanted < held ? wanted : held), `MARG-LIQ-5 ${amount} of ${asset} is due`);
      const isLargest = [...left].every(
        ([id, units]) => books.valueOf(id, units) <= books.valueOf(asset, held),
      );
      claim(isLargest, `MARG-LIQ-5 asset ${asset} is the largest that is left`);
      due -= amount * unit;
      left.delete(asset);
    }
    const isDone = due <= 0n || [...left].every(([id, units]) => books.valueOf(id, units) === 0n);
    claim(isDone, `MARG-LIQ-5 user ${user} has paid the whole fee`);
  }

  /** MARG-LIQ-7 */
  private checkSwept(user: number): void {
    const held = this.books.assets.filter(({ id }) => this.books.heldOf(user, id) !== 0n);
    claim(held.length === 0, `MARG-LIQ-7 nothing is left to user ${user}`);
  }

  /** A command is over: whoever was tried and stays owes something and has something to sell. */
  finish(isRetryDue: boolean): void {
    for (const [user, began] of this.users) {
      if (isRetryDue && !this.books.unknownOf(user)) this.checkExhausted(user);
      const attempt = this.attempts.get(user);
      if (attempt) this.checkNeed(attempt);
      if (!attempt && began !== this.commandCount) continue;
      const isOwing = this.books.debts.of(user).length > 0;
      const isSellable = this.sellableOf(user) >= USDT_ONE;
      claim(isOwing && isSellable, `MARG-LIQ-6 user ${user} has something to sell`);
      claim(!attempt?.insured.length, "MARG-LIQ-6 nothing is taken while it is not over");
      this.tally.count("liquidation that waits");
    }
  }

  /** MARG-LIQ-6: what could be sold for something owed, if anyone bought it. */
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
    const usdt = books.assets.find(({ name }) => name === "USDT")?.id ?? 0;
    const through = this.joining(usdt, bought) ? this.joining(sold, usdt) : undefined;
    const pair = this.joining(sold, bought) ?? through;
    if (!pair) return false;
    if (pair.base === sold) return units >= pair.baseUnit;
    return books.valueOf(sold, units) >= books.valueOf(pair.base, pair.baseUnit);
  }

  /** MARG-LIQ-6: nothing that he has could be sold for what he owes at a price that will do. */
  private checkExhausted(user: number): void {
    const { books } = this;
    for (const { asset: owed } of books.debts.of(user)) {
      for (const { id } of books.assets) {
        const pair = id === owed ? undefined : this.joining(id, owed);
        const isSold =
          pair?.status === "trading" && this.isWanted(pair, id, books.heldOf(user, id));
        claim(!isSold, `MARG-LIQ-6 user ${user} sells asset ${id} for asset ${owed} at once`);
      }
    }
  }

  /** Would anybody take one lot of it? */
  private isWanted(pair: Pair, sold: number, units: bigint): boolean {
    const side = pair.base === sold ? "sell" : "buy";
    const ticks = this.bestOf(pair.id, side === "sell" ? "buy" : "sell");
    if (ticks === undefined || !this.isNear(pair, side, ticks)) return false;
    return units >= (side === "sell" ? pair.baseUnit : BigInt(ticks) * pair.quoteUnit);
  }

  private joining(one: number, other: number): Pair | undefined {
    return [...this.books.pairs.values()].find(({ base, quote, status }) => {
      const isListed = status === "trading" || status === "halted";
      const isJoined = (base === one && quote === other) || (base === other && quote === one);
      return isListed && isJoined;
    });
  }
}

/** What one lot less would have brought less. */
function lastLotOf({ order, pair, last }: Sale): bigint {
  const { ticks, lots } = last;
  const received = (count: number) => {
    const units = order.side === "buy" ? pair.baseUnit : BigInt(ticks) * pair.quoteUnit;
    return BigInt(count) * units - feeDue(BigInt(count) * units, order.takerRate, 0n);
  };
  return received(lots) - received(lots - 1);
}

function costOf(pair: Pair, { side }: Order, { ticks, lots }: Traded): bigint {
  return side === "buy"
    ? BigInt(ticks) * BigInt(lots) * pair.quoteUnit
    : BigInt(lots) * pair.baseUnit;
}
