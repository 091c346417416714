/**
 * Watches a run from outside, by its events alone, with books and accounts of its own: which trades
 * an order must make (the naive book), what each trade moves and costs (I-6), that trades add up
 * (I-4), that ids only grow (I-17) and that what has ended stays as it was (I-16). What is special
 * about margin is watched by margin-watch.ts, futures by futures-watch.ts.
 */
import { present } from "../../../src/base/assert.ts";
import { lotsAt } from "../../../src/engine/book/book.ts";
import type { PairChanged } from "../../../src/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/engine/codec.ts";
import type { ExchangeEvent } from "../../../src/engine/events.ts";
import type { Order, OrderStatus, Side } from "../../../src/engine/orders/order.ts";
import type {
  OrderDetails,
  OrderEnded,
  OrderRested,
} from "../../../src/engine/orders/order-events.ts";
import type { IndexEvent } from "../../../src/engine/prices/index-prices.ts";
import type { Traded } from "../../../src/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/engine/state.ts";
import { contentOf } from "../../support/book-content.ts";
import { NaiveBook, type NaiveFill, type NaiveResult } from "../../support/naive-book.ts";
import type { Tally } from "../tally.ts";
import type { Party } from "./accounts.ts";
import { Books } from "./books.ts";
import { claim } from "./claim.ts";
import { FuturesWatch } from "./futures-watch.ts";
import { MarginWatch } from "./margin-watch.ts";
import { makingSide, type TradeSide, TradingOrders, takingSide } from "./trading-orders.ts";

/** Events that no command asks for. */
const CONSEQUENCES: ReadonlySet<ExchangeEvent["type"]> = new Set([
  "MarginCalled",
  "LiquidationBegan",
  "LiquidationOver",
  "Insured",
  "LossCovered",
]);

const FUTURES_EVENTS: ReadonlySet<ExchangeEvent["type"]> = new Set([
  "ContractChanged",
  "ContractTraded",
  "ForceClosed",
  "PositionEnded",
  "FuturesLiquidated",
  "DeficitCovered",
  "FundingSettled",
]);

interface Watched {
  readonly order: OrderDetails;
  readonly makerRate: number;
  readonly takerRate: number;
  executed: bigint;
  traded: bigint;
  status: OrderStatus | "matching";
  /** What it was when its own matching was over. */
  firstStatus: OrderStatus | undefined;
}

export class Referee {
  private readonly state: ExchangeState;
  private readonly tally: Tally;
  private readonly trading: TradingOrders;
  private readonly books: Books;
  private readonly queues = new Map<number, NaiveBook>();
  /** The orders that rest. */
  private readonly open = new Map<number, Order>();
  private readonly margin: MarginWatch;
  private readonly futures: FuturesWatch;
  private readonly last = new Map<number, number>();
  private references = new Map<number, number>();
  private readonly watched = new Map<number, Watched>();
  /** What the order that is just being matched still has to do. */
  private due: { fills: NaiveFill[]; status: NaiveResult["status"] } | undefined;
  private tradeIdLast = 0;
  private orderIdLast = 0;
  private tradeCount = 0;
  /** While a pair is being delisted. */
  private isDelisting = false;
  /** While what follows from a command happens. */
  private isFollowing = false;
  private command: Command | undefined;
  private hourBeforeMs = 0;
  eventCount = 0;

  constructor(state: ExchangeState, tally: Tally) {
    this.state = state;
    this.books = new Books(state);
    this.tally = tally;
    const bestOf = (pair: number, side: Side) => this.bookOf(pair).queue(side)[0]?.ticks;
    this.margin = new MarginWatch(this.books, { open: this.open, bestOf }, tally);
    this.trading = new TradingOrders(state);
    this.futures = new FuturesWatch(state, this.books, tally, this.trading);
  }

  /** A command begins; `coming` are the events of a twin that has carried it out. */
  begin(command: Command, timeMs: number, coming: readonly ExchangeEvent[]): void {
    this.command = command;
    this.trading.begin(coming);
    this.hourBeforeMs = this.state.hourMs;
    this.isFollowing = false;
    this.eventCount = 0;
    this.isDelisting = command.type === "DelistPair";
    this.tradeCount = 0;
    this.references = new Map(this.last);
    this.books.timeMs = timeMs;
    this.books.hasChanged = false;
    this.margin.begin(command);
    this.futures.begin(command);
  }

  /** Takes an event at the moment it happens. */
  push(event: ExchangeEvent): void {
    this.eventCount++;
    this.books.hasChanged = true;
    if (this.isConsequence(event)) this.seeConsequences();
    if (event.type === "IndexChanged") this.seeIndex(event);
    this.margin.see(event);
    this.books.see(event);
    if (isOfFutures(event)) {
      this.futures.see(event);
      return;
    }
    if (event.type === "Traded") this.seeTrade(event);
    else if (event.type === "OrderRested") this.seeRest(event);
    else if (event.type === "OrderEnded") this.seeEnd(event);
    else if (event.type === "Borrowed") this.margin.checkLoan(event, this.state.rules);
    else if (event.type === "PairChanged") this.seePair(event);
  }

  /** Is it something that no command asked for? */
  private isConsequence(event: ExchangeEvent): boolean {
    if (this.command?.type === "HourTick") return true;
    if (event.type === "Traded") return this.margin.isForced(takingSide(event));
    if (event.type === "Repaid") return this.margin.liquidations.has(event.user);
    return CONSEQUENCES.has(event.type);
  }

  /** What was asked is done, and what follows from it begins: prices, hours, then risk. */
  private seeConsequences(): void {
    if (this.isFollowing) return;
    this.isFollowing = true;
    this.isDelisting = false;
    const isMoved = this.books.index.follow();
    const hasTicked = this.command?.type === "HourTick" && this.state.hourMs !== this.hourBeforeMs;
    this.books.tickedMs = hasTicked ? this.state.hourMs : 0;
    if (hasTicked) this.books.debts.tick();
    if (hasTicked) this.books.index.tick();
    this.books.hasChanged ||= isMoved || hasTicked;
  }

  private seeIndex({ asset, price, timeMs }: IndexEvent): void {
    const { command } = this;
    const { index } = this.books;
    if (command?.type === "SetIndex") index.speak(command, timeMs);
    if (command?.type === "WithdrawIndex") index.withdraw(command, timeMs);
    claim(this.books.priceOf(asset) === price, `PRICE-INDEX-2 the index of ${asset} is as told`);
  }

  private seePair(pair: PairChanged): void {
    if (!this.queues.has(pair.id)) this.queues.set(pair.id, new NaiveBook());
    const isEmpty = this.bookOf(pair.id).content().length === 0;
    claim(pair.status !== "delisted" || isEmpty, "SPOT-DELIST-1 a delisted pair is empty");
  }

  private bookOf(pair: number): NaiveBook {
    return present(this.queues.get(pair), `book ${pair}`);
  }

  /** An order seen for the first time: the naive book says what must happen to it. */
  private meet(order: OrderDetails): Watched {
    const known = this.watched.get(order.id);
    if (known) return known;
    claim(order.id > this.orderIdLast, `I-17 order ids grow: ${order.id}`);
    claim(this.due === undefined, `order ${order.id} comes while another is being matched`);
    this.orderIdLast = order.id;
    const { makerRate, takerRate } = this.ratesOf(order);
    const watched: Watched = {
      order,
      makerRate,
      takerRate,
      executed: 0n,
      traded: 0n,
      status: "matching",
      firstStatus: undefined,
    };
    this.watched.set(order.id, watched);
    this.margin.meet(order);
    return watched;
  }

  /** SPOT-FEE-2: the rates that the user was given there, but of what the exchange sells. */
  private ratesOf(order: OrderDetails): { makerRate: number; takerRate: number } {
    const { userFees } = this.state.catalogue;
    const own = userFees.pairs[order.market - 1]?.get(order.user);
    return own && !this.margin.isForced(order) ? own : this.books.pairOf(order.market);
  }

  private match(order: OrderDetails): void {
    const pair = this.books.pairOf(order.market);
    const isForced = this.margin.isForced(order);
    const reference = isForced ? undefined : this.references.get(pair.id);
    const isInside = (ticks: number) => {
      const [value, last] = [BigInt(ticks) * 100_000_000n, BigInt(reference ?? 0)];
      return value >= last * BigInt(pair.rangeDown) && value <= last * BigInt(pair.rangeUp);
    };
    const result = this.bookOf(pair.id).place(
      { ...order, lots: BigInt(order.lots) },
      {
        stopsSelfTrade: pair.selfTrade === "expire_taker" && !isForced, // MARG-LIQ-4
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
    const { id, ticks, lots } = trade;
    const [maker, taker] = [this.trading.makerOf(trade), this.trading.takerOf(trade)];
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
    for (const side of [taking, making]) addFill(side, trade);
    checkSums(making, maker);
    making.status = maker.remaining === 0 ? making.status : "partially_filled";
    this.settle(trade, taking, making);
    this.last.set(trade.pair, ticks);
    this.tradeCount++;
    this.tallyTrade(trade, { maker, taker });
  }

  private settle(trade: Traded, taking: Watched, making: Watched): void {
    const pair = this.books.pairOf(trade.pair);
    claim(taking.takerRate + making.makerRate >= 0, `SPOT-FEE-3 trade ${trade.id} is not paid for`);
    const taker = partyOf(takingSide(trade), taking.takerRate);
    const maker = partyOf(makingSide(trade), making.makerRate);
    const isBuy = trade.takerSide === "buy";
    const parties = isBuy ? { buyer: taker, seller: maker } : { buyer: maker, seller: taker };
    this.margin.trade(trade);
    const fees = this.books.accounts.settle(pair, trade, parties);
    this.books.seePrice(pair, trade.ticks);
    for (const what of fees) this.tally.count(what);
  }

  private tallyTrade(
    { ticks, lots }: Traded,
    { maker, taker }: { readonly maker: Order; readonly taker: OrderDetails },
  ): void {
    this.tally.count("trade");
    this.tally.count(maker.remaining === 0 ? "maker filled" : "maker partially filled");
    if (maker.user === taker.user) this.tally.count("trade of an order with itself allowed");
    if (taker.kind === "limit" && taker.ticks !== ticks)
      this.tally.count("trade at a better price");
    if (BigInt(ticks) * BigInt(lots) > 2n ** 53n) this.tally.count("trade above 2^53");
  }

  private seeRest({ id }: OrderRested): void {
    const order = present(this.state.orders.byId.get(id), `order ${id}`);
    const watched = this.meet(order);
    checkSums(watched, order);
    if (!this.due) this.match(order);
    const status = order.executed === 0 ? "new" : "partially_filled";
    this.endMatch(order, status);
    watched.status = status;
    watched.firstStatus = status;
    this.open.set(order.id, order);
    const level = order.level;
    if (level && lotsAt(level) > 2n ** 53n) this.tally.count("level beyond 2^53");
  }

  private seeEnd(order: OrderEnded): void {
    const { status } = order;
    const watched = this.meet(order);
    checkSums(watched, order);
    const isMaker = isOpen(watched.status);
    if (this.isDelisting) this.seeDelisted(order);
    claim(isMaker || watched.status === "matching", `I-16 order ${order.id} ends once`);
    if (status === "rejected") {
      claim(order.executed === 0 && !isMaker, `I-16 rejected order ${order.id} executed nothing`);
    } else if (isMaker) {
      if (status === "canceled") this.bookOf(order.market).remove(order.id);
      else claim(order.executed === order.lots, `I-16 filled order ${order.id} has nothing left`);
    } else {
      if (!this.due) this.match(order);
      this.endMatch(order, status);
    }
    watched.status = status;
    watched.firstStatus ??= status;
    if (status !== "rejected") this.margin.end(order);
    this.open.delete(order.id);
  }

  private seeDelisted(order: OrderDetails): void {
    const book = this.bookOf(order.market);
    const [first] = [...book.queue("buy"), ...book.queue("sell")];
    claim(first?.id === order.id, "SPOT-DELIST-1 bids go first, each side in trading order");
    this.tally.count("delisted with open orders");
  }

  private endMatch(order: OrderDetails, status: OrderStatus): void {
    const { fills, status: due } = present(this.due, "a match");
    claim(fills.length === 0, `SPOT-MATCH-3 order ${order.id} has made all its trades`);
    claim(status === due, `SPOT-STATE order ${order.id} is ${due} after matching, not ${status}`);
    this.due = undefined;
  }

  /** A command is over. One that was refused has set nothing off (CORE-SEQ-2). */
  finish(isAccepted: boolean): void {
    claim(this.due === undefined, "CORE-SEQ-1 every order is finished within its command");
    if (isAccepted) this.seeConsequences();
    this.futures.finish(isAccepted);
    // What nothing was folded into by a reject is as it was compared before.
    if (isAccepted) this.books.compare(this.state);
    this.margin.finish(this.state, isAccepted);
    if (this.tradeCount > 1) this.tally.count("several trades in one command");
  }

  /** What an order was when its own matching was over. */
  firstStatusOf(id: number): string | undefined {
    return this.watched.get(id)?.firstStatus;
  }

  /** Now and then: the whole books. */
  inspect(): void {
    this.futures.inspect();
    for (const [pair, naive] of this.queues) {
      const content = contentOf(present(this.state.books[pair - 1], `book ${pair}`));
      claim(content.join() === naive.content().join(), `I-5 book ${pair} equals the naive book`);
    }
  }
}

/** Its own events, and those about an order of it. */
function isOfFutures(event: ExchangeEvent): boolean {
  if (event.type === "OrderRested" || event.type === "OrderEnded") {
    return event.area === "futures";
  }
  return FUTURES_EVENTS.has(event.type);
}

function partyOf({ area, user }: TradeSide, rate: number): Party {
  return { area, user, rate };
}

function isOpen(status: Watched["status"]): boolean {
  return status === "new" || status === "partially_filled";
}

function addFill(watched: Watched, { ticks, lots }: Traded): void {
  watched.executed += BigInt(lots);
  watched.traded += BigInt(ticks) * BigInt(lots);
}

/** I-4: an order has executed what its trades add up to, and never more than it asked for. */
function checkSums(watched: Watched, order: OrderDetails): void {
  const isSum = watched.executed === BigInt(order.executed) && watched.traded === order.traded;
  claim(isSum, `I-4 order ${order.id} has executed the sum of its trades`);
  const isAmount = order.kind === "market" && order.side === "buy";
  const isWithin = isAmount ? order.traded <= order.budget : order.executed <= order.lots;
  claim(isWithin, `I-4 order ${order.id} has executed at most what it asked for`);
}
