/**
 * Follows one order through the log: the command that made it, every trade, reduction, trigger and
 * liquidation that concerned it, and its end, each with the command it came from. Rule EXPLAIN-LIFE-1.
 */
import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { type Order, openStatusOf } from "../../core/engine/orders/order.ts";
import type { OrderDetails } from "../../core/engine/orders/order-events.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { CommandWitness } from "../../runtime/replica/replay.ts";
import type { EngineOutcome } from "../../runtime/replica/submission.ts";
import type { Effect, OrderStep } from "./words/explanation.ts";
import { Names } from "./words/names.ts";
import { causeOf } from "./words/say-command.ts";
import { effectOf, sayEnd } from "./words/say-event.ts";
import { type Subject, subjectOfOrder } from "./words/subject.ts";

/** An order may trade a million times; its end is told all the same. */
export const MOMENTS_MAX = 500;

/** What may change about an open order without an event of its own. */
type Traits = Pick<Order, "remaining" | "executed"> & { readonly frozen: bigint | undefined };

export class LifeWitness implements CommandWitness {
  readonly #state: ExchangeState;
  readonly #id: number;
  #command: Command | undefined;
  #timeMs = 0;
  #before: Traits | undefined;
  #end: string | undefined;
  readonly moments: OrderStep[] = [];
  /** How many moments there were besides. */
  untold = 0;
  /** The position at which the order was made; 0 while it is not, or when that was before the replay began. */
  createdAt = 0;
  /** The order in words, and its owner. */
  order: string | undefined;
  subject: Subject | undefined;

  constructor(state: ExchangeState, id: number) {
    this.#state = state;
    this.#id = id;
    const open = state.orders.byId.get(id);
    if (open) this.#meetOrder(open);
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /**
   * Whether it rests in a later state as it does here. What is left of an order on a pair never grows, so nothing has concerned it in
   * between; one that waits for a trigger, and one of futures, may change and be again as it was.
   */
  isAsIn(later: ExchangeState | undefined): boolean {
    if (!later || this.createdAt === 0) return false;
    const here = this.#state.orders.byId.get(this.#id);
    if (!here || here.area === "futures" || here.instructions) return false;
    const there = later.orders.byId.get(this.#id);
    return there !== undefined && there.lots === here.lots && !isOther(traitsOf(here), there);
  }

  /** Where the order is now. */
  get now(): string {
    if (this.#end !== undefined) return this.#end;
    const open = this.#state.orders.byId.get(this.#id);
    if (!open) return "not open, and nobody saw it end";
    const names = new Names(this.#state);
    const left = `${names.quantity(open, open.remaining)} left, ${names.locked(open)} locked`;
    const executed = `${names.quantity(open, open.executed)} executed`;
    return `open: ${openStatusOf(open)}, ${executed}, ${left}`;
  }

  meets(command: Command, timeMs: number): void {
    this.#command = command;
    this.#timeMs = timeMs;
    const open = this.#state.orders.byId.get(this.#id);
    this.#before = open && traitsOf(open);
  }

  leaves(_outcome: EngineOutcome | undefined, events: readonly ExchangeEvent[]): void {
    const { orders, position } = this.#state;
    if (orders.orderIdLast < this.#id || this.isOver) return;
    const concerning = events.filter((event) => concerns(event, this.#id));
    const open = orders.byId.get(this.#id);
    const isChanged =
      open !== undefined && this.#before !== undefined && isOther(this.#before, open);
    if (concerning.length === 0 && !isChanged) return;
    if (!this.subject) this.createdAt = position;
    for (const event of concerning) this.#learn(event);
    this.#note(this.#effectsOf(concerning, events, open));
  }

  #note(effects: readonly Effect[]): void {
    const { position } = this.#state;
    const [command, timeMs] = [this.#command, this.#timeMs];
    if (!command) return;
    if (this.moments.length >= MOMENTS_MAX) {
      this.untold++;
      return;
    }
    this.moments.push({ ...causeOf(this.#state, { command, position, timeMs }), effects });
  }

  /** What concerned the order, and a liquidation of its user that came with it. */
  #effectsOf(
    concerning: readonly ExchangeEvent[],
    events: readonly ExchangeEvent[],
    open: Order | undefined,
  ): Effect[] {
    const names = new Names(this.#state);
    const told = events.filter(
      (event) => concerning.includes(event) || isRiskOf(event, this.subject?.user ?? 0),
    );
    const effects = told.flatMap((event) => effectOf(names, event) ?? []);
    if (concerning.length > 0 || !open || !this.#before) return effects;
    const left = names.quantity(open, open.remaining);
    const was = names.quantity(open, this.#before.remaining);
    const says = `order ${this.#id}: ${left} left (${was} before), ${names.locked(open)} locked`;
    return [...effects, { type: "OrderReduced", order: this.#id, says }];
  }

  #learn(event: ExchangeEvent): void {
    if (event.type === "ForceClosed") {
      const { user, contract, side, lots, reason } = event;
      const names = new Names(this.#state);
      const place = { area: "futures", market: contract } as const;
      const coin = names.contract(contract)?.marginCoin;
      this.order ??= `close ${side} ${lots} ${names.symbol(place)} by the exchange (${reason})`;
      this.subject ??= { user, areas: ["futures"], assets: coin ? [coin] : [], place };
      this.#end = `ended: filled, ${lots} of ${lots} executed`;
    } else if (event.type === "OrderRested" || event.type === "OrderEnded") {
      this.#meetOrder(event);
      if (event.type === "OrderEnded") this.#end = sayEnd(new Names(this.#state), event);
    }
  }

  #meetOrder(order: OrderDetails): void {
    this.order ??= new Names(this.#state).order(order);
    this.subject ??= subjectOfOrder(this.#state, order);
  }
}

function traitsOf({ remaining, executed, futures }: Order): Traits {
  return { remaining, executed, frozen: futures?.frozen };
}

function isOther(before: Traits, order: Order): boolean {
  const { remaining, executed, frozen } = traitsOf(order);
  return before.remaining !== remaining || before.executed !== executed || before.frozen !== frozen;
}

function concerns(event: ExchangeEvent, id: number): boolean {
  switch (event.type) {
    case "OrderRested":
    case "OrderEnded":
      return event.id === id;
    case "Traded":
    case "MatchPrevented":
    case "ContractTraded":
      return event.makerOrder === id || event.takerOrder === id;
    case "ForceClosed":
      return event.orderId === id;
    default:
      return false;
  }
}

const RISKS = new Set(["LiquidationBegan", "LiquidationOver", "FuturesLiquidated", "MarginCalled"]);

function isRiskOf(event: ExchangeEvent, user: number): boolean {
  return RISKS.has(event.type) && "user" in event && event.user === user;
}
