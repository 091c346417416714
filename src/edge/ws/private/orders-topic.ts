/**
 * A user's orders, of all areas: whatever a command did to one is told once, as the order stands after
 * it, which is what the order query would have answered then. Read once, when the channel opens; from then
 * on the events alone say how each order stands. STREAM-MINE-1.
 */

import type { Written } from "../../../contract/field.ts";
import { MY_CHANNELS } from "../../../contract/streams/channels.ts";
import { MY_ORDERS } from "../../../contract/streams/private-rows.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import type { ContractTraded } from "../../../core/engine/futures/futures.ts";
import type { OrderId } from "../../../core/engine/orders/order.ts";
import type { OrderDetails } from "../../../core/engine/orders/order-events.ts";
import type { Traded } from "../../../core/engine/spot/spot.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Advance, Topic } from "../channel.ts";
import { EventQueue } from "../event-queue.ts";
import { type MissedEvents, piecesOf } from "../missed.ts";
import type { PrivateEvent } from "../private-event.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { Seq } from "../seq.ts";
import type { Audience } from "./audience.ts";
import { missedOrders, tradedValueOf } from "./missed-orders.ts";
import type { MyOrderText, PrivateWords } from "./private-words.ts";

const ordersText = writerAround(MY_ORDERS, "orders");

export interface OrdersTools {
  readonly audience: Audience;
  readonly words: PrivateWords;
  readonly recent: RecentEvents;
  readonly mark: () => void;
}

interface Row {
  readonly id: OrderId;
  readonly isOpen: boolean;
  readonly text: MyOrderText;
}

export class OrdersTopic implements Topic {
  /** At the next beat. */
  readonly everyMs = MY_CHANNELS["my.orders"].everyMs;
  readonly #user: UserId;
  readonly #tools: OrdersTools;
  readonly #leave: () => void;
  /** The open orders as they were told last: as many as the engine lets a user have open. */
  readonly #open = new Map<OrderId, MyOrderText>();
  /** The open orders as they stand now. */
  readonly #details = new Map<OrderId, OrderDetails>();
  /** What the command whose events come has done, by order: only the last of each counts. */
  readonly #command = new Map<OrderId, { readonly row: Row; readonly seq: Seq }>();
  #position = 0;
  readonly #fresh = new EventQueue<Row>();

  constructor(user: UserId, tools: OrdersTools) {
    this.#user = user;
    this.#tools = tools;
    this.#read();
    this.#leave = tools.audience.join(user, {
      hear: (event, seq) => this.#hear(event, seq),
      look: () => undefined,
    });
  }

  #read(): void {
    const { words } = this.#tools;
    this.#open.clear();
    this.#details.clear();
    for (const order of words.openOrdersOf(this.#user)) {
      this.#open.set(order.id, words.openOrder(order));
      this.#details.set(order.id, order);
    }
  }

  told(): Written<unknown> {
    return listOf([...this.#open.values()]);
  }

  advance(): Advance | undefined {
    this.#settle();
    const piece = this.#fresh.take();
    if (!piece) return undefined;
    if (!this.#fresh.isEmpty) this.#tools.mark();
    const { rows, seq, isCut } = piece;
    if (isCut) {
      this.#read();
      return { data: this.told(), seq, isWhole: true };
    }
    for (const { id, isOpen, text } of rows) {
      if (isOpen) this.#open.set(id, text);
      else this.#open.delete(id);
    }
    return { data: listOf(rows.map(({ text }) => text)), seq };
  }

  /** Asked when all is told, so that the open orders are those behind the newest event. */
  since(from: Seq): MissedEvents | undefined {
    const { recent, words } = this.#tools;
    const missed = recent.ofUser(this.#user, from);
    return missed && { ...missed, write: () => this.#rewrite(missed.found, words) };
  }

  #rewrite(found: MissedEvents["found"], words: PrivateWords): Advance[] | undefined {
    const rows = missedOrders(found, this.#user, this.#details, words);
    return rows && piecesOf(rows, listOf);
  }

  /** The command is over. */
  #settle(): void {
    for (const { row, seq } of this.#command.values()) this.#fresh.push(row, seq);
    this.#command.clear();
  }

  #hear(event: PrivateEvent, seq: Seq): void {
    const { words } = this.#tools;
    switch (event.type) {
      case "OrderRested":
        this.#noteOpen(event, seq);
        break;
      case "Traded":
      case "ContractTraded":
        if (event.makerUser === this.#user) this.#noteMaker(event, seq);
        break;
      case "OrderEnded":
        this.#details.delete(event.id);
        this.#note({ id: event.id, isOpen: false, text: words.endedOrder(event) }, seq);
        break;
      case "ForceClosed":
        this.#note({ id: event.orderId, isOpen: false, text: words.endedOrder(event) }, seq);
        break;
    }
  }

  /** The taker of a trade needs no row: it rests or ends later in the same command, and is told by that. */
  #noteMaker(trade: Traded | ContractTraded, seq: Seq): void {
    const order = present(this.#details.get(trade.makerOrder), "an open order of the user");
    const executed = order.executed + trade.lots;
    this.#noteOpen({ ...order, executed, traded: order.traded + tradedValueOf(trade) }, seq);
  }

  /** An order that the same command also ended is told by its end, which comes later. */
  #noteOpen(order: OrderDetails, seq: Seq): void {
    this.#details.set(order.id, order);
    this.#note({ id: order.id, isOpen: true, text: this.#tools.words.openOrder(order) }, seq);
  }

  #note(row: Row, seq: Seq): void {
    if (seq.position !== this.#position) this.#settle();
    this.#position = seq.position;
    this.#command.delete(row.id); // The row moves to the place of the order's last event.
    this.#command.set(row.id, { row, seq });
    this.#tools.mark();
  }

  close(): void {
    this.#leave();
  }
}

function listOf(orders: readonly MyOrderText[]): Written<unknown> {
  return ordersText({ orders: writtenList(orders) });
}
