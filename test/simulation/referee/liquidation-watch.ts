/**
 * Watches liquidations: that only those begin whose level says so, lowest first (MARG-LIQ-1,
 * MARG-LIQ-8), what they sell and where (MARG-LIQ-3, MARG-LIQ-4), what it costs (MARG-LIQ-5), and
 * how they end (MARG-LIQ-2, MARG-LIQ-6, MARG-LIQ-7).
 */
import type {
  Insured,
  LiquidationOver,
  LossCovered,
} from "../../../src/core/engine/margin/margin.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import type { Tally } from "../tally.ts";
import { type Books, isAtMost, paidBy, USDT_ONE } from "./books.ts";
import { claim } from "./claim.ts";
import { ForcedSales } from "./forced-sales.ts";
import type { Payment } from "./repayments.ts";
import { type BestPrice, Routes } from "./routes.ts";

const RATE_ONE = 100_000_000n;

/** One try of one command. */
interface Attempt {
  readonly sales: ForcedSales;
  readonly insured: Insured[];
  isSwept: boolean;
}

export class LiquidationWatch {
  private readonly books: Books;
  private readonly routes: Routes;
  private readonly tally: Tally;
  /** In liquidation, and since which command. */
  private readonly users = new Map<number, number>();
  private readonly attempts = new Map<number, Attempt>();
  private commandCount = 0;
  /** Whether what could be sold is sold: what comes to rest after that waits for the next price. */
  private isTried = false;
  private beganCount = 0;
  private tradeCount = 0;

  constructor(books: Books, bestOf: BestPrice, tally: Tally) {
    this.books = books;
    this.routes = new Routes(books, bestOf);
    this.tally = tally;
  }

  has(user: number): boolean {
    return this.users.has(user);
  }

  begin(): void {
    this.commandCount++;
    this.isTried = false;
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
    const sales = new ForcedSales(this.books);
    const found = this.attempts.get(user) ?? { sales, insured: [], isSwept: false };
    this.attempts.set(user, found);
    return found;
  }

  /** A forced order, before it meets the book; `payment` is what it is going to repay first. */
  meet({ user, market: pair, ...order }: OrderDetails, payment: Payment | undefined): void {
    if (this.attemptOf(user).sales.count > 0) return;
    const way = this.routes.firstSale(user, payment);
    const isIt = way?.pair === pair && way.sold === paidBy(this.books.pairOf(pair), order);
    claim(isIt, `MARG-LIQ-3 user ${user} sells asset ${way?.sold} first, on pair ${way?.pair}`);
  }

  /** A trade of a forced order, before the books take it. */
  sell(trade: Traded, payment: Payment | undefined): void {
    const { takerUser: user, takerSide: side } = trade;
    const isNear = this.routes.isNear(this.books.pairOf(trade.pair), side, trade.ticks);
    claim(isNear, `MARG-LIQ-4 ${trade.ticks} is not far from the index`);
    this.attemptOf(user).sales.add(trade, payment);
    this.tradeCount++;
    this.tally.count("forced trade");
    if (trade.makerUser === user) this.tally.count("forced trade with an own order");
    if (trade.makerArea === "margin") this.tally.count("forced trade with a margin order");
  }

  private checkSales({ sales }: Attempt): void {
    const count = sales.countThrough();
    if (count > 0) this.tally.count("forced sale through USDT", count);
  }

  /** Insured, LossCovered: before the books take it. */
  lose(event: Insured | LossCovered): void {
    const { user } = event;
    claim(this.has(user), `MARG-LIQ-5 user ${user} is in liquidation`);
    const attempt = this.attemptOf(user);
    if (event.type === "Insured") attempt.insured.push(event);
    if (this.books.debts.of(user).length === 0 || attempt.isSwept) return;
    attempt.isSwept = true;
    claim(this.routes.sellableOf(user) < USDT_ONE, `MARG-LIQ-7 user ${user} has nothing to sell`);
  }

  /** LiquidationOver */
  over({ user, end }: LiquidationOver): void {
    const { books, tally } = this;
    claim(this.has(user), `MARG-LIQ-1 user ${user} was in liquidation`);
    const attempt = this.attemptOf(user);
    this.checkSales(attempt);
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
    claim(sales.count + insured.length === 0, "MARG-LIQ-2 what recovers sells and pays nothing");
  }

  /** MARG-LIQ-5: at index, rounded up, from the largest first, never more than is left. */
  private checkClearance(user: number, { insured, sales }: Attempt): void {
    const { books } = this;
    claim(sales.count > 0, "MARG-LIQ-5 what was repaid was sold for");
    let due = sales.assetsBefore * BigInt(books.rules.clearanceRate);
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

  /** A command is over: an account that was tried and stays owes something and has something to sell. */
  finish(isRetryDue: boolean): void {
    this.endTries(isRetryDue);
    for (const [user, began] of this.users) {
      const attempt = this.attempts.get(user);
      if (attempt) this.checkSales(attempt);
      if (!attempt && began !== this.commandCount) continue;
      const isOwing = this.books.debts.of(user).length > 0;
      const isSellable = this.routes.sellableOf(user) >= USDT_ONE;
      claim(isOwing && isSellable, `MARG-LIQ-6 user ${user} has something to sell`);
      claim(!attempt?.insured.length, "MARG-LIQ-6 nothing is taken while it is not over");
      this.tally.count("liquidation that waits");
    }
  }

  /** Forced sales are over; stops that they triggered may follow. */
  endTries(isRetryDue: boolean): void {
    if (this.isTried) return;
    this.isTried = true;
    for (const user of this.users.keys()) {
      if (isRetryDue && !this.books.unknownOf(user)) this.checkExhausted(user);
    }
  }

  /** MARG-LIQ-6: nothing that the account has could be sold for what it owes at a price that will do. */
  private checkExhausted(user: number): void {
    const { books } = this;
    for (const { asset: owed } of books.debts.of(user)) {
      for (const { id } of books.assets) {
        const way = id === owed ? undefined : this.routes.wayFrom(id, owed, books.heldOf(user, id));
        claim(!way, `MARG-LIQ-6 user ${user} sells asset ${id} for asset ${owed} at once`);
      }
    }
  }
}
