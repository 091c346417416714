/**
 * Every payment on a loan must have a reason, and every reason its payment. A payment is told of
 * before what caused it, so it waits here until the fill, the end of an order or the command that
 * explains it comes by. Rules MARG-REPAY-2, MARG-REPAY-3, MARG-REPAY-4, MARG-LIQ-2.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { Repaid } from "../../../src/core/engine/spot/settlement-account.ts";
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import { type Books, lockOf, paidBy, receivedBy } from "./books.ts";
import { claim } from "./claim.ts";
import type { TradeSide } from "./trading-orders.ts";

export interface Payment {
  readonly user: number;
  readonly asset: number;
  readonly amount: bigint;
  /** What was owed, free, and owned in all, before it. */
  readonly owed: bigint;
  readonly free: bigint;
  readonly assets: bigint;
  readonly isLiquidating: boolean;
  /** Something else has happened since. */
  isOld: boolean;
}

export class Repayments {
  private readonly books: Books;
  private readonly waiting: Payment[] = [];

  constructor(books: Books) {
    this.books = books;
  }

  /** Before the books take it. `locked` is what open orders of the user lock of the asset. */
  add(repaid: Repaid, { locked, isLiquidating }: { locked: bigint; isLiquidating: boolean }): void {
    const { user, asset, interest, principal } = repaid;
    this.waiting.push({
      user,
      asset,
      amount: interest + principal,
      owed: this.books.debts.owed(user, asset),
      free: this.books.heldOf(user, asset) - locked,
      assets: this.books.worthOf(user).assets,
      isLiquidating,
      isOld: false,
    });
  }

  /** Some other event came by. */
  age(): void {
    for (const payment of this.waiting) payment.isOld = true;
  }

  /** The newest payment that fits and has not been explained yet. */
  private take(isIt: (payment: Payment) => boolean): Payment | undefined {
    const at = this.waiting.findLastIndex((payment) => !payment.isOld && isIt(payment));
    return at < 0 ? undefined : this.waiting.splice(at, 1)[0];
  }

  /** What a forced order is going to repay with its first fill; before anything of it is known. */
  awaitedBy({ user, market: pair, ...order }: OrderDetails): Payment | undefined {
    const asset = receivedBy(this.books.pairOf(pair), order);
    return this.waiting.findLast((one) => isOfFill(one, user, asset));
  }

  /** MARG-REPAY-2: what the fill of a margin order brought pays what is owed. */
  ofFill(order: TradeSide, net: bigint): Payment | undefined {
    const { user } = order;
    const asset = receivedBy(this.books.pairOf(order.market), order);
    const payment = this.take((one) => isOfFill(one, user, asset));
    this.check(payment, { user, asset, offered: net }, "MARG-REPAY-2 a fill repays");
    return payment;
  }

  /** MARG-REPAY-3: of what an order had left, as much as was borrowed for it. */
  ofEnd(order: OrderDetails, borrowed: bigint): void {
    this.ofFreed(order, lockOf(this.books.pairOf(order.market), order), borrowed);
  }

  /** MARG-REPAY-3: of what an order has let go. */
  ofFreed(order: OrderDetails, freed: bigint, borrowed: bigint): void {
    const { user } = order;
    const asset = paidBy(this.books.pairOf(order.market), order);
    const offered = freed < borrowed ? freed : borrowed;
    if (offered === 0n) return;
    const payment = this.take((one) => one.user === user && one.asset === asset);
    this.check(payment, { user, asset, offered }, "MARG-REPAY-3 the end repays");
  }

  private check(
    payment: Payment | undefined,
    { user, asset, offered }: { user: number; asset: number; offered: bigint },
    what: string,
  ): void {
    const due = least(offered, payment?.owed ?? this.books.debts.owed(user, asset));
    claim((payment?.amount ?? 0n) === due, `${what} ${due} of asset ${asset} for user ${user}`);
  }

  /** What is left over was asked for by its user, or comes first in a liquidation. */
  finish(command: Command): void {
    for (const { user, asset, amount, owed, free, isLiquidating } of this.waiting.splice(0)) {
      const isAsked = command.type === "Repay" && command.user === user && command.asset === asset;
      const asked = isAsked && command.amount > 0n ? command.amount : free;
      const isDue = amount === least(asked, owed);
      claim(isAsked || isLiquidating, `MARG-REPAY-2 user ${user} repays ${amount} for a reason`);
      claim(isDue, `MARG-LIQ-2 MARG-REPAY-4 user ${user} repays ${least(asked, owed)} of ${asset}`);
    }
  }
}

/** In a liquidation what was free has been paid before anything is sold: that is another payment. */
function isOfFill(payment: Payment, user: number, asset: number): boolean {
  const isFirst = payment.isLiquidating && payment.free > 0n;
  return payment.user === user && payment.asset === asset && !isFirst && !payment.isOld;
}

/** What the taker or the maker of a trade received, net of its fee. */
export function netOf(books: Books, { ticks, lots, ...trade }: Traded, side: TradeSide): bigint {
  const pair = books.pairOf(trade.pair);
  return side.side === "buy"
    ? BigInt(lots) * pair.baseUnit - trade.buyerFee
    : BigInt(ticks) * BigInt(lots) * pair.quoteUnit - trade.sellerFee;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
