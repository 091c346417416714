/**
 * `nodejs-order-book` as the second of the two books where stops are. Which stops a price has reached, what they trade and what
 * the legs of an OCO do to each other it decides by itself; when it looks, and what it cannot be asked, is made ours where
 * the list in stops.test.ts says so, and counted under the name that stands there.
 */
import { type IProcessOrder, OrderBook } from "nodejs-order-book";
import { queueOf, SIDES, standingOf } from "./peer-words.ts";
import type { Oco, Seen, Side, Stop, StopStep } from "./stop-step.ts";

interface Waiting {
  readonly id: string;
  readonly side: Side;
  readonly size: number;
  readonly price?: number;
}

type Queued = Pick<IProcessOrder, "done" | "partial" | "partialQuantityProcessed">;

/** Of its insides what tells its trades, and what is asked at another time. */
interface Inside {
  readonly stopBook: {
    getConditionalOrders(side: Side, before: number, now: number): object[];
    remove(side: Side, id: string, trigger: number): object | undefined;
  };
  processQueue(...taken: readonly unknown[]): Queued;
  executeConditionalOrder(side: Side, before: number, response: IProcessOrder): void;
}

/** The stops of one trigger. */
interface Level {
  readonly side: Side;
  readonly queue: object;
}

type Differs = (name: string) => void;

export class PeerStopBook {
  readonly book = new OrderBook();
  readonly #inside = this.book as unknown as Inside;
  readonly #look: Inside["executeConditionalOrder"];
  readonly #reached: Inside["stopBook"]["getConditionalOrders"];
  readonly #differs: Differs;
  #trades: string[] = [];
  /** Whose turn comes, level by level, and the response that they are told in. */
  readonly #due: Level[] = [];
  #response: IProcessOrder | undefined;

  constructor(differs: Differs) {
    this.#differs = differs;
    const inside = this.#inside;
    this.#look = inside.executeConditionalOrder;
    this.#reached = inside.stopBook.getConditionalOrders;
    inside.executeConditionalOrder = (...taken) => this.#note(...taken);
    const { processQueue } = inside;
    inside.processQueue = (...taken) => this.#listen(processQueue(...taken));
  }

  /** A taker has finished trading, but its rest is not on the book: what it has reached is looked for now, and worked off later. */
  #note(side: Side, before: number, response: IProcessOrder): void {
    this.#response = response;
    const isWorking = this.#due.length > 0;
    for (const other of [side, opposite(side)]) {
      const queues = this.#reached(other, before, this.book.marketPrice).reverse();
      const levels = queues.filter((queue) => this.#due.every((level) => level.queue !== queue));
      for (const queue of levels) this.#due.push({ side: other, queue });
      if (levels.length > 1) this.#differs("nearest_first");
      if (levels.length > 0 && other !== side) this.#differs("other_side");
      if (levels.length > 0 && isWorking) this.#differs("one_after_the_other");
    }
  }

  /** What it has traded is overwritten in its responses where stops are triggered. */
  #listen(queued: Queued): Queued {
    const { done, partial, partialQuantityProcessed } = queued;
    const whole = done as { id: string; size: number; price: number }[];
    for (const { id, size, price } of whole) this.#trades.push(`${size} @ ${price} with ${id}`);
    if (partial) {
      const { id, price } = partial;
      this.#trades.push(`${partialQuantityProcessed} @ ${price} with ${id}`);
    }
    return queued;
  }

  take(step: StopStep): Seen {
    this.#trades = [];
    const isTaken = this.#send(step);
    this.#workStops(step.name);
    const { orders, levels } = standingOf(this.book);
    const last = this.book.marketPrice;
    return { isTaken, trades: this.#trades, orders, levels, stops: this.#stops(), last };
  }

  #send(step: StopStep): boolean {
    if (step.type === "cancel") return this.#cancel(step.name);
    if (step.type === "stop") return this.#stop(step);
    if (step.type === "oco") return this.#oco(step);
    const terms = { id: step.name, side: SIDES[step.side], size: step.size };
    if (step.type === "limit") return isFine(this.book.limit({ ...terms, price: step.price }));
    if (queueOf(this.book, opposite(step.side)).length > 0) {
      return isFine(this.book.market(terms));
    }
    this.#differs("no_opposite");
    return false;
  }

  /** The taker's rest is on the book. Its own look finds what stands at the head. */
  #workStops(name: string): void {
    const { stopBook } = this.#inside;
    if (this.#due.length > 0 && this.book.order(name)) this.#differs("behind_the_rest");
    for (let level = this.#due[0]; level && this.#response; level = this.#due[0]) {
      const { side, queue } = level;
      stopBook.getConditionalOrders = () => [queue];
      this.#look(side, 0, this.#response);
      this.#due.shift();
    }
  }

  #cancel(name: string): boolean {
    if (this.book.cancel(name)) return true;
    const { bids, asks } = this.book.snapshot().stopBook;
    for (const { price: trigger, orders } of [...bids, ...asks]) {
      const found = (orders as Waiting[]).find(({ id }) => id === name);
      if (!found) continue;
      this.#differs("stop_not_canceled");
      return this.#inside.stopBook.remove(found.side, name, trigger) !== undefined;
    }
    return false;
  }

  #stop({ name: id, side, size, price, trigger: stopPrice }: Stop): boolean {
    if (stopPrice === this.book.marketPrice) {
      this.#differs("at_once");
      const terms = { id, side: SIDES[side], size };
      return isFine(price === 0 ? this.book.market(terms) : this.book.limit({ ...terms, price }));
    }
    const terms = { id, side: SIDES[side], size, stopPrice };
    return isFine(
      price === 0 ? this.book.stopMarket(terms) : this.book.stopLimit({ ...terms, price }),
    );
  }

  #oco(step: Oco): boolean {
    const { name: id, side, size, price, trigger: stopPrice, after: stopLimitPrice } = step;
    const terms = { id, side: SIDES[side], size, price };
    const facing = queueOf(this.book, opposite(side))[0];
    const meets = facing && (side === "buy" ? facing.price <= price : facing.price >= price);
    if (!meets || stopPrice === this.book.marketPrice) {
      return isFine(this.book.oco({ ...terms, stopPrice, stopLimitPrice }));
    }
    this.#differs("leg_trades_at_once");
    return isFine(this.book.limit(terms));
  }

  #stops(): string[] {
    const { bids, asks } = this.book.snapshot().stopBook;
    return [...bids, ...asks]
      .flatMap(({ price: trigger, orders }) =>
        (orders as Waiting[]).map(
          ({ id, side, size, price = 0 }) =>
            `${id} ${side} ${size} @ ${price} waits for ${trigger}`,
        ),
      )
      .sort();
  }
}

function isFine({ err }: IProcessOrder): boolean {
  return err === null;
}

function opposite(side: Side): Side {
  return side === "buy" ? "sell" : "buy";
}
