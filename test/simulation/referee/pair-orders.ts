/**
 * The orders on pairs of spot and margin, as the referee sees them: which are open, what each trade moves and costs
 * (I-6), that trades add up (I-4), that ids only grow (I-17), that what has ended stays as it was (I-16), and
 * when stops are triggered. What an order must do is told by the naive book (matches.ts).
 */

import { present } from "../../../src/core/base/assert.ts";
import type { PairChanged } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { EndReason } from "../../../src/core/engine/orders/end-reasons.ts";
import type { Order, OrderStatus, Side } from "../../../src/core/engine/orders/order.ts";
import type {
  OrderDetails,
  OrderEnded,
  OrderRested,
} from "../../../src/core/engine/orders/order-events.ts";
import type { OrderListOpened } from "../../../src/core/engine/orders/order-lists.ts";
import type { OrderRow } from "../../../src/core/engine/orders/order-rows.ts";
import type { MatchPrevented, Traded } from "../../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { liveOrder } from "../../support/live-order.ts";
import type { Tally } from "../tally.ts";
import { AskedOrders } from "./asked-orders.ts";
import type { Books } from "./books.ts";
import { CancelWatch } from "./cancel-watch.ts";
import { claim } from "./claim.ts";
import { ListsWatch } from "./lists-watch.ts";
import { checkLocks } from "./locks.ts";
import { MarginWatch } from "./margin-watch.ts";
import { Matches } from "./matches.ts";
import { NumbersWatch } from "./numbers-watch.ts";
import { settleTrade } from "./settle-trade.ts";
import { StopsWatch } from "./stops-watch.ts";
import { causeOf, isLevelVast, sayingsOf } from "./trade-sayings.ts";
import { ratesOf, type TradingOrders } from "./trading-orders.ts";
import { beginTrail, checkTrail, trailingFrom } from "./trail.ts";
import { isForItsList } from "./watched-list.ts";
import { addFill, checkSums, isOpen, newWatched, type Watched } from "./watched-order.ts";

/** The most lots an order can hold or execute. */
const LOTS_MAX = 2n ** 53n - 1n;

interface Watching {
  readonly state: ExchangeState;
  readonly books: Books;
  readonly tally: Tally;
  readonly trading: TradingOrders;
}

export class PairOrders {
  private readonly state: ExchangeState;
  private readonly books: Books;
  private readonly tally: Tally;
  private readonly trading: TradingOrders;
  private readonly matches: Matches;
  private readonly stops = new StopsWatch();
  private readonly asked = new AskedOrders();
  /** The orders that rest, and the stops that wait. */
  private readonly open = new Map<number, Order>();
  readonly cancels: CancelWatch;
  readonly lists: ListsWatch;
  readonly margin: MarginWatch;
  private readonly last = new Map<number, number>();
  private references = new Map<number, number>();
  private readonly watched = new Map<number, Watched>();
  private readonly numbers = new NumbersWatch();
  /** SPOT-STP-6: the resting order that has just lost something. */
  private losing = 0;
  private tradeCount = 0;
  private eventCount = 0;
  private command: Command | undefined;
  /** While what follows from a command happens. */
  isFollowing = false;

  constructor({ state, books, tally, trading }: Watching) {
    this.state = state;
    this.books = books;
    this.tally = tally;
    this.trading = trading;
    this.matches = new Matches(tally);
    this.cancels = new CancelWatch(books, this.open, tally);
    const isFrozen = (user: number) => state.users.frozen.has(user);
    this.lists = new ListsWatch({ books, open: this.open, last: this.last, isFrozen }, tally);
    const bestOf = (pair: number, side: Side) => this.matches.bookOf(pair).queue(side)[0]?.ticks;
    this.margin = new MarginWatch(books, { open: this.open, bestOf }, tally);
  }

  begin(command: Command): void {
    this.command = command;
    this.isFollowing = false;
    this.eventCount = 0;
    this.tradeCount = 0;
    this.references = new Map(this.last);
    this.asked.begin(command);
    this.cancels.begin(command);
    this.lists.begin(command, this.cancels.replacedId);
    this.margin.begin(command);
  }

  /** An event comes, of whatever kind. */
  count(): void {
    this.eventCount++;
  }

  /** What was asked is done: the stops that it triggered are worked off before anything follows. */
  follow(): void {
    this.lists.checkGone();
    this.stops.checkDone();
    this.isFollowing = true;
  }

  list(pair: PairChanged): void {
    this.matches.list(pair.id);
    const isEmpty = this.matches.bookOf(pair.id).content().length === 0;
    const isEnded = isEmpty && this.stops.countOf(pair.id) === 0;
    claim(pair.status !== "delisted" || isEnded, "SPOT-DELIST-1 a delisted pair is empty");
  }

  /** An order seen for the first time, or a stop that is triggered. */
  private meet(order: OrderDetails): Watched {
    const known = this.watched.get(order.id);
    if (known && this.stops.isQueued(order.id)) this.trigger(known);
    const isLate = this.lists.isGoing(order.id) && this.goLive(order.id);
    if (known) {
      known.isLate ||= isLate;
      return known;
    }
    const place = this.lists.placeOf(order.id);
    if (place === undefined) this.numbers.order(order.id);
    claim(!this.matches.isMatching, `order ${order.id} comes while another is being matched`);
    const pair = this.books.pairOf(order.market);
    const isForced = this.margin.isForced(order);
    const { triggerTicks = 0 } = order.instructions ?? {};
    if (!isForced)
      this.asked.meet(order, pair, {
        reference: triggerTicks || (this.references.get(pair.id) ?? 0),
        list: this.lists.idOf(order.id),
        place,
      });
    const watched = newWatched(order, isForced ? pair : ratesOf(this.state, order, pair));
    this.watched.set(order.id, watched);
    this.margin.meet(order);
    return watched;
  }

  /** SPOT-STOP-4: the stop is an incoming order from here on. */
  private trigger(watched: Watched): void {
    const { id } = watched.order;
    claim(!this.matches.isMatching, `stop ${id} is triggered while another order is matched`);
    this.stops.take(id);
    this.lists.trigger(id);
    this.tallyTrail(watched);
    watched.status = "matching";
    watched.isTriggered = true;
    watched.isLate = true;
    this.open.delete(id);
    if (this.isFollowing) this.margin.endTries();
  }

  private tallyTrail({ order: { id, side }, trail }: Watched): void {
    if (!trail) return;
    const hasMoved = trail.best !== trail.first;
    this.tally.count(`trailing stop triggered${hasMoved ? " where it had moved" : ""}: ${side}`);
    if (this.lists.riseOf(id) !== undefined) this.tally.count("trailing leg worked");
  }

  /** SPOT-LIST-11: so is a leg that goes live, unless it waits. Whether it comes later than its id. */
  private goLive(id: number): boolean {
    claim(!this.matches.isMatching, `SPOT-LIST-11 leg ${id} goes live when the taker has finished`);
    const watched = this.watched.get(id);
    if (watched) watched.status = "matching";
    this.open.delete(id);
    if (this.isFollowing) this.margin.endTries();
    return this.lists.go(id);
  }

  /** The naive book says what must happen to an order. */
  private match(order: OrderDetails, { isTriggered, isLate, trail }: Watched): void {
    if (this.matches.isMatching) return;
    this.stops.checkBegun();
    const pair = this.books.pairOf(order.market);
    const isForced = this.margin.isForced(order);
    const { triggerTicks = 0 } = order.instructions ?? {};
    claim(!trail || isTriggered, `SPOT-TRAIL-3 stop ${order.id} trails until its trigger`);
    const isReached = triggerTicks === 0 || isTriggered || this.isReached(order);
    claim(isReached, `SPOT-STOP-2 stop ${order.id} waits for its price`);
    const trigger = trail ? trailingFrom(trail, trail.best) : triggerTicks;
    const reference = trigger > 0 ? trigger : this.references.get(pair.id); // SPOT-STOP-4
    const turn = isLate ? this.numbers.orderLast + 0.5 : undefined; // SPOT-STOP-5
    this.matches.begin({
      order,
      pair,
      reference: isForced ? undefined : reference,
      isForced,
      turn,
    });
    if (triggerTicks > 0 && !isTriggered) this.tally.count("stop triggered at once");
  }

  private isReached(order: OrderDetails): boolean {
    const [first, last] = [this.references, this.last].map((one) => one.get(order.market) ?? 0);
    const isRise = this.lists.riseOf(order.id);
    return this.stops.isReached(order, { first: first ?? 0, last: last ?? 0, isRise });
  }

  trade(trade: Traded): void {
    const { id, ticks } = trade;
    const [maker, taker] = [this.trading.makerOf(trade), this.trading.takerOf(trade)];
    this.numbers.trade(id);
    this.lists.checkLive(taker.id);
    const taking = this.meet(taker);
    this.match(taker, taking);
    this.matches.trade(trade);
    this.lists.trade(maker.id, taker.id);

    const making = present(this.watched.get(maker.id), `maker ${maker.id}`);
    claim(taking.status === "matching", `I-16 taker ${taker.id} is not over`);
    claim(isOpen(making.status), `I-16 maker ${maker.id} is open, not ${making.status}`);
    claim(maker.side !== taker.side && trade.takerSide === taker.side, "I-4 one buys, one sells");
    for (const side of [taking, making]) addFill(side, trade);
    checkSums(making, maker);
    const hidden = maker.instructions?.hidden ?? 0; // SPOT-ICE-2
    if (maker.remaining === 0 && hidden > 0) this.tally.count("next slice");
    making.status = maker.remaining + hidden === 0 ? making.status : "partially_filled";
    const { books, margin } = this;
    const fees = settleTrade({ books, margin }, trade, { taking, making });
    for (const what of fees) this.tally.count(what);
    this.last.set(trade.pair, ticks);
    this.tradeCount++;
    for (const what of sayingsOf(trade, { maker, taker })) this.tally.count(what);
  }

  /** SPOT-STP-6 to SPOT-STP-8 */
  prevent(event: MatchPrevented): void {
    const { mode, makerOrder, takerOrder, makerLots } = event;
    const maker = present(this.state.orders.byId.get(makerOrder), `maker ${makerOrder}`);
    const taker = this.trading.comingOf(takerOrder);
    claim(maker.user === taker.user && maker.user === event.user, "SPOT-STP-7 both are one user's");
    this.lists.checkLive(takerOrder);
    const taking = this.meet(taker);
    this.match(taker, taking);
    this.matches.prevent(event, LOTS_MAX - taking.executed - taking.prevented);
    if (mode !== "decrement") return;
    this.lists.trade(makerOrder, takerOrder);
    const making = present(this.watched.get(makerOrder), `maker ${makerOrder}`);
    for (const one of [taking, making]) one.prevented += BigInt(makerLots);
    this.margin.prevent(maker, taker, event);
    this.losing = makerOrder;
  }

  /** SPOT-STP-6: what is left of it stands where it stood. */
  private seeLoss(order: Order): void {
    this.losing = 0;
    claim(order.remaining > 0, `SPOT-STP-6 order ${order.id} goes on with what it has left`);
    checkSums(present(this.watched.get(order.id), `order ${order.id}`), order);
    this.tally.count("maker goes on with less");
  }

  rest(event: OrderRested): void {
    const { id } = event;
    const order = present(this.state.orders.byId.get(id), `order ${id}`);
    if (event.instructions?.isPending) {
      this.seePending(order);
      return;
    }
    if (id === this.losing) {
      this.seeLoss(order);
      return;
    }
    this.lists.checkLive(id);
    if (this.isStanding(id)) {
      if (event.instructions?.isWaiting) this.seeBeginning(event);
      else this.seeAmendment(event, order);
      return;
    }
    const watched = this.meet(order);
    checkSums(watched, order);
    const status = order.executed === 0 ? "new" : "partially_filled";
    if (event.instructions?.isWaiting) this.seeWait(order, watched);
    else {
      this.match(order, watched);
      this.endMatch(order, watched, { status });
      this.numbers.place(order, watched);
    }
    checkTrail(event, watched.trail);
    watched.status = status;
    const row = this.enter(id);
    this.margin.rest();
    const isVast = !order.instructions?.isWaiting && isLevelVast(this.state, order, row);
    if (isVast) this.tally.count("level beyond 2^53");
  }

  /** It is open from here on. */
  private enter(id: number): OrderRow {
    const { byId } = this.state.orders;
    const row = byId.find(id);
    this.open.set(id, liveOrder(byId, row));
    return row;
  }

  private seePending(order: Order): void {
    this.meet(order).status = "pending";
    this.lists.wait(order);
    this.enter(order.id);
    this.margin.rest();
  }

  /** Whether the order rests, or waits and does not go live now. */
  private isStanding(id: number): boolean {
    return this.open.has(id) && !this.stops.isQueued(id) && !this.lists.isGoing(id);
  }

  private seeWait(order: Order, { trail }: Watched): void {
    const { triggerTicks = 0 } = order.instructions ?? {};
    const isReached = triggerTicks === 0 || this.isReached(order);
    claim(!isReached || trail !== undefined, `SPOT-STOP-1 stop ${order.id} has its price already`);
    claim(order.area === "spot" && !this.matches.isMatching, `SPOT-STOP-2 stop ${order.id} waits`);
    if (trail && isReached) beginTrail(trail, this.last.get(order.market) ?? 0); // SPOT-TRAIL-1
    this.stops.wait(order, trail);
    this.tally.count(`stop waits: ${order.kind} ${order.side}`);
  }

  /** SPOT-TRAIL-1: it has waited for the price from which it trails. */
  private seeBeginning(event: OrderRested): void {
    this.stops.begin(event.id);
    checkTrail(event, present(this.watched.get(event.id), `order ${event.id}`).trail);
    this.tally.count(`stop began to trail at its trigger: ${event.side}`);
  }

  /** SPOT-REPLACE-3 */
  private seeAmendment(event: OrderRested, order: Order): void {
    const less = this.cancels.amend(event);
    const book = this.matches.bookOf(order.market);
    book.amend(order.id, BigInt(order.remaining));
    const level = book.queue(order.side).filter(({ ticks }) => ticks === order.ticks);
    if (level.at(-1)?.id !== order.id) this.tally.count("amended before another");
    this.margin.amend(order, less);
    checkSums(present(this.watched.get(order.id), `order ${order.id}`), order);
  }

  end(order: OrderEnded): void {
    const { id, status, reason } = order;
    if (isForItsList(order) || (status === "rejected" && this.lists.isPending(id))) {
      this.endForList(order);
      return;
    }
    if (reason === "self_trade" && this.isStanding(id)) this.seeExpiry();
    const watched = this.meet(order);
    checkSums(watched, order);
    checkTrail(order, watched.trail);
    const isMaker = isOpen(watched.status);
    const isDelisting = this.command?.type === "DelistPair" && !this.isFollowing;
    if (isDelisting) this.seeDelisted(order);
    claim(isMaker || watched.status === "matching", `I-16 order ${id} ends once`);
    if (status === "rejected") {
      claim(order.executed === 0 && !isMaker, `I-16 rejected order ${id} executed nothing`);
    } else if (isMaker) this.seeOpenEnd(order);
    else {
      this.match(order, watched);
      this.endMatch(order, watched, { status, reason });
    }
    watched.status = status;
    if (status !== "rejected") this.margin.end(order);
    this.open.delete(id);
    this.lists.end(order);
  }

  /** SPOT-LIST-9, SPOT-LIST-10, SPOT-LIST-12: wherever it stands, it goes with another order, or because it cannot be paid. */
  private endForList(order: OrderEnded): void {
    const { id, status, market } = order;
    const watched = present(this.watched.get(id), `order ${id}`);
    checkSums(watched, order);
    claim(isOpen(watched.status), `I-16 order ${id} ends once`);
    checkTrail(order, watched.trail);
    this.lists.endFor(order);
    this.cancels.follow(id);
    this.stops.remove(id);
    this.matches.bookOf(market).remove(id);
    watched.status = status;
    this.margin.end(order);
    this.open.delete(id);
  }

  openList(opened: OrderListOpened): void {
    this.numbers.list(opened.id, this.lists.start(opened));
  }

  /** SPOT-STP-4: a resting order goes for another of its user, of which nothing may be seen yet. */
  private seeExpiry(): void {
    if (this.matches.isMatching) return;
    const taker = this.trading.takerAfter(this.eventCount, (id) => this.isStanding(id));
    this.match(taker, this.meet(taker));
  }

  private seeOpenEnd(order: OrderEnded): void {
    const { id, status, market } = order;
    if (status === "filled") {
      claim(order.executed === order.lots, `I-16 filled order ${id} has nothing left`);
      return;
    }
    const { prevented = 0 } = order.instructions ?? {};
    if (this.matches.isMatching && prevented > 0 && order.executed + prevented === order.lots) {
      this.losing = 0;
      claim(order.reason === "self_trade", `SPOT-STP-6 order ${id} has lost what it did not trade`);
      this.tally.count("maker ends with what it lost");
      return;
    }
    claim(this.losing === 0, `SPOT-STP-6 order ${this.losing} is told of next`);
    if (this.matches.isMatching) {
      this.matches.expire(id);
      this.cancels.cancel(order, "own order");
      return;
    }
    this.cancels.cancel(order, this.isFollowing ? "liquidation" : "command");
    if (this.stops.has(id)) this.stops.remove(id);
    else this.matches.bookOf(market).remove(id);
  }

  private seeDelisted({ id, market }: OrderDetails): void {
    const book = this.matches.bookOf(market);
    const [first] = [...book.queue("buy"), ...book.queue("sell")];
    const isNext = first ? first.id === id : this.stops.isNextOf(market, id); // SPOT-STOP-2
    claim(isNext, "SPOT-DELIST-1 bids go first, each side in trading order, stops last");
    this.tally.count(`delisted with open ${first ? "orders" : "stops"}`);
  }

  private endMatch(
    order: OrderDetails,
    watched: Watched,
    { status, reason }: { readonly status: OrderStatus; readonly reason?: EndReason | undefined },
  ): void {
    this.matches.end(order, status, reason);
    if (watched.isTriggered) this.tally.count(`stop ${order.kind} ${status}`);
    const { unit } = order.instructions ?? {};
    if (unit) this.tally.count(`${order.side} ${unit} ${status}`);
    const last = this.last.get(order.market) ?? 0;
    const triggered = watched.executed > 0n ? this.stops.reach(order.market, last) : 0;
    if (triggered > 0)
      this.tally.count(
        `stop triggered by ${this.margin.isForced(order) ? "a forced trade" : causeOf(order, watched, this.command)}`,
      );
    if (triggered > 1) this.tally.count("several stops triggered at once");
  }

  finish(isAccepted: boolean): void {
    claim(!this.matches.isMatching, "CORE-SEQ-1 every order is finished within its command");
    this.stops.checkDone();
    this.cancels.finish(isAccepted);
    this.lists.finish(isAccepted, this.state);
    if (isAccepted) checkLocks(this.state, this.books, this.lists, this.open);
    if (this.command?.type === "ReplaceOrder" && isAccepted) {
      this.matches.inspect(this.state, this.command.pair);
    }
    if (this.tradeCount > 1) this.tally.count("several trades in one command");
  }

  /** SPOT-REPLY-1: what the commands up to now have made of an order. */
  statusOf(id: number): string | undefined {
    return this.watched.get(id)?.status;
  }

  /** Now and then: the whole books. */
  inspect(): void {
    this.matches.inspectAll(this.state);
    this.stops.inspect(this.state);
  }
}
