/**
 * What is told of an order is what its whole command has made of it: its trades may trigger stops that trade with its rest or
 * take it away, and a liquidation may cancel it. Rule SPOT-REPLY-1.
 */
import type { CommandContext, Sink } from "../base/command-context.ts";
import type { Command } from "./codec.ts";
import type { ExchangeEvent } from "./events.ts";
import type { OrderEnded } from "./orders/order-events.ts";
import type { OutcomeOf } from "./outcomes.ts";
import { placementOf } from "./spot/accept-order.ts";
import type { Replaced } from "./spot/manage-commands.ts";
import type { Placement } from "./spot/spot.ts";
import type { ExchangeState } from "./state.ts";

/** Passes events on, and remembers how one order ended. */
class EndOf implements Sink<ExchangeEvent> {
  readonly #order: number;
  readonly #events: Sink<ExchangeEvent>;
  end: OrderEnded | undefined;

  constructor(order: number, events: Sink<ExchangeEvent>) {
    this.#order = order;
    this.#events = events;
  }

  push(event: ExchangeEvent): void {
    if (event.type === "OrderEnded" && event.id === this.#order) this.end = event;
    this.#events.push(event);
  }
}

/** The order that a command has placed, while it is open. */
export function openPlacementIn(
  { type }: Command,
  outcome: OutcomeOf<Command>,
): Placement | undefined {
  if (!outcome.ok) return undefined;
  const isPlaced = type === "PlaceOrder" || type === "PlaceMarginOrder";
  const placed = isPlaced
    ? (outcome.answer as Placement)
    : type === "ReplaceOrder"
      ? (outcome.answer as Replaced).placed
      : undefined;
  const isOpen = placed?.status === "new" || placed?.status === "partially_filled";
  return isOpen ? placed : undefined;
}

/** Lets follow what follows from a command; the outcome tells its order as that has left it. */
export function followPlacement<C extends Command>(
  state: ExchangeState,
  { command, outcome, placed }: { command: C; outcome: OutcomeOf<C>; placed: Placement },
  context: CommandContext<ExchangeEvent>,
  followUp: (context: CommandContext<ExchangeEvent>) => void,
): OutcomeOf<C> {
  const events = new EndOf(placed.orderId, context.events);
  followUp({ timeMs: context.timeMs, events });
  const left = leftOf(state, placed, events.end);
  const isSame = left.status === placed.status && left.executed === placed.executed;
  if (isSame || !outcome.ok) return outcome;
  const answer = command.type === "ReplaceOrder" ? { ...outcome.answer, placed: left } : left;
  return { ...outcome, answer } as OutcomeOf<C>;
}

function leftOf(
  { orders }: ExchangeState,
  placed: Placement,
  end: OrderEnded | undefined,
): Placement {
  const { orderId, timeMs } = placed;
  if (end) {
    const { status, executed, reason } = end;
    return { orderId, status, executed, timeMs, ...(reason && { reason }) };
  }
  const { rows } = orders.byId;
  const order = orders.byId.find(orderId);
  const status = rows.executed(order) > 0 ? "partially_filled" : "new";
  return placementOf(rows, order, { status }, timeMs);
}
