/**
 * Everybody who ever sends a command, drawn from the seed: traders who mostly make sense, people
 * who do not, and an operator. It looks at the state to find something to cancel or to repeat, but
 * never at its own chance twice: the same seed sends the same commands.
 */
import type { Command } from "../../src/engine/codec.ts";
import { HOUR_MS } from "../../src/engine/directory.ts";
import type { Order } from "../../src/engine/orders/order.ts";
import type { ExchangeState } from "../../src/engine/state.ts";
import type { Dice } from "./dice.ts";
import { openingCommands } from "./market.ts";
import { Operator } from "./operator.ts";
import { OrderWriter } from "./order-writer.ts";

const WEIGHTS = {
  order: 58,
  batch: 6,
  cancel: 11,
  cancelBatch: 4,
  hour: 3,
  operator: 18,
} as const;

export class Crowd {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly opening: Command[];
  private readonly writer: OrderWriter;
  private readonly operator: Operator;
  timeMs: number;

  constructor(dice: Dice, state: ExchangeState) {
    this.dice = dice;
    this.state = state;
    this.timeMs = 1_700_000_000_000 + dice.between(0, HOUR_MS);
    this.opening = openingCommands(dice);
    this.writer = new OrderWriter(dice, state);
    this.operator = new Operator(dice, state);
  }

  /** Time goes on, mostly by little; commands of one batch have the same. */
  private wait(): void {
    const { dice } = this;
    if (dice.chance(0.6)) return;
    if (dice.chance(0.04)) this.timeMs += dice.between(55_000, 65_000);
    else if (dice.chance(0.02)) this.timeMs += dice.between(1, 3) * HOUR_MS;
    else this.timeMs += dice.between(1, 800);
  }

  next(): Command {
    this.wait();
    const opening = this.opening.shift();
    if (opening) return opening;
    switch (this.dice.weighted(WEIGHTS)) {
      case "order":
        return { type: "PlaceOrder", ...this.by(), ...this.writer.asked(this.writer.drawPair()) };
      case "batch":
        return this.batch();
      case "cancel":
        return this.cancel();
      case "cancelBatch":
        return this.cancelBatch();
      case "hour":
        return this.hour();
      case "operator":
        return this.operator.next();
    }
  }

  /** Who asks, mostly with a good key of his own. */
  private by(user = this.dice.between(1, 5)) {
    const { dice, state } = this;
    const own = state.users.keys.filter((key) => key.user === user);
    const key = dice.chance(0.02) || own.length === 0 ? dice.between(0, 12) : dice.pick(own).id;
    return { user, key, request: dice.between(0, 1000) };
  }

  private batch(): Command {
    const pair = this.writer.drawPair();
    const count = this.dice.chance(0.1) ? this.dice.pick([0, 10, 11]) : this.dice.between(1, 5);
    const items = Array.from({ length: count }, () => {
      const { pair: _, ...item } = this.writer.asked(pair, 0.01);
      return item;
    });
    return { type: "PlaceBatch", ...this.by(), pair, items };
  }

  private someOrder(): Order | undefined {
    const open = this.state.orders.byId.sorted();
    return open.length === 0 ? undefined : this.dice.pick(open);
  }

  /** An id that may have been given, ended or not. */
  private someId(): number {
    return this.dice.between(0, this.state.orders.orderIdLast + 3);
  }

  private cancel(): Command {
    const { dice } = this;
    const order = this.someOrder();
    if (!order || dice.chance(0.25)) {
      const clientId = dice.chance(0.5) ? this.writer.clientId() : `bourse:${this.someId()}`;
      const id = dice.chance(0.5) ? this.someId() : 0;
      return { type: "CancelOrder", ...this.by(), pair: dice.between(0, 4), order: id, clientId };
    }
    const byName = dice.chance(0.4);
    const clientId = byName ? order.clientId || `bourse:${order.id}` : "";
    const { user, pair } = order;
    return { type: "CancelOrder", ...this.by(user), pair, order: byName ? 0 : order.id, clientId };
  }

  private cancelBatch(): Command {
    const { dice, state } = this;
    const order = this.someOrder();
    const own = state.orders.byId.sorted().filter((one) => one.user === order?.user);
    const count = dice.chance(0.1) ? dice.pick([0, 10, 11]) : dice.between(1, 4);
    const orders = Array.from({ length: count }, () =>
      own.length > 0 && dice.chance(0.7) ? dice.pick(own).id : this.someId(),
    );
    return { type: "CancelBatch", ...this.by(order?.user), pair: order?.pair ?? 1, orders };
  }

  /** The next hour, or one that has struck, is not due, or is none. */
  private hour(): Command {
    const step = this.dice.pick([1, 1, 1, 0, 2, -1, 0.5]);
    return { type: "StrikeHour", hourMs: this.state.hourMs + step * HOUR_MS };
  }
}
