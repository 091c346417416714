/**
 * Watches a run from outside, by its events alone, with books and accounts of its own: which trades
 * an order must make (the naive book), what each trade moves and costs (I-6), that trades add up
 * (I-4), that ids only grow (I-17) and that what has ended stays as it was (I-16).
 */
import { present } from "../../src/base/assert.ts";
import { lotsAt } from "../../src/engine/book/book.ts";
import type { Pair } from "../../src/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/engine/codec.ts";
import type { ExchangeEvent } from "../../src/engine/events.ts";
import type { Order, OrderStatus } from "../../src/engine/orders/order.ts";
import type { OrderEnded, Traded } from "../../src/engine/spot/spot.ts";
import type { ExchangeState } from "../../src/engine/state.ts";
import { contentOf } from "../support/book-content.ts";
import { NaiveBook, type NaiveFill, type NaiveResult } from "../support/naive-book.ts";
import { Accounts } from "./accounts.ts";
import type { Tally } from "./tally.ts";

interface Watched {
  readonly order: Order;
  readonly makerRate: number;
  readonly takerRate: number;
  executed: bigint;
  traded: bigint;
  status: OrderStatus | "matching";
}

export class Referee {
  private readonly state: ExchangeState;
  private readonly tally: Tally;
  private readonly accounts = new Accounts();
  private readonly books = new Map<number, NaiveBook>();
  private readonly pairs = new Map<number, Pair>();
  private readonly last = new Map<number, number>();
  private references = new Map<number, number>();
  private readonly watched = new Map<number, Watched>();
  private readonly ended: { readonly order: Order; readonly text: string }[] = [];
  /** What the order that is just being matched still has to do. */
  private due: { fills: NaiveFill[]; status: NaiveResult["status"] } | undefined;
  private tradeIdLast = 0;
  private orderIdLast = 0;
  private tradeCount = 0;
  /** While a pair is being delisted. */
  private isDelisting = false;
  eventCount = 0;

  constructor(state: ExchangeState, tally: Tally) {
    this.state = state;
    this.tally = tally;
  }

  /** A command begins. */
  begin(type: Command["type"]): void {
    this.eventCount = 0;
    this.isDelisting = type === "DelistPair";
    this.tradeCount = 0;
    this.references = new Map(this.last);
  }

  /** Takes an event at the moment it happens; orders in it go on changing. */
  push(event: ExchangeEvent): void {
    this.eventCount++;
    if (event.type === "Traded") this.seeTrade(event);
    else if (event.type === "OrderRested") this.seeRest(event.order);
    else if (event.type === "OrderEnded") this.seeEnd(event);
    else if (event.type === "Moved") this.accounts.move(event.movement);
    else if (event.type === "PairChanged") this.seePair(event.pair);
  }

  private seePair(pair: Pair): void {
    if (!this.books.has(pair.id)) this.books.set(pair.id, new NaiveBook());
    this.pairs.set(pair.id, pair);
    const isEmpty = this.bookOf(pair.id).content().length === 0;
    claim(pair.status !== "delisted" || isEmpty, "SPOT-DELIST-1 a delisted pair is empty");
  }

  private bookOf(pair: number): NaiveBook {
    return present(this.books.get(pair), `book ${pair}`);
  }

  /** An order seen for the first time: the naive book says what must happen to it. */
  private meet(order: Order): Watched {
    const known = this.watched.get(order.id);
    if (known) return known;
    claim(order.id > this.orderIdLast, `I-17 order ids grow: ${order.id}`);
    claim(this.due === undefined, `order ${order.id} comes while another is being matched`);
    this.orderIdLast = order.id;
    const { makerRate, takerRate } = present(this.pairs.get(order.pair), "its pair");
    const watched: Watched = {
      order,
      makerRate,
      takerRate,
      executed: 0n,
      traded: 0n,
      status: "matching",
    };
    this.watched.set(order.id, watched);
    return watched;
  }

  private match(order: Order): void {
    const pair = present(this.pairs.get(order.pair), "its pair");
    const reference = this.references.get(pair.id);
    const isInside = (ticks: number) => {
      const [value, last] = [BigInt(ticks) * 100_000_000n, BigInt(reference ?? 0)];
      return value >= last * BigInt(pair.rangeDown) && value <= last * BigInt(pair.rangeUp);
    };
    const result = this.bookOf(pair.id).place(
      { ...order, lots: BigInt(order.lots) },
      {
        stopsSelfTrade: pair.selfTrade === "expire_taker",
        range: reference === undefined ? undefined : { isInside },
      },
    );
    this.due = { fills: [...result.fills], status: result.status };
    this.tally.count(`taker ${order.kind} ${result.status}`);
    if (result.stop === "range") this.tally.count("stopped by range");
    if (result.stop === "own_order") this.tally.count(`stopped by own_order: ${order.kind}`);
    if (order.kind === "market" && result.fills.length === 0) {
      this.tally.count("market order that traded nothing");
    }
  }

  private seeTrade(trade: Traded): void {
    const { id, maker, taker, ticks, lots } = trade;
    claim(id > this.tradeIdLast, `I-17 trade ids grow: ${id}`);
    this.tradeIdLast = id;
    const taking = this.meet(taker);
    if (!this.due) this.match(taker);
    const fill = present(this.due, "a match").fills.shift();
    const isDue = fill?.maker === maker.id && fill.ticks === ticks && fill.lots === BigInt(lots);
    claim(isDue, `SPOT-MATCH-1 trade ${id} of ${lots} @ ${ticks} with ${maker.id} is the next due`);

    const making = present(this.watched.get(maker.id), `maker ${maker.id}`);
    claim(taking.status === "matching", `I-16 taker ${taker.id} is not over`);
    claim(isOpen(making.status), `I-16 maker ${maker.id} is open, not ${making.status}`);
    claim(maker.side !== taker.side && trade.takerSide === taker.side, "I-4 one buys, one sells");
    for (const side of [taking, making]) this.fillOf(side, trade);
    making.status = maker.remaining === 0 ? making.status : "partially_filled";
    this.settle(trade, taking, making);
    this.last.set(trade.pair, ticks);
    this.tradeCount++;
    this.tallyTrade(trade);
  }

  /** I-4: an order has executed what its trades add up to, and never more than it asked for. */
  private fillOf(watched: Watched, { ticks, lots }: Traded): void {
    const { order } = watched;
    watched.executed += BigInt(lots);
    watched.traded += BigInt(ticks) * BigInt(lots);
    const isSum = watched.executed === BigInt(order.executed) && watched.traded === order.traded;
    claim(isSum, `I-4 order ${order.id} has executed the sum of its trades`);
    const isAmount = order.kind === "market" && order.side === "buy";
    const isWithin = isAmount
      ? watched.traded <= order.budget
      : watched.executed <= BigInt(order.lots);
    claim(isWithin, `I-4 order ${order.id} has executed at most what it asked for`);
  }

  private settle(trade: Traded, taking: Watched, making: Watched): void {
    const pair = present(this.pairs.get(trade.pair), "the pair of a trade");
    const isBuy = trade.takerSide === "buy";
    const fees = this.accounts.settle(pair, trade, {
      buyer: isBuy ? trade.taker.user : trade.maker.user,
      seller: isBuy ? trade.maker.user : trade.taker.user,
      buyerRate: isBuy ? taking.takerRate : making.makerRate,
      sellerRate: isBuy ? making.makerRate : taking.takerRate,
    });
    for (const what of fees) this.tally.count(what);
  }

  private tallyTrade({ maker, taker, ticks, lots }: Traded): void {
    this.tally.count("trade");
    this.tally.count(maker.remaining === 0 ? "maker filled" : "maker partially filled");
    if (maker.user === taker.user) this.tally.count("trade of an order with itself allowed");
    if (taker.kind === "limit" && taker.ticks !== ticks)
      this.tally.count("trade at a better price");
    if (BigInt(ticks) * BigInt(lots) > 2n ** 53n) this.tally.count("trade above 2^53");
  }

  private seeRest(order: Order): void {
    const watched = this.meet(order);
    if (!this.due) this.match(order);
    const status = order.executed === 0 ? "new" : "partially_filled";
    this.endMatch(order, status);
    watched.status = status;
    const level = order.level;
    if (level && lotsAt(level) > 2n ** 53n) this.tally.count("level beyond 2^53");
  }

  private seeEnd({ order, status }: OrderEnded): void {
    const watched = this.meet(order);
    const isMaker = isOpen(watched.status);
    if (this.isDelisting) this.seeDelisted(order);
    claim(isMaker || watched.status === "matching", `I-16 order ${order.id} ends once`);
    if (status === "rejected") {
      claim(order.executed === 0 && !isMaker, `I-16 rejected order ${order.id} executed nothing`);
    } else if (isMaker) {
      if (status === "canceled") this.bookOf(order.pair).remove(order.id);
      else claim(order.remaining === 0, `I-16 filled order ${order.id} has nothing left`);
    } else {
      if (!this.due) this.match(order);
      this.endMatch(order, status);
    }
    watched.status = status;
    this.ended.push({ order, text: textOf(order) });
  }

  private seeDelisted(order: Order): void {
    const book = this.bookOf(order.pair);
    const [first] = [...book.queue("buy"), ...book.queue("sell")];
    claim(first?.id === order.id, "SPOT-DELIST-1 bids go first, each side in trading order");
    this.tally.count("delisted with open orders");
  }

  private endMatch(order: Order, status: OrderStatus): void {
    const { fills, status: due } = present(this.due, "a match");
    claim(fills.length === 0, `SPOT-MATCH-3 order ${order.id} has made all its trades`);
    claim(status === due, `SPOT-STATE order ${order.id} is ${due} after matching, not ${status}`);
    this.due = undefined;
  }

  /** A command is over. */
  finish(): void {
    claim(this.due === undefined, "CORE-SEQ-1 every order is finished within its command");
    this.accounts.compare(this.state);
    if (this.tradeCount > 1) this.tally.count("several trades in one command");
  }

  statusOf(id: number): string | undefined {
    return this.watched.get(id)?.status;
  }

  /** Now and then: the whole books, and everything that has ended. */
  inspect(): void {
    for (const [pair, naive] of this.books) {
      const content = contentOf(present(this.state.books[pair - 1], `book ${pair}`));
      claim(content.join() === naive.content().join(), `I-5 book ${pair} equals the naive book`);
    }
    for (const { order, text } of this.ended) {
      claim(textOf(order) === text, `I-16 ended order ${order.id} has not changed`);
    }
  }
}

function isOpen(status: Watched["status"]): boolean {
  return status === "new" || status === "partially_filled";
}

function textOf({ id, user, side, ticks, lots, budget, remaining, executed, traded }: Order) {
  return [id, user, side, ticks, lots, budget, remaining, executed, traded].join();
}

export function claim(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`not true: ${sentence}`);
}
