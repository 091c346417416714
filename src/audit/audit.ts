/**
 * What can only be seen while things happen: the trades and ends of orders, followed event by event
 * during a verification. I-4 (an order's trades add up to what it executed), I-6 (what left the
 * traders as fees is what FEE has), I-16 (a final order never trades or ends again) and I-17 (ids
 * only grow). What a state shows by itself is in engine/invariants.ts.
 */
import type { ExchangeEvent } from "../engine/events.ts";
import type { Order } from "../engine/orders/order.ts";
import type { OrderEnded, Traded } from "../engine/spot/spot.ts";
import type { ExchangeState } from "../engine/state.ts";

export class Audit {
  readonly #state: ExchangeState;
  /** Lots that the open orders, and the one being matched, have traded. */
  readonly #traded = new Map<number, number>();
  /** What FEE should hold, by asset id less one. */
  readonly #fees: bigint[];
  #tradeIdLast: number;
  #orderIdLast: number;
  readonly broken: string[] = [];

  /** Begins at a state whose past is not looked at. */
  constructor(state: ExchangeState) {
    this.#state = state;
    this.#tradeIdLast = state.orders.tradeIdLast;
    this.#orderIdLast = state.orders.orderIdLast;
    this.#fees = state.ledger.houses.map(({ fee }) => fee);
    for (const { id, executed } of state.orders.byId.sorted()) this.#traded.set(id, executed);
  }

  #claim(isTrue: boolean, sentence: string): void {
    if (!isTrue) this.broken.push(sentence);
  }

  see(event: ExchangeEvent): void {
    if (event.type === "Traded") this.#seeTrade(event);
    else if (event.type === "OrderRested") this.#meet(event.order);
    else if (event.type === "OrderEnded") this.#seeEnd(event);
  }

  /** A new order has a new id; any other must be open. */
  #meet(order: Order): number {
    const known = this.#traded.get(order.id);
    if (known !== undefined) return known;
    this.#claim(order.id > this.#orderIdLast, `I-16 I-17 order ${order.id} is open or new`);
    this.#orderIdLast = Math.max(this.#orderIdLast, order.id);
    this.#traded.set(order.id, 0);
    return 0;
  }

  #seeTrade({ id, pair, lots, maker, taker, buyerFee, sellerFee }: Traded): void {
    this.#claim(id > this.#tradeIdLast, `I-17 trade ${id} comes after ${this.#tradeIdLast}`);
    this.#tradeIdLast = id;
    this.#claim(this.#traded.has(maker.id), `I-16 the maker ${maker.id} of trade ${id} is open`);
    this.#claim(maker.side !== taker.side && maker !== taker, `I-4 trade ${id} has two sides`);
    for (const order of [maker, taker]) this.#traded.set(order.id, this.#meet(order) + lots);
    const { base = 0, quote = 0 } = this.#state.catalogue.pairs[pair - 1] ?? {};
    this.#fees[base - 1] = (this.#fees[base - 1] ?? 0n) + buyerFee;
    this.#fees[quote - 1] = (this.#fees[quote - 1] ?? 0n) + sellerFee;
  }

  #seeEnd({ order }: OrderEnded): void {
    const traded = this.#meet(order);
    this.#claim(traded === order.executed, `I-4 the trades of order ${order.id} add up`);
    this.#traded.delete(order.id);
  }

  /** Between two batches: what was followed equals what the state says. */
  compare(): void {
    const { ledger, orders } = this.#state;
    ledger.houses.forEach(({ fee }, index) => {
      this.#claim(fee === (this.#fees[index] ?? 0n), `I-6 FEE of asset ${index + 1} is all fees`);
    });
    this.#claim(this.#traded.size === orders.byId.size, "I-16 every open order was followed");
    this.#claim(this.#orderIdLast <= orders.orderIdLast, "I-17 the order ids were given out");
  }
}
