/**
 * The stops of spot, by the referee: those that wait, as a list that is searched whole, and the queue of those
 * that the last price has reached. Says which is worked off next. Rules SPOT-STOP-1 to SPOT-STOP-3.
 */
import { present } from "../../../src/core/base/assert.ts";
import { ordersAt } from "../../../src/core/engine/book/book.ts";
import { type Ladder, levelsOf } from "../../../src/core/engine/book/ladder.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { OrderRows } from "../../../src/core/engine/orders/order-rows.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { claim } from "./claim.ts";

/** What was the last price at the start of the command, and what it is now. */
interface LastPrices {
  readonly first: number;
  readonly last: number;
  /** SPOT-LIST-4: whether it is to wait for a rise, where the price at the start does not say it. */
  readonly isRise: boolean | undefined;
}

interface WaitingStop {
  readonly id: number;
  readonly pair: number;
  readonly trigger: number;
  readonly isRise: boolean;
}

export class StopsWatch {
  private waiting: WaitingStop[] = [];
  private queue: WaitingStop[] = [];

  /** Whether the price has come to the trigger: then the order does not wait. */
  isReached(order: OrderDetails, { first, last, isRise: due }: LastPrices): boolean {
    const { triggerTicks: trigger, isRise } = present(order.instructions, "a trigger");
    claim(first > 0, `SPOT-STOP-1 stop ${order.id} comes behind a trade`);
    const isRight = isRise === (due ?? trigger >= first);
    claim(isRight, `SPOT-STOP-1 SPOT-LIST-4 stop ${order.id} waits for the right side`);
    return isRise ? last >= trigger : last <= trigger;
  }

  wait(order: OrderDetails): void {
    const { triggerTicks: trigger, isRise } = present(order.instructions, "a trigger");
    this.waiting.push({ id: order.id, pair: order.market, trigger, isRise });
  }

  has(id: number): boolean {
    return this.waiting.some((stop) => stop.id === id);
  }

  countOf(pair: number): number {
    return this.waiting.filter((stop) => stop.pair === pair).length;
  }

  /** Wherever it stands. */
  remove(id: number): void {
    this.waiting = this.waiting.filter((stop) => stop.id !== id);
    this.queue = this.queue.filter((stop) => stop.id !== id);
  }

  /** SPOT-STOP-3: a taker has finished; how many stops its last price has triggered. */
  reach(pair: number, last: number): number {
    const reached = this.waiting.filter((stop) => {
      return stop.pair === pair && (stop.isRise ? last >= stop.trigger : last <= stop.trigger);
    });
    const towards = ({ isRise, trigger }: WaitingStop) => (isRise ? trigger : -trigger);
    reached.sort((one, other) => {
      if (one.isRise !== other.isRise) return one.isRise ? -1 : 1;
      return towards(one) - towards(other) || one.id - other.id;
    });
    this.waiting = this.waiting.filter((stop) => !reached.includes(stop));
    this.queue.push(...reached);
    return reached.length;
  }

  /** Whether it is triggered and not worked off yet. */
  isQueued(id: number): boolean {
    return this.queue.some((stop) => stop.id === id);
  }

  /** The next one is worked off. */
  take(id: number): void {
    const next = this.queue.shift();
    claim(next?.id === id, `SPOT-STOP-3 stop ${next?.id} comes before stop ${id}`);
  }

  checkDone(): void {
    const [next] = this.queue;
    claim(next === undefined, `SPOT-STOP-3 stop ${next?.id} was triggered and is worked off`);
  }

  /** The whole ladders, in the order in which their stops would be triggered. */
  inspect(state: ExchangeState): void {
    for (const { id: pair } of state.catalogue.pairs) {
      const ladders = state.stops.byPair[pair - 1];
      for (const isRise of [true, false]) {
        const ladder = isRise ? ladders?.rises : ladders?.falls;
        const stood = ladder ? idsOn(state.orders.byId.rows, ladder) : [];
        const own = this.waiting.filter((stop) => stop.pair === pair && stop.isRise === isRise);
        own.sort((a, b) => (isRise ? 1 : -1) * (a.trigger - b.trigger) || a.id - b.id);
        const isSame = own.map(({ id }) => id).join() === stood.join();
        claim(isSame, `SPOT-STOP-2 the stops of pair ${pair} are ${own.map(({ id }) => id)}`);
      }
    }
  }
}

function idsOn(rows: OrderRows, ladder: Ladder): number[] {
  return [...levelsOf(ladder)].flatMap((level) => {
    return [...ordersAt(rows, level)].map((order) => rows.id(order));
  });
}
