/**
 * The stops of spot, by the referee: those that wait, as a list that is searched whole, and the queue of those
 * that the last price has reached. Says which is worked off next. Rules SPOT-STOP-1 to SPOT-STOP-3, SPOT-TRAIL-1 to SPOT-TRAIL-3.
 */
import { present } from "../../../src/core/base/assert.ts";
import { ordersAt } from "../../../src/core/engine/book/book.ts";
import { type Ladder, levelsOf } from "../../../src/core/engine/book/ladder.ts";
import { ordersIn } from "../../../src/core/engine/book/trails.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { OrderRow, OrderRows } from "../../../src/core/engine/orders/order-rows.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { claim } from "./claim.ts";
import { beginTrail, followTrail, type Trail, trailingFrom } from "./trail.ts";

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
  /** Of one that trails: where it is now. */
  readonly trigger: number;
  readonly isRise: boolean;
  readonly trail: Trail | undefined;
}

export class StopsWatch {
  private waiting: WaitingStop[] = [];
  private queue: WaitingStop[] = [];
  /** Those that trail from now on, which is told. */
  private beginning: WaitingStop[] = [];

  /** Whether the price has come to the trigger: then the order does not wait for it. */
  isReached(order: OrderDetails, { first, last, isRise: due }: LastPrices): boolean {
    const { triggerTicks: trigger, isRise } = present(order.instructions, "a trigger");
    claim(first > 0, `SPOT-STOP-1 stop ${order.id} comes behind a trade`);
    const isRight = isRise === (due ?? trigger >= first);
    claim(isRight, `SPOT-STOP-1 SPOT-LIST-4 stop ${order.id} waits for the right side`);
    return isRise ? last >= trigger : last <= trigger;
  }

  /** It waits for its price, or it trails if its trail has begun. */
  wait({ id, market: pair, instructions }: OrderDetails, trail: Trail | undefined): void {
    const { triggerTicks: trigger, isRise } = present(instructions, "a trigger");
    this.waiting.push(moved({ id, pair, trigger, isRise, trail }));
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

  /** SPOT-STOP-3, SPOT-TRAIL-2: a taker has finished; how many stops its last price has triggered. */
  reach(pair: number, last: number): number {
    for (const { pair: own, trail } of this.waiting) {
      if (own === pair && trail && trail.best > 0) followTrail(trail, last);
    }
    this.waiting = this.waiting.map(moved);
    const reached = this.waiting.filter((stop) => {
      return stop.pair === pair && (stop.isRise ? last >= stop.trigger : last <= stop.trigger);
    });
    const towards = ({ isRise, trigger }: WaitingStop) => (isRise ? trigger : -trigger);
    reached.sort((one, other) => {
      if (one.isRise !== other.isRise) return one.isRise ? -1 : 1;
      return towards(one) - towards(other) || one.id - other.id;
    });
    this.beginning = reached.filter(({ trail }) => trail?.best === 0);
    for (const { trail } of this.beginning) if (trail) beginTrail(trail, last);
    const triggered = reached.filter((stop) => !this.beginning.includes(stop));
    this.waiting = this.waiting.filter((stop) => !triggered.includes(stop)).map(moved);
    this.queue.push(...triggered);
    return triggered.length;
  }

  /** SPOT-TRAIL-1: an order that is open is told of again, since it trails from now on. */
  begin(id: number): void {
    const next = this.beginning.shift();
    claim(next?.id === id, `SPOT-TRAIL-1 stop ${id} does not begin to trail, but ${next?.id}`);
  }

  checkBegun(): void {
    const [next] = this.beginning;
    claim(next === undefined, `SPOT-TRAIL-1 stop ${next?.id} has its price, and trails`);
  }

  /** Whether it is triggered and not worked off yet. */
  isQueued(id: number): boolean {
    return this.queue.some((stop) => stop.id === id);
  }

  /** The next one is worked off. */
  take(id: number): void {
    this.checkBegun();
    const next = this.queue.shift();
    claim(next?.id === id, `${ruleOf(next)} stop ${next?.id} comes before stop ${id}`);
  }

  checkDone(): void {
    this.checkBegun();
    const [next] = this.queue;
    const rule = ruleOf(next);
    claim(next === undefined, `${rule} stop ${next?.id} was triggered and is worked off`);
  }

  /** SPOT-STOP-2, SPOT-TRAIL-3: whether a delisting that has no other order left cancels it next. */
  isNextOf(pair: number, id: number): boolean {
    const here = this.waiting.filter((stop) => stop.pair === pair);
    const [first] = here.filter(isTrailing).sort((one, other) => one.id - other.id);
    return here.every(isTrailing) ? first?.id === id : !isTrailing(this.stopOf(id));
  }

  private stopOf(id: number): WaitingStop {
    const found = this.waiting.find((stop) => stop.id === id);
    return present(found, `stop ${id}`);
  }

  /** The whole ladders, in the order in which their stops would be triggered, and what each that trails has seen. */
  inspect(state: ExchangeState): void {
    for (const { id: pair } of state.catalogue.pairs) {
      const here = this.waiting.filter((stop) => stop.pair === pair);
      const stops = state.stops.byPair[pair - 1];
      for (const isRise of [true, false]) {
        const ladder = isRise ? stops?.rises : stops?.falls;
        const stood = ladder ? idsOn(state.orders.byId.rows, ladder) : [];
        const own = here.filter((stop) => !isTrailing(stop) && stop.isRise === isRise);
        own.sort((a, b) => (isRise ? 1 : -1) * (a.trigger - b.trigger) || a.id - b.id);
        const isSame = own.map(({ id }) => id).join() === stood.join();
        claim(isSame, `SPOT-STOP-2 the stops of pair ${pair} are ${own.map(({ id }) => id)}`);
      }
      const { rows } = state.orders.byId;
      const trailing = stops ? [...ordersIn(stops.sells), ...ordersIn(stops.buys)] : [];
      const stood = trailing.map((order) => `${rows.id(order)}: ${seenBy(rows, order)}`).sort();
      const own = here.filter(isTrailing).map(({ id, trail }) => `${id}: ${trail?.best}`);
      const isSame = own.sort().join() === stood.join();
      claim(isSame, `SPOT-TRAIL-2 the best prices of pair ${pair} are ${own}, not ${stood}`);
    }
  }
}

function isTrailing({ trail }: WaitingStop): boolean {
  return trail !== undefined && trail.best > 0;
}

function ruleOf(stop: WaitingStop | undefined): string {
  return stop?.trail ? "SPOT-TRAIL-3" : "SPOT-STOP-3";
}

/** With the trigger of the moment. */
function moved(stop: WaitingStop): WaitingStop {
  const { trail } = stop;
  if (!trail || trail.best === 0) return stop;
  return { ...stop, isRise: trail.side === "buy", trigger: trailingFrom(trail, trail.best) };
}

function seenBy(rows: OrderRows, order: OrderRow): number | undefined {
  return rows.instructions(order)?.peak?.ticks;
}

function idsOn(rows: OrderRows, ladder: Ladder): number[] {
  return [...levelsOf(ladder)].flatMap((level) => {
    return [...ordersAt(rows, level)].map((order) => rows.id(order));
  });
}
