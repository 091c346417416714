/** Would an event be seen that points into the state? The simulation trusts these checks. */
import { expect, test } from "vitest";
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { Desk } from "../support/desk.ts";
import { FrozenEvents } from "./frozen-events.ts";

const BALANCES = { alice: { BTC: "9" }, bob: { USDT: "900" } };

/** A desk whose events are told by `alter` before they are kept. */
class FrozenDesk extends Desk {
  readonly frozen = new FrozenEvents();
  alter: (event: ExchangeEvent) => object = (event) => event;

  constructor() {
    super(BALANCES);
  }

  /** `desk.keep("alice", "sell 1 @ 100")` */
  keep(name: string, words: string): void {
    const push = (event: ExchangeEvent) => this.frozen.keep(this.alter(event) as ExchangeEvent);
    const command = this.placing(name, words);
    expect(apply(this.state, command, { timeMs: this.timeMs, events: { push } }).ok).toBe(true);
  }
}

test("events of orders and trades stay as they were while the orders go on", () => {
  const desk = new FrozenDesk();
  desk.keep("alice", "sell 2 @ 100");
  desk.keep("bob", "buy 1 @ 100");
  desk.keep("bob", "buy 1 @ 100");

  expect(() => desk.frozen.check(desk.state)).not.toThrow();
});

test("an event that points to what an order is told stops the engine when that changes", () => {
  const desk = new FrozenDesk();
  desk.alter = (event) =>
    event.type === "OrderRested"
      ? { ...event, instructions: desk.state.orders.byId.get(event.id)?.instructions }
      : event;
  desk.keep("alice", "sell 2 @ 100");
  desk.keep("bob", "buy 1 @ 100");
  desk.keep("bob", "buy 1 @ 95");
  desk.keep("alice", "sell 1 @ 90 stop 95");

  expect(() => desk.keep("alice", "sell 1 @ 95")).toThrow(/read only/);
});

test("an event that points to what never changes is seen as well", () => {
  const desk = new FrozenDesk();
  desk.alter = (event) => ({ ...event, pair: desk.state.catalogue.pairs[0] });
  desk.keep("alice", "sell 2 @ 100");

  expect(() => desk.frozen.check(desk.state)).toThrow(/holds nothing of the state/);
});

test("an event that has changed is seen", () => {
  const desk = new FrozenDesk();
  const bytes = new Uint8Array([1, 2]);
  desk.alter = (event) => ({ ...event, bytes });
  desk.keep("alice", "sell 2 @ 100");
  bytes[0] = 9;

  expect(() => desk.frozen.check(desk.state)).toThrow(/has not changed/);
});
