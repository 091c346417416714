/**
 * Orders of one side that trail the last price of a symbol. All that have seen the same best price share a *peak*, since one that began
 * later has never seen a better one: peaks stand oldest first, each worse than the one before, and a new best price makes one of all that
 * it passes. So a price that moves on costs a look at the last peak, however many orders trail, and a heap knows which peak is triggered
 * first. Rules SPOT-TRAIL-2, SPOT-TRAIL-3.
 */
import { assert } from "../../base/assert.ts";
import { Heap } from "../../base/heap.ts";
import { insertAt, removeAt } from "../../base/short-list.ts";
import type { Instructions, SeenPrice } from "../orders/instructions.ts";
import type { Side } from "../orders/order.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { trailingTicks } from "./trailing-price.ts";

export interface Trails {
  readonly rows: OrderRows;
  readonly side: Side;
  readonly peaks: Peak[];
  readonly byTrigger: Heap<Peak, number>;
}

/** The orders whose best price is the same. */
export interface Peak extends SeenPrice {
  ticks: number;
  /** By delta: those of the first one are triggered first. */
  readonly bands: Band[];
  orders: number;
  /** Its entry in the heap has this mark; any other entry is void. */
  mark: number;
}

/** The orders of a peak with one delta, in no order that means anything. */
export interface Band {
  readonly delta: number;
  first: OrderRow;
  last: OrderRow;
}

/** The row of an order has it for the number of a level: the order stands in none, but it does stand. */
const STANDS = 1;

export function newTrails(rows: OrderRows, side: Side): Trails {
  const byTrigger = new Heap<Peak, number>((peak, mark) => peak.mark === mark);
  return { rows, side, peaks: [], byTrigger };
}

/** An order trails, and has seen the best price that its instructions say. */
export function joinTrails(trails: Trails, order: OrderRow): void {
  const { rows } = trails;
  const terms = termsOf(rows, order);
  const peak = peakAt(trails, (terms.peak as SeenPrice).ticks);
  terms.peak = peak;
  rows.setLevel(order, STANDS);
  rows.setBefore(order, NO_ORDER);
  rows.setBehind(order, NO_ORDER);
  peak.orders++;
  if (joinBand(rows, peak, { delta: terms.delta, first: order, last: order }) === 0) {
    enterHeap(trails, peak);
  }
}

/** An order that trails ends, or is triggered: it keeps the best price that it has seen. */
export function leaveTrails(trails: Trails, order: OrderRow): void {
  const { rows, peaks } = trails;
  const terms = termsOf(rows, order);
  const peak = terms.peak as Peak;
  const at = placeOfBand(peak, terms.delta);
  const band = peak.bands[at] as Band;
  const [before, behind] = [rows.before(order), rows.behind(order)];
  if (before === NO_ORDER) band.first = behind;
  else rows.setBehind(before, behind);
  if (behind === NO_ORDER) band.last = before;
  else rows.setBefore(behind, before);
  rows.setLevel(order, 0);
  terms.peak = { ticks: peak.ticks };
  peak.orders--;
  if (band.first === NO_ORDER) removeAt(peak.bands, at);
  if (peak.orders > 0) return;
  peak.mark++;
  removeAt(peaks, placeOfPeak(trails, peak.ticks));
}

/** The last price is this: it is the best one from now on for all that have not seen a better one. */
export function followPrice(trails: Trails, ticks: number): void {
  const { peaks, rows } = trails;
  const newest = peaks.at(-1);
  if (!newest || !isBetter(trails, ticks, newest.ticks)) return;
  let peak = peaks.pop() as Peak;
  for (let next = peaks.at(-1); next && !isBetter(trails, next.ticks, ticks); ) {
    peaks.pop();
    peak = joinPeaks(rows, peak, next);
    next = peaks.at(-1);
  }
  peak.ticks = ticks;
  peaks.push(peak);
  enterHeap(trails, peak);
}

/** Takes out all orders that this last price triggers, in no order that means anything. */
export function takeTriggered(trails: Trails, ticks: number): OrderRow[] {
  const taken: OrderRow[] = [];
  const reached: Peak[] = [];
  trails.byTrigger.takeBelow(keyOf(trails, ticks) + 1, (peak) => reached.push(peak));
  for (const peak of reached) {
    for (let band = peak.bands[0]; band && isTriggered(trails, peak, ticks); band = peak.bands[0]) {
      taken.push(band.first);
      leaveTrails(trails, band.first);
    }
    if (peak.orders > 0) enterHeap(trails, peak);
  }
  return taken;
}

/** Every order that trails, of whichever trigger. */
export function* ordersIn({ rows, peaks }: Trails): Iterable<OrderRow> {
  for (const { bands } of peaks) {
    for (const { first } of bands) {
      for (let order = first; order !== NO_ORDER; order = rows.behind(order)) yield order;
    }
  }
}

function termsOf(rows: OrderRows, order: OrderRow): Instructions {
  const terms = rows.instructions(order);
  assert(terms?.peak !== undefined, "an order that trails has seen a price");
  return terms;
}

/** Orders that sell trail a price that rises, those that buy one that falls. */
function isBetter({ side }: Trails, ticks: number, than: number): boolean {
  return side === "sell" ? ticks > than : ticks < than;
}

/** Whether its first orders are triggered at this last price. */
function isTriggered({ side }: Trails, { ticks: extreme, bands }: Peak, ticks: number): boolean {
  const trigger = trailingTicks(side, extreme, (bands[0] as Band).delta);
  return side === "sell" ? ticks <= trigger : ticks >= trigger;
}

/** A price in the heap: the trigger that the last price comes to first is the lowest key. */
function keyOf({ side }: Trails, ticks: number): number {
  return side === "sell" ? 0 - ticks : ticks;
}

/** With the trigger of its first orders. That a band has gone since makes it too early, and never too late. */
function enterHeap(trails: Trails, peak: Peak): void {
  const { delta } = peak.bands[0] as Band;
  peak.mark++;
  const trigger = trailingTicks(trails.side, peak.ticks, delta);
  trails.byTrigger.push(keyOf(trails, trigger), peak, peak.mark);
}

/** Live it is the newest or stands behind it; only a snapshot brings one that stands elsewhere. */
function peakAt(trails: Trails, ticks: number): Peak {
  const { peaks } = trails;
  const place = placeOfPeak(trails, ticks);
  const found = peaks[place];
  if (found?.ticks === ticks) return found;
  const peak: Peak = { ticks, bands: [], orders: 0, mark: 0 };
  insertAt(peaks, place, peak);
  return peak;
}

/** Of the peak at a price, or where it would stand. */
function placeOfPeak(trails: Trails, ticks: number): number {
  const { peaks } = trails;
  return firstPlace(peaks.length, (at) => !isBetter(trails, (peaks[at] as Peak).ticks, ticks));
}

function placeOfBand({ bands }: Peak, delta: number): number {
  return firstPlace(bands.length, (at) => (bands[at] as Band).delta >= delta);
}

/** The first of so many places at which it is so, and so at all behind it. */
function firstPlace(count: number, isSo: (at: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The one with fewer orders joins the other, so that an order seldom moves. */
function joinPeaks(rows: OrderRows, one: Peak, other: Peak): Peak {
  const [large, small] = one.orders < other.orders ? [other, one] : [one, other];
  for (const band of small.bands) {
    for (let order = band.first; order !== NO_ORDER; order = rows.behind(order)) {
      termsOf(rows, order).peak = large;
    }
    joinBand(rows, large, band);
  }
  large.orders += small.orders;
  small.mark++;
  return large;
}

/** Linked orders join those of their delta. Returns the place of their band. */
function joinBand(rows: OrderRows, peak: Peak, joining: Band): number {
  const { bands } = peak;
  const place = placeOfBand(peak, joining.delta);
  const band = bands[place];
  if (band?.delta !== joining.delta) insertAt(bands, place, { ...joining });
  else {
    rows.setBehind(band.last, joining.first);
    rows.setBefore(joining.first, band.last);
    band.last = joining.last;
  }
  return place;
}
