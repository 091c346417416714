/**
 * The rows of a user's orders that were told after a place in the log, remade from the events since. A trade tells of its
 * maker's order only what was traded; so the orders are followed back from how they stand now, or ended, each trade taken
 * off again, and every row is the order as it stood then. STREAM-MINE-1, STREAM-RESUME-5.
 */
import type { ValueOf } from "../../../contract/field.ts";
import type { MY_ORDER } from "../../../contract/streams/private-rows.ts";
import type { ContractTraded } from "../../../core/engine/futures/futures.ts";
import type { OrderId } from "../../../core/engine/orders/order.ts";
import type { OrderDetails } from "../../../core/engine/orders/order-events.ts";
import type { Traded } from "../../../core/engine/spot/spot.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import { productOf } from "../../../core/money/product.ts";
import type { RowAt } from "../missed.ts";
import type { KeptEvent } from "../recent-events.ts";
import type { MyOrderText, PrivateWords } from "./private-words.ts";

type MyRowAt = RowAt<ValueOf<typeof MY_ORDER>>;
type OrderWords = Pick<PrivateWords, "openOrder" | "endedOrder">;

/** What a trade came to, as an order counts it. */
export function tradedValueOf(trade: Traded | ContractTraded): bigint {
  return "value" in trade ? trade.value : productOf(trade.ticks, trade.lots);
}

/** As many rows as were told; undefined when an order stood otherwise than its events since can say. */
export function missedOrders(
  events: readonly KeptEvent[],
  user: UserId,
  open: ReadonlyMap<OrderId, OrderDetails>,
  words: OrderWords,
): MyRowAt[] | undefined {
  const walk = new BackwardWalk(user, open, words);
  for (let at = events.length - 1; at >= 0; at--) walk.take(events[at] as KeptEvent);
  return walk.isLost ? undefined : walk.rows.reverse();
}

class BackwardWalk {
  readonly rows: MyRowAt[] = [];
  isLost = false;
  readonly #user: UserId;
  readonly #words: OrderWords;
  /** How each order stood behind the event that comes next; undefined: it rested there for the first time, or with less. */
  readonly #after: Map<OrderId, OrderDetails | undefined>;
  /** The orders whose row of the command that is walked through is written: only the last event of each counts. */
  readonly #told = new Set<OrderId>();
  #position = 0;

  constructor(user: UserId, open: ReadonlyMap<OrderId, OrderDetails>, words: OrderWords) {
    this.#user = user;
    this.#words = words;
    this.#after = new Map(open);
  }

  take({ event, seq }: KeptEvent): void {
    if (seq.position !== this.#position) this.#told.clear();
    this.#position = seq.position;
    const { openOrder, endedOrder } = this.#words;
    switch (event.type) {
      case "OrderRested":
        this.#row(event.id, seq, () => openOrder(event));
        this.#after.set(event.id, undefined);
        break;
      case "OrderEnded":
        this.#row(event.id, seq, () => endedOrder(event));
        this.#after.set(event.id, event);
        break;
      case "ForceClosed":
        this.#row(event.orderId, seq, () => endedOrder(event));
        break;
      case "Traded":
      case "ContractTraded":
        if (event.makerUser === this.#user) this.#takeTrade(event, seq);
        break;
    }
  }

  #takeTrade(trade: Traded | ContractTraded, seq: KeptEvent["seq"]): void {
    const order = this.#after.get(trade.makerOrder);
    if (!order) {
      this.isLost = true; // SPOT-REPLACE-3: it had more then, and how much is not told.
      return;
    }
    this.#row(order.id, seq, () => this.#words.openOrder(order));
    const executed = order.executed - trade.lots;
    this.#after.set(order.id, { ...order, executed, traded: order.traded - tradedValueOf(trade) });
  }

  #row(order: OrderId, seq: KeptEvent["seq"], write: () => MyOrderText): void {
    if (this.#told.has(order)) return;
    this.#told.add(order);
    this.rows.push({ row: write(), seq });
  }
}
