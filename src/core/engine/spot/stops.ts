/**
 * Stops of spot: orders that wait until the last price of their symbol has risen or fallen to a trigger, which may trail that price
 * itself. Each symbol has its ladders and trails from its first stop on. Those whose trigger is reached join one queue, which is
 * worked off inside the same command. Rules SPOT-STOP-1 to SPOT-STOP-4, SPOT-TRAIL-1 to SPOT-TRAIL-4.
 */

import { assert } from "../../base/assert.ts";
import type { Sink } from "../../base/command-context.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { trailingTicks } from "../book/trailing-price.ts";
import {
  followPrice,
  joinTrails,
  leaveTrails,
  newTrails,
  ordersIn,
  type Trails,
  takeTriggered,
} from "../book/trails.ts";
import {
  isAnyReached,
  isReached,
  joinLadder,
  leaveLadder,
  newTriggerLadders,
  type TriggerLadders,
  takeReached,
} from "../book/trigger-ladders.ts";
import type { PairId } from "../catalogue/catalogue.ts";
import type { Instructions } from "../orders/instructions.ts";
import { type OrderRested, orderRested } from "../orders/order-events.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { lastTicksOf } from "../prices/prices.ts";
import type { SpotState } from "./spot.ts";

/** The stops of a pair: what waits for a price on ladders, what trails on trails. */
export interface PairStops extends TriggerLadders {
  readonly sells: Trails;
  readonly buys: Trails;
}

export interface Stops {
  readonly rows: OrderRows;
  /** By pair id less one; undefined before the first stop of a pair. */
  readonly byPair: (PairStops | undefined)[];
  /** Triggered and not worked off yet; empty between two commands. */
  readonly triggered: OrderRow[];
}

export function newStops(rows: OrderRows): Stops {
  return { rows, byPair: [], triggered: [] };
}

function termsOf({ rows }: Stops, order: OrderRow): Instructions {
  const instructions = rows.instructions(order);
  assert(instructions !== undefined && isStop(instructions), "a stop has a trigger");
  return instructions;
}

/** Whether it waits for a price when it comes. */
export function isStop({ triggerTicks, delta }: Pick<Instructions, "triggerTicks" | "delta">) {
  return triggerTicks > 0 || delta > 0;
}

function stopsOf({ rows, byPair }: Stops, pair: PairId): PairStops {
  const found = byPair[pair - 1];
  if (found) return found;
  while (byPair.length < pair) byPair.push(undefined);
  const [sells, buys] = [newTrails(rows, "sell"), newTrails(rows, "buy")];
  const made = { ...newTriggerLadders(rows), sells, buys };
  byPair[pair - 1] = made;
  return made;
}

function trailsFor({ sells, buys }: PairStops, rows: OrderRows, order: OrderRow): Trails {
  return rows.side(order) === "sell" ? sells : buys;
}

export function addStop(stops: Stops, order: OrderRow): void {
  const { rows } = stops;
  const ofPair = stopsOf(stops, rows.market(order));
  const terms = termsOf(stops, order);
  if (terms.peak) joinTrails(trailsFor(ofPair, rows, order), order);
  else joinLadder(ofPair, order, terms);
}

export function removeStop(stops: Stops, order: OrderRow): void {
  const { rows } = stops;
  const ofPair = stopsOf(stops, rows.market(order));
  const terms = termsOf(stops, order);
  if (terms.peak) leaveTrails(trailsFor(ofPair, rows, order), order);
  else leaveLadder(ofPair, order, terms);
}

/** Any stop that waits on a ladder of a pair; `NO_ORDER` when none does. */
export function anyStop({ byPair }: Stops, pair: PairId): OrderRow {
  const ladders = byPair[pair - 1];
  return (ladders?.rises.best ?? ladders?.falls.best)?.first ?? NO_ORDER;
}

/** The orders that trail on a pair, by id, the newest first: where they stand depends on how they came there. */
export function trailingOn({ rows, byPair }: Stops, pair: PairId): OrderRow[] {
  const ofPair = byPair[pair - 1];
  if (!ofPair) return [];
  const trailing = [...ordersIn(ofPair.sells), ...ordersIn(ofPair.buys)];
  return trailing.sort((one, other) => rows.id(other) - rows.id(one));
}

/** What a stop of spot looks at, and changes. */
type StopState = Pick<SpotState, "stops" | "prices" | "digest">;

/** SPOT-STOP-3, SPOT-TRAIL-3: a taker has finished trading; the stops that its last price reaches are triggered. */
export function queueStops(state: StopState, pair: PairId, events: Sink<OrderRested>): void {
  const { stops, prices } = state;
  const ofPair = stops.byPair[pair - 1];
  if (!ofPair) return;
  const ticks = lastTicksOf(prices, pair);
  const trailed = takeTrailing(ofPair, ticks);
  if (trailed.length === 0 && !isAnyReached(ofPair, ticks)) return;
  const triggered = [...trailed];
  for (const order of takeReached(ofPair, ticks)) {
    if (termsOf(stops, order).delta === 0) triggered.push(order);
    else beginTrailing(state, order, events);
  }
  if (trailed.length > 0) sortByTrigger(stops, triggered);
  for (const order of triggered) stops.triggered.push(order);
}

/** SPOT-TRAIL-2: a price that is better than any before triggers nothing that it moves. */
function takeTrailing({ sells, buys }: PairStops, ticks: number): readonly OrderRow[] {
  if (sells.peaks.length + buys.peaks.length === 0) return NONE;
  followPrice(sells, ticks);
  followPrice(buys, ticks);
  return [...takeTriggered(buys, ticks), ...takeTriggered(sells, ticks)];
}

const NONE: readonly OrderRow[] = [];

/** SPOT-TRAIL-1: an order that is open begins to trail, from the last price. */
function beginTrailing(state: StopState, order: OrderRow, events: Sink<OrderRested>): void {
  const { stops } = state;
  seeFirstPrice(state, order);
  addStop(stops, order);
  events.push(orderRested(stops.rows, order));
}

/** SPOT-TRAIL-1: an order that comes trails at once, unless it is to wait for a price first. */
export function trailAtOnce(state: StopState, order: OrderRow): void {
  const { stops, prices } = state;
  const terms = termsOf(stops, order);
  if (terms.delta === 0) return;
  const last = lastTicksOf(prices, stops.rows.market(order));
  if (terms.triggerTicks === 0 || isReached(terms, last)) seeFirstPrice(state, order);
}

function seeFirstPrice({ stops, prices, digest }: StopState, order: OrderRow): void {
  const ticks = lastTicksOf(prices, stops.rows.market(order));
  termsOf(stops, order).peak = { ticks };
  foldNumber(digest, stops.rows.id(order));
  foldNumber(digest, ticks);
}

/** The price that a stop was triggered for (SPOT-STOP-4, SPOT-TRAIL-4). */
export function triggerOf({ rows }: Stops, order: OrderRow): number {
  const { triggerTicks, peak, delta } = rows.instructions(order) as Instructions;
  return peak ? trailingTicks(rows.side(order), peak.ticks, delta) : triggerTicks;
}

/** SPOT-STOP-3: as a price that rises comes to them, then as one that falls does, then by id. */
function sortByTrigger(stops: Stops, orders: OrderRow[]): void {
  const { rows } = stops;
  const placed = orders.map((order) => {
    const isRise = isTriggeredByRise(stops, order);
    return { order, isRise, far: isRise ? triggerOf(stops, order) : 0 - triggerOf(stops, order) };
  });
  placed.sort((one, other) => {
    if (one.isRise !== other.isRise) return one.isRise ? -1 : 1;
    return one.far - other.far || rows.id(one.order) - rows.id(other.order);
  });
  for (const [at, { order }] of placed.entries()) orders[at] = order;
}

function isTriggeredByRise({ rows }: Stops, order: OrderRow): boolean {
  const { peak, isRise } = rows.instructions(order) as Instructions;
  return peak ? rows.side(order) === "buy" : isRise;
}
