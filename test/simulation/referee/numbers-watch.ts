/** Ids of orders and trades only grow (I-17); a list takes one before those of its orders, a late place one behind all. */
import type { Order } from "../../../src/core/engine/orders/order.ts";
import { claim } from "./claim.ts";
import type { Watched } from "./watched-order.ts";

export class NumbersWatch {
  orderLast = 0;
  private tradeLast = 0;

  order(id: number): void {
    claim(id > this.orderLast, `I-17 order ids grow: ${id}`);
    this.orderLast = id;
  }

  trade(id: number): void {
    claim(id > this.tradeLast, `I-17 trade ids grow: ${id}`);
    this.tradeLast = id;
  }

  /** SPOT-LIST-7: the ids of a list and of its orders come one after the other. */
  list(id: number, idLast: number): void {
    claim(id > this.orderLast, `I-17 SPOT-LIST-7 the id of list ${id} grows`);
    this.orderLast = idLast;
  }

  /** SPOT-STOP-5, SPOT-LIST-12: who comes to the book later than its id takes a number for its place. */
  place({ id, instructions }: Order, { isLate }: Pick<Watched, "isLate">): void {
    const rank = instructions?.rank ?? 0;
    const isNew = isLate ? rank > this.orderLast : rank === 0;
    claim(isNew, `SPOT-STOP-5 order ${id} takes a number for its place, or none: ${rank}`);
    if (isLate) this.orderLast = rank;
  }
}
