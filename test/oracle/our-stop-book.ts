/** Our engine as one of the two books: plain orders, stops and OCO lists of a user without self-trade prevention. */
import { present } from "../../src/core/base/assert.ts";
import { depthOf, ladderOf } from "../../src/core/engine/book/book.ts";
import { lastTicksOf } from "../../src/core/engine/prices/prices.ts";
import { contentOf } from "../support/book-content.ts";
import { Desk, type EngineOutcome } from "../support/desk.ts";
import type { Seen, StopStep } from "./stop-step.ts";

const SIDES = ["buy", "sell"] as const;
const ENOUGH = { BTC: "1000000", USDT: "1000000000" };
const LEVELS_MAX = 1_000;

export class OurStopBook {
  readonly desk = new Desk(
    { ann: ENOUGH },
    { rules: { pricePrecision: 0, quantityPrecision: 0, selfTrade: "none" } },
  );
  /** Both legs of an OCO bear one name, as in the other book. */
  readonly #names = new Map<number, string>();

  take(step: StopStep): Seen {
    const known = this.desk.state.orders.orderIdLast;
    const outcome = this.#send(step);
    // Legs are the last ids that were given; what rests of a triggered stop takes one that no order bears.
    if (step.type !== "cancel" && outcome.ok) this.#nameFrom(known, step.name);
    return this.#seen(outcome.ok);
  }

  #send(step: StopStep): EngineOutcome {
    const { desk } = this;
    if (step.type === "cancel") return desk.cancel("ann", this.#openId(step.name));
    if (step.type === "oco") return desk.send(desk.listing("ann", "oco", legsOf(step)));
    return desk.order("ann", wordsOf(step));
  }

  #nameFrom(known: number, name: string): void {
    const { orderIdLast } = this.desk.state.orders;
    for (let id = known + 1; id <= orderIdLast; id++) this.#names.set(id, name);
  }

  /** 0 where it is over, which names no order. */
  #openId(name: string): number {
    const ids = this.desk.state.orders.byId.sorted().map(({ id }) => id);
    return ids.find((id) => this.#names.get(id) === name) ?? 0;
  }

  #seen(isTaken: boolean): Seen {
    const { books, prices } = this.desk.state;
    const book = present(books[0], "the book");
    const levels = SIDES.flatMap((side) =>
      depthOf(ladderOf(book, side), LEVELS_MAX).map(
        ({ lots, ticks }) => `${side} ${lots} @ ${ticks}`,
      ),
    );
    const orders = contentOf(book).map((line) => line.replace(/^\d+/, (id) => this.#name(+id)));
    const last = lastTicksOf(prices, 1);
    return { isTaken, trades: this.#trades(), orders, levels, stops: this.#stops(), last };
  }

  #trades(): string[] {
    return this.desk.events
      .filter((event) => event.type === "Traded")
      .map(({ lots, ticks, makerOrder }) => `${lots} @ ${ticks} with ${this.#name(makerOrder)}`);
  }

  #stops(): string[] {
    const open = this.desk.state.orders.byId.sorted();
    const waiting = open.filter(({ instructions }) => instructions?.isWaiting);
    return waiting
      .map(({ id, side, lots, kind, ticks, instructions }) => {
        const price = kind === "market" ? 0 : ticks;
        const until = `waits for ${instructions?.triggerTicks}`;
        return `${this.#name(id)} ${side} ${lots} @ ${price} ${until}`;
      })
      .sort();
  }

  #name(id: number): string {
    return present(this.#names.get(id), `the name of order ${id}`);
  }
}

/** At market both sides count the quantity (SPOT-UNIT-1). */
function wordsOf(step: Exclude<StopStep, { type: "cancel" | "oco" }>): string {
  const { side, size } = step;
  const price = step.type === "market" ? 0 : step.price;
  const stop = step.type === "stop" ? ` stop ${step.trigger}` : "";
  if (price > 0) return `${side} ${size} @ ${price}${stop}`;
  return side === "buy" ? `buy just ${size}${stop}` : `sell ${size}${stop}`;
}

function legsOf({ side, size, price, trigger, after }: Extract<StopStep, { type: "oco" }>) {
  return [`${side} ${size} @ ${price}`, `${side} ${size} @ ${after} stop ${trigger}`];
}
