/**
 * Stops of spot: orders that wait until the last price of their symbol has risen or fallen to a trigger. Each
 * symbol has its ladders from its first stop on. Those whose trigger is reached join one queue, which is
 * worked off inside the same command. Rules SPOT-STOP-1 to SPOT-STOP-4.
 */
import { assert } from "../../base/assert.ts";
import {
  isAnyReached,
  joinLadder,
  leaveLadder,
  newTriggerLadders,
  type TriggerLadders,
  takeReached,
} from "../book/trigger-ladders.ts";
import type { PairId } from "../catalogue/catalogue.ts";
import type { Instructions } from "../orders/instructions.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { lastTicksOf, type Prices } from "../prices/prices.ts";

export interface Stops {
  readonly rows: OrderRows;
  /** By pair id less one; undefined before the first stop of a pair. */
  readonly byPair: (TriggerLadders | undefined)[];
  /** Triggered and not worked off yet; empty between two commands. */
  readonly triggered: OrderRow[];
}

export function newStops(rows: OrderRows): Stops {
  return { rows, byPair: [], triggered: [] };
}

function conditionOf({ rows }: Stops, order: OrderRow): Instructions {
  const instructions = rows.instructions(order);
  assert(instructions !== undefined && instructions.triggerTicks > 0, "a stop has a trigger");
  return instructions;
}

function laddersOf({ rows, byPair }: Stops, pair: PairId): TriggerLadders {
  const found = byPair[pair - 1];
  if (found) return found;
  while (byPair.length < pair) byPair.push(undefined);
  const made = newTriggerLadders(rows);
  byPair[pair - 1] = made;
  return made;
}

export function addStop(stops: Stops, order: OrderRow): void {
  joinLadder(laddersOf(stops, stops.rows.market(order)), order, conditionOf(stops, order));
}

export function removeStop(stops: Stops, order: OrderRow): void {
  leaveLadder(laddersOf(stops, stops.rows.market(order)), order, conditionOf(stops, order));
}

/** Any stop that waits on a pair; `NO_ORDER` when none does. */
export function anyStop({ byPair }: Stops, pair: PairId): OrderRow {
  const ladders = byPair[pair - 1];
  return (ladders?.rises.best ?? ladders?.falls.best)?.first ?? NO_ORDER;
}

/** SPOT-STOP-3: a taker has finished trading; the stops that its last price reaches are triggered. */
export function queueStops(
  { stops, prices }: { readonly stops: Stops; readonly prices: Prices },
  pair: PairId,
): void {
  const ladders = stops.byPair[pair - 1];
  if (!ladders || ladders.waiting === 0) return;
  const ticks = lastTicksOf(prices, pair);
  if (!isAnyReached(ladders, ticks)) return;
  for (const order of takeReached(ladders, ticks)) stops.triggered.push(order);
}
