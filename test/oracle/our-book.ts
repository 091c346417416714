/** Our engine as one of the two books: steps become commands, events and the state are put into the words of both. */
import { present } from "../../src/core/base/assert.ts";
import { type Book, depthOf, ladderOf, ordersAt } from "../../src/core/engine/book/book.ts";
import { levelsOf } from "../../src/core/engine/book/ladder.ts";
import type { OrderEnded } from "../../src/core/engine/orders/order-events.ts";
import type { Replaced } from "../../src/core/engine/spot/manage-commands.ts";
import type { Placement } from "../../src/core/engine/spot/spot.ts";
import { Desk, type EngineOutcome } from "../support/desk.ts";
import type { Asked, Standing, Step, Told } from "./order-step.ts";
import { USERS } from "./order-step.ts";

const SIDES = ["buy", "sell"] as const;
const ENOUGH = { BTC: "1000000", USDT: "1000000000" };
const LEVELS_MAX = 1_000;

/** By the reason for which the incoming order ended. */
const VERDICTS: Readonly<Partial<Record<string, Told["verdict"]>>> = {
  fill_or_kill: "killed",
  post_only: "not posted",
  self_trade: "met own",
};

export class OurBook {
  readonly #desk = new Desk(Object.fromEntries(USERS.map((user) => [user, ENOUGH])), {
    rules: { pricePrecision: 0, quantityPrecision: 0, selfTrade: "none" },
  });
  readonly #names = new Map<number, string>();
  /** Why the last step was refused. */
  refusal: string | undefined;

  take(step: Step): Told {
    const outcome = this.#send(step);
    this.refusal = outcome.ok ? undefined : outcome.reason;
    if (!outcome.ok) return { verdict: "refused", trades: [], expired: [] };
    const answer = outcome.answer as Placement | Replaced;
    const placed = "placed" in answer ? answer.placed : answer;
    const canceled = "canceled" in answer ? answer.canceled?.orderId : undefined;
    if (step.type === "cancel") return { verdict: "taken", trades: [], expired: [] };
    this.#names.set(placed.orderId, step.type === "place" ? step.name : step.newName);
    const ended = this.#ended();
    const reason = ended.find(({ id }) => id === placed.orderId)?.reason;
    const isExpired = ({ id, status }: OrderEnded) =>
      status === "canceled" && id !== placed.orderId && id !== canceled;
    return {
      verdict: VERDICTS[reason ?? ""] ?? "taken",
      trades: this.#trades(),
      expired: ended.filter(isExpired).map(({ id }) => this.#name(id)),
    };
  }

  #send(step: Step): EngineOutcome {
    const desk = this.#desk;
    if (step.type === "cancel") return desk.cancel(step.user, step.name);
    if (step.type === "place") return desk.order(step.user, wordsOf(step, step.name));
    const command = desk.replacing(step.user, step.name, wordsOf(step, step.newName));
    return desk.send({ ...command, mustCancel: !step.allowsFailure });
  }

  #ended(): OrderEnded[] {
    return this.#desk.events.filter((event) => event.type === "OrderEnded");
  }

  #trades(): string[] {
    return this.#desk.events
      .filter((event) => event.type === "Traded")
      .map(({ lots, ticks, makerOrder }) => `${lots} @ ${ticks} with ${this.#name(makerOrder)}`);
  }

  #name(id: number): string {
    return present(this.#names.get(id), `the name of order ${id}`);
  }

  get #book(): Book {
    return present(this.#desk.state.books[0], "the book");
  }

  standing(): Standing {
    const book = this.#book;
    const best = SIDES.map((side) => ladderOf(book, side).best?.ticks ?? "-").join(" ");
    const levels = SIDES.flatMap((side) =>
      depthOf(ladderOf(book, side), LEVELS_MAX).map(
        ({ lots, ticks }) => `${side} ${lots} @ ${ticks}`,
      ),
    );
    return { orders: SIDES.flatMap((side) => this.#queue(side)), levels, best };
  }

  #queue(side: "buy" | "sell"): string[] {
    const book = this.#book;
    return [...levelsOf(ladderOf(book, side))].flatMap((level) =>
      [...ordersAt(book.rows, level)].map((row) => {
        const order = book.rows.orderAt(row);
        return `${this.#name(order.id)} ${side} ${order.remaining} @ ${order.ticks}`;
      }),
    );
  }
}

/** `buy 3 @ 100 ioc meets expire_both as o1`, as the desk reads it. */
export function wordsOf({ side, kind, price, size, force, mode }: Asked, name: string): string {
  const what = kind === "limit" ? `${size} @ ${price}` : size;
  const forced = force === "gtc" ? "" : ` ${force}`;
  const meets = mode === "none" ? "" : ` meets ${mode}`;
  return `${side} ${what}${forced}${meets} as ${name}`;
}
