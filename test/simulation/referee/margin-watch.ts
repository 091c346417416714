/**
 * Watches margin: that a loan is exactly what an order lacked and within what may be owed, that
 * payments have their reasons, which account is warned and when, and that no account is left that must
 * be liquidated. What happens in a liquidation is in liquidation-watch.ts.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import type { Insured, LossCovered, MarginCalled } from "../../../src/core/engine/margin/margin.ts";
import type { Order } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { Borrowed, Repaid } from "../../../src/core/engine/spot/settlement-account.ts";
import type { MatchPrevented, Traded } from "../../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Tally } from "../tally.ts";
import { type Books, isAtMost, lockOf, paidBy } from "./books.ts";
import { claim } from "./claim.ts";
import { LiquidationWatch } from "./liquidation-watch.ts";
import { netOf, Repayments } from "./repayments.ts";
import type { BestPrice } from "./routes.ts";
import { makingSide, takingSide } from "./trading-orders.ts";

const DAY_MS = 86_400_000;

/** A payment is told of before the fill or the end that explains it. */
const EXPLAINED: ReadonlySet<ExchangeEvent["type"]> = new Set([
  ...(["Repaid", "Traded", "MatchPrevented", "OrderEnded", "OrderRested"] as const),
]);

/** What rests, as the referee sees it. */
interface Resting {
  readonly open: ReadonlyMap<number, Order>;
  readonly bestOf: BestPrice;
}

/** Those in liquidation are tried again after these (MARG-LIQ-6). */
const RETRIES: ReadonlySet<Command["type"] | undefined> = new Set([
  "SetIndex",
  "WithdrawIndex",
  "HourTick",
  "ResumePair",
]);

export class MarginWatch {
  readonly liquidations: LiquidationWatch;
  private readonly books: Books;
  private readonly tally: Tally;
  private readonly repayments: Repayments;
  private readonly open: ReadonlyMap<number, Order>;
  /** What was lent for an order. */
  private readonly lent = new Map<number, bigint>();
  /** A loan whose order has not been seen yet. */
  private loan: { borrowed: Borrowed; free: bigint } | undefined;
  private readonly calledAt = new Map<number, number>();
  private readonly calledNow = new Set<number>();
  private command: Command | undefined;

  constructor(books: Books, { open, bestOf }: Resting, tally: Tally) {
    this.books = books;
    this.open = open;
    this.tally = tally;
    this.repayments = new Repayments(books);
    this.liquidations = new LiquidationWatch(books, bestOf, tally);
  }

  begin(command: Command): void {
    this.command = command;
    this.calledNow.clear();
    this.liquidations.begin();
  }

  /** Before the books take an event. */
  see(event: ExchangeEvent): void {
    if (!EXPLAINED.has(event.type)) this.repayments.age();
    if (event.type === "Borrowed") this.seeLoan(event);
    else if (event.type === "Repaid") this.seePayment(event);
    else if (event.type === "MarginCalled") this.seeCall(event);
    else if (event.type === "LiquidationBegan") this.seeBeginning(event.user);
    else if (event.type === "LiquidationOver") this.liquidations.over(event);
    else if (event.type === "LossCovered" || event.type === "Insured") this.seeLoss(event);
  }

  private seePayment(repaid: Repaid): void {
    const { user, asset } = repaid;
    const locked = this.lockedOf(user, asset);
    this.repayments.add(repaid, { locked, isLiquidating: this.liquidations.has(user) });
  }

  private seeBeginning(user: number): void {
    this.calledAt.delete(user);
    this.liquidations.start(user);
  }

  private lockedOf(user: number, asset: number): bigint {
    let sum = 0n;
    for (const order of this.open.values()) {
      const pair = this.books.pairOf(order.market);
      const isHis = order.area === "margin" && order.user === user && paidBy(pair, order) === asset;
      if (isHis) sum += lockOf(pair, order);
    }
    return sum;
  }

  private seeLoan(borrowed: Borrowed): void {
    const { user, asset } = borrowed;
    const free = this.books.heldOf(user, asset) - this.lockedOf(user, asset);
    this.loan = { borrowed, free };
    claim(!this.liquidations.has(user), "MARG-ORDER-2 an account in liquidation borrows nothing");
    this.tally.count("loan");
  }

  /** A margin order is seen for the first time: was its loan what it lacked (MARG-BORROW-1)? */
  meet(order: OrderDetails): void {
    if (this.isForced(order)) this.liquidations.meet(order, this.repayments.awaitedBy(order));
    if (!this.loan) return;
    const { borrowed, free } = this.loan;
    const { user, asset, amount } = borrowed;
    const pair = this.books.pairOf(order.market);
    const lock =
      order.budget > 0n ? order.budget * pair.quoteUnit : lockOf(pair, order, order.lots);
    const isFor = order.user === user && order.area === "margin" && paidBy(pair, order) === asset;
    claim(isFor && amount === lock - free, `MARG-BORROW-1 ${lock - free} was missing`);
    this.lent.set(order.id, amount);
    this.loan = undefined;
  }

  /** After the books took a loan: MARG-BORROW-2, MARG-BORROW-4. */
  checkLoan({ user }: Borrowed, rulesVersion: number): void {
    const { books } = this;
    const isStrict = rulesVersion >= 3;
    const isCounted = (asset: number) => !isStrict || books.carriesLoans(asset);
    const { assets, debt } = books.worthOf(user, isCounted);
    for (const { asset } of books.debts.of(user)) {
      claim(isCounted(asset), `MARG-INDEX-1 the index of asset ${asset} carries loans`);
    }
    const leverage = BigInt(this.books.rules.leverageMax);
    const isWithin = debt <= (leverage - 1n) * (assets - debt);
    claim(isWithin, `MARG-BORROW-2 user ${user} owes no more than the leverage allows`);
    claim(
      this.books.unknownOf(user) === undefined,
      `MARG-BORROW-4 user ${user} is worth something`,
    );
  }

  /** Before the books take a trade. */
  trade(trade: Traded): void {
    const [maker, taker] = [makingSide(trade), takingSide(trade)];
    const buyerLast = taker.side === "buy" ? [maker, taker] : [taker, maker];
    for (const order of buyerLast) {
      const isForced = order === taker && this.isForced(order);
      const net = netOf(this.books, trade, order);
      const payment = order.area === "margin" ? this.repayments.ofFill(order, net) : undefined;
      if (isForced) this.liquidations.sell(trade, payment);
      if (payment && order === maker && taker.area === "spot") {
        this.tally.count("spot taker fills a margin maker who repays");
      }
    }
    this.repayments.age();
  }

  /** A forced sale has triggered a stop: all has been sold by then that could be (MARG-LIQ-6). */
  endTries(): void {
    this.liquidations.endTries(RETRIES.has(this.command?.type));
  }

  /** A user in liquidation places nothing. */
  isForced({ area, user }: Pick<Order, "area" | "user">): boolean {
    return area === "margin" && this.liquidations.has(user);
  }

  end(order: OrderDetails): void {
    if (order.area === "margin") this.repayments.ofEnd(order, this.lent.get(order.id) ?? 0n);
    this.lent.delete(order.id);
    this.repayments.age();
  }

  /** An order has come to rest: it repays nothing. */
  rest(): void {
    this.repayments.age();
  }

  /** SPOT-REPLACE-3, MARG-REPAY-3: of what an order needs no more, as much as was borrowed for it. */
  amend(order: Order, lessLots: number): void {
    this.free(order, lockOf(this.books.pairOf(order.market), order, lessLots));
    this.repayments.age();
  }

  /** SPOT-STP-6: the same of both orders that met; the taker's payment comes first. */
  prevent(
    maker: OrderDetails,
    taker: OrderDetails,
    { ticks, makerLots: lots }: MatchPrevented,
  ): void {
    const pair = this.books.pairOf(maker.market);
    this.free(maker, lockOf(pair, maker, lots));
    const isAmount = taker.side === "buy" && taker.budget > 0n;
    const amount = BigInt(ticks) * BigInt(lots) * pair.quoteUnit;
    this.free(taker, isAmount ? amount : lockOf(pair, taker, lots));
    this.repayments.age();
  }

  private free(order: OrderDetails, freed: bigint): void {
    if (order.area !== "margin") return;
    const lent = this.lent.get(order.id) ?? 0n;
    this.repayments.ofFreed(order, freed, lent);
    this.lent.set(order.id, freed < lent ? lent - freed : 0n);
  }

  /** MARG-CALL-1, MARG-CALL-2 */
  private seeCall({ user, timeMs }: MarginCalled): void {
    const { rules } = this.books;
    const worth = this.books.worthOf(user);
    const isBetween = isAtMost(worth, rules.callLevel) && !isAtMost(worth, rules.liquidationLevel);
    claim(isBetween, `MARG-CALL-1 user ${user} is where a warning is due`);
    claim(this.books.unknownOf(user) === undefined, `MARG-LEVEL-2 the level of ${user} is known`);
    const before = this.calledAt.get(user);
    if (before !== undefined && !this.calledNow.has(user)) {
      claim(this.isDayAfter(before), `MARG-CALL-2 user ${user} is warned again after a day`);
      this.tally.count("margin call repeated");
    }
    this.calledAt.set(user, timeMs);
    this.calledNow.add(user);
    this.tally.count("margin call");
  }

  /** Has an hour ticked that is a day after a warning? */
  private isDayAfter(calledAtMs: number): boolean {
    return calledAtMs + DAY_MS <= this.books.tickedMs;
  }

  private seeLoss(event: Insured | LossCovered): void {
    this.liquidations.lose(event);
    if (event.type === "Insured") return;
    const { principal, insured } = event;
    if (insured < principal) this.tally.count("bad debt");
    if (insured > 0n && insured < principal) this.tally.count("insurance pays a part of a loss");
  }

  /** A command is over. */
  finish(state: ExchangeState, isAccepted: boolean): void {
    if (this.command) this.repayments.finish(this.command);
    claim(this.loan === undefined, "MARG-BORROW-1 a loan is made for an order");
    this.liquidations.finish(isAccepted && RETRIES.has(this.command?.type));
    for (const user of this.calledAt.keys()) {
      if (this.books.debts.of(user).length === 0) this.calledAt.delete(user);
    }
    if (this.books.hasChanged) for (const user of this.books.debts.debtors()) this.checkLevel(user);
    for (const account of state.margin.accounts.values()) {
      const isSame = !account || account.isLiquidating === this.liquidations.has(account.user);
      claim(isSame, `MARG-LIQ-1 user ${account?.user} is in liquidation or not`);
    }
  }

  /** I-8, and the accounts that must have been warned. */
  private checkLevel(user: number): void {
    if (this.liquidations.has(user)) return;
    const { books, tally } = this;
    const { liquidationLevel, callLevel } = books.rules;
    const worth = books.worthOf(user);
    const isRuined = isAtMost(worth, liquidationLevel);
    const unknown = books.unknownOf(user);
    if (unknown !== undefined) {
      if (isRuined && unknown === "stale") tally.count("stale index protects an account");
      return;
    }
    claim(!isRuined, `I-8 user ${user} is above liquidation, or in it`);
    if (!isAtMost(worth, callLevel)) {
      this.calledAt.delete(user);
      return;
    }
    const calledAt = this.calledAt.get(user);
    claim(calledAt !== undefined, `MARG-CALL-1 user ${user} was warned`);
    claim(!this.isDayAfter(calledAt ?? 0), `MARG-CALL-2 user ${user} was warned again`);
  }
}
