/**
 * What is told of an order is what its whole command has made of it: its trades may trigger stops that trade with its rest or
 * take it away, and a liquidation may cancel it. Rule SPOT-REPLY-1.
 */
import type { CommandContext } from "../base/command-context.ts";
import type { Command } from "./codec.ts";
import type { ExchangeEvent } from "./events.ts";
import { openStatusOf } from "./orders/order.ts";
import { EndsOf, type OrderEnded } from "./orders/order-events.ts";
import type { OutcomeOf } from "./outcomes.ts";
import { placementOf } from "./spot/accept-order.ts";
import type { PlacedList } from "./spot/lists/list-commands.ts";
import type { Replaced } from "./spot/manage-commands.ts";
import type { Placement } from "./spot/spot.ts";
import type { ExchangeState } from "./state.ts";

/** The orders that a command has placed and that are open. */
export function openPlacementsIn(
  { type }: Command,
  outcome: OutcomeOf<Command>,
): readonly Placement[] {
  if (!outcome.ok) return NONE;
  switch (type) {
    case "PlaceOrder":
    case "PlaceMarginOrder":
      return openOf([outcome.answer as Placement]);
    case "ReplaceOrder":
      return openOf([(outcome.answer as Replaced).placed]);
    case "PlaceOrderList":
      return openOf((outcome.answer as PlacedList).orders);
    default:
      return NONE;
  }
}

const NONE: readonly Placement[] = [];
const OPEN: ReadonlySet<Placement["status"]> = new Set(["new", "partially_filled", "pending"]);

function openOf(placed: readonly Placement[]): readonly Placement[] {
  return placed.filter(({ status }) => OPEN.has(status));
}

interface Done<C extends Command> {
  readonly command: C;
  readonly outcome: OutcomeOf<C>;
  readonly placed: readonly Placement[];
}

/** Lets follow what follows from a command; the outcome tells its orders as that has left them. */
export function followPlacements<C extends Command>(
  state: ExchangeState,
  { command, outcome, placed }: Done<C>,
  context: CommandContext<ExchangeEvent>,
  followUp: (context: CommandContext<ExchangeEvent>) => void,
): OutcomeOf<C> {
  const ids = placed.map(({ orderId }) => orderId);
  const events = new EndsOf(ids, context.events);
  followUp({ timeMs: context.timeMs, events });
  const left = new Map(
    placed.map((one) => [one.orderId, leftOf(state, one, events.ends.get(one.orderId))]),
  );
  const isSame = placed.every(({ orderId, status, executed, prevented }) => {
    const now = left.get(orderId);
    return now?.status === status && now.executed === executed && now.prevented === prevented;
  });
  if (isSame || !outcome.ok) return outcome;
  return { ...outcome, answer: answerWith(command, outcome.answer, left) } as OutcomeOf<C>;
}

type Left = ReadonlyMap<number, Placement>;

function answerWith({ type }: Command, answer: unknown, left: Left) {
  if (type === "PlaceOrderList") {
    const { listId, orders } = answer as PlacedList;
    return { listId, orders: orders.map((one) => left.get(one.orderId) ?? one) };
  }
  const [placed] = left.values();
  return type === "ReplaceOrder" ? { ...(answer as Replaced), placed } : placed;
}

function leftOf(
  { orders }: ExchangeState,
  placed: Placement,
  end: OrderEnded | undefined,
): Placement {
  const { orderId, timeMs } = placed;
  if (end) {
    const { status, executed, reason, instructions } = end;
    const prevented = instructions?.prevented;
    const besides = { ...(reason && { reason }), ...(prevented && { prevented }) };
    return { orderId, status, executed, timeMs, ...besides };
  }
  const { rows } = orders.byId;
  const order = orders.byId.find(orderId);
  const executed = rows.executed(order);
  const instructions = rows.instructions(order);
  const status = openStatusOf({ executed, futures: undefined, instructions });
  return placementOf(rows, order, { status }, timeMs);
}
